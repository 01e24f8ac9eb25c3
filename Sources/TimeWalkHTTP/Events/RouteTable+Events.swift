internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import TimeWalk
internal import TimeWalkEvents

extension RouteTable {
  /// The routes for events; they need no right, because `Permission` decides about each caller.
  static let events: [Route] = eventMaking + eventPeople + eventPictures + [EventStopsPage.file]

  static let eventID = WireField("id", .text(most: 40), "The event's id.")
    .required

  /// The routes to create and manage events.
  private static let eventMaking: [Route] = [
    Route(
      method: .post, path: "/v1/events", right: nil,
      summary: "Creates an event, which guests can join from then on; for organisers.",
      body: .fields(
        EventSettingsRequest.fields.map { $0.wire.name == "name" ? $0.wire.required : $0.wire }),
      answer: .type(EventReport.self, status: 201)
    ) { call in
      try call.refuseParameters()
      let event = try await call.makeEvent(EventSettingsRequest(try await call.jsonBody()))
      var response = call.json(try WireFormat.bytes(event), status: .created)
      response.headers[.location] = "\(call.front.answers.base)/v1/events/\(event.id)"
      return response
    },
    Route(
      method: .get, path: "/v1/events", right: nil,
      summary: "The events of the calling organiser, newest first.",
      answer: .type(EventListAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      return call.json(try WireFormat.bytes(EventListAnswer(events: try await call.ownEvents())))
    },
    Route(
      method: .get, path: "/v1/events/{id}", right: nil,
      summary: "Returns an event, the caller and the allowed actions. The event's id is enough.",
      fields: [eventID], answer: .type(EventAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let base = call.base
      return try await call.answerEvent { try $0.answer(base: base) }
    },
    Route(
      method: .patch, path: "/v1/events/{id}", right: nil,
      summary: "Changes an event that hasn't begun; for its organiser.", fields: [eventID],
      body: .fields(EventSettingsRequest.fields.map(\.wire)),
      answer: .type(EventReport.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let asked = try EventSettingsRequest(try await call.jsonBody())
      return call.json(try WireFormat.bytes(try await call.changeEvent(asked)))
    },
    Route(
      method: .delete, path: "/v1/events/{id}", right: nil,
      summary: "Deletes an event permanently, with all its people; for its organiser.",
      fields: [eventID], answer: .type(EventErasureAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      return call.json(
        try WireFormat.bytes(EventErasureAnswer(erased: try await call.removeEvent()))
      ).clearingCache
    },
    Route(
      method: .post, path: "/v1/events/{id}/close", right: nil,
      summary: "Ends a running event now; for its organiser.", fields: [eventID],
      answer: .type(EventReport.self, status: 200)
    ) { call in
      try call.refuseParameters()
      return call.json(try WireFormat.bytes(try await call.closeEvent()))
    },
    Route(
      method: .post, path: "/v1/events/{id}/extend", right: nil,
      summary:
        "Moves the end of a running event, to 30 days after its start at most; for its organiser.",
      fields: [eventID], body: .fields(EventExtensionRequest.fields.map(\.wire)),
      answer: .type(EventReport.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let asked = try EventExtensionRequest(try await call.jsonBody())
      return call.json(try WireFormat.bytes(try await call.extendEvent(to: asked.ends ?? "")))
    },
    Route(
      method: .get, path: "/v1/events/{id}/counts", right: nil,
      summary: "Counts of pictures, people and downloads by hour; for the organiser.",
      fields: [eventID], answer: .type(EventCounts.self, status: 200)
    ) { call in
      try call.refuseParameters()
      return try await call.answerEvent { ask in
        try ask.store.counts(of: ask.id, by: ask.caller, at: ask.now)
      }
    },
    Route(
      method: .get, path: "/v1/events/{id}/people", right: nil,
      summary: "The people of the event, with their numbers of pictures; for the organiser.",
      fields: [eventID],
      answer: .type(EventPeopleAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      return try await call.answerEvent { ask in
        let people = try ask.store.people(of: ask.id, by: ask.caller, at: ask.now)
        return EventPeopleAnswer(
          people: people.map { guest, pictures in
            EventPeopleAnswer.Person(
              id: guest.id, name: guest.name, role: guest.role.rawValue, pictures: pictures)
          })
      }
    },
    Route(
      method: .get, path: "/v1/events/{id}/reports", right: nil,
      summary: "The reported problems; for the organiser.", fields: [eventID],
      answer: .type(EventReportsAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      return try await call.answerEvent { ask in
        EventReportsAnswer(reports: try ask.store.reports(of: ask.id, by: ask.caller, at: ask.now))
      }
    },
    code("code.svg", "image/svg+xml") { Array($0.svg.utf8) },
    code("code.png", "image/png") { $0.png() },
    Route(
      method: .get, path: "/v1/events/{id}/stream", right: nil,
      summary: "Server-sent events: a picture was added or removed, or the event has changed.",
      fields: [eventID], answer: .file("text/event-stream")
    ) { call in
      try call.refuseParameters()
      return try await call.eventNews()
    },
  ]

  private static func code(
    _ name: String, _ type: String, _ make: @escaping @Sendable (EventCode) -> [UInt8]
  ) -> Route {
    Route(
      method: .get, path: "/v1/events/{id}/\(name)", right: nil,
      summary: "The QR code with the event's address; for its organiser.", fields: [eventID],
      answer: .file(type)
    ) { call in
      try call.refuseParameters()
      let base = call.base
      let event = try await call.askEvent { ask in
        try ask.demand(.showCode)
        return try ask.store.event(ask.id, at: ask.now)
      }
      guard let code = EventCode(EventReport(event, base: base, at: Date()).join) else {
        throw TimeWalkError(
          .componentMissing, "libqrencode isn't installed, which makes QR codes")
      }
      return call.kept(make(code), type: type, cacheControl: "private, no-cache")
    }
  }
}

extension Call {
  /// Refuses callers that aren't organisers.
  func demandOrganiser(_ refusal: String = "only an organiser can create an event") throws(Problem)
  {
    guard organiser == .stranger else { return }
    throw Problem(.unauthorized, "\(refusal): sign in, or send a token")
  }

  /// Creates an event of the calling organiser.
  func makeEvent(_ asked: EventSettingsRequest) async throws -> EventReport {
    try demandOrganiser()
    let (caller, base, curation) = (organiser, base, front.curation)
    return try await askEvents { side in
      _ = try side.policy()
      let now = Date()
      try Call.checkStops(asked.namedStops, curation)
      let event = try side.store.create(try asked.settings(at: now), by: caller, at: now)
      return EventReport(event, base: base, at: now)
    }
  }

  /// The events of the calling organiser.
  func ownEvents() async throws -> [EventReport] {
    try demandOrganiser("only organisers have events")
    let (caller, base) = (organiser, base)
    return try await askEvents { side in
      let now = Date()
      return try side.store.events(of: caller, at: now).map { EventReport($0, base: base, at: now) }
    }
  }

  /// Changes an event that has not begun.
  func changeEvent(_ asked: EventSettingsRequest) async throws -> EventReport {
    let (base, curation) = (base, front.curation)
    return try await askEvent { ask in
      try ask.demand(.changeEvent)
      try Call.checkStops(asked.namedStops, curation)
      // Invalid values are refused before anything is changed.
      var trial = try ask.store.event(ask.id, at: ask.now).settings
      try asked.apply(to: &trial)
      let settings = trial
      let event = try ask.store.change(ask.id, by: ask.caller, at: ask.now) { $0 = settings }
      ask.side.news.tellChange(of: ask.id)
      return EventReport(event, base: base, at: ask.now)
    }
  }

  private static func checkStops(_ stops: [String]?, _ curation: CurationService)
    throws(TimeWalkError)
  {
    guard let stops, !stops.isEmpty else { return }
    try curation.look { (curator) throws(TimeWalkError) in
      for stop in stops { _ = try curator.item(stop) }
    }
  }

  /// Ends an event now.
  func closeEvent() async throws -> EventReport {
    let base = base
    return try await askEvent { ask in
      let event = try ask.store.close(ask.id, by: ask.caller, at: ask.now)
      ask.side.news.tellChange(of: ask.id)
      return EventReport(event, base: base, at: Date())
    }
  }

  /// Ends an event later.
  func extendEvent(to end: String) async throws -> EventReport {
    let base = base
    let end = try EventTimes.date(end, field: "ends")
    return try await askEvent { ask in
      let event = try ask.store.extend(ask.id, to: end, by: ask.caller, at: ask.now)
      ask.side.news.tellChange(of: ask.id)
      return EventReport(event, base: base, at: ask.now)
    }
  }

  /// Deletes an event.
  ///
  /// - Returns: true if no trace is left in any file.
  func removeEvent() async throws -> Bool {
    let files = front.files
    return try await askEvent { ask in
      let isErased = try ask.store.remove(ask.id, by: ask.caller, at: ask.now)
      files.removeDeleted()
      ask.side.news.end(ask.id)
      return isErased
    }
  }

  /// News of the event.
  func eventNews() async throws -> Response {
    let client = client
    let (number, stream) = try await askEvent { ask in
      try ask.demand(.hear)
      return try ask.side.news.listen(
        to: ask.id, in: try ask.store.event(ask.id, at: ask.now).state(at: ask.now), as: ask.caller,
        isOrganiser: try ask.store.role(of: ask.caller, in: ask.id, at: ask.now).role == .organiser,
        seesGallery: try ask.store.allows(.seeGallery, to: ask.caller, in: ask.id, at: ask.now),
        of: client)
    }
    let news = front.events?.news
    guard request.method == .get else {
      news?.leave(number)
      return Response(status: .ok, headers: [.contentType: "text/event-stream"])
    }
    return NewsAnswer.response(self, stream) { news?.leave(number) }
  }
}
