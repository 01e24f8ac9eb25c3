import Testing

@testable import TimeWalkImaging

/// Text that is read from right to left, and mixed text, by UAX #9.
@Suite struct BidiTests {
  private static func levels(_ text: String) -> BidiLevels {
    BidiLevels(text.unicodeScalars.map(\.value))
  }

  @Test(arguments: [
    ("abc 1911", "00000000"), ("אבג", "111"), ("אבג abc 12", "1111222222"),
    ("אבג 12 א", "11112211"),
    ("abc אבג 12", "0000111122"),
    // Brackets have the direction of their content (rule N0), and a final stop that of the
    // paragraph (N2).
    ("אב (ab) 1.", "1111221121"), ("ab (אב)!", "00001100"),
    // Numbers between Arabic letters, with a separator of thousands.
    ("عام 1,905", "111122222"),
    // The mark of direction holds the bracket at the Hebrew.
    ("ab אב)\u{200F} ab", "0001111000"),
  ])
  func `levels are those of the algorithm`(text: String, expected: String) {
    let found = Self.levels(text)
    #expect(found.levels.map(String.init).joined() == expected)
    #expect(!found.isOrderUnknown)
  }

  @Test(arguments: [("שלום abc", true), ("12 שלום", true), ("abc שלום", false), ("12 (!)", false)])
  func `the first letter gives the paragraph its direction`(text: String, isRightToLeft: Bool) {
    #expect(Self.levels(text).isRightToLeft == isRightToLeft)
  }

  @Test(
    arguments: [
      ([], []), ([0, 0], [0, 1]), ([1, 1, 1], [2, 1, 0]), ([0, 1, 2, 1, 0], [0, 3, 2, 1, 4]),
      ([1, 2, 3, 2, 1], [4, 1, 2, 3, 0]), ([2, 1], [1, 0]),
      ([0, 1, 0, 1], [0, 1, 2, 3]),
    ] as [([Int8], [Int])])
  func `stretches stand in the order of rule L2`(levels: [Int8], expected: [Int]) {
    #expect(BidiLevels.visualOrder(levels) == expected)
  }

  /// The characters that a line's glyphs stand for, from left to right.
  private static func seen(_ line: TextLine) -> String {
    let scalars = Array(line.text.unicodeScalars)
    return String(String.UnicodeScalarView(line.glyphs.map { scalars[$0.scalar] }))
  }

  @Test func `a mixed line is seen in its right order`() throws {
    let typeface = try Pictures.fonts().regular
    #expect(Self.seen(typeface.line("דרך Yafo (1911) סוף", size: 20)) == "ףוס Yafo (1911) ךרד")
    #expect(
      Self.seen(typeface.line("Yafo דרך 1911 סוף end", size: 20)) == "Yafo ףוס 1911 ךרד end")
    #expect(typeface.line("דרך", size: 20).isRightToLeft)
    #expect(!typeface.line("a דרך", size: 20).isRightToLeft)
  }

  @Test func `brackets in text from right to left are mirrored`() throws {
    let typeface = try Pictures.fonts().regular
    let turned = typeface.line("(א)", size: 20).glyphs.map(\.id)
    let plain = typeface.line("()", size: 20).glyphs.map(\.id)
    #expect(
      [turned.first, turned.last] == [plain.first, plain.last], "( at the left, ) at the right")
  }

  @Test func `arabic letters are joined`() throws {
    let typeface = try Pictures.fonts().regular
    let joined = typeface.line("بيت", size: 20), apart = typeface.line("ب ي ت", size: 20)
    #expect(Set(joined.glyphs.map(\.id)).isDisjoint(with: apart.glyphs.map(\.id)))
  }

  static let mixed =
    "רחוב יפו Yafo Road, Jerusalem (1898) מבט אל שער יפו and the old city wall בשנת 1911"

  @Test func `lines are broken as they are read, and reordered afterwards`() throws {
    let typeface = try Pictures.fonts().regular
    for width in stride(from: 60.0, through: 700, by: 31) {
      let lines = typeface.wrap(Self.mixed, size: 20, width: width).lines
      #expect(lines.allSatisfy { $0.width <= width && $0.isRightToLeft })
      #expect(
        lines.map(\.text).joined(separator: " ").filter { $0 != " " }
          == Self.mixed.filter { $0 != " " })
    }
    let lines = typeface.wrap(Self.mixed, size: 20, width: 330).lines
    try #require(lines.count > 2)
    #expect(Self.seen(lines[0]).hasSuffix("ופי בוחר"), "the first words stand at the right")
    #expect(Self.seen(lines[0]).contains("Yafo Road"), "English words stay in their order")
  }

  @Test func `a cut text ends in an ellipsis at the paragraph's end`() throws {
    let typeface = try Pictures.fonts().regular
    let hebrew = typeface.wrap(Self.mixed, size: 20, width: 160, maximumLines: 1)
    let line = try #require(hebrew.lines.first)
    #expect(hebrew.isCut && line.width <= 160 && line.text.hasSuffix("…"))
    #expect(Self.seen(line).hasPrefix("…"), "at the left: \(Self.seen(line))")
    let english = typeface.wrap(
      "A view of רחוב יפו ושער יפו", size: 20, width: 160, maximumLines: 1)
    #expect(try Self.seen(#require(english.lines.first)).hasSuffix("…"))
  }

  /// The columns with letters among some rows of a plate.
  private static func columns(of image: PlanarImage, rows: Range<Int>) -> ClosedRange<Int>? {
    let luma = image.planes[0]
    // Within the frame.
    let dark = (60..<luma.width - 60).filter { x in rows.contains { luma[x, $0] < 150 } }
    guard let first = dark.first, let last = dark.last else { return nil }
    return first...last
  }

  @Test func `a title from right to left is at the right, a detail beside its label`() throws {
    let plate = Plate(title: "רחוב יפו", details: [.init(label: "By", text: "בונפיס")])
    let image = try plate.draw(fonts: Pictures.fonts()).image
    let title = try #require(Self.columns(of: image, rows: 265..<340))
    #expect(title.lowerBound > 1000 && (1460...1490).contains(title.upperBound), "\(title)")
    let detail = try #require(Self.columns(of: image, rows: 430..<480))
    #expect(detail.upperBound < 500, "\(detail)")
  }

  @Test func `lines of a longer detail end flush at the right`() throws {
    let face = try Pictures.fonts().regular
    let lines = face.wrap(Self.mixed, size: 20, width: 500).lines
    try #require(lines.count > 1)
    for line in lines { #expect(line.start(from: 10, width: 500) + line.width == 510) }
    #expect(face.line("abc", size: 20).start(from: 10, width: 500) == 10)
  }
}
