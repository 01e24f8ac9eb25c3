import Testing
import TimeWalkTestSupport

@testable import TimeWalkMetadata

/// Blocks are found in each kind of file, and mean the same as in a JPEG.
@Suite struct EmbeddedMetadataTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let container: PhotoContainer
    let bytes: [UInt8]
  }

  static let block = SamplePhone.exif().block
  static let packet = Array(JPEGBuilder.packet("xmp:Rating=\"4\"").utf8)

  static let withExif: [Example] = {
    let segment = Array("Exif\0\0".utf8) + block
    var result: [Example] = [
      Example(
        testDescription: "PNG", container: .png, bytes: PhotoFiles.png([("eXIf", block)])),
      Example(
        testDescription: "PNG of ImageMagick", container: .png,
        bytes: PhotoFiles.png([("tEXt", PhotoFiles.rawProfile("exif", segment))])),
      Example(
        testDescription: "PNG of ImageMagick, APP1", container: .png,
        bytes: PhotoFiles.png([("tEXt", PhotoFiles.rawProfile("APP1", segment))])),
      Example(
        testDescription: "WebP", container: .webp, bytes: PhotoFiles.webp([("EXIF", block)])),
      Example(
        testDescription: "WebP with JPEG's signature", container: .webp,
        bytes: PhotoFiles.webp([("EXIF", segment)])),
      Example(testDescription: "TIFF", container: .tiff, bytes: block),
    ]
    for storage in PhotoFiles.Storage.allCases {
      for signature in [true, false] {
        result.append(
          Example(
            testDescription: "HEIF, \(storage), \(signature)", container: .heif,
            bytes: PhotoFiles.heif(
              [("Exif", "", PhotoFiles.exifItem(block, signature: signature))], storage: storage)))
      }
    }
    return result
  }()

  @Test("Exif is equal in every format", arguments: withExif)
  func exif(_ example: Example) throws {
    #expect(PhotoContainer(content: example.bytes) == example.container)
    let expected = CaptureMetadata.read(jpeg: SamplePhone.photo()).metadata
    let (metadata, warnings) = CaptureMetadata.read(example.bytes, in: example.container)
    #expect(warnings.isEmpty, "\(warnings)")
    #expect(metadata.latitude == expected.latitude && metadata.latitude != nil)
    #expect(metadata.longitude == expected.longitude)
    #expect(metadata.heading == expected.heading)
    #expect(metadata.timestamp == expected.timestamp)
    #expect(metadata.exposure.model == expected.exposure.model)
    let orientation = example.container == .heif ? 1 : expected.orientation
    #expect(metadata.orientation == orientation)
  }

  static let withXMP: [Example] = [
    Example(
      testDescription: "PNG", container: .png,
      bytes: PhotoFiles.png([("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet)])),
    Example(
      testDescription: "PNG of ImageMagick", container: .png,
      bytes: PhotoFiles.png([("tEXt", PhotoFiles.rawProfile("xmp", packet))])),
    Example(
      testDescription: "WebP", container: .webp, bytes: PhotoFiles.webp([("XMP ", packet)])),
    Example(
      testDescription: "HEIF", container: .heif,
      bytes: PhotoFiles.heif([("mime", "application/rdf+xml", packet)], storage: .idat)),
    Example(
      testDescription: "TIFF", container: .tiff,
      bytes: ExifBuilder().setting(0x02BC, .bytes(packet), in: .primary).block),
  ]

  @Test("XMP is found in every kind of file", arguments: withXMP)
  func xmp(_ example: Example) {
    let embedded = EmbeddedMetadata(example.bytes, in: example.container)
    #expect(embedded.xmp == Self.packet)
    #expect(embedded.warnings.isEmpty)
  }

  @Test func theSizeIsThatOfTheUprightPictureWhereTheFileTurnsIt() {
    for (turns, size) in [(0, (40, 30)), (1, (30, 40)), (2, (40, 30)), (3, (30, 40))] {
      let metadata = CaptureMetadata.read(PhotoFiles.heif([], turns: turns), in: .heif).metadata
      #expect(metadata.pixelWidth == size.0 && metadata.pixelHeight == size.1)
    }
  }

  @Test func textsOfAPNGBecomeComments() throws {
    let png = PhotoFiles.png([
      ("tEXt", Array("Comment\0Bare".utf8)),
      ("tEXt", Array("Author\0J".utf8) + [0xFC] + Array("rgen".utf8)),
      ("iTXt", Array("Title\0\0\0de\0Titel\0Stra\u{DF}e".utf8)),
    ])
    let result = try MetadataCarrier(original: png, container: .png)
      .carry(into: MetadataCarrierTests.target, width: 1536, height: 2048)
    let comments = try MetadataCarrierTests.payloads(.comment, in: result)
      .map { String(decoding: $0, as: UTF8.self) }
    #expect(comments == ["Bare", "Author: J\u{FC}rgen", "Title: Stra\u{DF}e"])
  }

  @Test("Blocks outside the file are left out with a warning")
  func outside() {
    var heif = PhotoFiles.heif([("Exif", "", PhotoFiles.exifItem(Self.block))])
    heif.removeLast(20)
    let embedded = EmbeddedMetadata(heif, in: .heif)
    #expect(embedded.exif == nil)
    #expect(embedded.warnings.map(\.code) == [.exifUnreadable])
  }

  @Test("Of two boxes of properties the first one counts")
  func twoPropertyBoxes() throws {
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] { HEIFBuilder.box(type, content) }
    let first = box("ipco", box("free", []) + box("irot", [1]) + box("irot", [1]))
    let second = box("ipco", box("irot", [0]))
    // The second and third property, of a container that has one afterwards.
    let links = box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 0x82, 0x83])
    let meta = box("pitm", [0, 0, 0, 0, 0, 1]) + box("iprp", first + links) + box("iprp", second)
    let file = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0]) + box("meta", [0, 0, 0, 0] + meta)
    let items = try #require(HEIFItems(file, limits: MetadataLimits()))
    #expect(items.ownProperties.map { items.properties[$0].type } == ["irot", "irot"])
    _ = CaptureMetadata.read(file, in: .heif)
  }

  @Test("A camera's raw file has TIFF's metadata where it has TIFF's structure")
  func cameraRaw() {
    #expect(PhotoContainer(content: Array("II*\0\u{10}\0\0\0CR\u{2}\0".utf8)) == .tiff)
    #expect(PhotoContainer(content: Array("FUJIFILMCCD-RAW 0201".utf8)) == nil)
    #expect(PhotoContainer(content: [0, 0, 0, 16] + Array("ftypqt  ".utf8)) == nil)
  }

  @Test func aBigTIFFIsNamed() {
    let embedded = EmbeddedMetadata([0x49, 0x49, 43, 0, 8, 0, 0, 0, 16, 0, 0, 0], in: .tiff)
    #expect(embedded.warnings.first?.message.contains("BigTIFF") == true)
  }
}
