import GRDB
package import TimeWalkArchive
package import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.withConnection(_:)`.
  package func withConnection<T>(
    _ work: () throws(ArchiveError) -> T
  ) throws(ArchiveError) -> T {
    try ArchiveError.typed { try reader.unsafeReentrantRead { _ in try work() } }
  }

  /// See `HistoricalArchive.items(keys:)`.
  package func items(keys: [Int64]) throws(ArchiveError) -> [Int64: Item] {
    // A single statement needs no transaction of its own; `read` would begin one.
    try ArchiveError.typed {
      try reader.unsafeReentrantRead { try SQLiteConnection($0).items(keys: keys) }
    }
  }

  /// See `HistoricalArchive.item(_:)`.
  package func item(_ id: ItemID) throws(ArchiveError) -> Item? {
    try ArchiveError.typed { try reader.unsafeRead { try SQLiteConnection($0).item(id) } }
  }
}
