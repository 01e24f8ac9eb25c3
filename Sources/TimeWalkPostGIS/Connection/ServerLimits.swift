/// The limits of connections.
enum ServerLimits {
  /// The default timeout for connecting, over all servers, milliseconds.
  static let connect: Int32 = 10_000
  /// How long a statement may take, milliseconds.
  static let statement: Int32 = 60_000
  /// How long one of a change may take, milliseconds: an import may remove millions of rows.
  static let change: Int32 = 3_600_000
  /// How long a change waits for another one, milliseconds.
  static let lock = 5_000
  /// The timeout for delivering a cancellation to a server, milliseconds.
  static let cancel = 2_000
  /// How many statements a connection keeps prepared.
  static let statements = 256
  /// How many connections an archive has at most.
  static let connections = 8
}
