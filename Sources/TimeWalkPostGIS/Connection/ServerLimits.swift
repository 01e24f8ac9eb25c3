/// The limits of connections.
enum ServerLimits {
  /// How long a connection may take to be made, over all servers, where the address doesn't say
  /// otherwise, milliseconds.
  static let connect: Int32 = 10_000
  /// How long a statement may take, milliseconds.
  static let statement: Int32 = 60_000
  /// How long one of a change may take, milliseconds: an import may remove millions of rows.
  static let change: Int32 = 3_600_000
  /// How long a change waits for another one, milliseconds.
  static let lock = 5_000
  /// How long a server may take to hear that it should stop, milliseconds.
  static let cancel = 2_000
  /// How many statements a connection keeps prepared.
  static let statements = 256
  /// How many connections an archive has at most.
  static let connections = 8
}
