internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkTables

extension Curator {
  /// Looks at the archive.
  ///
  /// - Parameter isQuick: whether to look at the file and its indexes alone.
  /// - Returns: what is wrong.
  /// - Throws: what the archive throws when it can't be read at all.
  public func verify(isQuick: Bool = false) throws(TimeWalkError) -> VerifyReport {
    try rethrowing(archive: VerifyReport(try archive.verify(isQuick ? .quick : .full)))
  }

  /// Copies the archive into one file, and its own copies of pictures beside it, while others use
  /// it.
  public func backup(
    to path: String, withPictures: Bool = true
  ) throws(TimeWalkError) -> BackupSummary {
    try rethrowing(archive: BackupSummary(try archive.backup(to: path, withPictures: withPictures)))
  }

  /// Copies a whole archive with its history into an empty one, or one that isn't there yet,
  /// whatever keeps either: a file or a server.
  ///
  /// All of it is there in the end, or nothing is.
  package static func copy(from: StorePaths, to: StorePaths) throws(TimeWalkError) -> CopySummary {
    do throws(ArchiveError) {
      let report = try from.location.copy(to: to.location)
      return CopySummary(
        from: from.shownArchive, to: to.shownArchive, rows: report.rows, pictures: report.pictures,
        pictureBytes: report.pictureBytes, problems: report.problems)
    } catch { throw TimeWalkError(error) }
  }

  /// Makes anew what can be made of the archive's items; not on a value, as a broken archive may
  /// not open.
  package static func repair(_ places: StorePaths) throws(TimeWalkError) -> RepairSummary {
    try rethrowing(archive: RepairSummary(try places.location.repair()))
  }
}
