import Synchronization
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// One state of an archive on a server, held by its own transaction for as long as it is used.
final class ServerSnapshot: SQLSnapshot {
  static let byKey = ""

  private struct SnapshotConnection: @unchecked Sendable {
    let connection: ServerConnection
  }

  /// Used by one thread at a time, because of the lock.
  private let held: Mutex<SnapshotConnection>
  private let location: String

  init(_ pool: ServerPool) throws {
    location = pool.address.shown
    let connection = try pool.connect()
    try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    // The first statement takes the snapshot.
    _ = try connection.query("SELECT count(*) FROM timewalk", [])
    held = Mutex(SnapshotConnection(connection: connection))
  }

  func look<T: Sendable>(_ work: (any SQLDatabase) throws -> T) throws(ArchiveError) -> T {
    let result = held.withLock { held in Result { try work(ServerTables(held.connection)) } }
    return try PostGISArchive.typed(location) { try result.get() }
  }

  func items(
    of collection: CollectionStatement, key: Int64, after last: inout RecordPosition,
    _ names: MediaNames, in db: any SQLDatabase
  ) throws -> [CatalogueRecord] {
    let rows = try db.rows(ServerSnapshot.itemPage, [key, last.key])
    if let row = rows.last { last.key = row[0] }
    return try rows.map { row in
      CatalogueRecord(
        try ItemColumns.item(from: row, inheriting: false),
        copyOf: row[row.values.count - 1], in: collection, media: names)
    }
  }
}
