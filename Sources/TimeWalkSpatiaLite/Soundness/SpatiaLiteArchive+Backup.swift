import Foundation
import GRDB
package import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkTables

extension SpatiaLiteArchive {
  /// Copies the archive into one file, and its own copies of pictures into the folder `FILE.media`,
  /// while others read and import.
  ///
  /// The copy is one consistent state, made by SQLite's own backup and checked after writing. It
  /// appears complete or not at all, after its pictures. It replaces only an archive of its name.
  /// Pictures are hard-linked on the same file system, and copied elsewhere; linked files of items
  /// stay in place.
  ///
  /// Throws `.outputFailed`, `.invalidExport`, or `.damaged` for a torn copy.
  package func backup(
    to path: String, withPictures: Bool
  ) throws(ArchiveError) -> BackupReport {
    let destination = URL(fileURLWithPath: path).standardizedFileURL
    try ArchiveFile.checkIsFree(destination, of: self.path)
    let replaces = FileManager.default.fileExists(atPath: destination.path)
    if replaces {
      guard ArchiveFile.isMarked(destination) else {
        throw ArchiveError(
          .outputFailed,
          "\(destination.path) exists and isn't an archive; choose another name for the backup.")
      }
    }
    let temporary = OutputFile.temporary(for: destination)
    defer {
      for ending in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: temporary.path + ending)
      }
    }
    var report = BackupReport(
      path: destination.path, items: 0, collections: 0, bytes: 0, pictures: nil, pictureBytes: 0,
      problems: [])
    let pictures =
      withPictures
      ? MediaBackup(from: mediaStore, to: MediaStore(archive: destination.path)) : nil
    try copy(to: temporary, named: destination, pictures, &report)
    do {
      let handle = try FileHandle(forUpdating: temporary)
      try handle.synchronize()
      report.bytes = Int(try handle.seekToEnd())
      try handle.close()
    } catch {
      throw ArchiveError(.outputFailed, "Can't write \(destination.path).", cause: error)
    }
    try OutputFile.rename(temporary, to: destination)
    // The index of the replaced file; a backup has none, and gets one when it is written to.
    try? FileManager.default.removeItem(atPath: IndexWriter.path(of: destination.path))
    if replaces, let pictures {
      // Not earlier: until now they belonged to the replaced backup. A failure here doesn't affect
      // the complete backup.
      try? ArchiveFile.openForReading(destination.path).read {
        try pictures.removeOthers(SQLiteConnection($0))
      }
    }
    return report
  }

  private func copy(
    to temporary: URL, named destination: URL, _ pictures: MediaBackup?,
    _ report: inout BackupReport
  ) throws(ArchiveError) {
    let isNewer = isFromNewerVersion
    do {
      let copy = try DatabaseQueue(
        path: temporary.path, configuration: ArchiveFile.configuration)
      try reader.backup(to: copy)
      try copy.read { db in
        report.items = try ItemCount.all(db)
        report.collections = try Int.fetchOne(db, sql: "SELECT count(*) FROM collections") ?? 0
      }
      report.problems = try Soundness.problems(
        in: copy, .quick, isNewer: isNewer)
      if var pictures {
        try copy.read { try pictures.run(SQLiteConnection($0)) }
        (report.pictures, report.pictureBytes) = (pictures.files, pictures.bytes)
        report.problems += pictures.problems
      }
      try copy.close()
    } catch let error as ArchiveError {
      throw error
    } catch let error as DatabaseError where error.resultCode != .SQLITE_CORRUPT {
      throw ArchiveError(
        .outputFailed, "Can't write \(destination.path): \(error.message ?? "")", cause: error)
    } catch {
      throw ArchiveError(error)
    }
    if let torn = report.problems.first(where: \.isTorn) {
      throw ArchiveError(
        .damaged, "The archive is damaged, so a backup would be damaged too: \(torn.detail)")
    }
  }
}
