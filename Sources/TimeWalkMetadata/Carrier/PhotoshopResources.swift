/// Photoshop's image resource blocks: `8BIM`, a number, a name and data, each padded to an even
/// length.
///
/// The layout is that of Adobe's file format specification, "Image Resource Blocks".
enum PhotoshopResources {
  /// The thumbnails of Photoshop 4 and of later versions.
  private static let thumbnails: Set<Int> = [1033, 1036]

  /// The blocks without thumbnails; `nil` when there is none, or when the blocks can't be parsed.
  static func withoutThumbnails(_ bytes: [UInt8]) -> [UInt8]? {
    var kept: [UInt8] = []
    var found = false
    let end = visit(bytes) { number, range in
      if thumbnails.contains(number) {
        found = true
      } else {
        kept += bytes[range]
      }
    }
    guard let at = end else { return nil }
    guard found else { return nil }
    return kept + bytes[at...]
  }

  /// An IPTC record as resource 1028.
  static func wrapping(iptc record: ArraySlice<UInt8>) -> [UInt8] {
    Array("8BIM".utf8) + ByteOrder.big.bytes(1028, count: 2) + [0, 0]
      + ByteOrder.big.bytes(UInt64(record.count), count: 4) + record
      + [UInt8](repeating: 0, count: record.count & 1)
  }

  /// Returns true if an IPTC record is among the blocks.
  static func hasIPTC(_ bytes: [UInt8]) -> Bool {
    var found = false
    visit(bytes) { number, _ in found = found || number == 1028 }
    return found
  }

  /// Visits the blocks' numbers and positions; stops at an unreadable one.
  ///
  /// - Returns: the position at which it stopped.
  @discardableResult
  static func visit(_ bytes: [UInt8], _ body: (Int, Range<Int>) -> Void) -> Int? {
    var at = 0
    while at + 12 <= bytes.count, bytes[at...].starts(with: Array("8BIM".utf8)) {
      // The name's length byte and the name, together of even length.
      let sizeAt = at + 6 + (Int(bytes[at + 6]) + 2) & ~1
      guard sizeAt + 4 <= bytes.count else { return nil }
      let size = Int(ByteOrder.big.uint32(bytes, sizeAt))
      guard size <= bytes.count - sizeAt - 4 else { return nil }
      let end = min(sizeAt + 4 + size + size & 1, bytes.count)
      body(Int(ByteOrder.big.uint16(bytes, at + 4)), at..<end)
      at = end
    }
    return at
  }
}
