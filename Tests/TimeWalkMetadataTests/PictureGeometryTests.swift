import Testing
import TimeWalkTestSupport

@testable import TimeWalkMetadata

/// Metadata about the picture's own pixels: their orientation and density, and the position of its
/// subject.
@Suite struct PictureGeometryTests {
  static func xmp(_ orientation: String) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/"><tiff:Orientation>\(orientation)\
      </tiff:Orientation></rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  static func png(_ orientation: String, _ more: [(type: String, data: [UInt8])] = []) -> [UInt8] {
    PhotoFiles.png(
      more + [("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp(orientation))])
  }

  @Test(
    "XMP's orientation counts where Exif states none",
    arguments: [
      ("6", nil, 6), ("3", nil, 3), ("1", nil, 1), ("0", nil, 1), ("9", nil, 1), ("a", nil, 1),
      ("6", 1, 1), ("1", 8, 8),
    ] as [(String, UInt16?, Int)])
  func orientation(xmp: String, exif: UInt16?, expected: Int) {
    var block = ExifBuilder()
    block.set(0x010F, .text("Example"), in: .primary)
    if let exif { block.set(0x0112, .shorts([exif]), in: .primary) }
    let file = Self.png(xmp, [("eXIf", block.block)])
    #expect(CaptureMetadata.read(file, in: .png).metadata.orientation == expected)
    // HEIC is turned by its properties alone.
    let heif = PhotoFiles.heif([("mime", "application/rdf+xml", Self.xmp(xmp))])
    #expect(CaptureMetadata.read(heif, in: .heif).metadata.orientation == 1)
  }

  @Test(
    "The density of a PNG goes into the header of the JPEG, turned with the picture",
    arguments: [
      ([0, 0, 0x0B, 0x13, 0, 0, 0x1E, 0xC2, 1], "1", [1, 0, 72, 0, 200]),
      ([0, 0, 0x0B, 0x13, 0, 0, 0x1E, 0xC2, 1], "6", [1, 0, 200, 0, 72]),
      ([0, 0, 0, 3, 0, 0, 0, 2, 0], "1", [0, 0, 3, 0, 2]),
      // None that a JPEG could say.
      ([0, 0, 0, 0, 0, 0, 0, 2, 0], "1", nil), ([0xFF, 0, 0, 0, 0xFF, 0, 0, 0, 1], "1", nil),
      ([0, 0, 0, 3], "1", nil),
    ] as [([UInt8], String, [UInt8]?)])
  func density(chunk: [UInt8], orientation: String, expected: [UInt8]?) throws {
    let carrier = MetadataCarrier(
      original: Self.png(orientation, [("pHYs", chunk)]), container: .png)
    let target = JPEGBuilder(width: 40, height: 30, jfif: true).bytes
    let result = try carrier.carry(into: target, width: 40, height: 30)
    let header = try #require(try MetadataCarrierTests.payloads(.jfif, in: result).first)
    let own = try #require(try MetadataCarrierTests.payloads(.jfif, in: target).first)
    #expect(Array(header[7..<12]) == expected ?? Array(own[7..<12]))
  }

  static let subjects: [(numbers: [Int], orientation: Int, expected: [Int]?)] = [
    ([1000, 600], 1, [500, 300]), ([1000, 600, 80], 1, [500, 300, 40]),
    ([1000, 600, 80, 40], 1, [500, 300, 40, 20]), ([1000, 600], 2, [1516, 300]),
    ([1000, 600], 3, [1516, 1212]), ([1000, 600], 4, [500, 1212]), ([1000, 600], 5, [300, 500]),
    ([1000, 600, 80, 40], 6, [1212, 500, 20, 40]), ([1000, 600], 7, [1212, 1516]),
    ([1000, 600], 8, [300, 1516]),
    // Outside the picture, and in no form that there is: false before, and left alone.
    ([4033, 600], 1, nil), ([5], 1, nil), ([1, 2, 3, 4, 5], 1, nil),
  ]

  @Test("Where the subject is goes with the picture", arguments: 0..<subjects.count)
  func subject(index: Int) throws {
    let (numbers, orientation, expected) = Self.subjects[index]
    let isTurned = orientation >= 5
    let (width, height) = isTurned ? (1512, 2016) : (2016, 1512)
    for bigEndian in [true, false] {
      for tag: UInt16 in [0x9214, 0xA214] {
        let exif = SamplePhone.exif(bigEndian: bigEndian, orientation: UInt16(orientation))
          .setting(tag, .shorts(numbers.map { UInt16($0) }), in: .exif)
        var photo = JPEGBuilder(width: 4032, height: 3024)
        photo.add(exif)
        let carrier = MetadataCarrier(original: photo.bytes)
        func place(_ width: Int, _ height: Int) throws -> [Int] {
          let result = try carrier.carry(
            into: JPEGBuilder(width: width, height: height).bytes, width: width, height: height)
          let segment = try #require(try MetadataCarrierTests.payloads(.exif, in: result).first)
          let block = try #require(
            TIFFBlock(Array(segment.dropFirst(6)), limits: MetadataLimits()))
          let entry = try #require(block.directory(.exif)?.entry(tag))
          return block.field(entry).numbers.compactMap { $0.value.map { Int($0) } }
        }
        #expect(try place(width, height) == expected ?? numbers)
        // A picture of another aspect ratio was cropped: the subject's position is unknown.
        #expect(try place(500, 500) == numbers)
      }
    }
  }
}
