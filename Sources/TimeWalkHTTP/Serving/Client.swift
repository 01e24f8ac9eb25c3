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

  private static let tokenPrefix = "token:"

  /// The name of an account's token; `nil` for users of this machine.
  static func token(of account: String) -> String? {
    account.hasPrefix(tokenPrefix) ? String(account.dropFirst(tokenPrefix.count)) : nil
  }

  /// Returns true unless the client's token was revoked or changed after the request.
  func isCurrent(in tokens: TokenGuard?) -> Bool {
    record.map { tokens?.has($0) ?? false } ?? true
  }

  /// True if the client may use the photos and uploads of others.
  var canCurate: Bool { (right ?? .read) >= .curate }

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
