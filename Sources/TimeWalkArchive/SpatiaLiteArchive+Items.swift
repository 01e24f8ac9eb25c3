import GRDB
public import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.items(keys:)`.
  public func items(keys: [Int64]) throws(ArchiveError) -> [Int64: Item] {
    try ArchiveError.typed {
      try readOnce { db in
        var items: [Int64: Item] = [:]
        items.reserveCapacity(keys.count)
        let statement =
          try hasAllColumns
          ? SpatiaLiteArchive.items : ItemsByKey(selecting: ItemColumns.selection(in: db))
        try statement.forEach(keys, in: db) { row in
          items[row.integer(0)] = try ItemColumns.item(from: row, inheriting: true)
        }
        return items
      }
    }
  }

  /// Of a file of this version the columns are known without looking.
  private static let items = ItemsByKey(selecting: ItemColumns.current)

  /// Runs what sees one state of the archive without a transaction of its own: one statement, or `StatementRow.inOneState`.
  func readOnce<T>(_ read: (Database) throws -> T) throws -> T {
    try connections?.read(read) ?? reader.unsafeRead(read)
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
