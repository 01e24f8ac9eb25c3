import Testing

@testable import TimeWalkImaging

@Suite struct PlateTests {
  static let usual = Plate(
    title: "Fifth Avenue, looking north from 42nd Street",
    details: [
      .init(label: "Date", text: "1911"), .init(label: "Creator", text: "Burton Welles"),
      .init(label: "Credit", text: "The New York Public Library"),
    ], link: "https://example.org/items/510d47dc-9c4a-a3d9-e040-e00a18064a99")

  static let long = Plate(
    title: String(repeating: "A very long title ", count: 60),
    details: (1...12).map {
      .init(label: "Label \($0)", text: String(repeating: "and so on ", count: 40))
    },
    link: "https://example.org/" + String(repeating: "abc", count: 900))

  /// Dark samples between the frame and the picture's sides, where only paper may be.
  static func strays(_ image: PlanarImage) -> Int {
    let luma = image.planes[0], paper = luma[0, 0]
    let unit = min(Double(image.size.width) / 1600, Double(image.size.height) / 1200)
    let outside = Int((44 * unit).rounded()) - 1
    var count = 0
    for y in 0..<luma.height {
      for x in 0..<luma.width
      where x < outside || y < outside || x >= luma.width - outside || y >= luma.height - outside {
        if luma[x, y] != paper { count += 1 }
      }
    }
    return count
  }

  @Test(arguments: [usual, long], [(1600, 1200), (800, 600), (1200, 1600), (320, 240)])
  func `nothing is written across the frame, and the file is a card on light paper`(
    plate: Plate, size: (Int, Int)
  ) throws {
    let drawn = try plate.draw(
      size: PixelSize(width: size.0, height: size.1), fonts: Pictures.fonts())
    #expect(drawn.image.size == PixelSize(width: size.0, height: size.1))
    #expect(Self.strays(drawn.image) == 0)
    let luma = drawn.image.planes[0]
    let light = luma.samples.count { $0 > 220 }
    #expect(light > luma.width * luma.height * 6 / 10)
    #expect(try JPEGInfo.read(drawn.image.encode()).size.width == size.0)
  }

  @Test func `texts without space are reported, the others are kept`() throws {
    #expect(try Self.usual.draw(fonts: Pictures.fonts()).dropped.isEmpty)
    let dropped = try Self.long.draw(fonts: Pictures.fonts()).dropped
    #expect(!dropped.isEmpty && dropped == Array(Self.long.details.suffix(dropped.count)))
  }

  @Test func `missing characters are reported`() throws {
    let plate = Plate(title: "東京", details: [.init(label: "Date", text: "1900")])
    #expect(try plate.draw(fonts: Pictures.fonts()).gaps.missing == ["東", "京"])
  }

  @Test func `empty details leave no gap and nothing at all is still a card`() throws {
    let fonts = try Pictures.fonts()
    let with = Plate(
      title: "x", details: [.init(label: "Date", text: " "), .init(label: "By", text: "y")])
    let without = Plate(title: "x", details: [.init(label: "By", text: "y")])
    #expect(
      try with.draw(fonts: fonts).image.planes[0].samples
        == without.draw(fonts: fonts).image.planes[0].samples)
    _ = try Plate(title: "", details: []).draw(fonts: fonts)
  }

  @Test(
    .enabled(if: QRCode.libraryVersion != nil, "libqrencode is not installed"),
    arguments: [(1600, 1200), (1200, 1600), (1000, 800)])
  func `the address stands on the card as a code, module by module`(width: Int, height: Int) throws
  {
    let link = try #require(Self.usual.link)
    let code = try #require(QRCode(link))
    let image = try Self.usual.draw(
      size: PixelSize(width: width, height: height), fonts: Pictures.fonts()
    ).image
    let luma = image.planes[0]
    // It is at the right margin; its light margin is the first row that is white at both ends.
    let unit = min(Double(width) / 1600, Double(height) / 1200)
    let right = width - Int((112 * unit).rounded())
    let whole = code.side + 2 * QRCode.margin
    let module = Int((280 * unit).rounded()) / whole
    let left = right - whole * module
    let top = try #require(
      (height / 2..<height).first { y in luma[left, y] == 255 && luma[right - 1, y] == 255 })
    for row in 0..<code.side {
      for column in 0..<code.side {
        let x = left + (QRCode.margin + column) * module + module / 2
        let y = top + (QRCode.margin + row) * module + module / 2
        #expect((luma[x, y] < 128) == (code.modules[row * code.side + column] == 1))
      }
    }
  }

  @Test func `a code that would be too fine, or isn't of a web address, is left out`() throws {
    let fonts = try Pictures.fonts()
    func white(_ plate: Plate, _ width: Int, _ height: Int) throws -> Int {
      try plate.draw(size: PixelSize(width: width, height: height), fonts: fonts).image.planes[0]
        .samples.count { $0 > 250 }
    }
    var plain = Self.usual
    plain.link = "shelf 12, box 3"
    // The bar's letters are white, too.
    let letters = try white(plain, 1600, 1200)
    #expect(try QRCode.libraryVersion == nil || white(Self.usual, 1600, 1200) > letters + 20_000)
    #expect(try white(Self.long, 1600, 1200) < letters + 2000)
    #expect(try white(Self.usual, 320, 240) < 2000)
    #expect(QRCode("") == nil && QRCode(String(repeating: "a", count: 301)) == nil)
  }

  @Test func `an unreadable plate is refused`() throws {
    try message(of: .invalidArgument) {
      _ = try Self.usual.draw(size: PixelSize(width: 100, height: 80), fonts: Pictures.fonts())
    }
  }
}
