internal import Glibc
internal import Synchronization
internal import TimeWalkBase
internal import TimeWalkMetadata

/// A file of map tiles in one archive (PMTiles 3).
final class PMTilesFile: Sendable {
  /// The reason why a file can't be used.
  struct Fault: Error {
    let words: String
  }

  /// The content of the file's first 127 bytes.
  private struct Header {
    let bytes: [UInt8]

    func number(_ at: Int) throws(Fault) -> Int {
      let value = bytes[at..<at + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard value < 1 << 62 else { throw PMTilesFile.damage }
      return Int(value)
    }
  }

  /// A tile, a run of equal tiles, or a further directory if `run` is 0.
  struct Entry {
    var id: Int
    var run = 0
    var length = 0
    var offset = 0
  }

  /// The format of the tiles: 1 for vectors, 2 for PNG, 3 for JPEG, 4 for WebP, 5 for AVIF.
  let tileType: Int
  /// The zooms of the tiles.
  let zooms: ClosedRange<Int>
  /// The file's description as JSON.
  let metadata: [UInt8]

  private let descriptor: Int32
  private let internalCompression: UInt8
  private let leaves: Int
  private let tiles: Int
  private let root: [Entry]
  /// Further directories that were read, by their offsets.
  private let known = Mutex<[Int: [Entry]]>([:])

  private static let damage = Fault(words: "is damaged")
  private static let longestTile = 16 << 20
  private static let longestDirectory = 16 << 20
  /// The most entries of further directories in memory, 32 bytes each.
  private static let mostKnown = 1 << 20

  /// True if a file begins like this format.
  static func isMeant(_ start: [UInt8]) -> Bool { start.starts(with: Array("PMTiles".utf8)) }

  /// Opens a file.
  ///
  /// - Throws: `Fault` if it can't be read or used.
  init(path: String) throws(Fault) {
    let file = RawPath.open(path, O_NONBLOCK)
    guard file >= 0 else { throw Fault(words: "can't be read") }
    descriptor = file
    do throws(Fault) {
      let header = Header(bytes: try PMTilesFile.read(file, 0, 127))
      guard header.bytes[7] == 3 else {
        throw Fault(words: "is PMTiles \(header.bytes[7]), not PMTiles 3")
      }
      let compression = header.bytes[97]
      internalCompression = compression
      tileType = Int(header.bytes[99])
      guard header.bytes[99] == 1 || [0, 1].contains(header.bytes[98]) else {
        throw Fault(words: "has compressed tiles, which only vector tiles need")
      }
      let (low, high) = (Int(header.bytes[100]), Int(header.bytes[101]))
      guard low <= high, high <= 30 else { throw PMTilesFile.damage }
      zooms = low...high
      leaves = try header.number(40)
      tiles = try header.number(56)
      root = try PMTilesFile.entries(
        try PMTilesFile.part(
          of: file, try header.number(8), try header.number(16), compression))
      metadata = try PMTilesFile.part(
        of: file, try header.number(24), try header.number(32), compression)
    } catch {
      close(file)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// A tile by its column and its row from the north; `nil` if the file has none.
  ///
  /// - Throws: `Fault` for a damaged file.
  func tile(zoom: Int, column: Int, row: Int) throws(Fault) -> [UInt8]? {
    let id = PMTilesFile.id(zoom: zoom, column: column, row: row)
    var directory = root
    // The format allows three levels of directories.
    for _ in 0..<4 {
      guard let entry = PMTilesFile.entry(id, in: directory) else { return nil }
      if entry.run > 0 {
        guard id < entry.id + entry.run else { return nil }
        guard entry.length <= PMTilesFile.longestTile else { throw PMTilesFile.damage }
        return try PMTilesFile.read(descriptor, tiles + entry.offset, entry.length)
      }
      directory = try further(entry)
    }
    throw PMTilesFile.damage
  }

  private func further(_ entry: Entry) throws(Fault) -> [Entry] {
    if let directory = known.withLock({ $0[entry.offset] }) { return directory }
    let directory = try PMTilesFile.entries(
      try PMTilesFile.part(
        of: descriptor, leaves + entry.offset, entry.length, internalCompression))
    known.withLock {
      let count = $0.values.reduce(directory.count) { $0 + $1.count }
      if count > PMTilesFile.mostKnown { $0.removeAll() }
      $0[entry.offset] = directory
    }
    return directory
  }

  /// The number of a tile: those of lower zooms come first, then along a Hilbert curve.
  static func id(zoom: Int, column: Int, row: Int) -> Int {
    var (x, y, sum) = (column, row, 0)
    var side = (1 << zoom) / 2
    while side > 0 {
      let (right, down) = (x & side > 0 ? 1 : 0, y & side > 0 ? 1 : 0)
      sum += side * side * (3 * right ^ down)
      if down == 0 {
        if right == 1 { (x, y) = (side - 1 - x, side - 1 - y) }
        (x, y) = (y, x)
      }
      side >>= 1
    }
    return (1 << (2 * zoom) - 1) / 3 + sum
  }

  /// The last entry that doesn't begin after a tile.
  private static func entry(_ id: Int, in directory: [Entry]) -> Entry? {
    var (low, high) = (0, directory.count)
    while low < high {
      let middle = (low + high) / 2
      if directory[middle].id <= id { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? directory[low - 1] : nil
  }

  /// The entries of a directory: columns of variable-length numbers.
  private static func entries(_ bytes: [UInt8]) throws(Fault) -> [Entry] {
    var at = 0
    func number() throws(Fault) -> Int {
      var value = 0
      for shift in stride(from: 0, to: 56, by: 7) {
        guard at < bytes.count else { throw damage }
        let byte = bytes[at]
        at += 1
        value |= Int(byte & 0x7f) << shift
        if byte < 0x80 { return value }
      }
      throw damage
    }
    let count = try number()
    // Each entry has at least four bytes.
    guard count > 0, count <= bytes.count / 4 else { throw damage }
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    var id = 0
    for _ in 0..<count {
      id += try number()
      guard id < 1 << 62 else { throw damage }
      entries.append(Entry(id: id))
    }
    for index in 0..<count { entries[index].run = try number() }
    for index in 0..<count { entries[index].length = try number() }
    for index in 0..<count {
      let offset = try number()
      // 0 continues after the previous tile.
      if offset == 0 {
        guard index > 0 else { throw damage }
        entries[index].offset = entries[index - 1].offset + entries[index - 1].length
      } else {
        entries[index].offset = offset - 1
      }
      guard entries[index].offset < 1 << 61 else { throw damage }
    }
    return entries
  }

  /// A directory or the description, decompressed.
  private static func part(
    of file: Int32, _ offset: Int, _ length: Int, _ compression: UInt8
  ) throws(Fault) -> [UInt8] {
    guard length <= longestDirectory else { throw damage }
    let bytes = try read(file, offset, length)
    switch compression {
    case 0, 1: return bytes
    case 2:
      var remaining = longestDirectory
      guard let expanded = ZlibStream.bytes(of: bytes[...], isGzip: true, remaining: &remaining)
      else { throw damage }
      return expanded
    default: throw Fault(words: "is compressed in another way than gzip")
    }
  }

  private static func read(_ file: Int32, _ offset: Int, _ length: Int) throws(Fault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length)
    var count = 0
    while count < length {
      let got = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress.map { $0 + count }, length - count, off_t(offset + count))
      }
      if got < 0, errno == EINTR { continue }
      // The file ends too early.
      guard got > 0 else { throw damage }
      count += got
    }
    return bytes
  }
}
