import GRDB
public import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.items(keys:)`.
  public func items(keys: [Int64]) throws(ArchiveError) -> [Int64: Item] {
    try ArchiveError.typed {
      try readOnce { db in
        let statement = try db.cachedStatement(
          sql: """
            SELECT \(try selection(in: db)) FROM \(ItemColumns.source) WHERE items.key = ?
            """)
        var items: [Int64: Item] = [:]
        items.reserveCapacity(keys.count)
        try StatementRow.inOneState(of: db) {
          try StatementRow.forEach(statement, in: db, keys: keys) { row in
            items[row.integer(0)] = try ItemColumns.item(from: row, inheriting: true)
          }
        }
        return items
      }
    }
  }

  /// The `SELECT` list of whole items; of a file of this version it is known without looking.
  func selection(in db: Database) throws -> String {
    try hasTileState ? ItemColumns.current : ItemColumns.selection(in: db)
  }

  /// Runs what sees one state of the archive without a transaction of its own: one statement, or `StatementRow.inOneState`.
  func readOnce<T>(_ read: (Database) throws -> T) throws -> T { try reader.unsafeRead(read) }

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
