import GRDB
package import TimeWalkArchive
import TimeWalkTables
package import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.items(keys:)`.
  package func items(keys: [Int64]) throws(ArchiveError) -> [Int64: Item] {
    try ArchiveError.typed {
      // A single statement needs no transaction of its own; `read` would begin one.
      try reader.unsafeRead { db in
        var items: [Int64: Item] = [:]
        items.reserveCapacity(keys.count)
        try SpatiaLiteArchive.items.forEach(keys, in: db) { row in
          items[row.integer(0)] = try ItemColumns.item(from: row, inheriting: true)
        }
        return items
      }
    }
  }

  private static let items = ItemsByKey(selecting: ItemColumns.selection)

  /// See `HistoricalArchive.item(_:)`.
  package func item(_ id: ItemID) throws(ArchiveError) -> Item? {
    try ArchiveError.typed {
      try reader.read { db in
        let statement = try db.cachedStatement(
          sql: """
            SELECT \(ItemColumns.selection) FROM \(ItemColumns.source)
            WHERE collections.name = ? AND items.identifier = ?
            """)
        guard let row = try Row.fetchOne(statement, arguments: [id.collection, id.identifier])
        else { return nil }
        return try ItemColumns.item(from: row, inheriting: true)
      }
    }
  }
}
