internal import Hummingbird
internal import NIOCore

/// Who asks.
struct Client: Sendable {
  /// What limits count by: the token's name, the guest of an event, else the address.
  let key: String
  /// The address, as far as it is known.
  let address: String
  /// What is allowed; `nil` for nothing.
  let right: Right?
  /// The name of the token that was sent.
  let token: String?
}

/// What the server knows of a request before it is read: the connection.
struct Visit: InitializableFromSource {
  /// The connection.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }

  /// The address of whoever is at the other end.
  var address: String { channel.remoteAddress?.ipAddress ?? "unknown" }
}
