/// The project's own sample photo, `Archive/sample/fifth-avenue.jpg`: ``SampleStreet`` with a
/// phone's metadata.
///
/// An iPhone's tags, on 42nd Street where Fifth Avenue crosses it in New York, on an October
/// morning. The description says that it is a drawing.
package enum SamplePhoto {
  /// Where it is kept, from the project's folder.
  package static let path = "Archive/sample/fifth-avenue.jpg"

  /// The Exif block.
  ///
  /// - Parameter thumbnail: a JPEG of 160 x 120 pixels, on its side as the picture is.
  /// - Returns: the block, with the thumbnail at its end.
  package static func exif(thumbnail: [UInt8]) -> ExifBuilder {
    var exif = SamplePhone.exif(latitude: 40.75358, longitude: -73.98084, heading: 29.4)
    let time = "2026:10:17 10:42:13"
    exif.set(0x010E, .text("A street drawn by TimeWalk, to try it with"), in: .primary)
    exif.set(0x010F, .text("Apple"), in: .primary)
    exif.set(0x0110, .text("iPhone 15"), in: .primary)
    exif.set(0x0132, .text(time), in: .primary)
    exif.set(0x013C, .text("iPhone 15"), in: .primary)
    exif.set(0x9003, .text(time), in: .exif)
    exif.set(0x9004, .text(time), in: .exif)
    for tag: UInt16 in [0x9010, 0x9011, 0x9012] { exif.set(tag, .text("-04:00"), in: .exif) }
    exif.set(0x9291, .text("386"), in: .exif)
    exif.set(0x9292, .text("386"), in: .exif)
    exif.set(0x829D, .rationals([(8, 5)]), in: .exif)
    exif.set(0x920A, .rationals([(149, 25)]), in: .exif)
    exif.set(0xA433, .text("Apple"), in: .exif)
    exif.set(0xA434, .text("iPhone 15 back dual wide camera 5.96mm f/1.6"), in: .exif)
    // Apple writes the tilt into its own note, and a zoom only where there is one.
    exif.remove(0x9405, from: .exif)
    exif.remove(0xA404, from: .exif)
    exif.set(0x927C, .undefined(makerNote), in: .exif)
    exif.set(0x0006, .rationals([(186, 10)]), in: .gps)
    exif.set(0x0007, .rationals([(14, 1), (42, 1), (12, 1)]), in: .gps)
    exif.set(0x000D, .rationals([(0, 1)]), in: .gps)
    exif.set(0x0017, .text("T"), in: .gps)
    exif.set(0x0018, .rationals([(2940, 100)]), in: .gps)
    exif.set(0x001D, .text("2026:10:17"), in: .gps)
    exif.set(0x001F, .rationals([(47, 10)]), in: .gps)
    exif.thumbnail = thumbnail
    return exif
  }

  /// The attributes of its XMP packet.
  package static let xmp = """
    tiff:Orientation="6" exif:PixelXDimension="4032" exif:PixelYDimension="3024"
     xmp:CreatorTool="17.5.1" xmp:CreateDate="2026-10-17T10:42:13.386-04:00"
    """

  /// Apple's note with what a phone held upright, its lens 4 degrees up, feels of gravity.
  private static var makerNote: [UInt8] {
    let gravity = ExifValue.signedRationals([(871, 100_000), (-99_752, 100_000), (6976, 100_000)])
    // Offsets count from the note's start: its mark, two entries, no next directory, and there the
    // vector is.
    let mark = Array("Apple iOS\0\0\u{1}MM".utf8)
    let offset = UInt8(mark.count + 2 + 2 * 12 + 4)
    let version: [UInt8] = [0, 1, 0, 9, 0, 0, 0, 1, 0, 0, 0, 14]
    let vector: [UInt8] = [0, 8, 0, 10, 0, 0, 0, 3, 0, 0, 0, offset]
    let next: [UInt8] = [0, 0, 0, 0]
    return [mark, [0, 2], version, vector, next, gravity.encoded(bigEndian: true)].flatMap { $0 }
  }

  /// The photo, made of an encoded picture.
  ///
  /// The picture's JFIF header gives way to the metadata, as in a phone's files.
  ///
  /// - Parameters:
  ///   - picture: the picture on its side, a JPEG.
  ///   - thumbnail: the same in small.
  /// - Returns: the file's bytes.
  package static func photo(picture: [UInt8], thumbnail: [UInt8]) -> [UInt8] {
    var rest = picture.dropFirst(2)
    if rest.starts(with: [0xFF, 0xE0]) {
      let length = rest.dropFirst(2).prefix(2).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(2 + length)
    }
    func segment(_ payload: [UInt8]) -> [UInt8] {
      let length = payload.count + 2
      return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }
    let packet = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(JPEGBuilder.packet(xmp).utf8)
    let start: [UInt8] = [0xFF, 0xD8]
    return start + segment(exif(thumbnail: thumbnail).segment) + segment(packet) + rest
  }
}
