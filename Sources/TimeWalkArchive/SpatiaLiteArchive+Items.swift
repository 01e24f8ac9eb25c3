import GRDB
public import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.items(keys:)`.
  public func items(keys: [Int64]) throws(ArchiveError) -> [Int64: Item] {
    try ArchiveError.typed {
      try reader.read { db in
        let statement = try db.cachedStatement(
          sql: """
            SELECT \(try ItemColumns.selection(in: db)) FROM \(ItemColumns.source)
            WHERE items.key = ?
            """)
        var items: [Int64: Item] = [:]
        for key in keys where items[key] == nil {
          guard let row = try Row.fetchOne(statement, arguments: [key]) else { continue }
          items[key] = try ItemColumns.item(from: row, inheriting: true)
        }
        return items
      }
    }
  }

  /// See `HistoricalArchive.item(_:)`.
  public func item(_ id: ItemID) throws(ArchiveError) -> Item? {
    try ArchiveError.typed {
      try reader.read { db in
        let statement = try db.cachedStatement(
          sql: """
            SELECT \(try ItemColumns.selection(in: db)) FROM \(ItemColumns.source)
            WHERE collections.name = ? AND items.identifier = ?
            """)
        guard let row = try Row.fetchOne(statement, arguments: [id.collection, id.identifier])
        else { return nil }
        return try ItemColumns.item(from: row, inheriting: true)
      }
    }
  }
}
