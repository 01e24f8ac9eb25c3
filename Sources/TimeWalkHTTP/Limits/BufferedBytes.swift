internal import Synchronization

/// Counts the bytes of files on their way from and to clients that are in memory.
///
/// Thousands of slow clients with a usual piece each would fill the memory.
enum BufferedBytes {
  private static let all = Atomic(0)
  /// The number of bytes from which pieces are small, and the length of a small one.
  private static let many = 16 << 20, smallPiece = 16 << 10

  static func add(_ bytes: Int) { all.add(bytes, ordering: .relaxed) }

  static func remove(_ bytes: Int) { all.subtract(bytes, ordering: .relaxed) }

  /// The length of the next piece, bytes.
  static func piece(_ usual: Int) -> Int {
    all.load(ordering: .relaxed) > many ? min(usual, smallPiece) : usual
  }
}
