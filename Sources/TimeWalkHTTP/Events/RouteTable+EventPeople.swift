internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import TimeWalk
internal import TimeWalkEvents

extension RouteTable {
  /// The routes for the people of events: joining, their stored data, leaving.
  static let eventPeople: [Route] = [
    Route(
      method: .post, path: "/v1/events/{id}/people", right: nil,
      summary:
        "Joins an event with a name. Only the answer's cookie has the guest's token.",
      fields: [eventID], body: .fields(EventJoinRequest.fields.map(\.wire)),
      answer: .type(EventAnswer.self, status: 201)
    ) { call in
      try call.refuseParameters()
      let asked = try EventJoinRequest(try await call.jsonBody())
      let (answer, cookie) = try await call.joinEvent(asked)
      var response = call.json(try WireFormat.bytes(answer), status: .created)
      if let cookie { response.headers[.setCookie] = cookie }
      return response
    },
    Route(
      method: .get, path: "/v1/events/{id}/me", right: nil,
      summary: "All stored data of the caller.", fields: [eventID],
      answer: .type(PersonalData.self, status: 200)
    ) { call in
      try call.refuseParameters()
      return try await call.answerEvent { ask in
        try ask.store.kept(in: ask.id, by: ask.caller, at: ask.now)
      }
    },
    Route(
      method: .get, path: "/v1/events/{id}/me/zip", right: nil,
      summary:
        "The caller's data with the pictures, as a zip of known length; downloads can be resumed.",
      fields: [eventID], answer: .file("application/zip")
    ) { call in
      try call.refuseParameters()
      try call.beginZip()
      let zip = try await call.askEvent { ask in
        try ask.store.keptZip(in: ask.id, by: ask.caller, at: ask.now)
      }
      return try call.answer(zip, name: "timewalk-mine")
    },
    Route(
      method: .patch, path: "/v1/events/{id}/me", right: nil,
      summary: "Changes the caller's name, or records consent to the privacy notice.",
      fields: [eventID], body: .fields(EventPersonRequest.fields.map(\.wire)),
      answer: .type(EventAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let asked = try EventPersonRequest(try await call.jsonBody())
      return call.json(try WireFormat.bytes(try await call.changePerson(asked)))
    },
    Route(
      method: .delete, path: "/v1/events/{id}/me", right: nil,
      summary: "Erases all data of the caller permanently, with the pictures.",
      fields: [eventID], answer: .type(EventErasureAnswer.self, status: 200)
    ) { call in
      try call.refuseParameters()
      let (isErased, cookie) = try await call.erasePerson()
      var response = call.json(try WireFormat.bytes(EventErasureAnswer(erased: isErased)))
        .clearingCache
      response.headers[.setCookie] = cookie
      return response
    },
    Route(
      method: .post, path: "/v1/events/{id}/leave", right: nil,
      summary: "Leaves an event; the pictures stay.", fields: [eventID]
    ) { call in
      try call.refuseParameters()
      return Response(
        status: .noContent, headers: [.setCookie: try await call.leaveEvent()])
    },
    Route(
      method: .post, path: "/v1/events/{id}/reports", right: nil,
      summary: "Reports a problem to the organiser, in the sender's own words.", fields: [eventID],
      body: .fields(EventProblemRequest.fields.map(\.wire))
    ) { call in
      try call.refuseParameters()
      let asked = try EventProblemRequest(try await call.jsonBody())
      try await call.reportProblem(asked.text ?? "")
      return Response(status: .noContent)
    },
    Route(
      method: .post, path: "/v1/event-sessions", right: nil,
      summary: "Signs an organiser in with a name and a passphrase; the cookie lasts twelve hours.",
      body: .fields(AccountRequest.fields.map(\.wire))
    ) { call in
      try call.refuseParameters()
      let cookies = try await call.signInOrganiser(AccountRequest(try await call.jsonBody()))
      var response = Response(status: .noContent)
      response.headers[values: .setCookie] = cookies
      return response
    },
    Route(
      method: .delete, path: "/v1/event-sessions", right: nil, summary: "Signs an organiser out."
    ) { call in
      try call.refuseParameters()
      return Response(status: .noContent, headers: [.setCookie: call.signOutOrganiser()])
    },
  ]
}

extension Call {
  /// Joins an event.
  ///
  /// - Returns: the event as the new guest sees it, and the guest's cookie; no cookie for an
  ///   organiser, who has one.
  func joinEvent(_ asked: EventJoinRequest) async throws -> (
    answer: EventAnswer, cookie: String?
  ) {
    let (base, isSecure, address) = (base, isSecure, client.group)
    return try await askEvent { ask in
      var joining = GuestDetails(name: asked.name ?? "")
      joining.isByCodeAlone = asked.isByCodeAlone
      joining.consent = try ask.checked(asked.consent)
      let most = try ask.store.event(ask.id, at: ask.now).settings.guests
      let (guest, token) = try ask.side.joins.admit(to: ask.id, from: address, most: most) {
        try ask.store.join(ask.id, as: joining, by: ask.caller, at: ask.now)
      }
      let known = token.map(EventCaller.token) ?? ask.caller
      if let token { front.guests.note(token) }
      let event = try ask.store.event(ask.id, at: ask.now)
      let answer = try EventCallContext(side: ask.side, id: ask.id, caller: known, now: ask.now)
        .answer(base: base)
      // A visitor's cookie ends with the browser's session, a guest's with the event.
      let lasting =
        guest.role == .visitor ? nil : max(1, Int(event.erases.timeIntervalSince(ask.now)))
      let cookie = token.map {
        EventCookie.text(
          EventCookie.guest(ask.id), $0, lasting: lasting, isSecure: isSecure)
      }
      return (answer, cookie)
    }
  }

  /// Changes the caller's name, and records consent.
  func changePerson(_ asked: EventPersonRequest) async throws -> EventAnswer {
    let base = base
    return try await askEvent { ask in
      if let consent = try ask.checked(asked.consent) {
        try ask.store.agree(consent, in: ask.id, by: ask.caller, at: ask.now)
      }
      if let name = asked.name {
        try ask.store.correctName(name, in: ask.id, by: ask.caller, at: ask.now)
      }
      return try ask.answer(base: base)
    }
  }

  /// Erases the caller's data.
  ///
  /// - Returns: true if no trace is left in any file, and a cookie that deletes the caller's.
  func erasePerson() async throws -> (isErased: Bool, cookie: String) {
    let (isSecure, files) = (isSecure, front.files)
    return try await askEvent { ask in
      let pictures = try ask.store.kept(in: ask.id, by: ask.caller, at: ask.now).pictures
      let isErased = try ask.store.erasePerson(in: ask.id, by: ask.caller, at: ask.now)
      files.removeDeleted()
      for picture in pictures {
        ask.side.news.tell(
          "removed", picture.id, number: picture.number, isWaiting: picture.isWaiting, in: ask.id)
      }
      return (
        isErased,
        EventCookie.text(
          EventCookie.guest(ask.id), "", lasting: 0, isSecure: isSecure)
      )
    }
  }

  /// Goes out of an event.
  ///
  /// - Returns: a cookie that deletes the caller's.
  func leaveEvent() async throws -> String {
    let isSecure = isSecure
    return try await askEvent { ask in
      try ask.store.leave(ask.id, by: ask.caller, at: ask.now)
      return EventCookie.text(EventCookie.guest(ask.id), "", lasting: 0, isSecure: isSecure)
    }
  }

  /// Reports a problem.
  func reportProblem(_ text: String) async throws {
    try await askEvent { ask in
      try ask.store.report(text, in: ask.id, by: ask.caller, at: ask.now)
    }
  }

  /// Signs an organiser in.
  ///
  /// - Returns: the cookies of the session and of the device.
  func signInOrganiser(_ asked: AccountRequest) async throws -> [String] {
    let (name, passphrase) = (asked.name ?? "", asked.passphrase ?? "")
    let (isSecure, now) = (isSecure, Date())
    let sent = EventCookie.value(EventCookie.device, in: request)
    let device = try await askEvents { side in
      try sent.flatMap { try side.store.isDevice($0, of: name) ? $0 : nil }
    }
    guard let side = front.events else { return [] }
    let attempt = SignInGuard.Attempt(
      name: name, origin: device ?? client.group ?? client.address, isKnownDevice: device != nil)
    do {
      _ = try await side.signIn.check(attempt, at: now) {
        try side.store.signIn(name, passphrase: passphrase)
      }
    } catch let fault as EventError { throw Problem(fault, names: front.answers.names) }
    return try await askEvents { side in
      [
        EventCookie.text(
          EventCookie.device, try side.store.keepDevice(of: name, device, at: now),
          lasting: EventCookie.deviceLasting, isSecure: isSecure),
        EventCookie.text(
          EventCookie.account, try side.sessions.begin(name, at: now),
          lasting: AccountSessions.lasting, isSecure: isSecure),
      ]
    }
  }

  /// Signs an organiser out.
  ///
  /// - Returns: a cookie that deletes the caller's.
  func signOutOrganiser() -> String {
    if let token = EventCookie.value(EventCookie.account, in: request) {
      front.events?.sessions.end(token)
    }
    return EventCookie.text(EventCookie.account, "", lasting: 0, isSecure: isSecure)
  }
}
