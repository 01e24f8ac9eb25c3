import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

/// The source of the offset of a photo's time.
@Suite struct OffsetTests {
  static func read(
    _ local: String, offset: String? = nil,
    utc: (day: String, hour: UInt32, minute: UInt32, second: UInt32)? = nil
  ) -> CaptureMetadata {
    var exif = ExifBuilder()
    exif.set(0x9003, .text(local), in: .exif)
    if let offset { exif.set(0x9011, .text(offset), in: .exif) }
    if let utc {
      exif.set(0x001D, .text(utc.day), in: .gps)
      let clock: [(UInt32, UInt32)] = [(utc.hour, 1), (utc.minute, 1), (utc.second, 1)]
      exif.set(0x0007, .rationals(clock), in: .gps)
    }
    var photo = JPEGBuilder()
    photo.add(exif)
    return CaptureMetadata.read(jpeg: photo.bytes).metadata
  }

  @Test func aStatedOffsetIsThePhotos() {
    let metadata = Self.read(
      "2020:06:01 12:00:00", offset: "+02:00", utc: ("2020:06:01", 11, 0, 0))
    #expect(metadata.timestamp?.offset == "+02:00" && metadata.offsetSource == .photo)
    #expect(metadata.timestamp?.local == "2020-06-01T12:00:00")
  }

  @Test(
    "The receiver's clock gives the offset if it is valid",
    arguments: [
      ("2020:06:01 12:00:00", "2020:06:01", 10, 0, 1, "+02:00"),
      ("2020:06:01 01:30:00", "2020:05:31", 19, 59, 30, "+05:30"),
      ("2020:06:01 05:45:00", "2020:06:01", 0, 0, 0, "+05:45"),
      ("2020:05:31 20:00:10", "2020:06:01", 0, 1, 0, "-04:00"),
      ("2020:06:01 12:00:00", "2020:06:01", 10, 10, 0, nil),
      ("2020:06:01 12:15:00", "2020:06:01", 10, 0, 0, nil),
      ("2020:06:03 12:00:00", "2020:06:01", 10, 0, 0, nil),
    ] as [(String, String, UInt32, UInt32, UInt32, String?)])
  func receiver(
    _ local: String, _ day: String, _ hour: UInt32, _ minute: UInt32, _ second: UInt32,
    _ offset: String?
  ) {
    let metadata = Self.read(local, utc: (day, hour, minute, second))
    #expect(metadata.timestamp?.offset == offset)
    #expect(metadata.offsetSource == (offset == nil ? nil : .gps))
    #expect(metadata.timestamp?.local?.dropFirst(11) == local.dropFirst(11))
  }

  @Test func aGivenTimeBringsItsOwnOffset() {
    var given = CaptureMetadata()
    given.timestamp = CaptureTime(iso8601: "2020-06-01T12:00:00-05:00")
    let photo = Self.read("2020:06:01 12:00:00", offset: "+02:00")
    #expect(photo.overridden(by: given).offsetSource == .given)
    given.timestamp = CaptureTime(iso8601: "2020-06-01T12:00:00")
    #expect(photo.overridden(by: given).offsetSource == nil)
  }
}
