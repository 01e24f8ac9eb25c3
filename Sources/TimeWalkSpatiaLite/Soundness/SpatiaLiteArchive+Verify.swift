import GRDB
package import TimeWalkArchive
import TimeWalkBase
import TimeWalkCore
import TimeWalkStorage
import TimeWalkTables

extension SpatiaLiteArchive {
  /// Checks the file, its indexes and its items, and lists the faults; an empty list is a sound
  /// archive.
  ///
  /// Checks one consistent state in addition to SQLite's own check of the file, and changes
  /// nothing. Of many problems of one kind only some are listed, with the number of the others.
  package func verify(_ depth: VerifyDepth) throws(ArchiveError) -> [ArchiveProblem] {
    try ArchiveError.typed {
      let problems = try Soundness.problems(in: reader, depth, isNewer: isFromNewerVersion)
      // A check that was cancelled isn't a problem.
      try WorkLimits.check()
      return problems
    }
  }
}

/// The checks; each is one pass over its data.
enum Soundness {
  /// All problems of an archive.
  static func problems(
    in reader: any DatabaseReader, _ depth: VerifyDepth, isNewer: Bool
  ) throws -> [ArchiveProblem] {
    // Checked separately: a transaction that met a torn page can't be ended without an error.
    let damage: [ArchiveProblem] =
      depth == .schema
      ? []
      : try reader.unsafeRead { db in
        try SpatialExtension.load(into: db)
        return try integrity(db)
      }
    // Torn data are not worth further reading.
    guard !damage.contains(where: \.isTorn) else { return damage }
    var found: [ArchiveProblem]?
    do { try reader.read { found = try problems($0, depth, isNewer: isNewer) } } catch {
      // So does a search that met a row without its key.
      guard found != nil, (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT else {
        throw error
      }
    }
    return damage + (found ?? [])
  }

  /// All problems of an archive with an intact file.
  static func problems(
    _ db: Database, _ depth: VerifyDepth, isNewer: Bool
  ) throws -> [ArchiveProblem] {
    try SpatialExtension.load(into: db)
    var list = ProblemList()
    let isCurrent = try !isNewer && Schema.migrator.hasCompletedMigrations(db)
    if isCurrent { try schema(db).forEach { list.add($0) } }
    try foreignObjects(db).forEach { list.add($0) }
    guard depth != .schema else { return list.all }
    try foreignKeys(db, &list)
    attempt(.spatialIndex, &list) { try spatialIndex(db, &$0) }
    guard depth == .full else { return list.all }
    attempt(.tiles, &list) { try tiles(db, &$0) }
    attempt(.index, &list) { try indexFile(db, &$0) }
    let tables = SQLiteConnection(db)
    attempt(.counts, &list) { try TableChecks.counts(tables, &$0) }
    attempt(.words, &list) { try words(db, &$0) }
    attempt(.items, &list) {
      let hasMedia = try db.tableExists("media")
      try TableChecks.items(tables, hasMedia: hasMedia, repairsDays: true, &$0)
    }
    attempt(.items, &list) { try unplaced(db, &$0) }
    attempt(.journal, &list) { try journal(db, &$0) }
    attempt(.corrections, &list) {
      if try db.tableExists("corrections") { try TableChecks.corrections(tables, &$0) }
    }
    attempt(.media, &list) { try media(db, &$0) }
    attempt(.copies, &list) { try TableChecks.copies(tables, &$0) }
    return list.all
  }

  /// A check that fails is itself a problem.
  private static func attempt(
    _ check: ArchiveProblem.Check, _ list: inout ProblemList,
    _ body: (inout ProblemList) throws -> Void
  ) {
    do { try body(&list) } catch {
      list.add(
        ArchiveProblem(
          check: check, detail: "can't be checked: \(ArchiveError(error).message)",
          isRepairable: [.spatialIndex, .tiles, .counts, .words].contains(check)))
    }
  }

  /// Reads each row; one with an unreadable value is itself a problem.
  static func forEach(
    _ rows: RowCursor, _ check: ArchiveProblem.Check, _ list: inout ProblemList,
    _ body: (Row, inout ProblemList) throws -> Void
  ) throws {
    while let row = try rows.next() {
      do { try body(row, &list) } catch let fault as UnreadableValue {
        list.add(
          ArchiveProblem(
            check: check, detail: "\(fault) in the row \(fault.row)",
            hint: "correct the row, or restore a backup"))
      }
    }
  }

  /// SQLite's own check: a torn file, an index that doesn't fit its table, or a row that breaks a
  /// table's rules.
  static func integrity(_ db: Database) throws -> [ArchiveProblem] {
    var lines: [String] = []
    do {
      let rows = try String.fetchCursor(db, sql: "PRAGMA integrity_check")
      while let line = try rows.next() {
        if line != "ok" { lines.append(line) }
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      // It may find so much that it can't continue.
      lines.append(error.message ?? "the file is damaged")
    }
    return lines.prefix(200).map { line in
      if line.hasPrefix("CHECK constraint failed") || line.hasPrefix("NULL value in") {
        return ArchiveProblem(check: .items, detail: line, hint: "correct the row's values")
      }
      let isIndex = ["missing from index", "entries in index", "entry in index"].contains {
        line.contains($0)
      }
      return ArchiveProblem(
        check: .integrity, detail: line, hint: isIndex ? nil : "restore a backup",
        isRepairable: isIndex)
    }
  }

  private static func foreignKeys(_ db: Database, _ list: inout ProblemList) throws {
    let rows = try Row.fetchCursor(db, sql: "PRAGMA foreign_key_check")
    try forEach(rows, .foreignKeys, &list) { row, list in
      let (table, parent): (String, String?) = try (row.read(0), row.read(2))
      let key: Int64 = try row.read(1) ?? 0
      // The journal's own missing entries are reported separately.
      guard parent != "journal" else { return }
      let identifier =
        ["items", "unplaced"].contains(table)
        ? try String.fetchOne(
          db, sql: "SELECT identifier FROM \(table) WHERE key = ?", arguments: [key]) : nil
      let name = identifier.map { "the item \($0), row \(key)," } ?? "row \(key) of \(table)"
      list.add(
        ArchiveProblem(
          check: .foreignKeys, detail: "\(name) refers to a missing row",
          isRepairable: ["items", "unplaced", "corrections"].contains(table)))
    }
  }
}

extension ArchiveProblem {
  /// True if the file itself is damaged: none of its content is reliable.
  var isTorn: Bool { check == .integrity && !isRepairable }
}
