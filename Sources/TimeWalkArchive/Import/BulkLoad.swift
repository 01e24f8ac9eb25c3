import GRDB

/// Loads many new rows without the indexes of their places, which are made anew at the end: row by row, they take
/// most of the time, and beyond some millions of rows more memory than there is.
///
/// All of it lies within the import's transaction, so that a kill leaves the archive as it was.
struct BulkLoad {
  /// From how many new rows on it may pay.
  private static let leastRows = 20_000
  /// The memory that SQLite may use meanwhile, KiB; ten million places need half of it.
  private static let cacheSize = 1_048_576

  /// Whether the indexes are gone.
  private(set) var isRunning = false

  /// To be told of each new row with the number of those so far; starts when the new rows outnumber the old.
  mutating func noteInsert(_ added: Int, in db: Database) throws {
    guard !isRunning, added == BulkLoad.leastRows || BulkLoad.isMilestone(added) else { return }
    let items = try Int.fetchOne(db, sql: "SELECT count(*) FROM items") ?? 0
    guard added > items - added else { return }
    try db.execute(sql: "PRAGMA cache_size = -\(BulkLoad.cacheSize)")
    try Schema.check(db, "DisableSpatialIndex('items', 'geometry')")
    try db.execute(sql: "DROP TABLE idx_items_geometry")
    try TileSchema.dropInsertTriggers(db)
    isRunning = true
  }

  /// Makes the indexes again if they are gone, and the tiles.
  func finish(in db: Database) throws {
    guard isRunning else { return }
    try Schema.check(db, "CreateSpatialIndex('items', 'geometry')")
    try TileSchema.createInsertTriggers(db)
    try TileStore.rebuild(db)
  }

  /// The counts at which it is worth looking again: powers of two.
  private static func isMilestone(_ added: Int) -> Bool {
    added > leastRows && added.nonzeroBitCount == 1
  }
}
