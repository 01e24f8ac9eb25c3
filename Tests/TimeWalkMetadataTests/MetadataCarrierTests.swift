import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

@Suite struct MetadataCarrierTests {
  static let target = JPEGBuilder(width: 1536, height: 2048).bytes

  static func carry(
    _ original: [UInt8], stripLocation: Bool = false, into target: [UInt8] = target
  ) throws -> [UInt8] {
    try MetadataCarrier(
      original: original, options: MetadataCarrier.Options(stripLocation: stripLocation)
    ).carry(into: target, width: 1536, height: 2048)
  }

  /// The contents of all segments of a kind.
  static func payloads(_ kind: JPEGSegment.Kind, in jpeg: [UInt8]) throws -> [[UInt8]] {
    try JPEGSegments(jpeg).segments.filter { $0.kind == kind }.map { Array(jpeg[$0.payload]) }
  }

  @Test func whatTheMetadataSaysStaysButOrientationAndSize() throws {
    let original = SamplePhone.photo()
    var expected = CaptureMetadata.read(jpeg: original).metadata
    expected.orientation = 1
    expected.pixelWidth = 1536
    expected.pixelHeight = 2048
    let (carried, warnings) = CaptureMetadata.read(jpeg: try Self.carry(original))
    #expect(carried == expected)
    #expect(warnings.isEmpty)
  }

  @Test func thePictureItselfIsUntouched() throws {
    let result = try Self.carry(SamplePhone.photo())
    let start = try JPEGSegments(Self.target).segments.first { $0.kind == .coding }
    let picture = Self.target[(try #require(start).range.lowerBound)...]
    #expect(result.suffix(picture.count) == picture)
  }

  @Test("Only values that became false differ, byte for byte", arguments: [true, false])
  func onlyFalseBytesChange(bigEndian: Bool) throws {
    var exif = SamplePhone.exif(bigEndian: bigEndian)
    exif.set(0x927C, .undefined(Array("Maker\0with offsets".utf8)), in: .exif)
    let old = exif.segment
    var expected = exif
    expected.set(0x0112, .shorts([1]), in: .primary)
    expected.set(0xA002, .longs([1536]), in: .exif)
    expected.set(0xA003, .longs([2048]), in: .exif)
    let new = try #require(
      try Self.payloads(.exif, in: Self.carry(SamplePhone.photo(exif))).first)
    #expect(new.count < old.count)
    var without = expected
    without.thumbnail = nil
    without.remove(.thumbnail)
    #expect(new == without.segment)
  }

  @Test func segmentsKeepTheirOrderAndContent() throws {
    var jpeg = JPEGBuilder(width: 40, height: 30)
    let kept: [(UInt8, String)] = [
      (0xE1, "http://ns.adobe.com/xmp/extension/\0piece"), (0xE2, "FPXR\0pix"),
      (0xE1, "FLIR\0raw"), (0xE3, "Meta"), (0xEC, "Ducky"), (0xED, "Photoshop 3.0\08BIM..."),
      (0xFE, "a comment"), (0xFE, "another"), (0xEF, "Q 90"),
    ]
    let dropped: [(UInt8, String)] = [
      (0xE0, "JFXX\0\u{10}"), (0xE2, "MPF\0II*\0"), (0xE2, "urn:iso:std:iso:ts:21496:-1\0"),
      (0xE8, "SPIFF\0"), (0xEB, "HDR_RI ver"), (0xEE, "Adobe\0d"),
    ]
    for (marker, text) in kept + dropped { jpeg.add(marker, Array(text.utf8)) }
    let carrier = MetadataCarrier(original: jpeg.bytes)
    #expect(carrier.warnings.isEmpty)
    let result = try carrier.carry(into: Self.target, width: 1536, height: 2048)
    let segments = try JPEGSegments(result).segments
    #expect(segments.first?.kind == .jfif)
    let found = segments.dropFirst().prefix(kept.count).map {
      ($0.marker, String(decoding: result[$0.payload], as: UTF8.self))
    }
    #expect(found.map(\.0) == kept.map(\.0))
    #expect(found.map(\.1) == kept.map(\.1))
    #expect(segments[kept.count + 1].kind == .coding)
  }

  @Test(
    "The density comes along, turned with the picture",
    arguments: [(1, [0, 72, 0, 96]), (6, [0, 96, 0, 72])] as [(UInt16, [UInt8])])
  func density(orientation: UInt16, expected: [UInt8]) throws {
    var jpeg = JPEGBuilder(width: 40, height: 30, jfif: false)
    jpeg.add(0xE0, Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 96, 1, 1, 9, 9, 9])
    jpeg.add(SamplePhone.exif(orientation: orientation))
    for hasHeader in [true, false] {
      let target = JPEGBuilder(width: 1536, height: 2048, jfif: hasHeader).bytes
      let headers = try Self.payloads(.jfif, in: Self.carry(jpeg.bytes, into: target))
      #expect(headers == [Array("JFIF\0".utf8) + [1, 1, 1] + expected + [0, 0]])
    }
  }

  /// A colour profile in two segments, of which only the header's colour space counts here.
  static func photo(profile space: String, components: Int) -> [UInt8] {
    var jpeg = JPEGBuilder(width: 40, height: 30, components: components)
    let header = [UInt8](repeating: 7, count: 16) + Array(space.utf8) + [1, 2, 3]
    jpeg.add(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 2] + header)
    jpeg.add(0xE2, Array("ICC_PROFILE\0".utf8) + [2, 2] + [5, 5, 5])
    return jpeg.bytes
  }

  @Test(
    "A colour profile goes along where it fits the picture",
    arguments: [
      ("RGB ", 3, 2, false), ("GRAY", 1, 2, false), ("RGB ", 1, 0, false), ("GRAY", 3, 0, false),
      ("CMYK", 3, 0, true),
    ])
  func colourProfile(space: String, components: Int, count: Int, warns: Bool) throws {
    let original = Self.photo(profile: space, components: 3)
    let target = JPEGBuilder(width: 1536, height: 2048, components: components).bytes
    let carrier = MetadataCarrier(original: original)
    let result = try carrier.carry(into: target, width: 1536, height: 2048)
    #expect(try Self.payloads(.icc, in: result).count == count)
    #expect(try count == 0 || Self.payloads(.icc, in: result) == Self.payloads(.icc, in: original))
    #expect(carrier.warnings.map(\.code) == (warns ? [.leftOut] : []))
  }

  @Test func anUnreadableExifBlockIsLeftOutWithAWarning() throws {
    var jpeg = JPEGBuilder()
    var segment = SamplePhone.exif().segment
    segment[6 + 3] = 0x2B
    jpeg.add(0xE1, segment)
    jpeg.add(xmp: SamplePhone.xmp)
    let carrier = MetadataCarrier(original: jpeg.bytes)
    #expect(carrier.warnings.map(\.code) == [.leftOut])
    let result = try carrier.carry(into: Self.target, width: 1536, height: 2048)
    #expect(try Self.payloads(.exif, in: result).isEmpty)
    #expect(try Self.payloads(.xmp, in: result).count == 1)
  }

  @Test func aDamagedBlockIsMadeTrueWhereItCanBeReached() throws {
    let exif = SamplePhone.exif().segment
    var jpeg = JPEGBuilder()
    // Cut behind the first directory's entries: the Exif directory is gone, the orientation is not.
    jpeg.add(0xE1, Array(exif[..<(6 + 8 + 2 + 12 * 11)]))
    let result = try Self.carry(jpeg.bytes)
    let carried = try #require(try Self.payloads(.exif, in: result).first)
    #expect(carried.count == 6 + 8 + 2 + 12 * 11)
    #expect(CaptureMetadata.read(jpeg: result).metadata.orientation == 1)
  }

  @Test func whatIsNoJPEGCarriesNothing() throws {
    let carrier = MetadataCarrier(original: [1, 2, 3])
    #expect(carrier.warnings.map(\.code) == [.notJPEG])
    #expect(try carrier.carry(into: Self.target, width: 1536, height: 2048) == Self.target)
  }

  @Test func aTargetThatCanNotBeIsRefused() {
    let carrier = MetadataCarrier(original: SamplePhone.photo())
    for (width, height) in [(0, 5), (5, -1), (65_536, 5)] {
      let error = #expect(throws: MetadataError.self) {
        try carrier.carry(into: Self.target, width: width, height: height)
      }
      #expect(error?.code == .invalidSize)
    }
    let error = #expect(throws: MetadataError.self) {
      try carrier.carry(into: [0xFF], width: 5, height: 5)
    }
    #expect(error?.code == .notJPEG)
  }

  @Test func carryingAgainChangesNothing() throws {
    let once = try Self.carry(SamplePhone.photo())
    #expect(try Self.carry(once) == once)
  }
}
