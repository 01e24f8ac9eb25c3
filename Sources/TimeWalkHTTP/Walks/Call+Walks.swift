internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalk
internal import TimeWalkEvents

/// What a question about walks is asked with, on a thread that may wait.
struct WalkAsking: Sendable {
  let side: WalkSide
  /// The walk that the address names.
  let id: WalkID
  let caller: WalkCaller
  let now: Date
  var store: WalkStore { side.store }

  /// Refuses where the one function that decides does.
  ///
  /// - Throws: `noSuchGuest` for a stranger, else `notAllowed`.
  func demand(_ actions: WalkAction..., of picture: String? = nil) throws(WalkFault) {
    for action in actions
    where try store.allows(action, to: caller, in: id, picture: picture, at: now) { return }
    if try store.role(of: caller, in: id, at: now).role == .stranger {
      throw WalkFault(.noSuchGuest, "nobody of this walk is signed in here")
    }
    throw WalkFault(.notAllowed, "that can't be done in this walk, or not now")
  }
}

/// Cookies that keep people in walks; there is no other cookie but the token's.
enum WalkCookie {
  /// An organiser's, who signed in with name and passphrase.
  static let account = "timewalk_account"

  /// A guest's of one walk.
  static func guest(_ id: WalkID) -> String { guestPrefix + id.text }
  private static let guestPrefix = "timewalk_walk_"

  /// The guest's token for the walk that an address names, and the language that was chosen for its
  /// pages; `nil` where there is none.
  ///
  /// The language is in the token's cookie, so pages need no database query for it.
  static func guest(of request: Request) -> (token: String, language: PageLanguage?)? {
    let parts = request.uri.path.split(separator: "/").drop { $0 == "v1" }
    guard parts.first == "walks", let id = parts.dropFirst().first.flatMap({ WalkID(String($0)) }),
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

  /// The tokens of guests, of any walks, that a browser sent; the first few.
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
  /// The walk that the address names.
  ///
  /// - Throws: `noSuchWalk`, also for what can be no id: nobody is told which.
  func walkID() throws(WalkFault) -> WalkID {
    guard let id = WalkID(parameter("id")) else {
      throw WalkFault(.noSuchWalk, "there is no walk of this id")
    }
    return id
  }

  /// Organisers that the request may come from, the likeliest first.
  var organisers: [WalkCaller] {
    var all: [WalkCaller] = []
    if let token = client.token, client.right ?? .read >= .submit {
      all.append(.holder(of: token))
    }
    if let session = WalkCookie.value(WalkCookie.account, in: request),
      let caller = front.walks?.sessions.caller(session, at: Date())
    {
      all.append(caller)
    }
    return all
  }

  /// Whether whoever asks is at the machine, and keeps it.
  private var isKeeper: Bool { client.token == nil && front.options.isForMachineAlone }

  /// Who asks, where no walk is meant yet.
  var organiser: WalkCaller { organisers.first ?? (isKeeper ? .keeper : .nobody) }

  /// Who asks, seen from a walk: its organiser, else the guest that the cookie says.
  private func caller(in id: WalkID, _ store: WalkStore, at now: Date) throws(WalkFault)
    -> WalkCaller
  {
    let organisers = organisers
    for organiser in organisers
    where try store.role(of: organiser, in: id, at: now).role == .organiser { return organiser }
    if let known = WalkCookie.guest(of: request) {
      let caller = WalkCaller.token(known.token)
      if try store.role(of: caller, in: id, at: now).role != .stranger {
        front.guests.note(known.token)
        return caller
      }
    }
    return isKeeper ? .keeper : organisers.first ?? .nobody
  }

  /// Asks something about the walk that the address names.
  ///
  /// - Throws: a problem for what the walks refuse, and 503 where too much waits.
  func askWalk<Value: Sendable>(
    _ body: @escaping @Sendable (WalkAsking) throws -> Value
  ) async throws -> Value {
    try await askWalks { side in
      let (id, now) = (try walkID(), Date())
      return try body(
        WalkAsking(side: side, id: id, caller: try caller(in: id, side.store, at: now), now: now))
    }
  }

  /// Asks something about walks.
  func askWalks<Value: Sendable>(
    _ body: @escaping @Sendable (WalkSide) throws -> Value
  ) async throws -> Value {
    guard let side = front.walks else {
      throw Problem(
        .notFound, WalkError.Code.notFound.rawValue,
        "this server has no walks: its library is shared by several machines")
    }
    let result = try await front.room.run { () throws(WalkError) -> Result<Value, any Error> in
      Result { try body(side) }
    }
    do { return try result.get() } catch let fault as WalkFault {
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
  /// What walks refuse.
  init(_ fault: WalkFault, names: MachineNames) {
    let status: HTTPResponse.Status? =
      switch fault.code {
      case .noSuchWalk, .noSuchPicture: .notFound
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
      self.init(WalkError(fault), names: names)
      return
    }
    self.init(status, fault.code.rawValue, names.cleaned(fault.message), field: fault.field)
    if fault.code == .locked { headers[.retryAfter] = "900" }
  }
}
