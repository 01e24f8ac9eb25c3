import Foundation
import GRDB

/// What a backup holds.
public struct BackupReport: Hashable, Sendable {
  /// The file, as an absolute path.
  public var path: String
  /// The number of items in it.
  public var items: Int
  /// The number of collections in it.
  public var collections: Int
  /// The file's size.
  public var bytes: Int
  /// What is wrong with the archive, and so with its backup.
  public var problems: [ArchiveProblem]
}

extension SpatiaLiteArchive {
  /// Copies the archive into one file, while others read and import.
  ///
  /// The copy is one consistent state, made by SQLite's own backup, checked after it is written, and appears complete
  /// or not at all. It replaces an archive of its name, and nothing else. Pictures are not copied.
  ///
  /// Throws `.outputFailed`, `.invalidExport`, or `.damaged` when what was copied is torn.
  public func backup(to path: String) throws(ArchiveError) -> BackupReport {
    let destination = URL(fileURLWithPath: path).standardizedFileURL
    try ArchiveFile.checkIsFree(destination, of: self.path)
    if FileManager.default.fileExists(atPath: destination.path) {
      guard ArchiveFile.isMarked(destination) else {
        throw ArchiveError(
          .outputFailed,
          "\(destination.path) is there and is no archive; a backup doesn't take its place.")
      }
    }
    let temporary = OutputFile.temporary(for: destination)
    defer {
      for ending in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: temporary.path + ending)
      }
    }
    var report = BackupReport(
      path: destination.path, items: 0, collections: 0, bytes: 0, problems: [])
    try copy(to: temporary, named: destination, &report)
    do {
      let handle = try FileHandle(forUpdating: temporary)
      try handle.synchronize()
      report.bytes = Int(try handle.seekToEnd())
      try handle.close()
    } catch {
      throw ArchiveError(.outputFailed, "\(destination.path) can't be written.", cause: error)
    }
    try OutputFile.rename(temporary, to: destination)
    return report
  }

  private func copy(
    to temporary: URL, named destination: URL, _ report: inout BackupReport
  ) throws(ArchiveError) {
    let (hasTiles, isNewer) = (hasTiles, isFromNewerVersion)
    do {
      let copy = try DatabaseQueue(
        path: temporary.path, configuration: ArchiveFile.configuration)
      try reader.backup(to: copy)
      try copy.read { db in
        report.items = try Int.fetchOne(db, sql: "SELECT count(*) FROM items") ?? 0
        report.collections = try Int.fetchOne(db, sql: "SELECT count(*) FROM collections") ?? 0
      }
      report.problems = try Soundness.problems(
        in: copy, .quick, hasTiles: hasTiles, isNewer: isNewer)
      try copy.close()
    } catch let error as DatabaseError where error.resultCode != .SQLITE_CORRUPT {
      throw ArchiveError(
        .outputFailed, "\(destination.path) can't be written: \(error.message ?? "")", cause: error)
    } catch {
      throw ArchiveError(error)
    }
    if let torn = report.problems.first(where: \.isTorn) {
      throw ArchiveError(
        .damaged, "The archive is torn, and a backup of it would be too: \(torn.detail)")
    }
  }
}
