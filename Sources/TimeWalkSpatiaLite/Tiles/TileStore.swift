import Foundation
import GRDB
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables
import TimeWalkStorage

/// The tiles in a file: reading with later changes, and updating.
enum TileStore {
  /// The number of changed items for each existing item from which it is quicker to rebuild all
  /// tiles.
  private static let rebuildShare = 16

  /// Returns true if there are changes since the last update of the tiles.
  static func isOutdated(_ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM tile_changes)
          OR (NOT EXISTS (SELECT 1 FROM tiles) AND EXISTS (SELECT 1 FROM items))
        """) ?? false
  }

  /// Updates the tiles by `tile_changes`, and empties it.
  ///
  /// Call it in a transaction. The cost grows with the changes, or, for many, is some 3
  /// microseconds for each item.
  static func update(_ db: Database) throws {
    guard try isOutdated(db) else { return }
    let changes = try Int.fetchOne(db, sql: "SELECT count(*) FROM tile_changes") ?? 0
    let isEmpty = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM tiles)") ?? true
    // Keys are given in turn, which is near enough and takes no time.
    let items = try Int.fetchOne(db, sql: "SELECT max(key) FROM items") ?? 0
    if isEmpty || changes > items / rebuildShare {
      try rebuild(db)
    } else {
      try db.withLongestValue(ArchiveLimits.longestTile) { try merge(db) }
    }
  }

  /// Rebuilds all tiles from the items.
  static func rebuild(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM tiles; DELETE FROM tile_changes")
    try TileState.renew(db)
    let insert = try db.makeStatement(sql: "INSERT INTO tiles (tile, data) VALUES (?, ?)")
    var codes: [MapCode] = []
    try forEachTileOfItems(db) { tile, candidates in
      MapPyramid.append(candidates, to: &codes)
      try db.withLongestValue(ArchiveLimits.longestTile) {
        try insert.execute(arguments: [tile, Data(candidates.bytes)])
      }
    }
    try MapPyramid.rebuild(FileMapCounts(db), &codes)
  }

  private static func merge(_ db: Database) throws {
    let reader = try TileReader(db)
    let keep = try db.makeStatement(sql: "INSERT OR REPLACE INTO tiles (tile, data) VALUES (?, ?)")
    let remove = try db.makeStatement(sql: "DELETE FROM tiles WHERE tile = ?")
    let news = try db.makeStatement(sql: "INSERT OR IGNORE INTO tile_news VALUES (?)")
    var changes = TileReader.Change()
    for tile in try db.values(Int64.self, "SELECT DISTINCT tile FROM tile_changes ORDER BY tile") {
      let candidates = try reader.candidates(of: tile)
      try changes.append(reader.change(of: tile))
      try news.execute(arguments: [tile])
      if candidates.isEmpty {
        try remove.execute(arguments: [tile])
      } else {
        try keep.execute(arguments: [tile, Data(candidates.bytes)])
      }
    }
    try db.execute(sql: "DELETE FROM tile_changes")
    try MapPyramid.update(
      FileMapCounts(db), removed: changes.removed, added: changes.added)
    try TileState.renewIfWorthIt(db)
  }

  /// The expected tiles, from the items: every tile in rising order, its candidates in the order of
  /// `Candidates.arrange`.
  static func forEachTileOfItems(
    _ db: Database, body: (Int64, Candidates) throws -> Void
  ) throws {
    let statement = try db.makeStatement(
      sql: """
        SELECT \(TileSchema.number(of: "items")) AS tile, \(CandidateColumns.columns) FROM items
        ORDER BY tile
        """)
    var current: Int64?
    var candidates = Candidates()
    try CandidateRows.forEach(statement, in: db) { tile, candidate in
      if let done = current, done != tile {
        candidates.arrange()
        try body(done, candidates)
        candidates = Candidates()
      }
      current = tile
      candidates.append(candidate)
    }
    if let done = current {
      candidates.arrange()
      try body(done, candidates)
    }
  }
}
