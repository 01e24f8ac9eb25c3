import GRDB
public import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.items(keys:)`.
  public func items(keys: [Int64]) throws(ArchiveError) -> [Int64: Item] {
    try ArchiveError.typed {
      try reader.read { db in
        // One cursor for all, since a row that is fetched by itself costs twice its reading.
        let statement = try db.cachedStatement(
          sql: """
            SELECT \(try ItemColumns.selection(in: db)) FROM \(ItemColumns.source)
            WHERE items.key IN (SELECT value FROM json_each(?))
            """)
        let list = "[" + keys.map(String.init).joined(separator: ",") + "]"
        let rows = try Row.fetchCursor(statement, arguments: [list])
        var items: [Int64: Item] = [:]
        while let row = try rows.next() {
          items[row[0]] = try ItemColumns.item(from: row, inheriting: true)
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
