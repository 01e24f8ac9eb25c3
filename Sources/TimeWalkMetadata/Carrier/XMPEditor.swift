/// Makes an XMP packet true for a picture made from the photo.
struct XMPEditor {
  private let packet: XMPPacket

  /// Takes the content of an XMP segment, signature included.
  init(segment: [UInt8], limits: MetadataLimits) {
    packet = XMPPacket(Array(segment.dropFirst(JPEGSegment.Signature.xmp.count)), limits: limits)
  }

  /// The content of the new segment.
  ///
  /// - Parameters:
  ///   - width: the new picture's width in pixels.
  ///   - height: its height in pixels.
  ///   - original: the photo's size, to scale what a panorama says in pixels; `nil` where it was turned.
  /// - Returns: `nil` when the packet no longer fits into a segment.
  func renewed(width: Int, height: Int, original: FrameSize?) -> [UInt8]? {
    var edits: [(range: Range<Int>, text: String)] = []
    func set(_ names: [String], in namespace: XMPPacket.Namespace, to text: String) {
      for name in names {
        edits += packet.ranges(of: name, in: namespace).map { ($0, text) }
      }
    }
    set(["Orientation"], in: .tiff, to: "1")
    set(["ImageWidth"], in: .tiff, to: "\(width)")
    set(["ImageLength"], in: .tiff, to: "\(height)")
    set(["PixelXDimension"], in: .exif, to: "\(width)")
    set(["PixelYDimension"], in: .exif, to: "\(height)")
    set(["image"], in: .thumbnail, to: "")
    if let original {
      edits += scaled(
        ["FullPanoWidthPixels", "CroppedAreaImageWidthPixels", "CroppedAreaLeftPixels"],
        by: Double(width) / Double(original.width))
      edits += scaled(
        ["FullPanoHeightPixels", "CroppedAreaImageHeightPixels", "CroppedAreaTopPixels"],
        by: Double(height) / Double(original.height))
    }
    return XMPEditor.fitted(applied(edits))
  }

  private func scaled(_ names: [String], by factor: Double) -> [(range: Range<Int>, text: String)] {
    names.flatMap { name in
      packet.ranges(of: name, in: .panorama).compactMap { range in
        let text = String(decoding: packet.bytes[range], as: UTF8.self)
        guard let old = Int(text), let new = Int(exactly: (Double(old) * factor).rounded()) else {
          return nil
        }
        return (range, "\(new)")
      }
    }
  }

  private func applied(_ edits: [(range: Range<Int>, text: String)]) -> [UInt8] {
    var result = JPEGSegment.Signature.xmp
    var at = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.lowerBound >= at {
      result += packet.bytes[at..<edit.range.lowerBound]
      result += Array(edit.text.utf8)
      at = edit.range.upperBound
    }
    return result + packet.bytes[at...]
  }

  /// The same content, with padding taken out where it is longer than a segment holds.
  static func fitted(_ content: [UInt8]) -> [UInt8]? {
    let excess = content.count - 65_533
    guard excess > 0 else { return content }
    let mark = Array("<?xpacket end".utf8)
    guard
      let end = content.indices.last(where: {
        content[$0] == mark[0] && content[$0...].starts(with: mark)
      })
    else { return nil }
    let padding = content[..<end].reversed().prefix { $0 <= 0x20 }.count
    guard padding >= excess else { return nil }
    return Array(content[..<(end - excess)]) + content[end...]
  }
}
