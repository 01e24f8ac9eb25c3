import Foundation
import Testing

@testable import TimeWalkImaging

@Suite struct OverlayTests {
  static let sizes = [
    (2048, 1536), (1536, 2048), (2048, 1152), (2048, 512), (320, 240), (240, 320), (320, 180),
    (180, 320), (641, 479),
  ]

  @Test(arguments: sizes) func `all usual fields are complete on the band`(size: (Int, Int)) throws
  {
    let typeface = try Pictures.fonts().regular
    let picture = PixelSize(width: size.0, height: size.1)
    let layout = try #require(
      OverlayLayout.make(Pictures.fields, on: picture, blockRows: 16, typeface: typeface))
    #expect(layout.shown == Pictures.fields.count)
    #expect(layout.fontSize >= 11)
    #expect(layout.bandTop % 16 == 0 && layout.bandHeight * 2 <= picture.height)
    let lines = layout.rows.flatMap { $0 }
    if size.0 >= 240 {
      #expect(lines.map(\.line.text) == Pictures.fields, "each on one line, in order")
    }
    #expect(lines.map(\.line.text).joined(separator: " ") == Pictures.fields.joined(separator: " "))
    for piece in lines {
      #expect(
        piece.x - layout.rim >= 2
          && piece.x + piece.line.width + layout.rim <= Double(picture.width) - 2)
    }
    let first = try #require(layout.baselines.first), last = try #require(layout.baselines.last)
    #expect(Double(first) - lines[0].line.ascent >= 2)
    #expect(Double(last) + lines[0].line.descent <= Double(layout.bandHeight) - 2)
    for row in layout.rows {
      for (left, right) in zip(row, row.dropFirst()) {
        #expect(left.x + left.line.width + 4 <= right.x)
      }
    }
  }

  @Test(arguments: sizes, [0, 128, 255])
  func `the text reads on any ground and touches no side of the band`(size: (Int, Int), tone: Int)
    throws
  {
    let picture = try Pictures.tone(tone, size.0, size.1)
    let result = try picture.overlaid(fields: Pictures.fields, font: Pictures.fonts().regular)
    let luma = try result.image.planes[0], region = result.region
    let corner = luma[0, region.y]
    let sides =
      (region.y..<size.1).flatMap { [luma[0, $0], luma[size.0 - 1, $0]] }
      + (0..<size.0).flatMap { [luma[$0, region.y], luma[$0, size.1 - 1]] }
    #expect(sides.allSatisfy { $0 == corner })

    var bright = 0
    for y in region.y..<size.1 { bright += (0..<size.0).count { luma[$0, y] > 230 } }
    #expect(bright > 500, "letters are there")
    let contrast = (1 + 0.05) / (Self.light(Int(corner)) + 0.05)
    #expect(contrast >= 4.5, "as WCAG asks for text")
  }

  /// The relative luminance of a gray, after WCAG.
  static func light(_ value: Int) -> Double {
    let share = Double(value) / 255
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
  }

  @Test(arguments: [(640, 480), (479, 641), (333, 217), (96, 330)], FitTests.samplings)
  func `the encoded variants differ only in the region`(size: (Int, Int), sampling: ChromaSampling)
    throws
  {
    let clean = try Pictures.scene(size.0, size.1, sampling: sampling)
    let result = try clean.overlaid(fields: Pictures.fields, font: Pictures.fonts().regular)
    #expect(result.region.width == size.0 && result.region.y + result.region.height == size.1)
    let first = try JPEGPicture.decode(clean.encode()).image
    let second = try JPEGPicture.decode(result.image.encode()).image
    for (index, (one, other)) in zip(first.planes, second.planes).enumerated() {
      let top = index == 0 ? result.region.y : result.region.y / sampling.vertical
      for y in 0..<top {
        #expect((0..<one.width).allSatisfy { one[$0, y] == other[$0, y] }, "row \(y)")
      }
      #expect(
        (top..<one.height).contains { y in (0..<one.width).contains { one[$0, y] != other[$0, y] } }
      )
    }
  }

  @Test(
    arguments: [(640, 480), (479, 641), (333, 217), (96, 330), (32, 48), (200, 1000)],
    FitTests.samplings)
  func `splicing the band gives the same bytes as encoding the whole`(
    size: (Int, Int), sampling: ChromaSampling
  ) throws {
    for (quality, isGray) in [(60, true), (90, false)] {
      let clean = try Pictures.scene(size.0, size.1, sampling: sampling, isGray: isGray)
      let result = try clean.overlaid(fields: Pictures.fields, font: Pictures.fonts().regular)
      #expect(
        try result.encode(reusing: clean.encode(quality: quality), quality: quality)
          == result.image.encode(quality: quality))
    }
  }

  @Test func `a file that can't be spliced is encoded as a whole`() throws {
    let clean = try Pictures.scene(300, 300)
    let result = try clean.overlaid(fields: Pictures.fields, font: Pictures.fonts().regular)
    let whole = try result.image.encode()
    for file in [
      [], [0xFF], Array(try clean.encode().prefix(700)), try clean.encode(restartsEachRow: false),
    ] {
      #expect(try result.encode(reusing: file) == whole)
    }
  }

  @Test func `the clean picture stays clean`() throws {
    let clean = try Pictures.scene(400, 300)
    let before = clean.planes.map(\.samples)
    _ = try clean.overlaid(fields: Pictures.fields, font: Pictures.fonts().regular)
    #expect(clean.planes.map(\.samples) == before)
  }

  @Test(arguments: [1, 5, 8, 16, 20, 31, 32, 40, 48, 64, 80, 100, 160])
  func `a tiny picture drops whole fields from the end, and says which`(side: Int) throws {
    for (width, height) in [(side, side), (side, 400), (400, side), (1, side), (side, 1)] {
      let picture = try Pictures.tone(90, width, height)
      let result = try picture.overlaid(fields: Pictures.fields, font: Pictures.fonts().regular)
      #expect(result.dropped == Array(Pictures.fields.suffix(result.dropped.count)))
      #expect(result.region.isEmpty == (result.dropped.count == Pictures.fields.count))
      #expect(result.region.height * 2 <= height)
      #expect(try result.image.size == picture.size)
      if result.region.isEmpty {
        #expect(try result.image.planes[0].samples == picture.planes[0].samples)
      }
    }
  }

  @Test func `a field that is longer than a line continues in the next one`() throws {
    let typeface = try Pictures.fonts().regular
    let long =
      "a description that is much longer than one line of such a narrow picture can ever be"
    let layout = try #require(
      OverlayLayout.make(
        ["↑ 12 m", long, "2.0× zoom"], on: PixelSize(width: 200, height: 400), blockRows: 16,
        typeface: typeface))
    let lines = layout.rows.flatMap { $0 }
    #expect(layout.shown == 3 && lines.count > 3)
    #expect(lines.dropFirst().dropLast().map(\.line.text).joined(separator: " ") == long)
    #expect(lines.allSatisfy { $0.x + $0.line.width < 198 })
  }

  @Test(arguments: [[], [""], ["  ", "\n"]]) func `no text leaves the picture alone`(
    fields: [String]
  ) throws {
    let result = try Pictures.tone(5, 300, 300).overlaid(
      fields: fields, font: Pictures.fonts().regular)
    #expect(result.region.isEmpty && result.dropped.isEmpty)
  }

  @Test func `characters without a glyph are reported`() throws {
    let result = try Pictures.tone(5, 300, 300).overlaid(
      fields: ["東 1"], font: Pictures.fonts().regular)
    #expect(result.gaps == TextGaps(missing: ["東"]))
  }

  @Test func `gray pictures are written on as well`() throws {
    let picture = try Pictures.scene(640, 480, isGray: true)
    let result = try picture.overlaid(fields: Pictures.fields, font: Pictures.fonts().regular)
    #expect(try result.image.isGray && !result.region.isEmpty)
  }

  @Test func `text grows with the picture`() {
    let sizes = [320, 640, 1024, 2048, 4096].map {
      OverlayLayout.comfortableSize(for: PixelSize(width: $0, height: $0 * 3 / 4))
    }
    #expect(sizes == [11, 11, 17, 34, 68])
  }
}
