import Foundation
import GRDB
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// Writes an index file: the tiles of an archive, packed.
///
/// One program writes at a time, in a temporary file that gets the index's name when it is complete
/// and on the disk. Readers can therefore read an open index to the end, and a kill leaves the old
/// one.
struct IndexWriter {
  /// The path of an archive's index.
  static func path(of archive: String) -> String { archive + "-index" }

  /// Writes the index of a transaction's state.
  ///
  /// Reads the tiles alone, at some millions of items a second.
  /// - Returns: false when another program writes it already.
  static func write(_ db: Database, stamp: Int64, archive: String) throws -> Bool {
    let path = path(of: archive)
    guard var file = try LockedFile(path: path + ".new") else { return false }
    do {
      var writer = IndexWriter()
      try file.write([UInt8](repeating: 0, count: IndexHeader.size))
      try writer.writePages(db, to: &file)
      let header = try writer.writeDirectory(stamp: stamp, to: &file)
      try file.finish(head: header.bytes, path: path)
    } catch {
      // The disk may be full because of the index itself.
      file.remove()
      throw error
    }
    return true
  }

  private var firstTiles: [Int64] = []
  private var offsets: [Int] = []
  private var checksums: [UInt64] = []
  private var items = 0

  private mutating func writePages(_ db: Database, to file: inout LockedFile) throws {
    let tiles = try db.makeStatement(
      sql: "SELECT tile, data FROM tiles WHERE tile >= ?1 ORDER BY tile")
    var candidates = Candidates()
    var groups: [(number: Int64, start: Int)] = []
    func flush() throws {
      try writePages(of: candidates, groups, to: &file)
      candidates.removeAll()
      groups.removeAll(keepingCapacity: true)
    }
    try CandidateRows.forEachTile(tiles, in: db, arguments: [0]) { tile, data in
      guard let count = Candidates.count(inBytes: data), TileGrid.isLevel(of: tile) else {
        throw ArchiveError.damagedTile(tile)
      }
      guard count > 0 else { return }
      if let first = groups.first?.number,
        candidates.count + count > CandidatePage.mostCandidates
          || tile - first > Int64(UInt32.max)
          || TileGrid.level(of: tile) != TileGrid.level(of: first)
      {
        try flush()
      }
      groups.append((tile, candidates.count))
      guard candidates.append(bytes: data) else { throw ArchiveError.damagedTile(tile) }
    }
    try flush()
  }

  /// Writes candidates as a page, or those of one large tile as several.
  private mutating func writePages(
    of candidates: Candidates, _ groups: [(number: Int64, start: Int)], to file: inout LockedFile
  ) throws {
    guard let tile = groups.first?.number else { return }
    for start in stride(from: 0, to: candidates.count, by: CandidatePage.mostCandidates) {
      let end = min(candidates.count, start + CandidatePage.mostCandidates)
      let page = candidates.page(
        of: start..<end, groups: groups.count > 1 ? groups : [(tile, start)])
      firstTiles.append(tile)
      offsets.append(file.count)
      checksums.append(page.withUnsafeBytes(IndexChecksum.of))
      try file.write(page)
    }
    items += candidates.count
  }

  private func writeDirectory(stamp: Int64, to file: inout LockedFile) throws -> IndexHeader {
    let directory =
      firstTiles.withUnsafeBytes(Array.init) + offsets.withUnsafeBytes(Array.init)
      + checksums.withUnsafeBytes(Array.init)
    let header = IndexHeader(
      stamp: stamp, items: items, pages: firstTiles.count, directory: file.count,
      directoryChecksum: directory.withUnsafeBytes(IndexChecksum.of))
    try file.write(directory)
    return header
  }
}

/// A file that this program alone writes, under a lock that no kill leaves behind.
private struct LockedFile {
  private let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// The number of bytes that were written.
  private(set) var count = 0

  private static let bufferSize = 1 << 20

  /// Opens and empties a file; `nil` while another program writes it.
  init?(path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw LockedFile.failure(path) }
    var (own, named) = (stat(), stat())
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      // Its writer may have renamed it before the lock was free: it is then an index in use.
      fstat(descriptor, &own) == 0, stat(path, &named) == 0,
      own.st_ino == named.st_ino, own.st_dev == named.st_dev
    else {
      close(descriptor)
      return nil
    }
    guard ftruncate(descriptor, 0) == 0 else {
      let failure = LockedFile.failure(path)
      close(descriptor)
      throw failure
    }
    buffer.reserveCapacity(LockedFile.bufferSize * 2)
  }

  mutating func write(_ bytes: [UInt8]) throws {
    buffer += bytes
    count += bytes.count
    if buffer.count >= LockedFile.bufferSize { try flush() }
  }

  private mutating func flush() throws {
    try buffer.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let written = Foundation.write(
          descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw LockedFile.failure(path) }
        done += written
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the head, waits for the disk and gives the file its name.
  mutating func finish(head: [UInt8], path final: String) throws {
    try flush()
    guard pwrite(descriptor, head, head.count, 0) == head.count, fsync(descriptor) == 0,
      rename(path, final) == 0
    else { throw LockedFile.failure(path) }
    close(descriptor)
  }

  func remove() {
    unlink(path)
    close(descriptor)
  }

  private static func failure(_ path: String) -> ArchiveError {
    ArchiveError(.storage, "Can't write \(path): \(String(cString: strerror(errno))).")
  }
}
