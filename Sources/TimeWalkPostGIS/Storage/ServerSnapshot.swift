import Synchronization
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// One state of an archive on a server, held by a transaction of its own for as long as it is used.
final class ServerSnapshot: ArchiveSnapshot {
  private static let page = 1_000

  private struct HeldConnection: @unchecked Sendable {
    let connection: ServerConnection
  }

  /// Used by one thread at a time, which the lock sees to.
  private let held: Mutex<HeldConnection>
  private let location: String

  init(_ pool: ServerPool) throws {
    location = pool.address.shown
    let connection = try pool.connect()
    try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    // The first statement takes the snapshot.
    _ = try connection.query("SELECT count(*) FROM timewalk", [])
    held = Mutex(HeldConnection(connection: connection))
  }

  private func read<T: Sendable>(
    _ body: (ServerTables) throws -> T
  ) throws(ArchiveError) -> T {
    let result = held.withLock { held in Result { try body(ServerTables(held.connection)) } }
    return try PostGISArchive.typed(location) { try result.get() }
  }

  func statements() throws(ArchiveError) -> [CollectionStatement] {
    try read { try CollectionRows.all($0).map(\.statement) }
  }

  func eras() throws(ArchiveError) -> [NamedEra] { try read { try EraTable.all($0) } }

  func itemCount() throws(ArchiveError) -> Int {
    try read { try $0.first(Int.self, "SELECT count(*) FROM items") ?? 0 }
  }

  func filledColumns(of collections: [String]) throws(ArchiveError) -> Set<CatalogueColumn> {
    try read { try ItemColumns.filledColumns(of: collections, $0) }
  }

  func otherColumns(of collections: [String]) throws(ArchiveError) -> [String] {
    try read { db in
      try OtherColumns.names(of: collections.map { try CollectionTable.require($0, db) }, db)
    }
  }

  func mediaRecord(_ origin: String) throws(ArchiveError) -> MediaRecord? {
    try read { try MediaTable.record(origin, $0) }
  }

  func page(
    of collection: CollectionStatement, after last: RecordPosition?, media names: MediaNames
  ) throws(ArchiveError) -> (records: [CatalogueRecord], last: RecordPosition) {
    try read { db in
      let key = try CollectionTable.require(collection.name, db)
      var last = last ?? RecordPosition()
      if !last.isUnplaced {
        let rows = try db.rows(
          """
          SELECT \(ItemColumns.selection), items.copy_of FROM \(ItemColumns.source)
          WHERE items.collection = ?1 AND items.key > ?2 ORDER BY items.key LIMIT ?3
          """, [key, last.key, ServerSnapshot.page])
        if let row = rows.last {
          last.key = row[0]
          let records = try rows.map { row in
            CatalogueRecord(
              try ItemColumns.item(from: row, inheriting: false),
              copyOf: row[row.values.count - 1], in: collection, media: names)
          }
          return (records, last)
        }
        last = RecordPosition(isUnplaced: true)
      }
      let rows = try db.rows(
        """
        SELECT key, identifier, fields FROM unplaced WHERE collection = ?1 AND key > ?2
        ORDER BY key LIMIT ?3
        """, [key, last.key, ServerSnapshot.page])
      if let row = rows.last { last.key = row[0] }
      let records = rows.map { row in
        let item = UnplacedItem(
          id: ItemID(collection: collection.name, identifier: row[1]),
          fields: ItemFields.of(unplaced: row[2]))
        return CatalogueRecord(item, in: collection, media: names)
      }
      return (records, last)
    }
  }
}
