import Foundation
package import TimeWalkArchive
import TimeWalkStorage
import Glibc

/// The archive's own copies of pictures on their way to its backup, or to a copy of it.
///
/// They are never modified, so a hard link can replace a copy on the same file system.
package struct MediaBackup {
  private let source: MediaStore
  private let target: MediaStore
  /// The final number of files.
  package private(set) var files = 0
  /// The size of the files in bytes.
  package private(set) var bytes = 0
  /// The pictures that could not be copied.
  package private(set) var problems: [ArchiveProblem] = []

  /// From one store to another, which may be the same.
  package init(from source: MediaStore, to target: MediaStore) {
    self.source = source
    self.target = target
  }

  /// Copies all pictures that an archive names.
  ///
  /// - Parameters:
  ///   - db: the archive's tables.
  ///   - next: called before each picture.
  /// - Throws: `.outputFailed` when the target can't be written, and the errors of `next`.
  package mutating func run(_ db: any SQLDatabase, next: () throws -> Void = {}) throws {
    var shelves = Set<String>()
    let stored = try db.rows(
      "SELECT sha256, min(bytes), min(origin) FROM media WHERE stored = 1 GROUP BY sha256")
    for row in stored {
      try next()
      let (hash, size, origin) = (row[0] as String, row[1] as Int, row[2] as String)
      guard let from = source.path(of: hash), let to = target.path(of: hash) else { continue }
      do throws(MediaRefusal) {
        let found = try source.size(of: hash)
        guard found == size else {
          throw MediaRefusal(reason: "has \(found) bytes instead of \(size)")
        }
        if source.objects != nil || target.objects != nil { try bring(hash, size: size) }
      } catch {
        guard !error.isOfStore else {
          throw ArchiveError(error.code, "The picture \(origin) \(error.reason).")
        }
        problems.append(
          ArchiveProblem(
            check: .media, detail: "the copy of \(origin) \(error.reason)",
            hint: "import with --media copy, or fetch, the picture again"))
        continue
      }
      if source.objects == nil, target.objects == nil {
        try bring(from, to: to, hash: hash, size: size)
        shelves.insert((to as NSString).deletingLastPathComponent)
      }
      files += 1
      bytes += size
    }
    do throws(StorageError) {
      for shelf in shelves { try target.synchronize(shelf: shelf) }
    } catch {
      throw ArchiveError(.outputFailed, "\(error).", cause: error)
    }
  }

  /// Copies a picture out of an object store or into one.
  private func bring(_ hash: String, size: Int) throws(MediaRefusal) {
    if let path = target.path(of: hash), target.objects == nil,
      (try? RegularFile(path: path))?.size == size
    {
      return
    }
    var incoming = try IncomingMedia(target)
    try source.read(hash) { (piece) throws(MediaRefusal) in try incoming.write(piece) }
    _ = try incoming.keep(expecting: hash)
  }

  private func bring(_ from: String, to: String, hash: String, size: Int) throws {
    if let there = try? RegularFile(path: to), there.size == size { return }
    let shelf = (to as NSString).deletingLastPathComponent
    do throws(StorageError) { try DurableFolder.make(shelf) } catch {
      throw ArchiveError(.outputFailed, "\(error).", cause: error)
    }
    unlink(to)
    // The name comes with all its bytes or not at all, in either way.
    if link(from, to) == 0 { return }
    do throws(MediaRefusal) {
      _ = try target.copy(from, limit: .max, expecting: hash)
    } catch {
      throw ArchiveError(.outputFailed, "The picture \(from) \(error.reason).")
    }
  }

  /// Deletes an earlier backup's files that this one lacks; files that can't be deleted are
  /// harmless.
  package func removeOthers(_ db: any SQLDatabase) throws {
    for name in target.contents() {
      let isNamed = try db.first(
        Bool.self, "SELECT EXISTS (SELECT 1 FROM media WHERE stored = 1 AND sha256 = ?)", [name])
      if isNamed == false, let path = target.path(of: name) { unlink(path) }
    }
  }
}
