import Testing
import TimeWalkBase
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// Headers reveal pictures that would take gigabytes or minutes.
@Suite struct ProportionTests {
  static func big(_ value: Int, _ count: Int) -> [UInt8] { HEIFBuilder.number(value, count) }

  /// A PNG's header and this many bytes of a picture, which is never decoded.
  static func png(
    _ side: Int, bits: UInt8, type: UInt8, interlaced: Bool, coded: Int, metadata: Int = 0
  )
    -> [UInt8]
  {
    func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      let body = Array(type.utf8) + data
      return big(data.count, 4) + body + big(Int(checksum(body)), 4)
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(side, 4) + big(side, 4) + [bits, type, 0, 0, interlaced ? 1 : 0])
      + chunk("teST", [UInt8](repeating: 0, count: metadata))
      + chunk("IDAT", [UInt8](repeating: 0, count: coded)) + chunk("IEND", [])
  }

  /// The checksum of a PNG's chunk (PNG, third edition, annex D).
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
      }
    }
  }

  static func webp(_ side: Int, coded: Int) -> [UInt8] {
    let size = (side - 1) | (side - 1) << 14
    let data =
      [0x2F] + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
      + [UInt8](repeating: 0, count: max(0, coded - 5))
    func little(_ value: Int) -> [UInt8] { big(value, 4).reversed() }
    let chunk = Array("VP8L".utf8) + little(data.count) + data + (data.count % 2 == 1 ? [0] : [])
    return Array("RIFF".utf8) + little(chunk.count + 4) + Array("WEBP".utf8) + chunk
  }

  static func tiff(_ side: Int, coded: Int) -> [UInt8] {
    TIFFBuilder(
      directories: [
        [
          (256, .longs([side])), (257, .longs([side])), (258, .shorts([8])), (259, .shorts([8])),
          (262, .shorts([1])), (273, .offset(of: 0)), (277, .shorts([1])), (278, .longs([side])),
          (279, .longs([coded])),
        ]
      ], blocks: [[UInt8](repeating: 0, count: coded)]
    ).bytes()
  }

  /// A file whose one tile is used again and again.
  static func reusing(_ times: Int) throws -> [UInt8] {
    let whole = LargePhotos.heic(columns: 1, rows: 1)
    let decoder = HEIFBuilder.box("hvcC", of: whole)
    let data = Array(HEIFBuilder.box("idat", of: whole).dropFirst(8))
    var builder = HEIFBuilder()
    builder.addCoded(1, decoder: decoder, width: 512, height: 512, data: data, isHidden: true)
    builder.addGrid(
      2, columns: 20, of: [Int](repeating: 1, count: times), width: 512, height: 512)
    return builder.bytes(primary: 2)
  }

  static let hostile: [(name: String, bytes: [UInt8])] = [
    ("40 bytes of WebP", webp(16_383, coded: 20)),
    ("a WebP that is not quite as flat", webp(16_383, coded: 2_000_000)),
    ("a TIFF", tiff(16_383, coded: 32_000)),
    ("a PNG of a bit a pixel", png(16_383, bits: 1, type: 0, interlaced: false, coded: 32_000)),
    ("2 MB of PNG in passes", png(16_383, bits: 16, type: 6, interlaced: true, coded: 2_000_000)),
    (
      "a PNG that is long by its metadata",
      png(16_383, bits: 8, type: 2, interlaced: false, coded: 100, metadata: 3_000_000)
    ),
    ("a JPEG's header", [UInt8](LargePhotos.jpeg(16_000, 16_000).prefix(700))),
    ("a progressive JPEG of few bytes", LargePhotos.jpeg(16_000, 14_000, refinements: 1)),
    ("a JPEG of 128 scans", LargePhotos.jpeg(6_000, 5_000, refinements: 127)),
  ]

  @Test("is refused before a pixel is decoded", arguments: hostile.indices)
  func refused(index: Int) throws {
    let (name, bytes) = Self.hostile[index]
    guard try #require(ImageFormat.recognise(bytes)).isReadable else { return }
    let text = try message(of: .overLimit) { _ = try PictureInfo.read(bytes, name: name) }
    #expect(text.hasPrefix(name))
    #expect(text.contains("proportion") || text.contains("scans"))
  }

  @Test("A tile counts for each use")
  func tiles() throws {
    guard ImageFormat.heic.isReadable else { return }
    try message(of: .overLimit) { _ = try PictureInfo.read(try Self.reusing(4_000)) }
    #expect(try PictureInfo.read(try Self.reusing(60)).size.width == 512)
  }

  @Test("A coded picture has its stream's size, not that of the file around it")
  func streams() throws {
    guard ImageFormat.heic.isReadable else { return }
    let whole = LargePhotos.heic(columns: 1, rows: 1)
    var builder = HEIFBuilder()
    builder.addCoded(
      1, decoder: HEIFBuilder.box("hvcC", of: whole), width: 8, height: 8,
      data: Array(HEIFBuilder.box("idat", of: whole).dropFirst(8)))
    let bytes = builder.bytes(primary: 1)
    var limits = ImagingLimits()
    limits.pixels = 512 * 512
    #expect(try PictureInfo.read(bytes, limits: limits).size.width > 0)
    limits.pixels -= 1
    try message(of: .overLimit) { _ = try PictureInfo.read(bytes, limits: limits) }
  }

  @Test("The limits are exact")
  func bounds() throws {
    let bytes = LargePhotos.jpeg(640, 480)
    var limits = ImagingLimits()
    limits.freePixels = 0
    #expect(try JPEGInfo.read(bytes, limits: limits).size.width == 640)
    limits.pixelsPerByte = 1
    try message(of: .overLimit) { _ = try JPEGInfo.read(bytes, limits: limits) }
    limits.freePixels = 640 * 480
    #expect(try JPEGInfo.read(bytes, limits: limits).size.width == 640)
    let progressive = LargePhotos.jpeg(640, 480, refinements: 4)
    limits = ImagingLimits()
    // Luma and two planes of a quarter, and four times the luma.
    limits.scanSamples = 640 * 480 * 3 / 2 + 4 * 640 * 480
    #expect(try JPEGInfo.read(progressive, limits: limits).isProgressive)
    limits.scanSamples -= 1
    try message(of: .overLimit) { _ = try JPEGInfo.read(progressive, limits: limits) }
  }

  @Test("A picture reduced row by row equals the whole one reduced", arguments: 1...8)
  func fitted(orientation: Int) throws {
    let bytes = TIFFBuilder.deepTIFF(301, 203)
    guard ImageFormat.tiff.isReadable else { return }
    let turned = try #require(Orientation(rawValue: orientation))
    let whole = try DecodedPicture.decode(bytes).image
    let small = try whole.fitted(within: 100, orientation: turned)
    // Of the file's own orientation, which is upright.
    let streamed = try PictureFile.open(
      bytes, as: .tiff, name: "x", limits: ImagingLimits(), enough: nil
    ) { file throws(ImagingError) in
      try file.decode(
        acceptingDamage: false, keepingProfile: false,
        fitting: RowWriter.Fitting(side: 100, orientation: turned))
    }
    #expect(streamed.isFitted)
    #expect(streamed.image.size == small.size)
    for (one, other) in zip(streamed.image.planes, small.planes) {
      for y in 0..<one.height {
        #expect((0..<one.width).allSatisfy { one[$0, y] == other[$0, y] })
      }
    }
  }
}
