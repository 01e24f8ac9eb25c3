internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkBase
internal import TimeWalkEvents

/// The context of a call about an event; used on a thread that may wait.
struct EventCallContext: Sendable {
  let side: EventSide
  /// The event in the address.
  let id: EventID
  let caller: EventCaller
  let now: Date
  var store: EventStore { side.store }

  /// Requires a permission of the event.
  ///
  /// - Throws: `noSuchGuest` for a stranger, else `notAllowed`.
  func demand(_ actions: EventAction..., of picture: String? = nil) throws(EventError) {
    for action in actions
    where try store.allows(action, to: caller, in: id, picture: picture, at: now) { return }
    if try store.role(of: caller, in: id, at: now).role == .stranger {
      throw EventError(.noSuchGuest, "this browser isn't signed in to the event")
    }
    throw EventError(.notAllowed, "the event doesn't allow this, or not now")
  }
}

/// The cookies of guests and organisers; the only other cookie is that of a token.
enum EventCookie {
  /// The cookie of an organiser who signed in with a name and a passphrase.
  static let account = "timewalk_account"
  /// A device's, on which an organiser signed in before.
  static let device = "timewalk_device"
  /// The time that a device stays known, in seconds.
  static let deviceLasting = 365 * 86_400

  /// The cookie of a guest of one event.
  static func guest(_ id: EventID) -> String { guestPrefix + id.text }
  private static let guestPrefix = "timewalk_event_"

  /// The guest's token for the event in the address, and the language chosen for its pages; `nil`
  /// without a token.
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

  /// A cookie for a browser to store.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - value: its value.
  ///   - lasting: seconds; `nil` for a cookie of the browser's session.
  ///   - isSecure: true if it is sent over HTTPS only.
  /// - Returns: the header's value.
  static func text(_ name: String, _ value: String, lasting: Int?, isSecure: Bool) -> String {
    // Lax: a link in a message keeps the guest signed in.
    "\(name)=\(value); Path=/" + (lasting.map { "; Max-Age=\($0)" } ?? "")
      + "; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
  }

  /// The guests' tokens that a browser sent, with their events; a few of many.
  static func guests(of request: Request) -> [(event: EventID, token: String)] {
    all(in: request.headers).lazy.filter { $0.name.hasPrefix(guestPrefix) }.prefix(20)
      .compactMap { name, value in
        guard let id = EventID(String(name.dropFirst(guestPrefix.count))),
          let token = pair(value).token
        else { return nil }
        return (id, token)
      }
  }

  /// The first few guests' tokens, of any event, that a browser sent.
  static func tokens(in headers: HTTPFields) -> [String] {
    all(in: headers).lazy.filter { $0.name.hasPrefix(guestPrefix) }.prefix(4)
      .compactMap { pair($0.value).token }
  }

  /// The value of a cookie that a browser sent.
  static func value(_ name: String, in request: Request) -> String? {
    all(in: request.headers).first { $0.name == name }?.value
  }

  /// A guest's token, and the chosen language.
  private static func pair(_ kept: String) -> (token: String?, language: PageLanguage?) {
    let parts = kept.split(separator: ".", maxSplits: 1).map(String.init)
    return (parts.first, parts.dropFirst().first.flatMap(PageLanguage.init))
  }

  /// This server's cookies (RFC 6265, section 5.4), the first few hundred.
  ///
  /// They are read byte by byte: anyone may send thousands, and limits hold only after this.
  private static func all(in headers: HTTPFields) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    for header in headers[values: .cookie] {
      var rest = header.utf8[...]
      while !rest.isEmpty, found.count < most {
        let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
        let pair = rest[..<end].drop { $0 == UInt8(ascii: " ") }
        rest = rest[end...].dropFirst()
        guard pair.starts(with: own), let equals = pair.firstIndex(of: UInt8(ascii: "=")) else {
          continue
        }
        let value = pair[pair.index(after: equals)...].prefix(longest)
        if !value.isEmpty {
          found.append(
            (
              String(decoding: pair[..<equals], as: UTF8.self),
              String(decoding: value, as: UTF8.self)
            )
          )
        }
      }
    }
    return found
  }

  /// The beginning of the names of this server's cookies.
  private static let own = Array("timewalk_".utf8)
  /// The most cookies, and the most bytes of a value.
  private static let most = 200, longest = 200
}

extension Call {
  /// The event in the address.
  ///
  /// - Throws: `noSuchEvent`, also for a malformed id: answers don't show the difference.
  func eventID() throws(EventError) -> EventID {
    guard let id = EventID(parameter("id")) else {
      throw EventError(.noSuchEvent, "no event has this id")
    }
    return id
  }

  /// The organisers that may have sent the request, the likeliest first.
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

  /// True if the client is on the server's machine, and has full access.
  private var isKeeper: Bool { client.token == nil && front.options.isForMachineAlone }

  /// The caller outside of an event.
  var organiser: EventCaller { organisers.first ?? (isKeeper ? .keeper : .stranger) }

  /// The caller in an event: its organiser, else the guest in the cookie.
  private func caller(in id: EventID, _ store: EventStore, at now: Date) throws(EventError)
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
    return isKeeper ? .keeper : organisers.first ?? .stranger
  }

  /// Runs a call about the event in the address.
  ///
  /// - Throws: a problem for a refusal of the event, and 503 if the queue is full.
  func askEvent<Value: Sendable>(
    _ cost: WorkQueue.Cost = .low, _ body: @escaping @Sendable (EventCallContext) throws -> Value
  ) async throws -> Value {
    try await askEvents(cost) { side in
      let (id, now) = (try eventID(), Date())
      return try body(
        EventCallContext(
          side: side, id: id, caller: try caller(in: id, side.store, at: now), now: now))
    }
  }

  /// Answers a call about the event in the address, as JSON that is written in the client's turn,
  /// also that of 500 pictures.
  func answerEvent<Value: Encodable & Sendable>(
    _ body: @escaping @Sendable (EventCallContext) throws -> Value
  ) async throws -> Response {
    json(try await askEvent { try WireFormat.bytes(try body($0)) })
  }

  /// Runs a call about events.
  func askEvents<Value: Sendable>(
    _ cost: WorkQueue.Cost = .low, _ body: @escaping @Sendable (EventSide) throws -> Value
  ) async throws -> Value {
    guard let side = front.events else {
      throw Problem(
        .notFound, TimeWalkError.Code.notFound.rawValue,
        "this server has no events, because several machines share its library")
    }
    let result = try await front.pool.run(cost) {
      () throws(TimeWalkError) -> Result<Value, any Error> in
      let result = Result { try body(side) }
      if case .failure = result, let ending = WorkLimits.current.ending {
        throw TimeWalkError(ending)
      }
      return result
    }
    do { return try result.get() } catch let fault as EventError {
      throw Problem(fault, names: front.answers.names)
    }
  }

  /// The beginning of absolute addresses: the public address, else the address that the client
  /// used.
  var base: String {
    front.answers.base.isEmpty
      ? "http://" + (request.head.authority ?? "127.0.0.1") : front.answers.base
  }
}

extension Problem {
  /// Makes the answer for a refusal of events.
  init(_ fault: EventError, names: MachineNames) {
    let status: HTTPResponse.Status? =
      switch fault.code {
      case .noSuchEvent, .noSuchPicture: .notFound
      case .noSuchGuest, .wrongPassphrase: .unauthorized
      case .notAllowed, .consentMissing: .forbidden
      case .limitReached: .conflict
      case .locked: .tooManyRequests
      case .policyIncomplete: .serviceUnavailable
      case .invalidValue: .badRequest
      // A fault of the machine is reported as elsewhere.
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
