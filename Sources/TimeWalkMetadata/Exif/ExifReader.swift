internal import CExif

/// The values of one Exif block, read by libexif; the owner of its `ExifData`.
final class ExifReader {
  private let data: UnsafeMutablePointer<ExifData>
  private let order: ByteOrder

  /// Reads a block.
  ///
  /// libexif gets a rewritten block, with the standard's directories once each. In a hostile block
  /// it follows every link to another directory, and takes 8 s for 5,400 of them in 68 kB. Maker
  /// notes, which it would parse, and thumbnails are not needed here.
  convenience init?(_ block: TIFFBlock) {
    var composer = ExifComposer(block) { $1.tag == ExifComposer.makerNote ? nil : $1.value }
    let bytes = composer.composed()
    self.init((JPEGSegment.Signature.exif + bytes)[...])
  }

  /// Reads the content of an Exif segment, which starts with `Exif\0\0`.
  ///
  /// `nil` when it is larger than a segment can be, or when libexif finds no byte order in it. A
  /// JPEG segment holds at most 65,533 bytes, which bounds what libexif allocates.
  private init?(_ segment: ArraySlice<UInt8>) {
    guard segment.count <= 65_533, segment.count >= 14, let data = exif_data_new() else {
      return nil
    }
    // Values are read unchanged: without repair, and with CameraElevationAngle, whose name libexif
    // 0.6.24 lacks.
    exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    exif_data_set_option(data, EXIF_DATA_OPTION_DONT_CHANGE_MAKER_NOTE)
    segment.withUnsafeBufferPointer { buffer in
      exif_data_load_data(data, buffer.baseAddress, UInt32(buffer.count))
    }
    self.data = data
    order = exif_data_get_byte_order(data) == EXIF_BYTE_ORDER_MOTOROLA ? .big : .little
  }

  deinit { exif_data_unref(data) }

  /// The value of a tag in a directory; `nil` if it is absent or lies outside the block.
  func field(_ tag: UInt16, in role: TIFFBlock.Role) -> ExifField? {
    guard let content = content(role),
      let entry = exif_content_get_entry(content, ExifTag(rawValue: UInt32(tag)))?.pointee,
      let start = entry.data, entry.size > 0
    else { return nil }
    let bytes = Array(UnsafeBufferPointer(start: start, count: Int(entry.size)))
    return ExifField(
      type: UInt16(truncatingIfNeeded: entry.format.rawValue), bytes: bytes, order: order)
  }

  /// Returns true if a directory has any entry.
  func hasEntries(in role: TIFFBlock.Role) -> Bool { (content(role)?.pointee.count ?? 0) > 0 }

  private func content(_ role: TIFFBlock.Role) -> UnsafeMutablePointer<ExifContent>? {
    switch role {
    case .primary: data.pointee.ifd.0
    case .thumbnail: data.pointee.ifd.1
    case .exif: data.pointee.ifd.2
    case .gps: data.pointee.ifd.3
    case .interoperability: data.pointee.ifd.4
    }
  }
}
