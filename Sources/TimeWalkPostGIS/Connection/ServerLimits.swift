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
  /// The longest time without a statement while a change holds the archive's lock, milliseconds:
  /// an import may wait for its source meanwhile, and a copy of an archive for a large picture.
  static let idle = 600_000
  /// The interval in which a server looks for a lost client during a statement, milliseconds.
  static let lostClient = 1_000
  /// The interval in which a wait for a server looks at the limits of its work, milliseconds.
  static let step: Int32 = 50
  /// The timeout for delivering a cancellation to a server, and for its effect, milliseconds.
  static let cancel: Int32 = 2_000
  /// The number of statements that a connection keeps prepared.
  static let statements = 256
  /// The greatest number of an archive's connections.
  static let connections = 8
}
