extension EmbeddedMetadata {
  /// The chunks of the WebP container (RFC 9649, 2.3 to 2.7); `EXIF` with and without JPEG's
  /// signature.
  mutating func readWebP(_ bytes: [UInt8], _ limits: MetadataLimits) {
    guard bytes.count >= 12 else { return breaksOff() }
    let little = ByteOrder.little
    // Data after the RIFF chunk are not the photo's.
    let end = min(bytes.count, 8 + Int(little.uint32(bytes, 4)))
    if 8 + Int(little.uint32(bytes, 4)) > bytes.count { breaksOff() }
    var at = 12
    var count = 0
    var remaining = limits.maximumMetadataBytes
    while at + 8 <= end {
      let size = Int(little.uint32(bytes, at + 4))
      guard size <= end - at - 8 else { return }
      let type = String(decoding: bytes[at..<(at + 4)], as: UTF8.self)
      let data = bytes[(at + 8)..<(at + 8 + size)]
      at += 8 + size + size & 1
      count += 1
      let isMetadata = ["EXIF", "XMP ", "ICCP"].contains(type)
      guard count <= limits.maximumSegments, !isMetadata || size <= remaining else {
        return warn(
          .limitReached, "The file has more metadata than the limit; the rest was skipped.")
      }
      if isMetadata { remaining -= size }
      switch type {
      case "EXIF": add(exif: data)
      case "XMP ": add(xmp: data)
      case "ICCP": add(profile: data)
      case "VP8X", "VP8 ", "VP8L":
        if frame == nil { frame = EmbeddedMetadata.webPSize(type, Array(data.prefix(10))) }
      default: continue
      }
    }
  }

  /// The size in the header of a picture: RFC 9649, 2.7, and RFC 6386, 9.1.
  private static func webPSize(_ type: String, _ head: [UInt8]) -> FrameSize? {
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(head[at + $1]) << (8 * $1) }
    }
    switch type {
    case "VP8X" where head.count >= 10:
      return FrameSize(width: number(4, 3) + 1, height: number(7, 3) + 1)
    case "VP8 " where head.count >= 10:
      return FrameSize(width: number(6, 2) & 0x3FFF, height: number(8, 2) & 0x3FFF)
    case "VP8L" where head.count >= 5:
      let bits = number(1, 4)
      return FrameSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    default: return nil
    }
  }
}
