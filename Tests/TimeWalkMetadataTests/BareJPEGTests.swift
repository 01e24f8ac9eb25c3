import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

@Suite("JPEGs without their metadata, not encoded again") struct BareJPEGTests {
  @Test(
    "Real photos keep their coded picture, camera and orientation, and lose their place",
    TestData.isPresent)
  func realPhotos() throws {
    var count = 0
    for file in TestData.files(in: "photos") {
      let bytes = try TestData.bytes("photos/" + file)
      guard PhotoContainer(content: bytes) == .jpeg else { continue }
      let metadata = CaptureMetadata.read(jpeg: bytes).metadata
      guard let latitude = metadata.latitude, let longitude = metadata.longitude,
        let bare = BareJPEG.made(of: bytes, orientation: metadata.orientation)
      else { continue }
      count += 1
      let (old, new) = (try JPEGSegments(bytes), try JPEGSegments(bare))
      #expect(old.frame == new.frame && new.hasScan && !new.isTruncated, "\(file)")
      #expect(bytes[old.end...].starts(with: bare[new.end...]), "\(file)")
      for angle in [latitude, longitude] {
        let block = EmbeddedMetadata(bytes, in: .jpeg).exif
        #expect(WrittenPosition(angle: angle, block: block).found(in: bare).isEmpty, "\(file)")
      }
      let read = CaptureMetadata.read(jpeg: bare).metadata
      #expect(read.latitude == nil && read.longitude == nil, "\(file)")
      #expect(read.orientation == metadata.orientation && read.make == metadata.make, "\(file)")
      #expect(read.timestamp?.offset == nil, "\(file)")
    }
    #expect(count > 30, "\(count)")
  }

  @Test("Comments between scans and data behind the end go; without an end there is nothing")
  func structure() throws {
    var bytes = photo()
    let end = try #require(bytes.lastIndex(of: 0xD9))
    #expect(bytes[end - 1] == 0xFF)
    let comment: [UInt8] = [0xFF, 0xFE, 0, 8] + Array("secret".utf8)
    bytes.replaceSubrange((end - 1)...end, with: comment + [0xFF, 0xD9] + Array("behind".utf8))
    let bare = try #require(BareJPEG.made(of: bytes, orientation: 1))
    let text = String(decoding: bare, as: UTF8.self)
    #expect(!text.contains("secret") && !text.contains("behind"))
    #expect(Array(bare.suffix(2)) == [0xFF, 0xD9])
    #expect(BareJPEG.made(of: Array(bytes[..<(end - 1)]), orientation: 1) == nil)
    // Exif doesn't state this orientation.
    #expect(BareJPEG.made(of: bytes, orientation: 6) == nil)
    #expect(BareJPEG.made(of: Array("no picture".utf8), orientation: 1) == nil)
  }

  @Test(
    "A time stays without its offset from UTC",
    arguments: [
      ("2026:11:21 12:00:00", "2026-11-21T12:00:00"), ("2026:11:21 12:00:00+05:45", nil),
      ("2026:11:21 12:00:00 NPT", nil),
    ])
  func offsets(text: String, time: String?) throws {
    var exif = ExifBuilder()
    exif.set(0x0112, .shorts([1]), in: .primary)
    exif.set(0x9003, .text(text), in: .exif)
    for tag: UInt16 in [0x9010, 0x9011, 0x9012] { exif.set(tag, .text("+05:45"), in: .exif) }
    let original = photo(exif)
    let bare = try #require(BareJPEG.made(of: original, orientation: 1))
    for jpeg in [bare, try MetadataCarrierTests.carry(original, stripLocation: true)] {
      #expect(!jpeg.holds(Array("05:45".utf8)) && !jpeg.holds(Array("NPT".utf8)))
      #expect(CaptureMetadata.read(jpeg: jpeg).metadata.timestamp?.description == time)
    }
    #expect(try MetadataCarrierTests.carry(original).holds(Array("+05:45".utf8)))
  }

  private static let secret = Array("secret serial".utf8)

  /// A phone's photo with serial numbers in Exif, in the maker note and in XMP, behind its profile.
  private static func numbered(
    bigEndian: Bool = true, _ change: (inout ExifBuilder) -> Void = { _ in },
    behindProfile more: [UInt8] = []
  ) -> JPEGBuilder {
    var exif = SamplePhone.exif(bigEndian: bigEndian, orientation: 1)
    exif.set(0x927C, .undefined(Array("Maker\0".utf8) + secret), in: .exif)
    for tag: UInt16 in [0xA430, 0xA431, 0xA435] { exif.set(tag, .text("secret serial"), in: .exif) }
    exif.set(0xC62F, .text("secret serial"), in: .primary)
    change(&exif)
    var jpeg = JPEGBuilder()
    jpeg.add(exif)
    let profile = [0, 0, 0, 128] + [UInt8](repeating: 0, count: 124) + more
    jpeg.add(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile)
    jpeg.add(xmp: "exif:SerialNumber=\"secret serial\"")
    return jpeg
  }

  private static func isSecretKept(in jpeg: [UInt8]) throws -> Bool {
    let carried = try MetadataCarrierTests.carry(
      jpeg, stripLocation: true, into: JPEGBuilder().bytes)
    return carried.holds(secret) || BareJPEG.made(of: jpeg, orientation: 1)?.holds(secret) == true
  }

  @Test("A serial number in an unexpected position goes, and the camera stays")
  func unexpected() throws {
    let make = ExifValue.raw(type: 2, count: 500, bytes: Array("Example\0".utf8))
    let changes: [(inout ExifBuilder) -> Void] = [
      { _ in },
      // A text that reaches over others, and numbers that do.
      { $0.set(0x010F, make, in: .primary) },
      { $0.set(0x829A, .raw(type: 5, count: 40, bytes: [0, 0, 0, 1, 0, 0, 0, 9]), in: .exif) },
      // Texts and data in place of numbers, and a text behind the camera's name.
      { $0.set(0x8827, .text("secret serial"), in: .exif) },
      { $0.set(0x8827, .undefined(Self.secret), in: .exif) },
      { $0.set(0x9000, .undefined(Self.secret), in: .exif) },
      { $0.set(0x010F, .text("Example\0secret serial"), in: .primary) },
    ]
    for change in changes {
      let jpeg = Self.numbered(change).bytes
      #expect(try !Self.isSecretKept(in: jpeg))
      let bare = try #require(BareJPEG.made(of: jpeg, orientation: 1))
      let read = CaptureMetadata.read(jpeg: bare).metadata
      #expect(read.make == "Example" && read.model == "Phone 5")
    }
    #expect(try !Self.isSecretKept(in: Self.numbered(behindProfile: Self.secret).bytes))
    for marker: UInt8 in [0xDB, 0xC4, 0xC1, 0xDC, 0xDD] {
      var jpeg = Self.numbered()
      jpeg.add(marker, Self.secret)
      #expect(try !Self.isSecretKept(in: jpeg.bytes), "\(marker)")
    }
  }

  @Test("No mutated photo keeps a serial number", arguments: 0..<8)
  func mutations(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &* 0x9E37_79B9 &+ 3)
    for round in 0..<200 {
      var bytes = Self.numbered(bigEndian: round % 2 == 0).bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let at = Int.random(in: 2..<bytes.count, using: &random)
        bytes[at] =
          [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      guard (try? JPEGSegments(bytes)) != nil else { continue }
      #expect(try !Self.isSecretKept(in: bytes), "round \(round)")
    }
  }
}
