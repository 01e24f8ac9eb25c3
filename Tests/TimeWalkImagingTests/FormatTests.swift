import Foundation
import Testing
import TimeWalkBase
import TimeWalkTestSupport

@testable import TimeWalkImaging

/// One picture in all formats that are taken, and files of those that aren't.
///
/// In a build that leaves libraries out, the formats of these are refused, which is tested in their
/// place.
@Suite struct FormatTests {
  typealias Colours = [[Int]]
  static let colours = [[200, 40, 40], [40, 180, 60], [40, 60, 200], [128, 128, 128]]
  static let overWhite = [[255, 255, 255], [147, 217, 157]] + colours[2...]
  static let grays = [88, 124, 70, 128].map { [$0, $0, $0] }
  static let bilevel = [0, 255, 0, 255].map { [$0, $0, $0] }

  static func expected(_ name: String) -> Colours {
    if name.contains("alpha") || name.contains("transparent") { return overWhite }
    if name.contains("bilevel") { return bilevel }
    return name.contains("gray") || name.contains("inverted") ? grays : colours
  }

  static let pictures = FormatFixtures.files.keys.sorted()
    .filter { !["gif", "bmp", "webp-animated"].contains($0) }

  /// The colours in the middle of the quarters of an upright picture.
  static func quarters(_ image: PlanarImage) -> Colours {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      rgb(image, image.size.width * x / 4, image.size.height * y / 4)
    }
  }

  static func rgb(_ image: PlanarImage, _ x: Int, _ y: Int) -> [Int] {
    let luma = Double(image.planes[0][x, y])
    guard !image.isGray else { return [Int](repeating: Int(luma), count: 3) }
    let column = x / image.sampling.horizontal, row = y / image.sampling.vertical
    let blue = Double(image.planes[1][column, row]) - 128
    let red = Double(image.planes[2][column, row]) - 128
    return [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue]
      .map { Int(min(max($0, 0), 255).rounded()) }
  }

  static func isNear(_ one: Colours, _ other: Colours, _ tolerance: Int) -> Bool {
    zip(one.joined(), other.joined()).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test(arguments: pictures)
  func `a picture looks the same in every format`(name: String) throws {
    let bytes = try FormatFixtures.bytes(name)
    guard try #require(ImageFormat.recognise(bytes)).isReadable else {
      let message = try message(of: .libraryMissing) { _ = try DecodedPicture.decode(bytes) }
      #expect(message.contains("isn't installed"))
      return
    }
    let info = try PictureInfo.read(bytes)
    let decoded = try DecodedPicture.decode(bytes)
    #expect(decoded.format == info.format && decoded.image.size == info.size)
    #expect(decoded.orientation == info.orientation && decoded.warnings.isEmpty)
    let upright = try decoded.image.resampled(
      to: decoded.image.size, turning: decoded.orientation ?? .upright
    )
    .inSRGB(from: decoded.profile)
    #expect(upright.size == PixelSize(width: 32, height: 24))
    let found = Self.quarters(upright)
    #expect(Self.isNear(found, Self.expected(name), 6), "\(found)")
  }

  @Test(arguments: [
    ("gif", "GIF"), ("bmp", "BMP"), ("webp-animated", "animated"),
  ])
  func `pictures of other kinds are refused by name`(name: String, word: String) throws {
    let bytes = try FormatFixtures.bytes(name)
    let text = try message(of: .unsupportedFormat) {
      _ = try PictureInfo.read(bytes, name: "a.jpg")
    }
    #expect(text.hasPrefix("a.jpg is ") && text.contains(word))
  }

  @Test(arguments: [
    (ImageFormatTests.file("qt  "), "a video"), (ImageFormatTests.file("isom"), "a video"),
    (Array("%PDF-1.7".utf8), "PDF"), (Array("<?xml version=\"1.0\"?>\n<svg/>".utf8), "SVG"),
    (Array("BM".utf8), "BMP"), ([0xFF, 0x0A], "JPEG XL"), (Array("8BPS".utf8), "Photoshop"),
    (Array("II*\0\u{10}\0\0\0CR".utf8), "raw"), (ImageFormatTests.file("crx "), "raw"),
    (Array("#!/bin/sh".utf8), "isn't an image"), (Array("RIFF....AVI LIST".utf8), "a video"),
  ])
  func `a refusal names the file, its kind and what is taken`(bytes: [UInt8], kind: String) throws {
    do {
      _ = try PictureInfo.read(bytes, name: "IMG_1.heic")
      Issue.record("it was read")
    } catch {
      #expect([.unsupportedFormat, .notAnImage].contains(error.code))
      #expect(error.message.hasPrefix("IMG_1.heic is") && error.message.contains(kind))
      #expect(error.message.contains("only images are supported: JPEG"))
    }
  }

  @Test(arguments: pictures)
  func `limits hold before pixels are decoded`(name: String) throws {
    let bytes = try FormatFixtures.bytes(name)
    guard try #require(ImageFormat.recognise(bytes)).isReadable else { return }
    var limits = ImagingLimits()
    limits.pixels = 32 * 24 - 1
    try message(of: .overLimit) { _ = try PictureInfo.read(bytes, limits: limits) }
    try message(of: .overLimit) { _ = try DecodedPicture.decode(bytes, limits: limits) }
    // HEVC codes whole blocks of 64, of which a part is shown.
    limits.pixels = name.hasPrefix("heic") ? 64 * 64 : 32 * 24
    limits.bytes = bytes.count
    #expect(try PictureInfo.read(bytes, limits: limits).size.width > 0)
    limits.bytes -= 1
    try message(of: .overLimit) { _ = try PictureInfo.read(bytes, limits: limits) }
  }

  @Test(arguments: pictures)
  func `every cut and many a changed bit give a picture or an error that names the file`(
    name: String
  ) throws {
    let bytes = try FormatFixtures.bytes(name)
    var limits = ImagingLimits()
    limits.pixels = 1 << 18
    limits.decoderBytes = 1 << 24
    var random = SeededGenerator(seed: 7)
    var refused = 0
    for round in 0..<160 {
      var changed = bytes
      if round % 4 == 0 {
        changed = Array(bytes.prefix(Int.random(in: 1..<bytes.count, using: &random)))
      } else {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let at = Int.random(in: 0..<changed.count, using: &random)
          changed[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
      do {
        let picture = try DecodedPicture.decode(
          changed, name: "x", limits: limits, acceptingDamage: round % 2 == 0)
        #expect(picture.image.size.width * picture.image.size.height <= limits.pixels)
        #expect(try !picture.image.inSRGB(from: picture.profile).encode().isEmpty)
      } catch {
        #expect(error.message.hasPrefix("x "))
        refused += 1
      }
    }
    #expect(refused > 4)
  }

  @Test func `a raw file gives its sensor's picture, or its own JPEG where that is large enough`()
    throws
  {
    guard ImageFormat.dng.isReadable else { return }
    let green = try Pictures.make(64, 48) { plane, _, _ in [150, 80, 80][plane] }.encode()
    let small = try Pictures.make(32, 24) { plane, _, _ in [150, 80, 80][plane] }.encode()
    let square = try Pictures.make(64, 64) { plane, _, _ in [150, 80, 80][plane] }.encode()
    for (preview, enough, isPreview) in [
      (nil, nil, false), (green, nil, true), (small, nil, false), (small, 32, true),
      (square, nil, false),
    ] as [([UInt8]?, Int?, Bool)] {
      for orientation in [1, 3, 6, 8] {
        let bytes = TIFFBuilder.dng(orientation: orientation, preview: preview)
        #expect(ImageFormat.recognise(bytes) == .dng)
        let decoded = try DecodedPicture.decode(bytes, enough: enough)
        #expect(decoded.orientation?.rawValue == orientation)
        let colours = Self.quarters(decoded.image)
        let isRed = colours[0][0] > colours[0][1] + 60 && abs(colours[3][0] - colours[3][1]) < 12
        #expect(isRed != isPreview, "\(colours)")
        #expect(decoded.image.size.width == (isPreview && preview == small ? 32 : 64))
      }
    }
  }

  @Test func `the largest page of a TIFF is taken`() throws {
    guard ImageFormat.tiff.isReadable else { return }
    #expect(
      try PictureInfo.read(FormatFixtures.bytes("tiff-pages")).size
        == PixelSize(width: 32, height: 24))
  }

  @Test func `a PNG may claim any size, but none is taken for it`() throws {
    var bytes = try FormatFixtures.bytes("png-rgb")
    bytes.replaceSubrange(16..<24, with: [0, 0, 0xC3, 0x50, 0, 0, 0xC3, 0x50])
    // The checksum of the header.
    bytes.replaceSubrange(29..<33, with: Self.crc(bytes[12..<29]))
    let text = try message(of: .overLimit) { _ = try DecodedPicture.decode(bytes) }
    #expect(text.contains("50000 x 50000"))
  }

  static func crc(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var value = UInt32.max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    value = ~value
    return (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}
