import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkMetadata

/// Exif in several segments of a JPEG.
@Suite struct JoinedExifTests {
  /// A phone's block with a comment of some length before its position.
  static func long(_ count: Int, bigEndian: Bool = true) -> ExifBuilder {
    var exif = SamplePhone.exif(bigEndian: bigEndian)
    exif.set(0x9286, .undefined([UInt8](repeating: 0x79, count: count)), in: .exif)
    return exif
  }

  static func photo(_ contents: [[UInt8]]) -> [UInt8] {
    var jpeg = JPEGBuilder()
    for content in contents { jpeg.add(0xE1, content) }
    return jpeg.bytes
  }

  @Test(arguments: [true, false])
  func aBlockOverSeveralSegmentsIsReadAndCarriedWhole(bigEndian: Bool) throws {
    let block = Self.long(150_000, bigEndian: bigEndian).block
    let cut = EmbeddedMetadata.segments(ofExif: block)
    #expect(cut.count == 3 && cut.allSatisfy { $0.count <= JPEGSegment.greatestPayload })
    let original = Self.photo(cut)
    #expect(EmbeddedMetadata(original, in: .jpeg).exif == block)
    let read = CaptureMetadata.read(jpeg: original)
    #expect(read.warnings.isEmpty && read.metadata.heading == 205.5)
    #expect(abs(try #require(read.metadata.latitude) - 40.758) < 1e-6)

    let carrier = MetadataCarrier(original: original)
    #expect(carrier.warnings.isEmpty)
    let result = try carrier.carry(into: JPEGBuilder().bytes, width: 16, height: 8)
    let carried = try #require(EmbeddedMetadata(result, in: .jpeg).exif)
    let parsed = try #require(TIFFBlock(carried, limits: MetadataLimits()))
    let comment = try #require(parsed.directory(.exif)?.entry(0x9286))
    #expect(comment.value.count == 150_000)
    #expect(parsed.directory(.gps)?.entry(0x0011) != nil)
  }

  @Test func aSegmentInTheMiddleNeverBeginsLikeABlock() {
    var block = Self.long(100_000).block
    let end = ExifComposer.greatestSize
    block.replaceSubrange(end..<(end + 4), with: Array("MM\0*".utf8))
    let cut = EmbeddedMetadata.segments(ofExif: block)
    #expect(cut.map(\.count) == [end + 5, block.count - end + 7])
    #expect(EmbeddedMetadata(Self.photo(cut), in: .jpeg).exif == block)
  }

  @Test(arguments: [(true, true), (true, false), (false, true)])
  func theEntriesOfTwoBlocksCountTogether(first: Bool, second: Bool) throws {
    var camera = SamplePhone.exif(bigEndian: first)
    camera.remove(.gps)
    var place = ExifBuilder(bigEndian: second)
    place.setPosition(latitude: 40.758, longitude: -73.9855)
    place.set(0x0011, .rationals([(411, 2)]), in: .gps)
    place.set(0x9405, .signedRationals([(-31, 2)]), in: .exif)
    place.set(0x0110, .text("Later"), in: .primary)
    place.set(0xA002, .shorts([1234]), in: .exif)
    let original = Self.photo([camera.segment, place.segment])
    let (metadata, warnings) = CaptureMetadata.read(jpeg: original)
    #expect(warnings.isEmpty)
    #expect(abs(try #require(metadata.latitude) - 40.758) < 1e-6)
    #expect(metadata.heading == 205.5 && metadata.pitch == -15.5)
    // The later one of a tag counts, as exiftool has it.
    #expect(metadata.make == "Example" && metadata.model == "Later")

    let result = try MetadataCarrier(original: original)
      .carry(into: JPEGBuilder().bytes, width: 16, height: 8)
    let segments = try JPEGSegments(result).segments
    #expect(segments.count { $0.kind == .exif } == 1)
    let carried = CaptureMetadata.read(jpeg: result).metadata
    #expect(carried.latitude == metadata.latitude && carried.heading == 205.5)
    #expect(carried.orientation == 1 && carried.model == "Later" && carried.pitch == -15.5)
  }

  @Test func aBlockThatCantBeReadLeavesTheOther() throws {
    let broken = Array("Exif\0\0MM\0*".utf8) + [0xFF]
    for contents in [[broken, SamplePhone.exif().segment], [SamplePhone.exif().segment, broken]] {
      let (metadata, warnings) = CaptureMetadata.read(jpeg: Self.photo(contents))
      #expect(metadata.heading == 205.5 && warnings.isEmpty)
    }
  }

  /// A zlib stream of less than 64 KB as they are (RFC 1950 and RFC 1951, 3.2.4).
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    let sums = bytes.reduce((a: 1, b: 0)) { sums, byte in
      let a = (sums.a + Int(byte)) % 65_521
      return (a, (sums.b + a) % 65_521)
    }
    let count = [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)]
    return [0x78, 0x01, 1] + count + count.map { ~$0 } + bytes
      + [sums.b >> 8, sums.b & 255, sums.a >> 8, sums.a & 255].map { UInt8($0) }
  }

  @Test func pngsOldCompressedChunkIsRead() {
    let block = SamplePhone.exif().block
    func file(_ stream: [UInt8]) -> [UInt8] {
      let count = UInt8(truncatingIfNeeded: block.count >> 8)
      return PhotoFiles.png([
        ("zxIf", [0, 0, 0, count, UInt8(truncatingIfNeeded: block.count)] + stream)
      ])
    }
    let (metadata, warnings) = CaptureMetadata.read(file(Self.zlib(block)), in: .png)
    #expect(metadata.heading == 205.5 && warnings.isEmpty)
    let broken = CaptureMetadata.read(file([1, 2, 3]), in: .png)
    #expect(broken.warnings.map(\.code) == [.exifUnreadable])
  }
}
