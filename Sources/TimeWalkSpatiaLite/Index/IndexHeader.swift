import TimeWalkArchive
import TimeWalkCore

/// The header of an index file: the positions of its parts, its end, and its state of the archive.
///
/// Then come the pages, see `CandidatePage`, whose groups are tiles, in the order of tiles, each
/// page aligned to 8 bytes. The directory follows, three columns with an entry for each page: the
/// first tile, the offset in the file, the checksum. All numbers are little-endian, and 64 bits
/// wide.
struct IndexHeader: Equatable {
  /// The value of `tile_state.stamp` in the archive.
  var stamp: Int64
  var items: Int
  var pages: Int
  /// The offset of the directory.
  var directory: Int
  /// The checksum of the directory.
  var directoryChecksum: UInt64

  static let size = 64
  static let entrySize = 24
  /// "TmWkIdx" and the number of the format; another byte order reads another number.
  private static let mark: UInt64 = 0x31_7864_496B_576D_54

  /// The file's length, which follows.
  var fileSize: Int { directory + pages * IndexHeader.entrySize }

  var bytes: [UInt8] {
    let words = [
      IndexHeader.mark, UInt64(bitPattern: stamp), UInt64(items), UInt64(pages), UInt64(directory),
      directoryChecksum, 0,
    ]
    return words.withUnsafeBytes {
      Array($0) + withUnsafeBytes(of: IndexChecksum.of($0)) { Array($0) }
    }
  }

  init(stamp: Int64, items: Int, pages: Int, directory: Int, directoryChecksum: UInt64) {
    self.stamp = stamp
    self.items = items
    self.pages = pages
    self.directory = directory
    self.directoryChecksum = directoryChecksum
  }

  /// Reads the head of a file of a length; `nil` for anything else, or another length.
  init?(_ bytes: UnsafeRawBufferPointer, fileSize: Int) {
    guard bytes.count >= IndexHeader.size else { return nil }
    func word(_ index: Int) -> UInt64 {
      bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
    }
    guard word(0) == IndexHeader.mark,
      word(7) == IndexChecksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<56])),
      let items = Int(exactly: word(2)), let pages = Int(exactly: word(3)),
      let directory = Int(exactly: word(4)), (IndexHeader.size...fileSize).contains(directory),
      pages <= (fileSize - directory) / IndexHeader.entrySize
    else { return nil }
    self.init(
      stamp: Int64(bitPattern: word(1)), items: items, pages: pages, directory: directory,
      directoryChecksum: word(5))
    guard self.fileSize == fileSize else { return nil }
  }
}
