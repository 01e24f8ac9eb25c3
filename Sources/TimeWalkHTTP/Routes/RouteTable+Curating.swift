internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import TimeWalk
internal import TimeWalkBase

extension RouteTable {
  /// The routes for curators.
  static let curating: [Route] = [
    Route(
      method: .patch, path: "/v1/items/{id}", right: .curate,
      summary:
        "Changes fields of an item, by the rules of an import; the journal records the author.",
      fields: [itemName], body: .fields(ItemEditRequest.fields.map(\.wire)),
      answer: .type(EditSummary.self, status: 200), needsVersion: true
    ) { call in
      try call.refuseParameters()
      let basis = try ItemVersion.basis(call.request.headers[.ifMatch])
      let request = try ItemEditRequest(try await call.jsonBody())
      guard !request.values.isEmpty else {
        throw TimeWalkError(.invalidValue, "give at least one field to change")
      }
      let (summary, version) = try await call.edit(
        call.parameter("id"), request.values, basis: basis)
      var response = try call.answer(summary)
      response.headers[.eTag] = ItemVersion.tag(version)
      return response
    },
    Route(
      method: .get, path: "/v1/items/{id}/history", right: .curate,
      summary: "All changes of an item, with the ETag for PATCH.", fields: [itemName],
      answer: .type(ItemHistoryReport.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let (curation, id) = (call.front.curation, call.parameter("id"))
      let history = try await call.front.pool.run { () throws(TimeWalkError) in
        try curation.look { curator throws(TimeWalkError) in try curator.history(of: id) }
      }
      var response = try call.answer(history)
      response.headers[.eTag] = ItemVersion.tag(history.history.last?.entry.entry ?? 0)
      return response
    },
    Route(
      method: .get, path: "/v1/changes", right: .curate,
      summary: "The journal: the changes of the archive, newest first.",
      fields: ChangesRequest.fields.map(\.wire), answer: .type(HistoryReport.self, status: 200)
    ) { call in
      let request = try ChangesRequest(try call.values(of: call.route.fields))
      let curation = call.front.curation
      return try call.answer(
        await call.front.pool.run { () throws(TimeWalkError) in
          try curation.look { curator throws(TimeWalkError) in
            try curator.history(limit: request.limit)
          }
        })
    },
    Route(
      method: .post, path: "/v1/changes/{entry}/undo", right: .curate,
      summary: "Undoes a change; 409 if later changes depend on it.",
      fields: ChangeRequest.fields.map(\.wire), answer: .type(UndoSummary.self, status: 200)
    ) { call in
      let request = try ChangeRequest(try call.values(of: call.route.fields))
      return try call.answer(try await call.undo(Int64(request.entry)))
    },
    Route(
      method: .get, path: "/v1/review", right: .curate,
      summary: "The entries of the review, without dismissed ones.",
      fields: ReviewListRequest.fields.map(\.wire), answer: .type(ReviewReport.self, status: 200)
    ) { call in
      let request = try ReviewListRequest(try call.values(of: call.route.fields))
      return try call.answer(try await call.review(request.asked))
    },
    Route(
      method: .post, path: "/v1/review", right: .curate,
      summary: "Decides about an entry of the review.",
      body: .fields(ReviewDecisionRequest.fields.map(\.wire)),
      answer: .type(DecisionSummary.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let request = try ReviewDecisionRequest(try await call.jsonBody())
      return try call.answer(try await call.decide(request.asked))
    },
    Route(
      method: .get, path: "/v1/items/{id}/ground", right: .read,
      summary: "The part of an old map that covers a square of the ground, north up.",
      fields: GroundRequest.fields.map(\.wire), answer: .file("image/jpeg")
    ) { call in
      let request = try GroundRequest(try call.values(of: call.route.fields))
      let pipeline = call.front.pipeline
      let bytes = try await call.front.pool.run(.photo) { () throws(TimeWalkError) in
        try pipeline.ground(request)
      }
      return call.kept(bytes, type: "image/jpeg", cacheControl: "private, max-age=3600")
    },
  ]

  private static let itemName = ItemPictureRequest.fields[0].wire
}

extension Call {
  /// A value as the endpoint would write it, with addresses in the place of paths.
  func answer(_ value: some Encodable & Sendable) throws -> Response {
    json(try front.answers.bytes(value))
  }

  /// The entries that need a user's decision.
  func review(_ request: ReviewRequest) async throws -> ReviewReport {
    let (curation, author) = (front.curation, author)
    return try await front.pool.run(.search) { () throws(TimeWalkError) in
      try curation.look { curator throws(TimeWalkError) in try curator.review(request, by: author) }
    }
  }

  /// Follows a decision about an entry.
  ///
  /// - Throws: a problem with 422 if the decision can't be followed.
  func decide(_ request: DecisionRequest) async throws -> DecisionSummary {
    let (author, views) = (author, front.views)
    let summary = try await changing { (curator) throws(TimeWalkError) in
      try curator.decide([request], isDryRun: false, by: author)
    }
    if let fault = summary.faults.first {
      throw TimeWalkError(.dataRefused, fault, field: "decision")
    }
    views.forgetAll()
    return summary
  }
}
