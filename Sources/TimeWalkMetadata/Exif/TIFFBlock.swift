/// The directories of a TIFF block, with the position of each entry, for changing values in place.
///
/// Every offset is checked; values outside the block are left out. A directory is visited once, so
/// loops end. The layout is that of TIFF 6.0, section 2.
struct TIFFBlock {
  /// The kind of a directory.
  enum Role: Hashable {
    case primary
    case thumbnail
    case exif
    case gps
    case interoperability
  }

  /// One entry of a directory.
  struct Entry {
    let tag: UInt16
    let type: UInt16
    /// The start of the entry's twelve bytes.
    let position: Int
    /// The range of its value, in the entry or elsewhere in the block.
    let value: Range<Int>

    /// True if the value isn't in the entry itself.
    var isOutside: Bool { value.count > 4 }
  }

  struct Directory {
    let role: Role
    /// The range of the directory: its count, its entries and the offset of the next one.
    let range: Range<Int>
    let entries: [Entry]
    /// The position of the next directory's offset; `nil` if the block ends before it.
    let nextPosition: Int?

    func entry(_ tag: UInt16) -> Entry? { entries.first { $0.tag == tag } }
  }

  /// The byte order mark, 42 and the offset of the first directory, bytes.
  static let headerSize = 8

  let bytes: [UInt8]
  let order: ByteOrder
  private(set) var directories: [Directory] = []
  /// True if some directory or value lies outside the block, or is too long.
  private(set) var isDamaged = false

  /// Reads a block that starts at its byte order mark; `nil` without a header or a first directory.
  init?(_ bytes: [UInt8], limits: MetadataLimits) {
    guard bytes.count >= TIFFBlock.headerSize else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x4D, 0x4D): order = .big
    case (0x49, 0x49): order = .little
    default: return nil
    }
    self.bytes = bytes
    guard order.uint16(bytes, 2) == 42 else { return nil }
    var visited: Set<Int> = []
    let first = Int(order.uint32(bytes, 4))
    guard let primary = visit(first, as: .primary, visited: &visited, limits: limits) else {
      return nil
    }
    if let at = primary.nextPosition {
      let next = Int(order.uint32(bytes, at))
      if next != 0 { visit(next, as: .thumbnail, visited: &visited, limits: limits) }
    }
    follow(0x8825, in: primary, as: .gps, visited: &visited, limits: limits)
    if let exif = follow(0x8769, in: primary, as: .exif, visited: &visited, limits: limits) {
      follow(0xA005, in: exif, as: .interoperability, visited: &visited, limits: limits)
    }
  }

  /// The first directory with a role.
  func directory(_ role: Role) -> Directory? { directories.first { $0.role == role } }

  /// The maximum parsed length of a value: more than a segment of a JPEG holds.
  private static let longestField = 1 << 16

  /// The value of an entry.
  func field(_ entry: Entry) -> ExifField {
    ExifField(
      type: entry.type, bytes: Array(bytes[entry.value].prefix(TIFFBlock.longestField)),
      order: order)
  }

  /// The value of the first entry with a tag, as a whole number.
  func integer(_ tag: UInt16, in directory: Directory) -> Int? {
    guard let entry = directory.entry(tag), let number = field(entry).number else { return nil }
    return Int(exactly: number.rounded())
  }

  @discardableResult
  private mutating func follow(
    _ tag: UInt16, in directory: Directory, as role: Role, visited: inout Set<Int>,
    limits: MetadataLimits
  ) -> Directory? {
    guard let offset = integer(tag, in: directory) else { return nil }
    return visit(offset, as: role, visited: &visited, limits: limits)
  }

  @discardableResult
  private mutating func visit(
    _ offset: Int, as role: Role, visited: inout Set<Int>, limits: MetadataLimits
  ) -> Directory? {
    guard visited.insert(offset).inserted,
      let (directory, complete) = TIFFBlock.directory(
        in: bytes, at: offset, order: order, role: role, limits: limits)
    else {
      isDamaged = true
      return nil
    }
    if !complete { isDamaged = true }
    directories.append(directory)
    return directory
  }

  /// Reads one directory; maker notes use it too.
  ///
  /// - Returns: the directory and whether all of it was readable, or `nil` if it is unreadable.
  static func directory(
    in bytes: [UInt8], at offset: Int, order: ByteOrder, role: Role, limits: MetadataLimits
  ) -> (directory: Directory, complete: Bool)? {
    guard offset >= headerSize, offset <= bytes.count - 2 else { return nil }
    let declared = Int(order.uint16(bytes, offset))
    let fitting = min(declared, (bytes.count - offset - 2) / 12, limits.maximumDirectoryEntries)
    guard fitting > 0 || declared == 0 else { return nil }
    var complete = fitting == declared
    var entries: [Entry] = []
    entries.reserveCapacity(fitting)
    for i in 0..<fitting {
      let at = offset + 2 + 12 * i
      let type = order.uint16(bytes, at + 2)
      guard let size = ExifField.size(ofType: type) else {
        complete = false
        continue
      }
      // At most 8 * 2^32: no overflow.
      let length = Int(order.uint32(bytes, at + 4)) * size
      let start = length <= 4 ? at + 8 : Int(order.uint32(bytes, at + 8))
      guard start <= bytes.count, length <= bytes.count - start else {
        complete = false
        continue
      }
      entries.append(
        Entry(
          tag: order.uint16(bytes, at), type: type, position: at, value: start..<start + length))
    }
    let tableEnd = offset + 2 + 12 * fitting
    let hasNext = fitting == declared && tableEnd <= bytes.count - 4
    return (
      Directory(
        role: role, range: offset..<(hasNext ? tableEnd + 4 : tableEnd), entries: entries,
        nextPosition: hasNext ? tableEnd : nil), complete
    )
  }
}
