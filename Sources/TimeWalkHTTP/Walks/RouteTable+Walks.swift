internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import TimeWalk
internal import TimeWalkEvents

extension RouteTable {
  /// Walks: `Permission` decides who may do what, so that no route needs a right.
  static let walks: [Route] = walkMaking + walkPeople + walkPictures + [WalkStopsPage.file]

  static let walkID = WireField("id", .text(most: 40), "The walk's id, as people type it.").required

  /// Making walks and looking after them.
  private static let walkMaking: [Route] = [
    Route(
      method: .post, path: "/v1/walks", right: nil,
      summary: "Makes a walk, which can be joined from then on; for organisers.",
      body: .fields(
        WalkSettingsRequest.fields.map { $0.wire.name == "name" ? $0.wire.required : $0.wire }),
      answer: .type(WalkReport.self, status: 201)
    ) { call in
      try call.refuseParameters()
      let walk = try await call.makeWalk(WalkSettingsRequest(try await call.jsonBody()))
      var response = call.json(try WireFormat.bytes(walk), status: .created)
      response.headers[.location] = "\(call.front.answers.base)/v1/walks/\(walk.id)"
      return response
    },
    Route(
      method: .get, path: "/v1/walks", right: nil,
      summary: "The walks of the organiser who asks, the newest first.",
      answer: .type(WalkListAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      return call.json(try WireFormat.bytes(WalkListAnswer(walks: try await call.ownWalks())))
    },
    Route(
      method: .get, path: "/v1/walks/{id}", right: nil,
      summary: "A walk, who asks, and what may be done; for everybody who has its id.",
      fields: [walkID], answer: .type(WalkAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let base = call.base
      return call.json(try WireFormat.bytes(try await call.askWalk { try $0.answer(base: base) }))
    },
    Route(
      method: .patch, path: "/v1/walks/{id}", right: nil,
      summary: "Changes a walk that has not begun; for its organiser.", fields: [walkID],
      body: .fields(WalkSettingsRequest.fields.map(\.wire)),
      answer: .type(WalkReport.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let asked = try WalkSettingsRequest(try await call.jsonBody())
      return call.json(try WireFormat.bytes(try await call.changeWalk(asked)))
    },
    Route(
      method: .delete, path: "/v1/walks/{id}", right: nil,
      summary: "Takes a whole walk away for good, with everybody in it; for its organiser.",
      fields: [walkID], answer: .type(WalkErasureAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      return call.json(try WireFormat.bytes(WalkErasureAnswer(erased: try await call.removeWalk())))
    },
    Route(
      method: .post, path: "/v1/walks/{id}/close", right: nil,
      summary: "Ends a running walk now; for its organiser.", fields: [walkID],
      answer: .type(WalkReport.self, status: 200)
    ) { call in
      try call.refuseParameters()
      return call.json(try WireFormat.bytes(try await call.closeWalk()))
    },
    Route(
      method: .post, path: "/v1/walks/{id}/extend", right: nil,
      summary: "Ends a running walk later, 30 days after its beginning at most; for its organiser.",
      fields: [walkID], body: .fields(WalkExtensionRequest.fields.map(\.wire)),
      answer: .type(WalkReport.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let asked = try WalkExtensionRequest(try await call.jsonBody())
      return call.json(try WireFormat.bytes(try await call.extendWalk(to: asked.ends ?? "")))
    },
    Route(
      method: .get, path: "/v1/walks/{id}/counts", right: nil,
      summary: "How many pictures, people and downloads there are, by hour; for the organiser.",
      fields: [walkID], answer: .type(WalkCounts.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let counts = try await call.askWalk { ask in
        try ask.store.counts(of: ask.id, by: ask.caller, at: ask.now)
      }
      return call.json(try WireFormat.bytes(counts))
    },
    Route(
      method: .get, path: "/v1/walks/{id}/people", right: nil,
      summary: "Who is in the walk, with how many pictures; for the organiser.", fields: [walkID],
      answer: .type(WalkPeopleAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let people = try await call.askWalk { ask in
        try ask.store.people(of: ask.id, by: ask.caller, at: ask.now).map { guest, pictures in
          WalkPeopleAnswer.Person(
            id: guest.id, name: guest.name, role: guest.role.rawValue, pictures: pictures)
        }
      }
      return call.json(try WireFormat.bytes(WalkPeopleAnswer(people: people)))
    },
    Route(
      method: .get, path: "/v1/walks/{id}/reports", right: nil,
      summary: "The problems that people reported; for the organiser.", fields: [walkID],
      answer: .type(WalkReportsAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let reports = try await call.askWalk { ask in
        try ask.store.reports(of: ask.id, by: ask.caller, at: ask.now)
      }
      return call.json(try WireFormat.bytes(WalkReportsAnswer(reports: reports)))
    },
    code("code.svg", "image/svg+xml") { Array($0.svg.utf8) },
    code("code.png", "image/png") { $0.png() },
    Route(
      method: .get, path: "/v1/walks/{id}/events", right: nil,
      summary: "Server-sent events: a picture came or went, or the walk has changed.",
      fields: [walkID], answer: .file("text/event-stream")
    ) { call in
      try call.refuseParameters()
      return try await call.walkEvents()
    },
  ]

  private static func code(
    _ name: String, _ type: String, _ make: @escaping @Sendable (WalkCode) -> [UInt8]
  ) -> Route {
    Route(
      method: .get, path: "/v1/walks/{id}/\(name)", right: nil,
      summary: "The QR code that leads into the walk; for its organiser.", fields: [walkID],
      answer: .file(type)
    ) { call in
      try call.refuseParameters()
      let base = call.base
      let walk = try await call.askWalk { ask in
        try ask.demand(.showCode)
        return try ask.store.walk(ask.id, at: ask.now)
      }
      guard let code = WalkCode(WalkReport(walk, base: base, at: Date()).join) else {
        throw WalkError(.componentMissing, "libqrencode, which makes QR codes, is not installed")
      }
      return call.kept(make(code), type: type, cacheControl: "private, no-cache")
    }
  }
}

extension Call {
  /// Makes a walk for the organiser who asks.
  func makeWalk(_ asked: WalkSettingsRequest) async throws -> WalkReport {
    let (caller, base, desk) = (organiser, base, front.desk)
    return try await askWalks { side in
      if caller == .nobody {
        throw Problem(.unauthorized, "only an organiser makes a walk: sign in, or send a token")
      }
      _ = try side.policy()
      let now = Date()
      try Call.checkStops(asked.namedStops, desk)
      let walk = try side.store.create(try asked.settings(at: now), by: caller, at: now)
      return WalkReport(walk, base: base, at: now)
    }
  }

  /// The walks of the organiser who asks.
  func ownWalks() async throws -> [WalkReport] {
    let (caller, base) = (organiser, base)
    return try await askWalks { side in
      if caller == .nobody {
        throw Problem(.unauthorized, "only organisers have walks: sign in, or send a token")
      }
      let now = Date()
      return try side.store.walks(of: caller, at: now).map { WalkReport($0, base: base, at: now) }
    }
  }

  /// Changes a walk that has not begun.
  func changeWalk(_ asked: WalkSettingsRequest) async throws -> WalkReport {
    let (base, desk) = (base, front.desk)
    return try await askWalk { ask in
      try ask.demand(.changeWalk)
      try Call.checkStops(asked.namedStops, desk)
      // What can't be is refused before anything is changed.
      var trial = try ask.store.walk(ask.id, at: ask.now).settings
      try asked.apply(to: &trial)
      let settings = trial
      let walk = try ask.store.change(ask.id, by: ask.caller, at: ask.now) { $0 = settings }
      ask.side.events.tellChange(of: ask.id)
      return WalkReport(walk, base: base, at: ask.now)
    }
  }

  private static func checkStops(_ stops: [String]?, _ desk: CuratorDesk) throws(WalkError) {
    guard let stops, !stops.isEmpty else { return }
    try desk.look { (curator) throws(WalkError) in
      for stop in stops { _ = try curator.item(stop) }
    }
  }

  /// Ends a walk now.
  func closeWalk() async throws -> WalkReport {
    let base = base
    return try await askWalk { ask in
      let walk = try ask.store.close(ask.id, by: ask.caller, at: ask.now)
      ask.side.events.tellChange(of: ask.id)
      return WalkReport(walk, base: base, at: Date())
    }
  }

  /// Ends a walk later.
  func extendWalk(to end: String) async throws -> WalkReport {
    let base = base
    let end = try WalkTimes.date(end, field: "ends")
    return try await askWalk { ask in
      let walk = try ask.store.extend(ask.id, to: end, by: ask.caller, at: ask.now)
      ask.side.events.tellChange(of: ask.id)
      return WalkReport(walk, base: base, at: ask.now)
    }
  }

  /// Takes a walk away.
  ///
  /// - Returns: whether nothing is left in any file.
  func removeWalk() async throws -> Bool {
    try await askWalk { ask in
      let isErased = try ask.store.remove(ask.id, by: ask.caller, at: ask.now)
      ask.side.events.end(ask.id)
      return isErased
    }
  }

  /// News of the walk.
  func walkEvents() async throws -> Response {
    let (number, stream) = try await askWalk { ask in
      try ask.demand(.hear)
      return try ask.side.events.listen(
        to: ask.id, in: try ask.store.walk(ask.id, at: ask.now).state(at: ask.now), as: ask.caller,
        isOrganiser: try ask.store.role(of: ask.caller, in: ask.id, at: ask.now).role == .organiser,
        seesGallery: try ask.store.allows(.seeGallery, to: ask.caller, in: ask.id, at: ask.now))
    }
    let events = front.walks?.events
    guard request.method == .get else {
      events?.leave(number)
      return Response(status: .ok, headers: [.contentType: "text/event-stream"])
    }
    return EventAnswer.response(self, stream) { events?.leave(number) }
  }
}
