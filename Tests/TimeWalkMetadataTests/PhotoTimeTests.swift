import Testing
import TimeWalkTestSupport

@testable import TimeWalkMetadata

/// Times as cameras and programs write them.
@Suite struct PhotoTimeTests {
  @Test(
    "A time is read in the shapes that there are",
    arguments: [
      ("2024:05:17 14:03:22", "2024-05-17T14:03:22"), ("2024:05:17 9:03:05", "2024-05-17T09:03:05"),
      ("2024: 5: 7  9: 3: 5", "2024-05-07T09:03:05"), ("2024-5-7 9:03", "2024-05-07T09:03:00"),
      ("2024:05:17 24:00:00", "2024-05-18T00:00:00"),
      ("2024:12:31 24:00:00", "2025-01-01T00:00:00"),
      ("20240517140322", "2024-05-17T14:03:22"), ("20111006 17:47:14.264", "2011-10-06T17:47:14"),
      ("20240517T1403", "2024-05-17T14:03:00"), ("2024/05/17 14.03.22", "2024-05-17T14:03:22"),
      ("2024:05:17", "2024-05-17"), ("20240517", "2024-05-17"), ("2024:05:17 ", "2024-05-17"),
      ("2024-05-17 14:03:22 -0400", "2024-05-17T14:03:22-04:00"),
      ("2024-05-17T14:03:22.5-4:00", "2024-05-17T14:03:22-04:00"),
      ("2024:05:17 14:03:22 GMT+2", "2024-05-17T14:03:22+02:00"),
      ("2024:05:17 14:03:22 UTC", "2024-05-17T14:03:22Z"),
      ("2024:05:17 2:03:22 pm", "2024-05-17T14:03:22"),
      ("2024:05:17 12:03:22 AM", "2024-05-17T00:03:22"),
      ("2024:05:17 12:03:22 p. m.", "2024-05-17T12:03:22"),
      ("2024:05:17 2:03:22 pm -04:00", "2024-05-17T14:03:22-04:00"),
      ("2024:05:17 下午2:03:22", "2024-05-17T14:03:22"),
      ("2024:05:17 오후 02:03:22", "2024-05-17T14:03:22"),
      ("2024:05:17 2:03:22 du.", "2024-05-17T14:03:22"),
      ("2024:05:17 2:03:22 μ.μ.", "2024-05-17T14:03:22"),
      ("2024:05:17 11:03:22 em", "2024-05-17T23:03:22"),
      ("2024:05:17 2:03:22 م", "2024-05-17T14:03:22"),
      ("2024:05:17 14:03:22PM", "2024-05-17T14:03:22"),
      ("2024:05:17 14:03:22 somewhere", "2024-05-17T14:03:22"),
    ])
  func read(text: String, expected: String) throws {
    let read = try #require(PhotoTime(text))
    #expect(read.time.description == expected)
    #expect((read.rest == nil) != text.hasSuffix("somewhere"))
  }

  @Test(
    "A text without a time is refused",
    arguments: [
      "", "0000:00:00 00:00:00", "2024:02:30 12:00:00", "2024:05:17 24:00:01",
      "2024:05:17 25:00:00",
      "2024:05:17 14:60:00", "2024:05:17 14:03:61", "2024:05:17 14", "2024:05:17 13:00:00 am",
      "17.05.2024 14:03", "202405", "2024:05", "20240517 1", "2024:05:17 noon", "2014:09:259",
    ])
  func refused(text: String) { #expect(PhotoTime(text) == nil) }

  @Test(
    "Offsets are read in the shapes that there are",
    arguments: [
      ("Z", 0), ("+00:00", 0), ("-04:00", -240), ("-4:00", -240), ("+0530", 330), ("+5", 300),
      ("+530", 330), ("GMT", 0), ("utc", 0), ("GMT-04:00", -240), ("GMT+2", 120), ("UTC -4", -240),
      ("\u{2212}04:00", -240), ("+14:00", 840), ("+14:30", nil), ("+15", nil), ("+05:60", nil),
      ("04:00", nil), ("EST", nil), ("+", nil), ("+05:", nil), ("+05300", nil), ("+5:3:1", nil),
    ] as [(String, Int?)])
  func offset(text: String, minutes: Int?) { #expect(PhotoTime.offset(text) == minutes) }

  static func read(
    _ original: String, offset: String? = nil, digitized: String? = nil, gps: String? = nil
  ) -> (metadata: CaptureMetadata, warnings: [MetadataWarning]) {
    var exif = ExifBuilder()
    exif.set(0x9003, .text(original), in: .exif)
    if let offset { exif.set(0x9011, .text(offset), in: .exif) }
    if let digitized { exif.set(0x9004, .text(digitized), in: .exif) }
    if let gps {
      exif.set(0x0007, .text(gps), in: .gps)
      exif.set(0x001D, .text("2024:05:17"), in: .gps)
    }
    return CaptureMetadata.read(jpeg: photo(exif))
  }

  @Test func anOffsetThatIsntUnderstoodIsTold() {
    for (time, offset) in [("2024:05:17 14:03:22", "EST"), ("2024:05:17 14:03:22 EST", nil)] {
      let (metadata, warnings) = Self.read(time, offset: offset)
      #expect(metadata.timestamp?.description == "2024-05-17T14:03:22")
      #expect(metadata.offsetSource == nil)
      #expect(warnings.map(\.code) == [.timestampInvalid])
      #expect(warnings.first?.message.contains("\"EST\"") == true)
    }
    #expect(Self.read("2024:05:17 14:03:22", offset: "+00:00").metadata.offsetSource == .photo)
  }

  @Test func aDayAloneHasNoTime() throws {
    let (metadata, warnings) = Self.read("2024:05:17", offset: "-04:00", gps: "18:03:20")
    let time = try #require(metadata.timestamp)
    #expect(time.description == "2024-05-17" && time.local == nil && time.offset == nil)
    #expect(!time.hasClock && metadata.offsetSource == nil && warnings.isEmpty)
    // A later time of the same day says more, one of another day is of something else.
    #expect(
      Self.read("2024:05:17", digitized: "2024:05:17 10:00:00").metadata.timestamp?.description
        == "2024-05-17T10:00:00")
    #expect(
      Self.read("2024:05:17", digitized: "2025:05:17 10:00:00").metadata.timestamp?.description
        == "2024-05-17")
  }

  @Test(
    "The receiver's clock may be text",
    arguments: [
      ("18:03:20", "-04:00"), ("18 3 20", "-04:00"), ("18/1 3/1 20/1", "-04:00"), ("x", nil),
      ("18:03", nil),
    ] as [(String, String?)])
  func receiver(text: String, offset: String?) {
    let metadata = Self.read("2024:05:17 14:03:22", gps: text).metadata
    #expect(metadata.timestamp?.offset == offset)
  }
}
