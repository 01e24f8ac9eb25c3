/// Photoshop's image resource blocks: `8BIM`, a number, a name and data, each padded to an even length.
///
/// The layout is that of Adobe's file format specification, "Image Resource Blocks".
enum PhotoshopResources {
  /// The thumbnails of Photoshop 4 and of later versions.
  private static let thumbnails: Set<Int> = [1033, 1036]

  /// The blocks without thumbnails; `nil` when there is none, or when the blocks can't be taken apart.
  static func withoutThumbnails(_ bytes: [UInt8]) -> [UInt8]? {
    var kept: [UInt8] = []
    var found = false
    var at = 0
    while at + 12 <= bytes.count, bytes[at...].starts(with: Array("8BIM".utf8)) {
      let number = Int(ByteOrder.big.uint16(bytes, at + 4))
      // The name's length byte and the name, together of even length.
      let name = (Int(bytes[at + 6]) + 2) & ~1
      let sizeAt = at + 6 + name
      guard sizeAt + 4 <= bytes.count else { return nil }
      let size = Int(ByteOrder.big.uint32(bytes, sizeAt))
      guard size <= bytes.count - sizeAt - 4 else { return nil }
      let end = min(sizeAt + 4 + size + size & 1, bytes.count)
      if thumbnails.contains(number) {
        found = true
      } else {
        kept += bytes[at..<end]
      }
      at = end
    }
    guard found else { return nil }
    return kept + bytes[at...]
  }
}
