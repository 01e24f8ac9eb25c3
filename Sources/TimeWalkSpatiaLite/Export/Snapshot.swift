import GRDB
import TimeWalkArchive
import TimeWalkTables

/// One state of an archive in a file.
struct Snapshot: SQLSnapshot {
  static let byKey = "+"

  private let reader: any DatabaseReader

  init(_ reader: any DatabaseReader) { self.reader = reader }

  func look<T: Sendable>(_ work: (any SQLDatabase) throws -> T) throws(ArchiveError) -> T {
    try ArchiveError.typed { try reader.read { try work(SQLiteConnection($0)) } }
  }

  func items(
    of collection: CollectionStatement, key: Int64, after last: inout RecordPosition,
    _ names: MediaNames, in db: any SQLDatabase
  ) throws -> [CatalogueRecord] {
    guard let db = (db as? SQLiteConnection)?.db else { return [] }
    var records: [CatalogueRecord] = []
    try StatementRow.forEach(
      db.cachedStatement(sql: Snapshot.itemPage), in: db, arguments: [key, last.key]
    ) { row in
      last.key = row.integer(0)
      records.append(
        CatalogueRecord(
          try ItemColumns.item(from: row, inheriting: false), copyOf: row.text(row.count - 1),
          in: collection, media: names))
    }
    return records
  }
}
