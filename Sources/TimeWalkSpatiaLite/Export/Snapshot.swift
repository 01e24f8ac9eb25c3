import GRDB
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// One state of an archive in a file.
struct Snapshot: ArchiveSnapshot {
  private static let page = 1_000

  private let reader: any DatabaseReader

  init(_ reader: any DatabaseReader) { self.reader = reader }

  private func look<T>(_ body: (SQLiteConnection) throws -> T) throws(ArchiveError) -> T {
    try read { try body(SQLiteConnection($0)) }
  }

  private func read<T>(_ body: (Database) throws -> T) throws(ArchiveError) -> T {
    try ArchiveError.typed { try reader.read(body) }
  }

  func statements() throws(ArchiveError) -> [CollectionStatement] {
    try look { try CollectionRows.all($0).map(\.statement) }
  }

  func eras() throws(ArchiveError) -> [NamedEra] { try look { try EraTable.all($0) } }

  func itemCount() throws(ArchiveError) -> Int {
    try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM items") ?? 0 }
  }

  func filledColumns(of collections: [String]) throws(ArchiveError) -> Set<CatalogueColumn> {
    try look { try ItemColumns.filledColumns(of: collections, $0) }
  }

  func otherColumns(of collections: [String]) throws(ArchiveError) -> [String] {
    try look { db in
      try OtherColumns.names(of: collections.map { try CollectionTable.require($0, db) }, db)
    }
  }

  func mediaRecord(_ origin: String) throws(ArchiveError) -> MediaRecord? {
    try look { try MediaTable.record(origin, $0) }
  }

  func page(
    of collection: CollectionStatement, after last: RecordPosition?, media names: MediaNames
  ) throws(ArchiveError) -> (records: [CatalogueRecord], last: RecordPosition) {
    try read { db in
      let key = try CollectionTable.require(collection.name, SQLiteConnection(db))
      var last = last ?? RecordPosition()
      if !last.isUnplaced {
        let records = try Snapshot.items(of: key, collection, after: &last, names, db)
        if !records.isEmpty { return (records, last) }
        last = RecordPosition(isUnplaced: true)
      }
      return (try Snapshot.unplaced(of: key, collection, after: &last, names, db), last)
    }
  }

  // Without the plus, SQLite would take the index of identifiers and sort a whole collection by
  // key.
  private static func items(
    of key: Int64, _ collection: CollectionStatement, after last: inout RecordPosition,
    _ names: MediaNames, _ db: Database
  ) throws -> [CatalogueRecord] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(ItemColumns.selection), items.copy_of FROM \(ItemColumns.source)
        WHERE +items.collection = ? AND items.key > ? ORDER BY items.key LIMIT ?
        """)
    // A row of a cursor is read where SQLite has it; fetched rows are copies.
    let rows = try Row.fetchCursor(statement, arguments: [key, last.key, page])
    var records: [CatalogueRecord] = []
    while let row = try rows.next() {
      last.key = row[0]
      records.append(
        CatalogueRecord(
          try ItemColumns.item(from: row, inheriting: false), copyOf: row["copy_of"],
          in: collection, media: names))
    }
    return records
  }

  private static func unplaced(
    of key: Int64, _ collection: CollectionStatement, after last: inout RecordPosition,
    _ names: MediaNames, _ db: Database
  ) throws -> [CatalogueRecord] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT key, identifier, fields FROM unplaced WHERE +collection = ? AND key > ?
        ORDER BY key LIMIT ?
        """)
    let rows = try Row.fetchAll(statement, arguments: [key, last.key, page])
    if let row = rows.last { last.key = row[0] }
    return rows.map { row in
      let item = UnplacedItem(
        id: ItemID(collection: collection.name, identifier: row[1]),
        fields: ItemFields.of(unplaced: row[2]))
      return CatalogueRecord(item, in: collection, media: names)
    }
  }
}
