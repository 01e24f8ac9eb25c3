internal import Foundation
internal import TimeWalkArchive
internal import TimeWalkTables

extension Curator {
  /// Checks the archive.
  ///
  /// - Parameter isQuick: true to check only the file and its indexes.
  /// - Returns: the problems.
  /// - Throws: the archive's errors when it can't be read at all.
  public func verify(isQuick: Bool = false) throws(TimeWalkError) -> VerifyReport {
    try verify(isQuick ? .quick : .full)
  }

  /// Checks the archive to a depth.
  func verify(_ depth: VerifyDepth) throws(TimeWalkError) -> VerifyReport {
    try ArchiveError.rethrowing(VerifyReport(try archive.verify(depth)))
  }

  /// Copies the archive into one file with a folder of its own copies of pictures, during
  /// concurrent use.
  public func backup(
    to path: String, withPictures: Bool = true
  ) throws(TimeWalkError) -> BackupSummary {
    try ArchiveError.rethrowing(
      BackupSummary(try archive.backup(to: path, withPictures: withPictures)))
  }

  /// Copies a whole archive with its history into an empty or new one, each of them a file or on a
  /// server.
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

  /// Rebuilds all data that are derived from the archive's items.
  ///
  /// It is static, because a broken archive may not open.
  package static func repair(_ places: StorePaths) throws(TimeWalkError) -> RepairSummary {
    try ArchiveError.rethrowing(RepairSummary(try places.location.repair()))
  }
}
