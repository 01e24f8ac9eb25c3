import Foundation
import GRDB
import TimeWalkCore

/// Something in an archive that is not as it should be.
public struct ArchiveProblem: Hashable, Sendable, CustomStringConvertible {
  /// What was checked.
  public enum Check: String, Hashable, Sendable, CaseIterable {
    /// SQLite's own look at the whole file.
    case integrity
    /// Items whose collection is gone.
    case foreignKeys
    /// SpatiaLite's comparison of its index with the geometry.
    case spatialIndex
    /// The tiles that candidates are read from.
    case tiles
    /// Rows that can't be read as an item.
    case items
    /// Files of pictures that are gone.
    case media
  }

  /// What was checked.
  public var check: Check
  /// What was found.
  public var detail: String

  /// The check and what it found.
  public var description: String { "\(check.rawValue): \(detail)" }
}

extension SpatiaLiteArchive {
  /// Checks the file, its indexes and its items, and lists what is wrong; an empty list is a sound archive.
  ///
  /// Reads everything, so it takes seconds for a million items.
  public func verify() throws(ArchiveError) -> [ArchiveProblem] {
    try ArchiveError.typed {
      try reader.read { db in
        let integrity = try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
        var problems = integrity.map { ArchiveProblem(check: .integrity, detail: $0) }
        for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check") {
          let (table, key) = (row[0] as String, (row[1] as Int64?) ?? 0)
          problems.append(
            ArchiveProblem(check: .foreignKeys, detail: "row \(key) of \(table) has no parent"))
        }
        problems += try Soundness.spatialIndex(db)
        if hasTiles { problems += try Soundness.tiles(db) }
        problems += try Soundness.items(db)
        return problems
      }
    }
  }
}

private enum Soundness {
  static func spatialIndex(_ db: Database) throws -> [ArchiveProblem] {
    var problems: [ArchiveProblem] = []
    func report(_ detail: String) {
      problems.append(ArchiveProblem(check: .spatialIndex, detail: detail))
    }
    // SpatiaLite notes the check in its history; a table of the connection's own takes that note instead, as
    // verifying must not write, and SpatiaLite would complain on stderr that it can't.
    try db.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS spatialite_history
          AS SELECT * FROM main.spatialite_history LIMIT 0
        """)
    defer { try? db.execute(sql: "DROP TABLE IF EXISTS temp.spatialite_history") }
    if try Int.fetchOne(db, sql: "SELECT CheckSpatialIndex('items', 'geometry')") != 1 {
      report("SpatiaLite's CheckSpatialIndex finds that it doesn't fit the items")
    }
    let state = try String.fetchOne(db, sql: "SELECT rtreecheck('idx_items_geometry')")
    if let state, state != "ok" { report(state) }
    let missing = try Int.fetchOne(
      db,
      sql: "SELECT count(*) FROM items WHERE key NOT IN (SELECT pkid FROM idx_items_geometry)")
    if let missing, missing > 0 { report("\(missing) items are not in it") }
    let orphans = try Int.fetchOne(
      db,
      sql: "SELECT count(*) FROM idx_items_geometry WHERE pkid NOT IN (SELECT key FROM items)")
    if let orphans, orphans > 0 { report("\(orphans) of its entries have no item") }
    return problems
  }

  /// Compares the tiles, with what has changed since, with what the items make.
  static func tiles(_ db: Database) throws -> [ArchiveProblem] {
    let reader = try TileReader(db)
    var wrong: [Int64] = []
    var right = Set<Int64>()
    try TileStore.forEachTileOfItems(db) { tile, candidates in
      right.insert(tile)
      let found = try? reader.candidates(of: tile)
      if found?.bytes != candidates.bytes { wrong.append(tile) }
    }
    for tile in try Int64.fetchAll(db, sql: "SELECT tile FROM tiles") where !right.contains(tile) {
      guard (try? reader.candidates(of: tile))?.isEmpty != true else { continue }
      wrong.append(tile)
    }
    return wrong.map {
      ArchiveProblem(check: .tiles, detail: "the tile \($0) doesn't hold what its items say")
    }
  }

  /// Reads every item as the archive does, and looks for its picture.
  static func items(_ db: Database) throws -> [ArchiveProblem] {
    var problems: [ArchiveProblem] = []
    var values = BoundRow()
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(try ItemColumns.selection(in: db)) FROM \(ItemColumns.source) ORDER BY items.key
        """)
    while let row = try rows.next() {
      let id = "\(row[1] as String):\(row[2] as String)"
      let item: Item
      do {
        item = try ItemColumns.item(from: row, inheriting: false)
      } catch {
        problems.append(ArchiveProblem(check: .items, detail: error.message))
        continue
      }
      let stored = ItemColumns.names.indices.map { row[3 + $0] as DatabaseValue }
      values.removeAll()
      ItemColumns.append(item, to: &values)
      let expected = values.databaseValues
      // A longitude may lose its last bits when it is wrapped, which moves it by nanometres.
      for (name, pair) in zip(ItemColumns.names, zip(stored, expected))
      where pair.0 != pair.1 && name != "geometry" {
        problems.append(
          ArchiveProblem(
            check: .items, detail: "\(id): \(name) holds a value that is not read back"))
      }
      if case .file(let path) = item.media, !FileManager.default.fileExists(atPath: path) {
        problems.append(ArchiveProblem(check: .media, detail: "\(id): there is no file \(path)"))
      }
    }
    return problems
  }
}
