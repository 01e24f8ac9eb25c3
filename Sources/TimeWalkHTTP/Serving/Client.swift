internal import Hummingbird
internal import NIOCore
internal import TimeWalk

/// The client of a request.
struct Client: Sendable {
  /// The key for limits: the token, else the account's session, else the guest of an event, else
  /// the address; `nil` if a proxy doesn't name the address.
  let key: String?
  /// The address, if it is known.
  let address: String
  /// The group of addresses that takes turns in the queue; `nil` for users of this machine, and
  /// where a proxy doesn't name the address.
  let group: String?
  /// The client's right; `nil` for none.
  let right: Right?
  /// The name of the client's token.
  let token: String?
  /// The record of that token at the request; `nil` without a token.
  var record: TokenRecord?
  /// The account's session in the request's cookie, if it isn't over.
  var session: String?

  /// The owner of the client's photos in the library.
  var account: String { token.map { Client.tokenPrefix + $0 } ?? SubmitRequest.localAccount }

  /// The maker of the client's links to photos: its very token, since another one may get the name
  /// of a revoked one.
  var linker: String { record.map { Client.digestPrefix + $0.sha256 } ?? account }

  private static let tokenPrefix = "token:", digestPrefix = "digest:"

  /// Returns true if the maker of a link still has access: a token until it is revoked.
  ///
  /// Links of earlier versions have the token's name alone, and last while a token has it.
  static func isCurrent(_ linker: String, in tokens: TokenGuard?) -> Bool {
    func isHeld(_ prefix: String, _ part: (TokenRecord) -> String) -> Bool? {
      guard linker.hasPrefix(prefix) else { return nil }
      return tokens?.hasToken { part($0) == linker.dropFirst(prefix.count) } ?? false
    }
    return isHeld(digestPrefix, \.sha256) ?? isHeld(tokenPrefix, \.name) ?? true
  }

  /// Returns true unless the client's token was revoked or changed after the request.
  func isCurrent(in tokens: TokenGuard?) -> Bool {
    record.map { record in tokens?.hasToken { $0 == record } ?? false } ?? true
  }

  /// True if the client may use the photos and uploads of others.
  var canCurate: Bool { (right ?? .read) >= .curate }

  /// The client as the sender of a request, when connections run out.
  var sender: OpenConnections.Sender {
    guard let key, key != group else { return .stranger }
    return KnownGuests.isKey(key) ? .guest(address: group ?? "") : .known
  }

  /// The client that began an upload in an earlier run of the server; `nil` is unknown.
  static func holder(of token: String?) -> Client {
    Client(
      key: token.map { "token " + $0 }, address: "unknown", group: nil, right: nil, token: token)
  }
}

/// The context of a request: its connection.
struct Visit: InitializableFromSource {
  /// The connection.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }

  /// True if the connection comes from this machine: over loopback, or a socket.
  var isLocal: Bool { channel.remoteAddress?.ipAddress.map(ServeOptions.isLoopback) ?? true }

  /// The address of the other end.
  var address: String { channel.remoteAddress?.ipAddress ?? "unknown" }
}
