import Foundation
import GRDB
package import TimeWalkArchive
import TimeWalkCore
import TimeWalkStorage
import TimeWalkTables

extension SpatiaLiteArchive {
  /// Rebuilds all data that are derived from the items: indexes, triggers, tiles, and the days of
  /// dates.
  ///
  /// Items of a missing collection get one named `recovered-` and a number. One transaction
  /// includes all of it, and verifies that no item is lost. A sound archive stays unchanged. A file
  /// of an earlier version is updated first.
  ///
  /// Throws `.damaged` when the file itself is torn, which requires a backup, and the errors of
  /// opening.
  package static func repair(path: String) throws(ArchiveError) -> RepairReport {
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    try ArchiveFile.check(path, mode: .readWrite)
    var foreignObjects: [SchemaGuard.ForeignObject] = []
    let pool = try ArchiveFile.openForWriting(path, bringsTilesUpToDate: false) {
      foreignObjects = $0
    }
    return try ArchiveError.typed {
      if let torn = try pool.unsafeRead({ try Soundness.integrity($0) }).first(where: \.isTorn) {
        throw Repair.refusal(torn)
      }
      var report = RepairReport(actions: [], remaining: [], items: 0)
      try pool.writeWithoutTransaction { db in
        defer { try? db.execute(sql: "PRAGMA foreign_keys = ON") }
        // An item without a collection is repaired here, and must not stop the repair.
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        try db.inTransaction(.immediate) {
          report = try Repair.run(db)
          return .commit
        }
        _ = try? db.checkpoint(.truncate)
      }
      report.actions =
        foreignObjects.map { "removed the \($0.type) \($0.name), which \($0.reason)" }
        + report.actions
      try mendIndex(path: path, pool, &report)
      return report
    }
  }
}

extension SpatiaLiteArchive {
  /// Rebuilds the index file if it is wrong.
  private static func mendIndex(
    path: String, _ pool: DatabasePool, _ report: inout RepairReport
  ) throws {
    var list = ProblemList()
    try pool.read { try Soundness.indexFile($0, &list) }
    report.remaining.removeAll { $0.check == .index }
    guard !list.all.isEmpty else { return }
    try FileManager.default.removeItem(atPath: IndexWriter.path(of: path))
    _ = try SpatiaLiteArchive(path: path, mode: .readWrite).makeIndex()
    report.actions.append("rebuilt the index file")
  }
}

/// One repair inside a transaction.
private enum Repair {
  static func run(_ db: Database) throws -> RepairReport {
    var actions: [String] = []
    if try !Soundness.integrity(db).filter({ $0.check == .integrity }).isEmpty {
      // Where only an index is wrong, its table still holds everything.
      try db.execute(sql: "REINDEX")
      if let worst = try Soundness.integrity(db).first(where: { $0.check == .integrity }) {
        throw refusal(worst)
      }
      actions.append("rebuilt SQLite's indexes")
    }
    let before = try ItemCount.all(db)
    let hasTiles = try db.tableExists("tiles")
    let problems = try Soundness.problems(db, .full, isNewer: false)
    let broken = Set(problems.filter(\.isRepairable).map(\.check))
    let tables = SQLiteConnection(db)
    let details = problems.filter { $0.check == .schema }.map(\.detail)
    let areCountsBroken =
      broken.contains(.counts) || details.contains(where: CountSchema.isNamed)
    if areCountsBroken {
      // Their triggers run at every repair below.
      try CountSchema.remove(db)
      try CountSchema.create(db)
    }
    let areWordsBroken =
      broken.contains(.words)
      || details.contains { detail in WordSchema.names.contains { detail.contains($0) } }
    if areWordsBroken {
      try WordSchema.remove(db)
      try WordSchema.create(db)
    }
    if broken.contains(.foreignKeys) { actions += try TableRepairs.adoptOrphans(tables) }
    if broken.contains(.journal) { try mendJournal(db, &actions) }
    if broken.contains(.corrections) { actions += try TableRepairs.forgetCorrections(tables) }
    if broken.contains(.items) { try recomputeDays(db, &actions) }
    if broken.contains(.schema) { try restoreSchema(db, &actions) }
    if broken.contains(.spatialIndex) {
      try rebuildSpatialIndex(db)
      actions.append("rebuilt the spatial index")
    }
    if broken.contains(.tiles) || broken.contains(.schema) || !hasTiles {
      try rebuildTiles(db)
      actions.append("rebuilt the tiles")
    } else if try TileStore.isOutdated(db) {
      try TileStore.update(db)
      if !actions.isEmpty { actions.append("updated the tiles") }
    }
    if areCountsBroken {
      try CountSchema.fill(db)
      actions.append("counted the items anew")
    } else if broken.contains(.foreignKeys) {
      try CountSchema.fill(db)
    } else {
      try CountSchema.update(db)
    }
    if areWordsBroken {
      try WordSchema.fill(db)
      actions.append("rebuilt the index of words")
    } else {
      try WordSchema.update(db)
    }
    let file = try String.fetchOne(
      db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
    if broken.contains(.media), let file {
      actions += try removePictures(db, from: MediaStore(archive: file))
    }
    guard try ItemCount.all(db) == before else {
      throw ArchiveError(.damaged, "The repair would lose items, so it was undone.")
    }
    let remaining = try Soundness.problems(db, .full, isNewer: false)
    return RepairReport(actions: actions, remaining: remaining, items: before)
  }

  static func refusal(_ problem: ArchiveProblem) -> ArchiveError {
    ArchiveError(
      .damaged,
      "The archive's file is damaged beyond repair; restore a backup. \(problem.detail)")
  }

  /// Gives earlier states without an entry a minimal one, and raises the counters of keys.
  private static func mendJournal(_ db: Database, _ actions: inout [String]) throws {
    let lost = try Soundness.lostEntries(db)
    for number in lost {
      try db.execute(
        sql: "INSERT INTO journal (entry, kind) VALUES (?, ?)",
        arguments: [number, JournalEntry.Kind.other.rawValue])
    }
    if !lost.isEmpty {
      actions.append(
        "restored \(lost.count) history entr\(lost.count == 1 ? "y" : "ies") for the remaining earlier states"
      )
    }
    for table in VersionedTable.allCases {
      let (highest, given) = try Soundness.keys(of: table, db)
      guard highest > given else { continue }
      // The table has no key of its own that would make this one statement.
      try db.execute(
        sql: "DELETE FROM sqlite_sequence WHERE name = ?", arguments: [table.rawValue])
      try db.execute(
        sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)",
        arguments: [table.rawValue, highest])
      actions.append("reserved the used keys of \(table.rawValue)")
    }
  }

  /// Deletes files in the archive's store of pictures that nothing names.
  private static func removePictures(_ db: Database, from store: MediaStore) throws -> [String] {
    let removed = try store.removeAll { name in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM media WHERE stored AND sha256 = ?)",
        arguments: [name]) ?? true
    }
    guard removed > 0 else { return [] }
    return ["deleted \(removed) unused picture file\(removed == 1 ? "" : "s")"]
  }

  private static func recomputeDays(_ db: Database, _ actions: inout [String]) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT key, date, earliest, latest, earliest_fuzzy, latest_fuzzy FROM items
        WHERE date IS NOT NULL
        """)
    var changed = 0
    for row in rows {
      guard let date = try? CaptureDate(edtf: row.read(1)) else { continue }
      let (strict, fuzzy) = date.searchSpans
      let days = [strict.earliest, strict.latest, fuzzy.earliest, fuzzy.latest].map {
        $0?.number.databaseValue ?? .null
      }
      guard try days != (2..<6).map({ try row.read($0) }) else { continue }
      try db.execute(
        sql: """
          UPDATE items SET earliest = ?, latest = ?, earliest_fuzzy = ?, latest_fuzzy = ?
          WHERE key = ?
          """, arguments: StatementArguments(days + [row.read(0)]))
      changed += 1
    }
    if changed > 0 { actions.append("recomputed the days of \(changed) dates") }
  }

  /// Restores triggers and indexes; those of the tiles, the counts and the words are made with
  /// these.
  private static func restoreSchema(_ db: Database, _ actions: inout [String]) throws {
    let problems = Set(try Soundness.schema(db).map(\.detail))
    var areMapsBroken = false
    for object in try Soundness.expectedSchema()
    where problems.contains(where: { $0.hasPrefix("the \(object.type) \(object.name) ") }) {
      guard !MapSchema.names.contains(object.name) else {
        areMapsBroken = true
        continue
      }
      guard object.type == "trigger" || object.type == "index", !object.name.hasPrefix("tile"),
        !object.name.hasPrefix("counts_"), !object.name.hasPrefix("words_"), let sql = object.sql
      else { continue }
      try db.execute(sql: "DROP \(object.type) IF EXISTS \"\(object.name)\"")
      try db.execute(sql: sql)
      actions.append("restored the \(object.type) \(object.name)")
    }
    if areMapsBroken {
      try rebuildMapBoxes(db)
      actions.append("rebuilt the boxes of maps")
    }
  }

  private static func rebuildSpatialIndex(_ db: Database) throws {
    _ = try Int.fetchOne(db, sql: "SELECT DisableSpatialIndex('items', 'geometry')")
    try db.execute(
      sql: """
        DROP TABLE IF EXISTS idx_items_geometry;
        UPDATE geometry_columns SET spatial_index_enabled = 0
          WHERE f_table_name = 'items' AND f_geometry_column = 'geometry';
        """)
    try Schema.check(db, "CreateSpatialIndex('items', 'geometry')")
    try rebuildMapBoxes(db)
  }

  private static func rebuildMapBoxes(_ db: Database) throws {
    for name in MapSchema.names where name.hasPrefix("maps_") {
      try db.execute(sql: "DROP TRIGGER IF EXISTS \(name)")
    }
    try db.execute(
      sql: "DROP TABLE IF EXISTS map_boxes; DROP INDEX IF EXISTS items_with_ground")
    try MapSchema.create(db)
    try MapSchema.fill(db)
  }

  private static func rebuildTiles(_ db: Database) throws {
    for trigger in [
      "tiles_insert", "tiles_insert_over", "tiles_delete", "tiles_update", "tiles_update_over",
    ] { try db.execute(sql: "DROP TRIGGER IF EXISTS \(trigger)") }
    try db.execute(
      sql: """
        DROP TABLE IF EXISTS tiles; DROP TABLE IF EXISTS tile_levels;
        DROP TABLE IF EXISTS tile_changes; DROP TABLE IF EXISTS tile_state;
        DROP TABLE IF EXISTS tile_news; DROP TABLE IF EXISTS tile_counts;
        """)
    try TileSchema.create(db)
    try TileStore.rebuild(db)
  }
}
