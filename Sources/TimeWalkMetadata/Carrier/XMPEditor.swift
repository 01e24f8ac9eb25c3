/// Makes an XMP packet true for a picture made from the photo.
struct XMPEditor {
  private let packet: XMPPacket

  init(_ bytes: [UInt8], limits: MetadataLimits) { packet = XMPPacket(bytes, limits: limits) }

  /// The new packet.
  ///
  /// - Parameters:
  ///   - width: the new picture's width in pixels.
  ///   - height: its height in pixels.
  ///   - original: the photo's size, to scale a panorama's values in pixels; `nil` if it was
  ///     turned.
  /// - Returns: the packet, of any length.
  func renewed(width: Int, height: Int, original: FrameSize?) -> [UInt8] {
    var edits: [(Range<Int>, String)] = []
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
    // Within structures that are not thumbnails of XMP's own.
    set(["image"], in: .thumbnail, to: "")
    if let original {
      edits += scaled(
        ["FullPanoWidthPixels", "CroppedAreaImageWidthPixels", "CroppedAreaLeftPixels"],
        by: Double(width) / Double(original.width))
      edits += scaled(
        ["FullPanoHeightPixels", "CroppedAreaImageHeightPixels", "CroppedAreaTopPixels"],
        by: Double(height) / Double(original.height))
    }
    return XMPOrigin.applied(edits, to: packet.bytes)
  }

  private func scaled(_ names: [String], by factor: Double) -> [(Range<Int>, String)] {
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
}
