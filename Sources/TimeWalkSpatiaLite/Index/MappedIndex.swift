internal import CDatabases
import Foundation
import Synchronization
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// A memory-mapped index file: only the needed pages are read.
///
/// Safe for untrusted files: the header and the directory are checked and copied on opening, each
/// page on its first use, and every access is within bounds. Index writers never change an existing
/// file. Another program might; the file's length is therefore checked before each use, because
/// memory beyond a file's end can't be read.
final class MappedIndex: Sendable {
  let header: IndexHeader
  private let descriptor: Int32
  // The memory is only read, and stays until the end.
  private nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
  private let firstTiles: ContiguousArray<Int64>
  private let offsets: ContiguousArray<Int>
  private let checksums: ContiguousArray<UInt64>
  /// The levels of the tiles, in rising order; each page's tiles are of one.
  let levels: [Int]
  private let checked: PageMarks

  /// Opens an index file; `nil` if it is missing or incomplete.
  init?(path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard let size = MappedIndex.size(of: descriptor), size >= IndexHeader.size,
      let start = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED
    else {
      close(descriptor)
      return nil
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: size)
    self.bytes = bytes
    guard let header = IndexHeader(bytes, fileSize: size),
      let columns = MappedIndex.directory(
        header, UnsafeRawBufferPointer(rebasing: bytes[header.directory...]))
    else {
      munmap(start, size)
      close(descriptor)
      return nil
    }
    self.header = header
    (firstTiles, offsets, checksums) = columns
    levels = Set(firstTiles.map(TileGrid.level(of:))).sorted()
    checked = PageMarks(count: header.pages)
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    close(descriptor)
  }

  /// True if the file has its original length: all of the memory is then readable.
  var isWhole: Bool { MappedIndex.size(of: descriptor) == bytes.count }

  private static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return Int(status.st_size)
  }

  /// Copies the directory; `nil` if it is damaged.
  private static func directory(
    _ header: IndexHeader, _ bytes: UnsafeRawBufferPointer
  ) -> (ContiguousArray<Int64>, ContiguousArray<Int>, ContiguousArray<UInt64>)? {
    let count = header.pages
    // A copy first: the checked bytes can then no longer change.
    let copy = ContiguousArray(bytes)
    return copy.withUnsafeBytes { copy in
      guard IndexChecksum.of(copy) == header.directoryChecksum else { return nil }
      func column<T: BitwiseCopyable>(_ index: Int, as: T.Type) -> ContiguousArray<T> {
        ContiguousArray(unsafeUninitializedCapacity: count) { column, filled in
          for entry in 0..<count {
            column.initializeElement(
              at: entry,
              to: copy.loadUnaligned(fromByteOffset: 8 * (index * count + entry), as: T.self))
          }
          filled = count
        }
      }
      let tiles = column(0, as: Int64.self)
      var offsets = column(1, as: Int.self)
      offsets.append(header.directory)
      let areRising =
        zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 } && offsets[0] >= IndexHeader.size
        && zip(tiles, tiles.dropFirst()).allSatisfy { $0 <= $1 }
        && tiles.allSatisfy { TileGrid.levels.indices.contains(TileGrid.level(of: $0)) }
      return areRising ? (tiles, offsets, column(2, as: UInt64.self)) : nil
    }
  }

  /// The first page that begins with a tile of at least this number; found soonest when it is near
  /// another.
  private func page(from tile: Int64, near hint: Int? = nil) -> Int {
    firstTiles.withUnsafeBufferPointer { tiles in
      var (low, high) = (0, tiles.count)
      if let hint, hint < tiles.count {
        // In steps that double, until it lies between two of them.
        var step = 1
        if tiles[hint] < tile {
          low = hint
          while low + step < tiles.count, tiles[low + step] < tile {
            low += step
            step *= 2
          }
          high = min(low + step, tiles.count)
        } else {
          high = hint
          while high >= step, tiles[high - step] >= tile {
            high -= step
            step *= 2
          }
          low = max(0, high - step)
        }
      }
      while low < high {
        let middle = (low + high) / 2
        if tiles[middle] < tile { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  /// The pages that may hold tiles of a range; found soonest when they are near another page.
  func pages(ofTiles tiles: ClosedRange<Int64>, near hint: Int? = nil) -> Range<Int> {
    // The page before may end with the first of them.
    let first = max(0, page(from: tiles.lowerBound, near: hint) - 1)
    var last = first
    while last < firstTiles.count, firstTiles[last] <= tiles.upperBound { last += 1 }
    return first..<last
  }

  /// The least number of a tile that is at least this; `nil` when there is none.
  ///
  /// For a damaged page, nothing is reported and the number itself is returned.
  func firstTile(from tile: Int64) -> Int64? {
    let next = page(from: tile)
    if next > 0, next == firstTiles.count || firstTiles[next] != tile {
      guard let page = page(next - 1) else { return tile }
      if let found = page.firstGroup(from: tile) { return found }
    }
    return next < firstTiles.count ? firstTiles[next] : nil
  }

  /// Every tile in rising order.
  ///
  /// - Returns: false when a page is damaged; the tiles before it were passed on.
  func forEachTile(_ body: (Int64, Candidates) throws -> Void) rethrows -> Bool {
    // A large tile continues in the next page.
    var current: (tile: Int64, candidates: Candidates)?
    for index in firstTiles.indices {
      guard let slices = page(index, afresh: true)?.slices else { return false }
      for (tile, slice) in slices {
        if let done = current, done.tile != tile { try body(done.tile, done.candidates) }
        if current?.tile != tile { current = (tile, Candidates()) }
        current?.candidates.append([slice])
      }
    }
    if let current { try body(current.tile, current.candidates) }
    return true
  }

  /// Loads the headers of pages into the cache all at once, instead of waiting for each.
  func fetch(_ wishes: [IndexReader.PageTiles]) {
    guard let start = bytes.baseAddress else { return }
    for wish in wishes { tws_fetch(start + offsets[wish.page]) }
  }

  /// A page, whose checksum is verified the first time, or always; `nil` when it is damaged.
  func page(_ index: Int, afresh: Bool = false) -> CandidatePage? {
    let memory = UnsafeRawBufferPointer(rebasing: bytes[offsets[index]..<offsets[index + 1]])
    if afresh || !checked.has(index) {
      guard IndexChecksum.of(memory) == checksums[index] else { return nil }
      checked.add(index)
    }
    return CandidatePage(memory)
  }
}
