import Foundation
import GRDB
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// The table `tile_counts` of a file.
struct FileMapCounts: MapCountTable {
  private let db: Database

  init(_ db: Database) { self.db = db }

  func withBytes<T>(
    of row: Int64, _ body: (UnsafeRawBufferPointer) throws -> T
  ) throws -> T? {
    let statement = try db.cachedStatement(sql: "SELECT data FROM tile_counts WHERE tile = ?1")
    var found: T?
    try StatementRow.forEach(statement, in: db, arguments: [row]) {
      found = try $0.withBytes(0, body)
    }
    return found
  }

  func keep(_ bytes: [UInt8], as row: Int64) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO tile_counts (tile, data) VALUES (?, ?)")
    try statement.execute(arguments: [row, Data(bytes)])
  }

  func remove(_ row: Int64) throws -> Bool {
    try db.execute(sql: "DELETE FROM tile_counts WHERE tile = ?", arguments: [row])
    return db.changesCount > 0
  }

  func removeAll() throws { try db.execute(sql: "DELETE FROM tile_counts") }

  /// By the tiles of candidates.
  func codes(in tile: MapTile) throws -> [MapCode] {
    let reader = try TileReader(db)
    var codes: [MapCode] = []
    for level in try reader.levels() {
      var candidates = Candidates()
      try reader.append(level.block(tile.surroundings), to: &candidates)
      codes += MapPyramid.codes(candidates).filter(tile.holds)
    }
    return codes
  }
}
