import GRDB

/// Loads many new rows without SpatiaLite's index, which is made anew at the end: that takes a third of the time.
///
/// All of it lies within the import's transaction, so that a kill leaves the archive as it was.
struct BulkLoad {
  /// From how many new rows on it may pay.
  private static let leastRows = 20_000

  private var isRunning = false

  /// To be told of each new row with the number of those so far; starts when the new rows outnumber the old.
  mutating func noteInsert(_ added: Int, in db: Database) throws {
    guard added == BulkLoad.leastRows || (added > BulkLoad.leastRows && added.nonzeroBitCount == 1),
      !isRunning
    else { return }
    let items = try Int.fetchOne(db, sql: "SELECT count(*) FROM items") ?? 0
    guard added > items - added else { return }
    try Schema.check(db, "DisableSpatialIndex('items', 'geometry')")
    try db.execute(sql: "DROP TABLE idx_items_geometry")
    isRunning = true
  }

  /// Makes the index again if it was dropped.
  func finish(in db: Database) throws {
    if isRunning { try Schema.check(db, "CreateSpatialIndex('items', 'geometry')") }
  }
}
