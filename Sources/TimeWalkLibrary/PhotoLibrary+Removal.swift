internal import TimeWalkBase
internal import Foundation
internal import Synchronization
internal import TimeWalkStorage
internal import TimeWalkTables

/// The removed photos and files.
package struct Removal: Hashable, Sendable {
  /// The removed photos.
  package var photos: [PhotoRecord]
  /// The files that were deleted, as absolute paths.
  package var files: [String]
  /// True if the removed rows are erased from the library's files.
  ///
  /// A concurrent reader, or a fault of the disk, can delay it until the next removal.
  package var isErased: Bool
}

extension PhotoLibrary {
  /// Removes photos for good: their renditions and all that is recorded of them; originals are
  /// never touched.
  ///
  /// First the photos are marked as removed, then their files are deleted, then their rows. After a
  /// kill or a fault, repeating the removal, the next sweep or the next program finishes it.
  /// - Throws: `noSuchPhoto` for an unknown number; then nothing was removed. `inputOutput` when a
  ///   file can't be deleted: the photos are removed from the library, and their remains later.
  package func remove(_ sequences: [Int]) throws(LibraryError) -> Removal {
    do throws(LibraryError) { return try removeNow(Set(sequences).sorted()) } catch {
      // Also where the server was lost at the end of a transaction, which it may have kept.
      if error.code != .noSuchPhoto { hasRemovals.withLock { $0 = true } }
      throw error
    }
  }

  private func removeNow(_ sequences: [Int]) throws(LibraryError) -> Removal {
    let records = try access { db in
      let records = try sequences.map { sequence in
        guard
          let record = try PhotoRecord.fetch(
            db, where: "sequence = ? AND response IS NOT NULL", [sequence]
          ).first
        else { throw PhotoLibrary.noPhoto(sequence) }
        return record
      }
      for sequence in sequences {
        try db.run(
          "UPDATE photos SET replacing = ? WHERE sequence = ?", [PhotoState.removing, sequence])
      }
      for record in records { try db.tell(.removed(record.id)) }
      return records
    }
    let (files, isOnDisk) = try removeFiles(of: records)
    // The photos are gone from here on; a row that can't be erased now goes with the next sweep.
    let isForgotten = isOnDisk && forget(records)
    if !isForgotten { hasRemovals.withLock { $0 = true } }
    return Removal(photos: records, files: files, isErased: isForgotten && store.erase())
  }

  /// Finishes removals that a kill or a fault interrupted; where a file still can't be removed, the
  /// next sweep tries again.
  func finishRemovals() {
    let mayBeSome = hasRemovals.withLock { hasSome in
      defer { hasSome = false }
      return hasSome
    }
    guard mayBeSome else { return }
    do throws(LibraryError) {
      let records = try read { db in
        try PhotoRecord.fetch(
          db, where: "response IS NOT NULL AND replacing = ?", [PhotoState.removing])
      }
      guard !records.isEmpty else { return }
      let (_, isOnDisk) = try removeFiles(of: records)
      if isOnDisk && forget(records) {
        _ = store.erase()
        return
      }
    } catch {}
    hasRemovals.withLock { $0 = true }
  }

  /// Deletes the files of marked photos, and flushes that to the disk.
  ///
  /// - Returns: the existing files, and whether the deletion is durable against a power cut.
  ///   Otherwise their rows stay marked, and the next program deletes the files again.
  private func removeFiles(of records: [PhotoRecord]) throws(LibraryError) -> (
    files: [String], isOnDisk: Bool
  ) {
    var files: [String] = []
    var isOnDisk = true
    for record in records {
      let owner = try read { db in
        try db.first(Int.self, "SELECT owner FROM photos WHERE sequence = ?", [record.sequence])
      }
      if let owner {
        _ = OutputFiles.sweep(record.sequence, in: record.output, owner: owner, isComplete: true)
      }
      for path in record.files {
        if RawPath.remove(path) == 0 {
          files.append(path)
        } else if errno != ENOENT && errno != ENOTDIR {
          throw LibraryError(
            errno: errno,
            "photo \(record.sequence) was removed from the library, but \(path) can't be deleted yet",
            otherwise: .inputOutput)
        }
      }
      if RawPath.exists(record.output) {
        do throws(LibraryError) { try OutputFiles.synchronize(folder: record.output) } catch {
          isOnDisk = false
        }
      }
    }
    return (files, isOnDisk)
  }

  /// Deletes the rows of photos whose files are deleted; `false` if the disk or another program
  /// prevents it.
  private func forget(_ records: [PhotoRecord]) -> Bool {
    settled.withLock { $0.subtract(records.map(\.sequence)) }
    do throws(LibraryError) {
      try access { db in
        for record in records {
          try db.run("DELETE FROM renditions WHERE sequence = ?", [record.sequence])
          try db.run("DELETE FROM photos WHERE sequence = ?", [record.sequence])
        }
      }
      return true
    } catch { return false }
  }
}

extension PhotoRecord {
  /// All its files, as absolute paths.
  package var files: [String] {
    let answer = OutputName.path(OutputName.response(sequence), in: output)
    return renditions.map(\.path) + (answer.map { [$0] } ?? [])
  }
}
