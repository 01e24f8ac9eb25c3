import Testing
import TimeWalkMetadata
import TimeWalkTestSupport

@Suite struct JPEGSegmentsTests {
  @Test func kindsAreToldBySignature() throws {
    var jpeg = JPEGBuilder(width: 300, height: 200)
    let contents: [(UInt8, String, JPEGSegment.Kind)] = [
      (0xE0, "JFXX\0..", .jfxx), (0xE1, "Exif\0\0..", .exif),
      (0xE1, "http://ns.adobe.com/xap/1.0/\0..", .xmp),
      (0xE1, "http://ns.adobe.com/xmp/extension/\0..", .extendedXMP),
      (0xE2, "ICC_PROFILE\0..", .icc), (0xE2, "MPF\0..", .multiPicture),
      (0xE2, "FPXR\0..", .application(2)), (0xEC, "Ducky", .application(12)),
      (0xED, "Photoshop 3.0\0..", .photoshop), (0xEE, "Adobe..", .adobe),
      (0xEE, "http://", .application(14)), (0xFE, "hello", .comment), (0xE1, "", .application(1)),
    ]
    for (marker, text, _) in contents { jpeg.add(marker, Array(text.utf8)) }
    let segments = try JPEGSegments(jpeg.bytes)
    let kinds = segments.segments.map(\.kind)
    #expect(Array(kinds.prefix(14)) == [.jfif] + contents.map(\.2))
    let frame = try #require(segments.frame)
    #expect([frame.width, frame.height, frame.components] == [300, 200, 3])
    #expect(segments.hasScan)
    #expect(!segments.isTruncated && !segments.hasGarbage && !segments.isLimited)
    #expect(Array(jpeg.bytes[segments.end..<segments.end + 2]) == [0xFF, 0xDA])
  }

  @Test func fillBytesAndGarbageAreSteppedOver() throws {
    let clean = JPEGBuilder().bytes
    let filled = [0xFF, 0xD8, 0xFF, 0xFF, 0xFF] + clean[2...]
    #expect(try JPEGSegments(filled).frame?.width == 16)
    #expect(try !JPEGSegments(filled).hasGarbage)
    let dirty = [0xFF, 0xD8, 0x00, 0x41, 0xFF, 0x00] + clean[2...]
    #expect(try JPEGSegments(dirty).frame?.width == 16)
    #expect(try JPEGSegments(dirty).hasGarbage)
  }

  @Test func aTruncatedFileKeepsWhatIsWhole() throws {
    let jpeg = SamplePhone.photo()
    let whole = try JPEGSegments(jpeg)
    for end in 2..<whole.end {
      let cut = try JPEGSegments(Array(jpeg[..<end]))
      #expect(cut.isTruncated)
      #expect(cut.segments == whole.segments.filter { $0.range.upperBound <= end })
    }
  }

  @Test(arguments: [[], [0xFF], [0xFF, 0xD9], Array("GIF89a".utf8)] as [[UInt8]])
  func whatIsNoJPEGIsRefused(bytes: [UInt8]) {
    let error = #expect(throws: MetadataError.self) { try JPEGSegments(bytes) }
    #expect(error?.code == .notJPEG)
  }

  @Test func limitsEndTheWalk() throws {
    var jpeg = JPEGBuilder()
    for _ in 0..<20 { jpeg.add(0xFE, [UInt8](repeating: 0x41, count: 100)) }
    let few = try JPEGSegments(jpeg.bytes, limits: MetadataLimits(maximumSegments: 5))
    #expect(few.isLimited && few.segments.count == 5)
    let short = try JPEGSegments(jpeg.bytes, limits: MetadataLimits(maximumMetadataBytes: 500))
    #expect(short.isLimited && short.segments.count == 5)
    let warnings = CaptureMetadata.read(
      jpeg: jpeg.bytes, limits: MetadataLimits(maximumSegments: 5)
    ).warnings
    #expect(warnings.map(\.code) == [.limitReached])
  }
}
