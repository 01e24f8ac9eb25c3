import GRDB
import TimeWalkArchive
import TimeWalkStorage

/// Changes many items without the index of their places and the row triggers, which are rebuilt at
/// the end.
///
/// Row by row, they take most of the time, and beyond some millions of rows more memory than
/// available. All of it is within the change's transaction; a kill leaves the archive unchanged.
struct BulkLoad {
  /// The number of rows from which it may be faster; one by one, these take about 0.15 s.
  private static let leastRows = 2_000
  /// The memory that SQLite may use meanwhile for pages, KiB.
  private static let cacheSize = 65_536
  /// The same at the end, where it sorts with as much again on each of two threads.
  private static let sortingCacheSize = 32_768

  /// The dropped triggers of `items`, by their names.
  private var triggers: [(name: String, sql: String)]?
  /// The last key before the rows whose words are not noted yet.
  private var lastNoted: Int64?

  /// True if the index and the triggers are dropped.
  var isRunning: Bool { triggers != nil }

  /// It is faster from one changed row in this number of items on.
  ///
  /// Updating for a row was measured to take some ten times as long as rebuilding all takes for
  /// each.
  private static let share = 8

  /// Call it for each new or changed row with the number of those so far.
  mutating func noteChange(_ rows: Int, in db: Database) throws {
    guard !isRunning, rows == BulkLoad.leastRows || BulkLoad.isMilestone(rows) else { return }
    try begin(changing: rows, withNewKeys: true, in: db)
  }

  /// Starts at once where a known number of rows to change makes it pay.
  ///
  /// With new keys, each new row gets its key from SQLite, which is beyond all others.
  mutating func begin(
    changing rows: Int, withNewKeys: Bool = false, in db: Database
  ) throws {
    guard rows >= BulkLoad.leastRows else { return }
    let items = try Int.fetchOne(db, sql: "SELECT count(*) FROM items") ?? 0
    if rows > items / BulkLoad.share { try start(withNewKeys: withNewKeys, in: db) }
  }

  private mutating func start(withNewKeys: Bool, in db: Database) throws {
    try db.execute(sql: "PRAGMA cache_size = -\(BulkLoad.cacheSize)")
    try db.execute(sql: "DROP TABLE idx_items_geometry")
    // Items are indexed by their words as the triggers note them, each once. New keys can be noted
    // at the end: with a trigger, SQLite writes a journal for each inserted row.
    if withNewKeys {
      lastNoted = try Int64.fetchOne(db, sql: "SELECT max(key) FROM items") ?? 0
    }
    let triggers = try Row.fetchAll(
      db,
      sql: """
        SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'items'
          AND (name NOT GLOB 'words_*' OR (name = 'words_insert' AND ?))
        """, arguments: [withNewKeys]
    ).map { (name: try $0.read(0) as String, sql: try $0.read(1) as String) }
    for trigger in triggers {
      try db.execute(sql: "DROP TRIGGER \(trigger.name.quotedDatabaseIdentifier)")
    }
    self.triggers = triggers
  }

  /// Rebuilds the index and the triggers if they are dropped, the tiles and the kept counts.
  mutating func finish(in db: Database) throws {
    guard let triggers else { return }
    try db.execute(
      sql: "PRAGMA threads = 1; PRAGMA cache_size = -\(BulkLoad.sortingCacheSize)")
    defer { try? db.execute(sql: "PRAGMA threads = 0") }
    // As SpatiaLite makes it.
    try db.execute(
      sql: """
        CREATE VIRTUAL TABLE "idx_items_geometry" USING rtree(pkid, xmin, xmax, ymin, ymax)
        """)
    if try !PlaceIndex.fill(db) {
      try db.execute(sql: "DROP TABLE idx_items_geometry")
      try db.execute(
        sql: "UPDATE geometry_columns SET spatial_index_enabled = 0 WHERE f_table_name = 'items'")
      try Schema.check(db, "CreateSpatialIndex('items', 'geometry')")
    }
    // SpatiaLite may have made its own again.
    let present = Set(
      try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'"))
    for trigger in triggers where !present.contains(trigger.name) {
      try db.execute(sql: trigger.sql)
    }
    self.triggers = nil
    if let lastNoted {
      try db.execute(
        sql: """
          INSERT INTO word_changes SELECT key FROM items WHERE key > ? ON CONFLICT DO NOTHING
          """, arguments: [lastNoted])
    }
    lastNoted = nil
    try MapSchema.fill(db)
    try TileStore.rebuild(db)
    try CountSchema.fill(db)
  }

  /// The counts at which it is worth looking again: powers of two.
  private static func isMilestone(_ rows: Int) -> Bool {
    rows > leastRows && rows.nonzeroBitCount == 1
  }
}
