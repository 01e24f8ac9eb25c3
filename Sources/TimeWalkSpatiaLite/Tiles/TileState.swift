import GRDB
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// The state of the tiles for an index file, and the changes since.
///
/// The stamp is a random number, and changes whenever all tiles are rebuilt. A restored backup or
/// another archive of the same name can therefore not be confused with the index's archive. Between
/// two stamps, `tile_news` has the numbers of the rewritten tiles, and `tile_changes` those that
/// are outdated. An index of the stamp is valid for all other tiles.
struct TileState {
  let stamp: Int64
  /// True if any tile changed since the stamp.
  let hasNews: Bool

  /// The number of tiles for each changed one from which the index is rebuilt.
  private static let share = 32

  /// Reads it; `nil` in a file of an earlier version.
  init?(_ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT stamp, EXISTS (SELECT 1 FROM tile_changes) OR EXISTS (SELECT 1 FROM tile_news)
        FROM tile_state
        """)
    guard let (stamp, hasNews) = try CandidateRows.pair(of: statement, in: db) else { return nil }
    self.stamp = stamp
    self.hasNews = hasNews != 0
  }

  /// Returns true if any tile of some blocks changed since the stamp.
  func hasNews(in blocks: [TileBlock], _ db: Database) throws -> Bool {
    guard hasNews else { return false }
    let statement = try db.cachedStatement(
      sql: """
        SELECT EXISTS (SELECT 1 FROM tile_changes WHERE tile >= ?1 AND tile <= ?2)
          OR EXISTS (SELECT 1 FROM tile_news WHERE tile >= ?1 AND tile <= ?2)
        """)
    return try blocks.contains { block in
      let isAny = try Bool.fetchOne(statement, arguments: [block.first, block.last]) ?? true
      guard isAny, block.rows.count <= TileReader.manyRows else { return isAny }
      return try block.rows.contains { row in
        let tiles = block.tiles(ofRow: row)
        return try Bool.fetchOne(
          statement, arguments: [tiles.lowerBound, tiles.upperBound]) ?? true
      }
    }
  }

  /// Marks all tiles as possibly changed.
  static func renew(_ db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO tile_state VALUES (1, random()); DELETE FROM tile_news")
  }

  /// Does so if there are many.
  static func renewIfWorthIt(_ db: Database) throws {
    let news = try Int.fetchOne(db, sql: "SELECT count(*) FROM tile_news") ?? 0
    // The number of tiles takes long to count, the number of items is near enough.
    let items = try Int.fetchOne(db, sql: "SELECT max(key) FROM items") ?? 0
    if news > items / share { try renew(db) }
  }
}
