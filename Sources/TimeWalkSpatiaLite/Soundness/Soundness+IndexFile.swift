import Foundation
import GRDB
import TimeWalkArchive
import TimeWalkCore
import TimeWalkStorage

extension Soundness {
  /// Compares the used part of the index file with the tiles.
  ///
  /// None, or one of another state, isn't a problem: queries do without.
  static func indexFile(_ db: Database, _ list: inout ProblemList) throws {
    guard
      let archive = try String.fetchOne(
        db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'"),
      try db.tableExists("tile_state"), let state = try TileState(db)
    else { return }
    let path = IndexWriter.path(of: archive)
    func add(_ detail: String) {
      list.add(
        ArchiveProblem(check: .index, severity: .warning, detail: detail, isRepairable: true))
    }
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let index = MappedIndex(path: path) else {
      add("the index file is damaged and isn't used")
      return
    }
    guard index.header.stamp == state.stamp else { return }
    let changed = try Set(
      db.values(Int64.self, "SELECT tile FROM tile_news UNION SELECT tile FROM tile_changes"))
    var stored: [Int64: UInt64] = [:]
    let tiles = try db.makeStatement(sql: "SELECT tile, data FROM tiles WHERE tile >= ?1")
    try CandidateRows.forEachTile(tiles, in: db, arguments: [0]) { tile, data in
      if !changed.contains(tile) { stored[tile] = IndexChecksum.of(data) }
    }
    let isWhole = index.forEachTile { tile, candidates in
      guard !changed.contains(tile) else { return }
      let right = stored.removeValue(forKey: tile)
      if right != candidates.bytes.withUnsafeBytes(IndexChecksum.of) {
        add("the index file differs from the archive at the tile \(tile)")
      }
    }
    if !isWhole { add("the index file is damaged; the archive is read instead") }
    if isWhole, !stored.isEmpty { add("the index file has no entry for \(stored.count) tiles") }
  }
}
