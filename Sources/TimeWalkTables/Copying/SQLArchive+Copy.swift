package import Foundation
package import TimeWalkArchive
package import TimeWalkCore

/// The part of an archive that one shard of it takes over: some of the items, with their keys.
///
/// What people corrected and dismissed goes to every shard, and the history to none.
package struct ArchivePart {
  /// Whether an item with a place is of the part.
  package var holds: (Item) -> Bool
  /// Whether the items without a place are.
  package var holdsUnplaced: Bool

  /// Makes a part.
  package init(holdsUnplaced: Bool, holds: @escaping (Item) -> Bool) {
    (self.holds, self.holdsUnplaced) = (holds, holdsUnplaced)
  }
}

/// What a copy of a whole archive brought.
package struct ArchiveCopyReport: Sendable {
  /// How many rows each table has.
  package var rows: [String: Int] = [:]
  /// How many files of pictures the archive keeps itself.
  package var pictures = 0
  /// How many bytes those have.
  package var pictureBytes = 0
  /// What could not be brought, and harms nothing else.
  package var problems: [ArchiveProblem] = []

  /// Nothing yet.
  package init() {}
}

extension SQLArchive {
  /// Fills this archive, which must be empty, with all that another one holds, whatever keeps it:
  /// its items, their history and everything else, with their numbers, so that every change can
  /// still be undone; and with the pictures that it keeps itself.
  ///
  /// One state of the other archive is taken in one transaction: all of it is there in the end, or
  /// nothing, and pictures are there before the rows that name them.
  ///
  /// - Parameters:
  ///   - other: the archive.
  ///   - part: the part of it that is taken, without history; all when `nil`.
  /// - Returns: what was brought.
  /// - Throws: `.outputFailed` when this archive holds something, `.newerVersion` for one that
  ///   holds what this version doesn't know, `.damaged` for a value that has no place here.
  package func fill(
    from other: any SQLArchive, part: ArchivePart? = nil
  ) throws(ArchiveError) -> ArchiveCopyReport {
    guard !other.isFromNewerVersion else {
      throw ArchiveError(
        .newerVersion,
        "The archive \(other.location) was made by a newer version of TimeWalk, which must copy it."
      )
    }
    return try other.look { source in
      try change(isDryRun: false) { target in
        for table in CopiedTable.all
        where try target.first(Bool.self, "SELECT EXISTS (SELECT 1 FROM \(table.name))") ?? false {
          throw ArchiveError(
            .outputFailed,
            "The archive \(location) holds something already; a whole archive is copied into an empty one."
          )
        }
        var report = ArchiveCopyReport()
        let choices = try part?.choices(in: source) ?? [:]
        for table in CopiedTable.all {
          try copy(table, choices[table.name] ?? .all, from: source, to: target, &report)
        }
        // Undo tells what an entry made from the numbers that were given before.
        for table in CopiedTable.all where table.number != nil {
          try target.setLastNumber(of: table, to: source.lastNumber(of: table))
        }
        var pictures = MediaBackup(from: other.mediaStore, to: mediaStore)
        try pictures.run(source)
        (report.pictures, report.pictureBytes) = (pictures.files, pictures.bytes)
        report.problems += pictures.problems
        return report
      }
    }
  }
}

/// Which rows of a table are copied.
private enum RowChoice {
  case all
  case none
  case keys(Set<Int64>)
}

extension ArchivePart {
  /// Which rows of each table are of the part; all of those that aren't among them.
  fileprivate func choices(in source: any SQLDatabase) throws -> [String: RowChoice] {
    var items: Set<Int64> = []
    try source.forEach("SELECT \(ItemColumns.selection) FROM \(ItemColumns.source)", []) { row in
      if holds(try ItemColumns.item(from: row, inheriting: false)) { items.insert(row[0]) }
    }
    // What was corrected of an item is where the item is; what was removed may come to any shard.
    var corrections: Set<Int64> = []
    let corrected = """
      SELECT c.key, c.field = '*' OR c.identifier = '', items.key FROM corrections AS c
      LEFT JOIN items ON items.collection = c.collection AND items.identifier = c.identifier
      """
    try source.forEach(corrected, []) { row in
      let isHere = (row[2] as Int64?).map(items.contains) ?? holdsUnplaced
      if isHere || row[1] as Bool { corrections.insert(row[0]) }
    }
    var choices: [String: RowChoice] = [
      CopiedTable.items.name: .keys(items), KeptTable.corrections.rawValue: .keys(corrections),
      CopiedTable.journal.name: RowChoice.none,
    ]
    if !holdsUnplaced { choices[KeptTable.unplaced.rawValue] = RowChoice.none }
    for table in KeptTable.allCases { choices[table.versions] = RowChoice.none }
    return choices
  }
}

private func copy(
  _ table: CopiedTable, _ choice: RowChoice, from source: any SQLDatabase,
  to target: any SQLDatabase,
  _ report: inout ArchiveCopyReport
) throws {
  let known = Set(try target.columns(of: table))
  let all = try source.columns(of: table)
  let columns = all.filter(known.contains)
  for column in all where !known.contains(column) {
    report.problems.append(
      ArchiveProblem(
        check: .schema, severity: .warning,
        detail: "the column \(column) of \(table.name), which isn't TimeWalk's, was left out",
        hint: "export what it holds by the program that made it"))
  }
  if case .none = choice { return }
  let isItems = table == .items
  if isItems {
    try target.willChange(items: source.first(Int.self, "SELECT count(*) FROM items") ?? 0)
  }
  let key = table.number.flatMap(columns.firstIndex(of:))
  let writer = try target.rowWriter(table, columns: columns)
  var rows = 0
  try source.forEach(
    "SELECT \(columns.joined(separator: ", ")) FROM \(table.name) ORDER BY \(table.order)", []
  ) { row in
    if case .keys(let keys) = choice, let key {
      guard keys.contains(row[key]) else { return }
    }
    try writer.write(row.values)
    rows += 1
  }
  try writer.finish()
  if isItems { try target.haveChangedItems() }
  report.rows[table.name] = rows
}

extension PointBlob {
  /// A point of either form in the one that `append` writes; throws `.damaged` for what is none.
  package static func converted(
    _ blob: Data, _ append: (Double, Double, inout [UInt8]) -> Void
  ) throws -> [UInt8] {
    guard let point = blob.withUnsafeBytes(decode) else {
      throw ArchiveError(.damaged, "A place is not a point of WGS 84; verify tells which.")
    }
    var bytes: [UInt8] = []
    append(point.latitude, point.longitude, &bytes)
    return bytes
  }
}
