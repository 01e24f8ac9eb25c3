import Foundation
import GRDB
package import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// An archive in one SpatiaLite file, which QGIS and `spatialite` open directly.
///
/// Safe to use from any thread. Readers never wait for an import, and see the archive as it was
/// before it until it is complete. The file is closed when the value is released.
package final class SpatiaLiteArchive: SQLArchive {
  /// The mode of opening an archive.
  package enum Mode: Hashable, Sendable {
    /// Read-only: the file is not changed.
    case readOnly
    /// Like `readOnly`, for requests one after another: its single connection opens sooner.
    case readOnlyInTurn
    /// For importing; the file must exist. A file of an earlier version is updated.
    case readWrite
    /// Like `readWrite`, and makes the file when there is none; its folder must exist.
    case create

    var isForWriting: Bool { self == .readWrite || self == .create }
  }

  /// The file, as an absolute path.
  package let path: String
  /// The mode in which the archive was opened.
  package let mode: Mode
  /// True if a newer version of TimeWalk made the file: it can be read, and may hold more than is
  /// shown.
  package let isFromNewerVersion: Bool

  /// See `HistoricalArchive.location`.
  package var location: String { path }

  /// See `SQLArchive.mediaStore`.
  package var mediaStore: MediaStore { MediaStore(archive: path) }

  let index: IndexHolder
  let reader: any DatabaseReader
  let spare = CandidatePool()
  private let writer: DatabasePool?

  /// Opens an archive, or makes one.
  ///
  /// Throws `.missing`, `.notAnArchive`, `.newerVersion` (never for reading alone), `.readOnly`,
  /// `.busy`, `.damaged` or `.storage`. A database of something else is never written to.
  package init(path: String, mode: Mode) throws(ArchiveError) {
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    self.mode = mode
    try ArchiveFile.check(self.path, mode: mode)
    index = IndexHolder(archive: self.path)
    if !mode.isForWriting {
      writer = nil
      reader = try ArchiveFile.openForReading(self.path, inTurn: mode == .readOnlyInTurn)
      isFromNewerVersion = try ArchiveFile.isFromNewerVersion(reader, path: self.path)
    } else {
      let pool = try ArchiveFile.openForWriting(self.path)
      writer = pool
      reader = pool
      isFromNewerVersion = false
      _ = try? makeIndex()
    }
  }

  /// The pool for writing; throws `.readOnly` for an archive that was opened read-only.
  func writable() throws(ArchiveError) -> DatabasePool {
    guard let writer else {
      throw ArchiveError(.readOnly, "The archive \(path) was opened read-only.")
    }
    return writer
  }

  /// See `HistoricalArchive.snapshot()`.
  package func snapshot() throws(ArchiveError) -> any ArchiveSnapshot {
    let reader =
      mode == .readOnlyInTurn
      ? try ArchiveFile.openForReading(path, inTurn: false) : reader
    // A file without write permission is one state anyway.
    guard let pool = reader as? DatabasePool else { return Snapshot(reader) }
    return Snapshot(try ArchiveError.typed { try pool.makeSnapshot() })
  }

  /// See `HistoricalArchive.checkIsFree(_:)`.
  package func checkIsFree(_ path: String) throws(ArchiveError) {
    try ArchiveFile.checkIsFree(URL(fileURLWithPath: path), of: self.path)
  }
}
