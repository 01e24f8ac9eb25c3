internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkEvents

/// What a question about events is asked with, on a thread that may wait.
struct EventAsking: Sendable {
  let side: EventSide
  /// The event that the address names.
  let id: EventID
  let caller: EventCaller
  let now: Date
  var store: EventStore { side.store }

  /// Refuses where the one function that decides does.
  ///
  /// - Throws: `noSuchGuest` for a stranger, else `notAllowed`.
  func demand(_ actions: EventAction..., of picture: String? = nil) throws(EventFault) {
    for action in actions
    where try store.allows(action, to: caller, in: id, picture: picture, at: now) { return }
    if try store.role(of: caller, in: id, at: now).role == .stranger {
      throw EventFault(.noSuchGuest, "nobody of this event is signed in here")
    }
    throw EventFault(.notAllowed, "that can't be done in this event, or not now")
  }
}

/// Cookies that keep people in events; there is no other cookie but the token's.
enum EventCookie {
  /// An organiser's, who signed in with name and passphrase.
  static let account = "timewalk_account"

  /// A guest's of one event.
  static func guest(_ id: EventID) -> String { guestPrefix + id.text }
  private static let guestPrefix = "timewalk_event_"

  /// The guest's token for the event that an address names, and the language that was chosen for
  /// its pages; `nil` where there is none.
  ///
  /// The language is in the token's cookie, so pages need no database query for it.
  static func guest(of request: Request) -> (token: String, language: PageLanguage?)? {
    let parts = request.uri.path.split(separator: "/").drop { $0 == "v1" }
    guard parts.first == "events",
      let id = parts.dropFirst().first.flatMap({ EventID(String($0)) }),
      let kept = value(guest(id), in: request)
    else { return nil }
    let (token, language) = pair(kept)
    return token.map { ($0, language) }
  }

  /// What a browser is to keep.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - value: what is kept.
  ///   - lasting: seconds; until the browser is closed when `nil`.
  ///   - isSecure: whether it goes by HTTPS alone.
  /// - Returns: the header's value.
  static func text(_ name: String, _ value: String, lasting: Int?, isSecure: Bool) -> String {
    // Lax: whoever comes by a link in a message stays in.
    "\(name)=\(value); Path=/" + (lasting.map { "; Max-Age=\($0)" } ?? "")
      + "; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
  }

  /// The tokens of guests, of any events, that a browser sent; the first few.
  static func tokens(in headers: HTTPFields) -> [String] {
    all(in: headers).lazy.filter { $0.name.hasPrefix(guestPrefix) }.prefix(4)
      .compactMap { pair($0.value).token }
  }

  /// What a browser sent.
  static func value(_ name: String, in request: Request) -> String? {
    all(in: request.headers).first { $0.name == name }?.value
  }

  /// A guest's token, and the language that was chosen.
  private static func pair(_ kept: String) -> (token: String?, language: PageLanguage?) {
    let parts = kept.split(separator: ".", maxSplits: 1).map(String.init)
    return (parts.first, parts.dropFirst().first.flatMap(PageLanguage.init))
  }

  private static func all(in headers: HTTPFields) -> [(name: String, value: String)] {
    headers[values: .cookie].flatMap { header in
      header.split(separator: ";").compactMap { pair in
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        return (parts[0].filter { $0 != " " }, String(parts[1].prefix(200)))
      }
    }
  }
}

extension Call {
  /// The event that the address names.
  ///
  /// - Throws: `noSuchEvent`, also for what can be no id: nobody is told which.
  func eventID() throws(EventFault) -> EventID {
    guard let id = EventID(parameter("id")) else {
      throw EventFault(.noSuchEvent, "there is no event of this id")
    }
    return id
  }

  /// Organisers that the request may come from, the likeliest first.
  var organisers: [EventCaller] {
    var all: [EventCaller] = []
    if let token = client.token, client.right ?? .read >= .submit {
      all.append(.holder(of: token))
    }
    if let session = EventCookie.value(EventCookie.account, in: request),
      let caller = front.events?.sessions.caller(session, at: Date())
    {
      all.append(caller)
    }
    return all
  }

  /// Whether whoever asks is at the machine, and keeps it.
  private var isKeeper: Bool { client.token == nil && front.options.isForMachineAlone }

  /// Who asks, where no event is meant yet.
  var organiser: EventCaller { organisers.first ?? (isKeeper ? .keeper : .nobody) }

  /// Who asks, seen from an event: its organiser, else the guest that the cookie says.
  private func caller(in id: EventID, _ store: EventStore, at now: Date) throws(EventFault)
    -> EventCaller
  {
    let organisers = organisers
    for organiser in organisers
    where try store.role(of: organiser, in: id, at: now).role == .organiser { return organiser }
    if let known = EventCookie.guest(of: request) {
      let caller = EventCaller.token(known.token)
      if try store.role(of: caller, in: id, at: now).role != .stranger {
        front.guests.note(known.token)
        return caller
      }
    }
    return isKeeper ? .keeper : organisers.first ?? .nobody
  }

  /// Asks something about the event that the address names.
  ///
  /// - Throws: a problem for what the events refuse, and 503 where too much waits.
  func askEvent<Value: Sendable>(
    _ body: @escaping @Sendable (EventAsking) throws -> Value
  ) async throws -> Value {
    try await askEvents { side in
      let (id, now) = (try eventID(), Date())
      return try body(
        EventAsking(side: side, id: id, caller: try caller(in: id, side.store, at: now), now: now))
    }
  }

  /// Asks something about events.
  func askEvents<Value: Sendable>(
    _ body: @escaping @Sendable (EventSide) throws -> Value
  ) async throws -> Value {
    guard let side = front.events else {
      throw Problem(
        .notFound, TimeWalkError.Code.notFound.rawValue,
        "this server has no events: its library is shared by several machines")
    }
    let result = try await front.pool.run { () throws(TimeWalkError) -> Result<Value, any Error> in
      Result { try body(side) }
    }
    do { return try result.get() } catch let fault as EventFault {
      throw Problem(fault, names: front.answers.names)
    }
  }

  /// What whole addresses begin with: the address that people use, else the one by which the client
  /// reached this server.
  var base: String {
    front.answers.base.isEmpty
      ? "http://" + (request.head.authority ?? "127.0.0.1") : front.answers.base
  }
}

extension Problem {
  /// What events refuse.
  init(_ fault: EventFault, names: MachineNames) {
    let status: HTTPResponse.Status? =
      switch fault.code {
      case .noSuchEvent, .noSuchPicture: .notFound
      case .noSuchGuest, .wrongPassphrase: .unauthorized
      case .notAllowed, .consentMissing: .forbidden
      case .limitReached: .conflict
      case .locked: .tooManyRequests
      case .policyIncomplete: .serviceUnavailable
      case .invalidValue: .badRequest
      // What is the machine's own is told as of everything else.
      case .cannotCreate, .inputOutput, .noSpace, .busy, .notADatabase: nil
      }
    guard let status else {
      self.init(TimeWalkError(fault), names: names)
      return
    }
    self.init(status, fault.code.rawValue, names.cleaned(fault.message), field: fault.field)
    if fault.code == .locked { headers[.retryAfter] = "900" }
  }
}
