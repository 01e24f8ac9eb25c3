package import Foundation
package import TimeWalkArchive

/// The result of copying a whole archive.
package struct ArchiveCopyReport: Sendable {
  /// The number of rows of each table.
  package var rows: [String: Int] = [:]
  /// The number of picture files that the archive keeps itself.
  package var pictures = 0
  /// The size of those in bytes.
  package var pictureBytes = 0
  /// The parts that could not be copied, without harm to the others.
  package var problems: [ArchiveProblem] = []

  /// Makes an empty result.
  package init() {}
}

extension SQLArchive {
  /// Fills this archive, which must be empty, with the content of another one, of any engine.
  ///
  /// The copy includes its items, their history and all else, with their numbers, so every change
  /// can still be undone. It also includes the archive's own copies of pictures. One state of the
  /// other archive is copied in one transaction, completely or not at all. Pictures are copied
  /// before the rows that name them.
  ///
  /// - Parameter other: the archive.
  /// - Returns: the result.
  /// - Throws: `.outputFailed` when this archive isn't empty, `.newerVersion` for content unknown
  ///   to this version, `.damaged` for a value that doesn't fit here.
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
        // An undo determines the rows that an entry made from the numbers assigned before.
        for table in CopiedTable.all where table.number != nil {
          try target.setLastNumber(of: table, to: source.lastNumber(of: table))
        }
        var pictures = MediaBackup(from: other.mediaStore, to: mediaStore)
        // A server ends a session that stays without a statement for too long.
        try pictures.run(source) { _ = try target.first(Bool.self, "SELECT true") }
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
  /// A point of either form in the one that `append` writes; throws `.damaged` for an invalid one.
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
