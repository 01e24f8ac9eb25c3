internal import Hummingbird
internal import NIOCore

/// Who asks.
struct Client: Sendable {
  /// The key for limits: the token's name, the guest of an event, else the address.
  let key: String
  /// The address, if it is known.
  let address: String
  /// The client's right; `nil` for none.
  let right: Right?
  /// The name of the client's token.
  let token: String?
}

/// The context of a request: its connection.
struct Visit: InitializableFromSource {
  /// The connection.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }

  /// The address of the other end.
  var address: String { channel.remoteAddress?.ipAddress ?? "unknown" }
}
