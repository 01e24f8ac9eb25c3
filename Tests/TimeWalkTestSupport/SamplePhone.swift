/// Metadata like a real phone's, for photos that tests and samples draw themselves.
package enum SamplePhone {
  /// The Exif block of a phone's photo, taken in portrait at a street corner.
  package static func exif(
    bigEndian: Bool = true, latitude: Double = 40.758, longitude: Double = -73.9855,
    heading: Double = 205.5, orientation: UInt16 = 6, width: UInt32 = 4032, height: UInt32 = 3024
  ) -> ExifBuilder {
    var exif = ExifBuilder(bigEndian: bigEndian)
    exif.set(0x010F, .text("Example"), in: .primary)
    exif.set(0x0110, .text("Phone 5"), in: .primary)
    exif.set(0x0112, .shorts([orientation]), in: .primary)
    exif.set(0x011A, .rationals([(72, 1)]), in: .primary)
    exif.set(0x011B, .rationals([(72, 1)]), in: .primary)
    exif.set(0x0128, .shorts([2]), in: .primary)
    exif.set(0x0131, .text("17.5.1"), in: .primary)
    exif.set(0x0132, .text("2026:11:21 12:00:00"), in: .primary)
    exif.set(0x0213, .shorts([1]), in: .primary)
    exif.set(0x829A, .rationals([(1, 121)]), in: .exif)
    exif.set(0x829D, .rationals([(9, 5)]), in: .exif)
    exif.set(0x8827, .shorts([64]), in: .exif)
    exif.set(0x9000, .undefined(Array("0232".utf8)), in: .exif)
    exif.set(0x9003, .text("2026:11:21 12:00:00"), in: .exif)
    exif.set(0x9004, .text("2026:11:21 12:00:00"), in: .exif)
    for tag: UInt16 in [0x9010, 0x9011, 0x9012] { exif.set(tag, .text("-05:00"), in: .exif) }
    exif.set(0x9101, .undefined([1, 2, 3, 0]), in: .exif)
    exif.set(0x9291, .text("417"), in: .exif)
    exif.set(0x9405, .signedRationals([(31, 10)]), in: .exif)
    exif.set(0x920A, .rationals([(21, 4)]), in: .exif)
    exif.set(0xA000, .undefined(Array("0100".utf8)), in: .exif)
    exif.set(0xA001, .shorts([1]), in: .exif)
    exif.set(0xA002, .longs([width]), in: .exif)
    exif.set(0xA003, .longs([height]), in: .exif)
    exif.set(0xA404, .rationals([(0, 1)]), in: .exif)
    exif.set(0xA405, .shorts([26]), in: .exif)
    exif.set(0xA434, .text("Phone 5 back camera 5.25mm f/1.8"), in: .exif)
    exif.setPosition(latitude: latitude, longitude: longitude)
    exif.set(0x0000, .bytes([2, 3, 0, 0]), in: .gps)
    exif.set(0x0005, .bytes([0]), in: .gps)
    exif.set(0x0006, .rationals([(1234, 100)]), in: .gps)
    exif.set(0x0007, .rationals([(17, 1), (0, 1), (0, 1)]), in: .gps)
    exif.set(0x000C, .text("K"), in: .gps)
    exif.set(0x000D, .rationals([(12, 10)]), in: .gps)
    exif.set(0x0010, .text("T"), in: .gps)
    exif.set(0x0011, .rationals([(UInt32((heading * 100).rounded()), 100)]), in: .gps)
    exif.set(0x001D, .text("2026:11:21"), in: .gps)
    exif.set(0x001F, .rationals([(475, 100)]), in: .gps)
    exif.set(0x0103, .shorts([6]), in: .thumbnail)
    exif.set(0x011A, .rationals([(72, 1)]), in: .thumbnail)
    exif.set(0x011B, .rationals([(72, 1)]), in: .thumbnail)
    exif.set(0x0128, .shorts([2]), in: .thumbnail)
    exif.thumbnail = JPEGBuilder(width: 160, height: 120).bytes
    return exif
  }

  /// The attributes of its XMP packet.
  package static let xmp = """
    tiff:Orientation="6" exif:PixelXDimension="4032" exif:PixelYDimension="3024"
     xmp:CreatorTool="17.5.1" xmp:CreateDate="2026-11-21T12:00:00.417-05:00"
    """

  /// A whole photo with Exif and XMP; its picture is plain grey.
  package static func photo(_ exif: ExifBuilder = exif()) -> [UInt8] {
    var jpeg = JPEGBuilder(width: 4032, height: 3024)
    jpeg.add(exif)
    jpeg.add(xmp: xmp)
    return jpeg.bytes
  }
}
