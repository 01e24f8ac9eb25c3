internal import Foundation
internal import GRDB
internal import Synchronization

/// What was removed.
public struct Removal: Hashable, Sendable {
  /// The photos that are gone.
  public var photos: [PhotoRecord]
  /// The files that were deleted, as absolute paths.
  public var files: [String]
  /// Whether nothing of their rows is left in the library's files; another program that was reading can keep it there
  /// until the next removal.
  public var isErased: Bool
}

extension PhotoLibrary {
  /// Removes photos for good: their renditions and all that is recorded of them; originals are never touched.
  ///
  /// The files go before the rows, so that after a kill the same removal can be asked again.
  /// - Throws: `noSuchPhoto` where the library has none of a number; then nothing was removed.
  public func remove(_ sequences: [Int]) throws(LibraryError) -> Removal {
    let sequences = Set(sequences).sorted()
    let sign = try sign()
    let (records, owners) = try read { db in
      let records = try sequences.map { sequence in
        guard
          let record = try PhotoRecord.fetch(
            db, where: "sequence = ? AND response IS NOT NULL", [sequence]
          ).first
        else { throw PhotoLibrary.noPhoto(sequence) }
        return record
      }
      let owners = try sequences.map { sequence in
        try Int.fetchOne(
          db, sql: "SELECT owner FROM photos WHERE sequence = ?", arguments: [sequence])
      }
      return (records, owners)
    }
    var files: [String] = []
    for (record, owner) in zip(records, owners) {
      if let folder = record.output, let owner {
        OutputFiles.sweep(record.sequence, in: folder, owner: owner, isComplete: true)
      }
      for path in record.files where FileManager.default.fileExists(atPath: path) {
        guard unlink(path) == 0 else {
          throw LibraryError(errno: errno, "cannot remove \(path)", otherwise: .inputOutput)
        }
        files.append(path)
      }
      if let folder = record.folder { try? OutputFiles.synchronize(folder: folder) }
    }
    _ = sign
    try access { db in
      for sequence in sequences {
        try db.execute(
          sql: "DELETE FROM renditions WHERE sequence = ?", arguments: [sequence])
        try db.execute(sql: "DELETE FROM photos WHERE sequence = ?", arguments: [sequence])
      }
    }
    settled.withLock { $0.subtract(sequences) }
    return Removal(photos: records, files: files, isErased: erase())
  }

  /// Leaves no byte of deleted rows in the library's files.
  ///
  /// `secure_delete` overwrites what it frees, but a page that SQLite rearranges may keep an older copy in its gap; only
  /// writing the file anew leaves none. The log is then cut to nothing.
  private func erase() -> Bool {
    do {
      try database.vacuum()
      try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      return true
    } catch { return false }
  }
}

extension PhotoRecord {
  /// The folder of its files, also where an early version didn't record it.
  var folder: String? {
    output
      ?? renditions.first.map {
        URL(fileURLWithPath: $0.path).deletingLastPathComponent().path
      }
  }

  /// All its files, as absolute paths.
  public var files: [String] {
    renditions.map(\.path) + (folder.map { [$0 + "/" + OutputName.response(sequence)] } ?? [])
  }
}
