import GRDB
public import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.items(keys:)`.
  public func items(keys: [Int64]) throws(ArchiveError) -> [Int64: Item] {
    try ArchiveError.typed {
      try readOnce { db in
        // One cursor for all, since a row that is fetched by itself costs twice its reading.
        let statement = try db.cachedStatement(
          sql: """
            SELECT \(try selection(in: db)) FROM \(ItemColumns.source)
            WHERE items.key IN (SELECT value FROM json_each(?))
            """)
        let rows = try Row.fetchCursor(statement, arguments: [SpatiaLiteArchive.list(keys)])
        var items: [Int64: Item] = [:]
        while let row = try rows.next() {
          items[row[0]] = try ItemColumns.item(from: row, inheriting: true)
        }
        return items
      }
    }
  }

  /// Keys for `json_each`.
  static func list(_ keys: [Int64]) -> String {
    "[" + keys.map(String.init).joined(separator: ",") + "]"
  }

  /// The `SELECT` list of whole items; of a file of this version it is known without looking.
  func selection(in db: Database) throws -> String {
    try hasTileState ? ItemColumns.current : ItemColumns.selection(in: db)
  }

  /// Runs what reads with one statement, which sees one state of the archive without a transaction of its own.
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
