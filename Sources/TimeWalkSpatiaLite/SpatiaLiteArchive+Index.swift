import GRDB
package import TimeWalkArchive
import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.prepare()`.
  package func prepare() { _ = try? makeIndex() }

  /// The number of items from which an index is faster; with fewer, the tiles are as quick.
  package static let leastItemsForIndex = 10_000

  /// Makes the index next to the archive unless one of its state exists, or another program makes
  /// it.
  ///
  /// It only saves time. None is made for fewer than `leastItems`, and a failure to write it isn't
  /// an error of the operation that needed the archive.
  /// - Returns: true if there is one now.
  @discardableResult
  package func makeIndex(
    leastItems: Int = SpatiaLiteArchive.leastItemsForIndex
  ) throws(ArchiveError) -> Bool {
    try ArchiveError.typed {
      try reader.read { db in
        guard let state = try TileState(db) else { return false }
        if index.index(stamp: state.stamp, isThere: true) != nil { return true }
        guard try (Int.fetchOne(db, sql: "SELECT max(key) FROM items") ?? 0) >= leastItems else {
          return false
        }
        return try IndexWriter.write(db, stamp: state.stamp, archive: path)
      }
    }
  }
}
