import Testing

@testable import TimeWalkImaging

/// Text that DejaVu Sans has no letters for.
@Suite struct ScriptTests {
  @Test(
    .enabled(
      if: ScriptTitles.areInstalled, "fonts-noto-core and fonts-noto-cjk are not all there"),
    arguments: ScriptTitles.all)
  func `letters come from the machine's fonts where DejaVu has none`(title: ScriptTitles.Title)
    throws
  {
    let fonts = try ScriptTitles.fonts()
    for face in [fonts.regular, fonts.bold] {
      let line = face.line(title.text, size: 20)
      #expect(line.missing.isEmpty && line.glyphs.allSatisfy { $0.id != 0 })
      #expect(line.fonts[0].path.contains("DejaVu"))
      // Digits and Latin letters stay DejaVu's.
      let scalars = Array(line.text.unicodeScalars)
      #expect(line.glyphs.allSatisfy { !scalars[$0.scalar].isASCII || $0.font == 0 })
    }
  }

  @Test func `without other fonts the same is reported`() throws {
    let line = try Pictures.fonts().regular.line("दिल्ली 1890", size: 20)
    #expect(line.missing.first == "द" && !line.missing.contains("1"))
  }

  @Test func `a character without a font is reported, in its order, and drawn as a box`() throws {
    let face = try ScriptTitles.fonts().regular
    let line = face.line("א\u{F1234}ב\u{F1235}", size: 20)
    #expect(line.missing == ["\u{F1234}", "\u{F1235}"])
    #expect(line.glyphs.count == 4)
  }

  @Test(
    .enabled(
      if: ScriptTitles.areInstalled, "fonts-noto-core and fonts-noto-cjk are not all there"))
  func `han characters look as in the language of the text`() throws {
    let face = try ScriptTitles.fonts().regular
    func glyph(_ text: String) throws -> UInt32 {
      try #require(face.line(text, size: 20).glyphs.first).id
    }
    #expect(try glyph("直す") != glyph("直接"), "a Japanese title and a Chinese one")
    #expect(try glyph("直接") == glyph("直"))
  }

  @Test func `chinese and japanese lines end between any characters but where signs forbid it`()
    throws
  {
    let face = try ScriptTitles.fonts().regular
    let text = "東京・銀座、「新橋」ょうゃ。（一九一一年）ー々Ginza 4丁目"
    for width in stride(from: 45.0, through: 400, by: 7) {
      let lines = face.wrap(text, size: 20, width: width).lines.map(\.text)
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
      for line in lines.dropFirst() where width > 80 {
        #expect(!"・、」ょゃ。）ー々".contains(line.first ?? " "), "\(line) at \(width)")
      }
      for line in lines.dropLast() where width > 80 {
        #expect(!"「（".contains(line.last ?? " "), "\(line) at \(width)")
      }
      if width > 80 { #expect(lines.contains { $0.contains("Ginza") }) }
    }
    #expect(face.wrap("東京銀座", size: 20, width: 45).lines.count == 2)
  }

  @Test(arguments: [
    ("a", "b", false), ("東", "京", true), ("東", "、", false), ("「", "東", false),
    ("a", "東", true), ("が", "っ", false), ("한", "국", false), ("ก", "ข", false), (" ", "東", false),
  ])
  func `a line may end without a space between ideographs alone`(
    before: Character, after: Character, isAllowed: Bool
  ) {
    #expect(LineBreaks.isAllowed(between: before, and: after) == isAllowed)
  }

  @Test(arguments: [
    (" ", true), ("\u{3000}", true), ("\u{A0}", false), ("\u{202F}", false), ("a", false),
  ])
  func `lines end at spaces, but not at those that hold words together`(
    character: Character, isSpace: Bool
  ) {
    #expect(LineBreaks.isSpace(character) == isSpace)
  }

  @Test(
    .enabled(
      if: ScriptTitles.areInstalled, "fonts-noto-core and fonts-noto-cjk are not all there"))
  func `high and deep letters are drawn whole, and lines of them don't touch`() throws {
    let face = try ScriptTitles.fonts().regular
    for text in ["ที่นี่ กู้ ผู้ใหญ่ ปั้น ฎุ ฏู", "བསྒྲུབས་ རྒྱུད", "क्त्र्यूँ ट्ठू"] {
      let line = face.line(text, size: 40)
      // Plenty of space, to see everything that is drawn.
      var wide = Coverage(width: 800, height: 400)
      face.draw(line, x: 20, baseline: 200, into: &wide)
      let rows = (0..<400).filter { y in
        wide.letters[(y * 800)..<((y + 1) * 800)].contains { $0 > 0 }
      }
      let first = try #require(rows.first), last = try #require(rows.last)
      #expect(200 - Double(first) <= line.reachAbove + 1.5, "\(text)")
      #expect(Double(last) - 200 <= line.reachBelow + 1.5, "\(text)")
      #expect(line.leading(to: line, usual: 10) >= line.reachAbove + line.reachBelow)
    }
    // Stacked marks take at most one em more.
    let heap = face.line("ก" + String(repeating: "\u{0E4A}", count: 500), size: 40)
    #expect(heap.reachAbove <= 80)
    let latin = face.line("Ég", size: 40)
    #expect(latin.reachAbove == latin.ascent && latin.reachBelow == latin.descent)
  }

  @Test func `a title in very many scripts is set in a few fonts`() throws {
    let face = try ScriptTitles.fonts().regular
    let text = String(
      String.UnicodeScalarView(
        stride(from: 0x20, to: 0x1_F000, by: 97).compactMap { Unicode.Scalar(UInt32($0)) }))
    let line = face.line(text, size: 12)
    #expect(line.width.isFinite && line.glyphs.count > 100)
    #expect(line.fonts.count <= TextParagraph.maximumFonts && !line.missing.isEmpty)
    #expect(face.line("abc", size: 12).missing.isEmpty)
  }

  @Test func `installed scripts are reported`() throws {
    let support = ScriptSupport(fonts: try Pictures.fonts())
    #expect(support.lacking.isEmpty || !ScriptTitles.areInstalled)
    #expect(!support.lacking.contains("Hebrew"), "DejaVu Sans has it")
  }
}
