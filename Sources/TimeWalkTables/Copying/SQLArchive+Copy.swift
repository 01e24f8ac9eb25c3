package import Foundation
package import TimeWalkArchive

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
  /// - Parameter other: the archive.
  /// - Returns: what was brought.
  /// - Throws: `.outputFailed` when this archive holds something, `.newerVersion` for one that
  ///   holds what this version doesn't know, `.damaged` for a value that has no place here.
  package func fill(from other: any SQLArchive) throws(ArchiveError) -> ArchiveCopyReport {
    guard !other.isFromNewerVersion else {
      throw ArchiveError(
        .newerVersion,
        "The archive \(other.location) was made by a newer version of TimeWalk; copy it with that version."
      )
    }
    return try other.look { source in
      try change(isDryRun: false) { target in
        for table in CopiedTable.all
        where try target.first(Bool.self, "SELECT EXISTS (SELECT 1 FROM \(table.name))") ?? false {
          throw ArchiveError(
            .outputFailed,
            "The archive \(location) isn't empty; copy the archive into an empty one."
          )
        }
        var report = ArchiveCopyReport()
        for table in CopiedTable.all {
          try copy(table, from: source, to: target, &report)
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

private func copy(
  _ table: CopiedTable, from source: any SQLDatabase, to target: any SQLDatabase,
  _ report: inout ArchiveCopyReport
) throws {
  let known = Set(try target.columns(of: table))
  let all = try source.columns(of: table)
  let columns = all.filter(known.contains)
  for column in all where !known.contains(column) {
    report.problems.append(
      ArchiveProblem(
        check: .schema, severity: .warning,
        detail: "left out the column \(column) of \(table.name), because TimeWalk didn't create it",
        hint: "export its values with the program that created it"))
  }
  let isItems = table == .items
  if isItems {
    try target.willChange(items: source.first(Int.self, "SELECT count(*) FROM items") ?? 0)
  }
  let writer = try target.rowWriter(table, columns: columns)
  var rows = 0
  try source.forEach(
    "SELECT \(columns.joined(separator: ", ")) FROM \(table.name) ORDER BY \(table.order)", []
  ) { row in
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
      throw ArchiveError(.damaged, "A place isn't a point in WGS 84; find it with archive verify.")
    }
    var bytes: [UInt8] = []
    append(point.latitude, point.longitude, &bytes)
    return bytes
  }
}
