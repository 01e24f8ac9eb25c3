internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import TimeWalkAccess

/// Decides who may come in: by where the server listens, by tokens, and by who sent them here.
struct Gate: Sendable {
  let options: ServeOptions
  let tokens: TokenGuard?
  private let guests: KnownGuests
  private let ownHosts: Set<String>

  init(options: ServeOptions, tokens: TokenGuard?, guests: KnownGuests) {
    self.options = options
    self.tokens = tokens
    self.guests = guests
    var hosts: Set = ["localhost", "127.0.0.1", "[::1]", options.address.lowercased()]
    if options.address.contains(":") { hosts.insert("[\(options.address.lowercased())]") }
    if let host = options.publicURL?.host { hosts.insert(host.lowercased()) }
    ownHosts = hosts
  }

  /// Whether whoever reaches this server is at the machine, and may do everything.
  var isLocal: Bool { options.isForMachineAlone }

  /// Finds out who asks.
  ///
  /// - Throws: problems with 401 for a token that nobody gave out, 403 for what another site sends,
  ///   and 421 for a name that isn't this server's.
  func client(_ request: Request, _ visit: Visit) throws(Problem) -> Client {
    try checkHost(request)
    try checkOrigin(request)
    let address = address(request, visit)
    guard let header = request.headers[.authorization] else {
      // A browser's token that was revoked is none; its reader can sign in again.
      if let record = SignIn.token(in: request).flatMap({ tokens?.record(of: $0) }) {
        return Client(
          key: "token " + record.name, address: address, right: record.right, token: record.name)
      }
      let right: Right? = isLocal ? .curate : options.isOpen ? .read : nil
      return Client(
        key: guests.key(of: WalkCookie.tokens(in: request.headers)) ?? address, address: address,
        right: right, token: nil)
    }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else {
      throw Gate.unauthorized("the header Authorization must be \"Bearer TOKEN\"")
    }
    guard let record = tokens?.record(of: String(parts[1])) else {
      throw Gate.unauthorized("this token isn't known here")
    }
    return Client(
      key: "token " + record.name, address: address, right: record.right, token: record.name)
  }

  /// Refuses who has not the right to a route.
  func admit(_ client: Client, _ route: Route) throws(Problem) {
    guard let needed = route.right else { return }
    guard let right = client.right, right >= needed else {
      if client.token == nil {
        throw Gate.unauthorized("this needs a token with the right \"\(needed.rawValue)\"")
      }
      throw Problem(.notAllowed, "this needs the right \"\(needed.rawValue)\"")
    }
  }

  private static func unauthorized(_ detail: String) -> Problem {
    Problem(.unauthorized, detail).with(.wwwAuthenticate, "Bearer realm=\"timewalk\"")
  }

  /// A page of another site may have its own name lead to this machine, and would then be taken for
  /// somebody who is at it.
  private func checkHost(_ request: Request) throws(Problem) {
    guard isLocal else { return }
    guard ownHosts.contains(Gate.host(of: request.head.authority ?? "")) else {
      throw Problem(.misdirected, "this server is not known by that name")
    }
  }

  /// A page of another site can make a browser send requests, though not read their answers.
  private func checkOrigin(_ request: Request) throws(Problem) {
    switch request.method {
    case .get, .head, .options: return
    default: break
    }
    // Names of headers are constant here, and right.
    if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) {
      guard ["same-origin", "none"].contains(site) else { throw Gate.foreign }
    } else if let origin = request.headers[.origin] {
      let own = [request.head.authority, options.publicURL.flatMap(Gate.authority)]
      let named = URL(string: origin).flatMap(Gate.authority)
      guard let named, own.contains(named) else { throw Gate.foreign }
    }
  }

  private static let foreign = Problem(.notAllowed, "a page of another site sent this request")

  private static func authority(_ url: URL) -> String? {
    url.host.map { host in url.port.map { "\(host):\($0)" } ?? host }
  }

  /// The name without the port, in small letters.
  private static func host(of authority: String) -> String {
    let text = authority.lowercased()
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[...end]) }
    return String(text.prefix { $0 != ":" })
  }

  /// The client's address; behind a proxy on this machine, the one that the proxy names.
  private func address(_ request: Request, _ visit: Visit) -> String {
    let peer = visit.address
    guard options.publicURL != nil, ServeOptions.isLoopback(peer),
      let forwarded = HTTPField.Name("X-Forwarded-For").flatMap({ request.headers[$0] }),
      let last = forwarded.split(separator: ",").last
    else { return peer }
    return String(last.drop { $0 == " " }.prefix(64))
  }
}
