import TimeWalkArchive
import TimeWalkCore

/// The head of an index file: what follows, for which state of the archive, and where it ends.
///
/// Then come the pages, see `CandidatePage`, whose groups are tiles, one after another in the order
/// of tiles, each from a multiple of 8 bytes on; then the directory, three columns with an entry
/// for each page: the first tile, the place in the file, the checksum. All numbers are
/// little-endian, and 64 bits wide.
struct IndexHeader: Equatable {
  /// What `tile_state.stamp` was in the archive.
  var stamp: Int64
  var items: Int
  var pages: Int
  /// Where the directory begins.
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
