internal import Foundation
internal import HTTPTypes
internal import Hummingbird

/// Decides which clients may send requests: by the listening address, by tokens, and by headers.
struct Gate: Sendable {
  let options: ServeOptions
  let tokens: TokenGuard?
  private let guests: KnownGuests
  private let sessions: AccountSessions?
  private let ownHosts: Set<String>

  init(
    options: ServeOptions, tokens: TokenGuard?, guests: KnownGuests, sessions: AccountSessions?
  ) {
    self.options = options
    self.tokens = tokens
    self.guests = guests
    self.sessions = sessions
    var hosts: Set = ["localhost", "127.0.0.1", "[::1]", options.address.lowercased()]
    if options.address.contains(":") { hosts.insert("[\(options.address.lowercased())]") }
    ownHosts = hosts
  }

  /// True if all clients are local and have full access.
  var isLocal: Bool { options.isForMachineAlone }

  /// Determines the client.
  ///
  /// - Throws: problems with 401 for an unknown token, 403 for requests of other sites or unknown
  ///   proxies, and 421 for a wrong host name.
  func client(_ request: Request, _ visit: Visit) throws(Problem) -> Client {
    try checkProxy(request)
    try checkHost(request, visit)
    try checkOrigin(request)
    let address = address(request, visit)
    let near = near(request, visit)
    let group = isLocal ? nil : near
    let cookie = EventCookie.value(EventCookie.account, in: request)
    let account = cookie.flatMap { sessions?.key(of: $0) }
    let session = account == nil ? nil : cookie
    func holder(of record: TokenRecord) -> Client {
      Client(
        key: "token " + record.name, address: address ?? visit.address, group: group,
        right: record.right, token: record.name, record: record, session: session)
    }
    guard let header = request.headers[.authorization] else {
      // A revoked token in a cookie is ignored; the reader can sign in again.
      if let record = SignIn.token(in: request).flatMap({ tokens?.record(of: $0) }) {
        return holder(of: record)
      }
      let right: Right? = isLocal ? .curate : options.isOpen ? .read : nil
      return Client(
        key: account ?? guests.key(of: EventCookie.tokens(in: request.headers)) ?? near,
        address: address ?? visit.address, group: group, right: right, token: nil,
        session: session)
    }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else {
      throw Gate.unauthorized("the header Authorization must be \"Bearer TOKEN\"")
    }
    guard let record = tokens?.record(of: String(parts[1])) else {
      throw Gate.unauthorized("this token isn't known here")
    }
    return holder(of: record)
  }

  /// True if a proxy sent the request: it has the public host name.
  func isFromProxy(_ request: Request) -> Bool {
    options.behind?.isHost(Gate.host(of: request.head.authority ?? "")) ?? false
  }

  /// Refuses a client without the right to a route.
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

  /// Refuses requests from a proxy, unless `--behind` is given.
  ///
  /// Otherwise remote clients would get the rights of local users, or all count as one client.
  /// `RequestMark` adds `Via` to requests of HTTP/1.0, which is nginx's default.
  private func checkProxy(_ request: Request) throws(Problem) {
    guard options.behind == nil, request.headers.contains(where: { Gate.isOfProxy($0.name) })
    else { return }
    throw Problem(
      .behindProxy,
      "a proxy sent this request: it has a proxy's header, or is HTTP/1.0; start the server with --behind and its public address"
    )
  }

  /// Returns true if proxies add a header of this name.
  private static func isOfProxy(_ name: HTTPField.Name) -> Bool {
    let name = name.canonicalName
    return name == "via" || name == "forwarded" || name == "x-real-ip"
      || name.hasPrefix("x-forwarded")
  }

  /// Refuses other names of this server: another site may point its name to this machine.
  ///
  /// Behind a proxy the public address has the one name. This machine's own names pass when no
  /// proxy sent the request, as health checks and a browser at the machine do.
  private func checkHost(_ request: Request, _ visit: Visit) throws(Problem) {
    let host = Gate.host(of: request.head.authority ?? "")
    let isOwn =
      if let behind = options.behind {
        behind.isHost(host)
          || ownHosts.contains(host) && visit.isLocal && address(request, visit) == nil
      } else {
        ownHosts.contains(host)
      }
    guard isOwn else { throw Problem(.misdirected, "this server doesn't have this host name") }
  }

  /// A page of another site can make a browser send requests, but can't read the answers.
  private func checkOrigin(_ request: Request) throws(Problem) {
    switch request.method {
    case .get, .head, .options: return
    default: break
    }
    // The names of headers are constant here, and valid.
    if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) {
      guard ["same-origin", "none"].contains(site) else { throw Gate.foreign }
    } else if let origin = request.headers[.origin] {
      guard isOwn(origin, request) else { throw Gate.foreign }
    }
  }

  /// Returns true if the header `Origin` is this server's: the public address, else the host in the
  /// request.
  private func isOwn(_ origin: String, _ request: Request) -> Bool {
    if let behind = options.behind { return behind.isOrigin(origin) }
    guard let named = URL(string: origin).flatMap(Gate.authority) else { return false }
    return named == request.head.authority
  }

  private static let foreign = Problem(.notAllowed, "a page of another site sent this request")

  private static func authority(_ url: URL) -> String? {
    url.host.map { host in url.port.map { "\(host):\($0)" } ?? host }
  }

  /// The name without the port, in lower case; the whole text where something else follows the
  /// name.
  private static func host(of authority: String) -> String {
    let text = authority.lowercased()
    let bracket = text.hasPrefix("[") ? text.firstIndex(of: "]") : nil
    let name = text[
      ..<(bracket.map(text.index(after:)) ?? text.firstIndex(of: ":") ?? text.endIndex)]
    let port = text[name.endIndex...]
    let isPort = port.first == ":" && port.dropFirst().allSatisfy { ("0"..."9").contains($0) }
    return port.isEmpty || isPort ? String(name) : text
  }

  /// The group of the client's address, for limits; `nil` behind a proxy that doesn't send it.
  func near(_ request: Request, _ visit: Visit) -> String? {
    address(request, visit).map(NetworkAddress.group)
  }

  /// The client's address; behind a proxy, the last one of `X-Forwarded-For`, which the proxy added
  /// itself, and `nil` without that header.
  private func address(_ request: Request, _ visit: Visit) -> String? {
    guard options.behind != nil else { return visit.address }
    guard let forwarded = HTTPField.Name("X-Forwarded-For").flatMap({ request.headers[$0] }),
      let last = forwarded.split(separator: ",").last?.filter({ $0 != " " }), !last.isEmpty
    else { return nil }
    return String(last.prefix(64))
  }
}
