/// The limits of connections.
enum ServerLimits {
  /// The default timeout for connecting, over all servers, milliseconds.
  static let connect: Int32 = 10_000
  /// The longest time for a statement, in milliseconds.
  static let statement: Int32 = 60_000
  /// The longest time for a statement of a change, in milliseconds: an import may remove millions
  /// of rows.
  static let change: Int32 = 3_600_000
  /// The longest wait of a change for another one, in milliseconds.
  static let lock = 5_000
  /// The interval in which a server looks for a lost client during a statement, milliseconds.
  static let lostClient = 1_000
  /// The timeout for delivering a cancellation to a server, milliseconds.
  static let cancel = 2_000
  /// The number of statements that a connection keeps prepared.
  static let statements = 256
  /// The greatest number of an archive's connections.
  static let connections = 8
}
