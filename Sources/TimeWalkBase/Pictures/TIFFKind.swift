/// The kind of data in a TIFF container, from the tags of its first directory.
enum TIFFKind {
  /// TIFF's own pictures, DNG, or a camera's raw format; TIFF where the directory lies beyond the
  /// given bytes.
  static func format(of bytes: [UInt8]) -> ImageFormat {
    // Canon's CR2 has a mark after TIFF's header.
    if bytes.count >= 10, bytes[8] == 0x43, bytes[9] == 0x52 { return .cameraRaw }
    guard let tags = Tags(bytes) else { return .tiff }
    if tags.contains(Tags.dngVersion) { return .dng }
    // Raw formats begin with a reduced copy and keep the sensor's picture in a directory below.
    return tags.isReduced && tags.contains(Tags.subDirectories) ? .cameraRaw : .tiff
  }

  /// The tags of the first directory.
  private struct Tags {
    static let dngVersion: UInt16 = 0xC612
    static let subDirectories: UInt16 = 0x014A
    private static let subfileType: UInt16 = 0x00FE

    private var tags: Set<UInt16> = []
    private(set) var isReduced = false

    func contains(_ tag: UInt16) -> Bool { tags.contains(tag) }

    /// `nil` for a directory that isn't within the bytes, or for BigTIFF, which no camera writes.
    init?(_ bytes: [UInt8]) {
      let isLittle = bytes.first == 0x49
      func number(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        let part = bytes[offset..<offset + count]
        return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
      }
      guard number(2, 2) == 42, let start = number(4, 4), let count = number(start, 2) else {
        return nil
      }
      for index in 0..<count {
        let entry = start + 2 + 12 * index
        guard let tag = number(entry, 2) else { break }
        tags.insert(UInt16(tag))
        if tag == Int(Self.subfileType), number(entry + 8, 4) == 1 { isReduced = true }
      }
    }
  }
}
