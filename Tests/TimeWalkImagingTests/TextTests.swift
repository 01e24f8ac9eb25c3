import Foundation
import Testing
import TimeWalkTestSupport

@testable import TimeWalkImaging

@Suite struct TextTests {
  @Test func `the font has every sign of an overlay`() throws {
    let fonts = try Pictures.fonts()
    for typeface in [fonts.regular, fonts.bold] {
      let line = typeface.line("0123456789 ° ↑ ↓ ∠ − × ± · … ′ ″ é ß Ł ğ", size: 20)
      #expect(line.missing.isEmpty)
      #expect(line.width > 100 && line.ascent > 15 && line.descent > 3)
    }
  }

  @Test func `a character that the font lacks is reported and drawn as a box`() throws {
    let typeface = try Pictures.fonts().regular
    let line = typeface.line("a東b京", size: 20)
    #expect(line.missing == ["東", "京"])
    var coverage = Coverage(width: 40, height: 30)
    let box = typeface.line("東", size: 20)
    typeface.draw(box, x: 5, baseline: 24, into: &coverage)
    #expect(coverage.letters.reduce(0) { $0 + Int($1) } > 255 * 10)
  }

  @Test(arguments: [
    "", " ", "\n\t\u{0}\u{7}", "\u{202E}abc", "e\u{301}\u{301}", "👩‍👩‍👧‍👦",
    String(repeating: "x", count: 100_000), "\u{FEFF}",
  ])
  func `no text is too odd to set`(text: String) throws {
    let typeface = try Pictures.fonts().regular
    let line = typeface.line(text, size: 12)
    #expect(line.width.isFinite && line.glyphs.count <= Typeface.maximumCharacters + 1)
    let wrapped = typeface.wrap(text, size: 12, width: 200, maximumLines: 3)
    #expect(wrapped.lines.count <= 3)
    #expect(wrapped.lines.allSatisfy { $0.width <= 200 })
  }

  @Test func `control characters become spaces`() {
    #expect(Typeface.plain("a\r\nb\u{85}c\u{2028}d") == "a  b c d")
  }

  @Test func `invisible characters aren't drawn, and don't reverse a line`() throws {
    let hidden = "a\u{202E}b\u{2066}c\u{200B}d\u{E0041}e\u{FEFF}f"
    #expect(Typeface.plain(hidden) == "abcdef")
    #expect(Typeface.plain("क्\u{200D}ष") == "क्\u{200D}ष")
    #expect(Typeface.plain("ב\u{200F}(\u{200E}") == "ב\u{200F}(\u{200E}", "marks of direction")
    let typeface = try Pictures.fonts().regular
    let line = typeface.line(hidden, size: 20)
    #expect(line.glyphs.map(\.id) == typeface.line("abcdef", size: 20).glyphs.map(\.id))
    let attack =
      "\u{1B}]52;c;Zg==\u{7}\r\n\u{9B}2J\u{0}" + String(repeating: "\u{301}", count: 5_000)
    #expect(!typeface.wrap(attack, size: 20, width: 300).lines.isEmpty)
  }

  @Test(arguments: [Typeface.LineBreaking.words, .anywhere])
  func `wrapped text loses nothing and stays within its width`(breaking: Typeface.LineBreaking)
    throws
  {
    let typeface = try Pictures.fonts().regular
    let text =
      "A view of the harbour from https://example.org/a/very/long/address/that/has/no/spaces/at/all in 1911"
    for width in stride(from: 30.0, through: 600, by: 19) {
      let wrapped = typeface.wrap(text, size: 14, width: width, breaking: breaking)
      #expect(!wrapped.isCut)
      #expect(wrapped.lines.allSatisfy { $0.width <= width })
      #expect(wrapped.lines.map(\.text).joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }

  @Test func `text that is too long ends in an ellipsis`() throws {
    let typeface = try Pictures.fonts().regular
    let wrapped = typeface.wrap(
      String(repeating: "word ", count: 80), size: 14, width: 200, maximumLines: 2)
    #expect(wrapped.isCut && wrapped.lines.count == 2)
    #expect(wrapped.lines.last?.text.hasSuffix("…") == true)
    #expect(typeface.wrap("word word", size: 14, width: 200, maximumLines: 1).isCut == false)
  }

  @Test func `letters outside are left out and those inside are kept`() throws {
    let typeface = try Pictures.fonts().regular
    let line = typeface.line("WWWW", size: 30)
    for (x, baseline) in [(-40.0, 20), (-1000, 20), (35, 20), (0, -10), (0, 90), (5, 3)] {
      var coverage = Coverage(width: 50, height: 40)
      typeface.draw(line, x: x, baseline: baseline, edge: 2, into: &coverage)
      #expect(coverage.letters.count == 2000 && coverage.rim.count == 2000)
    }
  }

  @Test func `several threads may use a typeface`() async throws {
    let typeface = try Pictures.fonts().regular
    let alone = (8..<40).map { typeface.line("12° ↑", size: Double($0)).width }
    await withTaskGroup(of: (Int, Double).self) { group in
      for size in 8..<40 {
        group.addTask { (size, typeface.line("12° ↑", size: Double(size)).width) }
      }
      for await (size, width) in group { #expect(width == alone[size - 8]) }
    }
  }
}

@Suite struct FontFinderTests {
  @Test func `a folder that is named is the only one that is looked at`() throws {
    let folder = try TemporaryFolder()
    for finder in [
      FontFinder(folder: folder.url.path, environment: [:]),
      FontFinder(environment: [FontFinder.variable: folder.url.path]),
    ] {
      #expect(finder.folders == [folder.url.path])
      let text = try message(of: .fontMissing) { _ = try FontSet(finder) }
      #expect(text.contains(folder.url.path) && text.contains("DejaVuSans.ttf"))
    }
  }

  @Test func `the folders beside and above the program come before the system's`() {
    let folders = FontFinder(environment: [:], executable: "/opt/timewalk/bin/timewalk").folders
    #expect(folders.first == "/opt/timewalk/share/timewalk/Fonts")
    #expect(
      folders.contains("/opt/timewalk/Fonts") && folders.last == "/usr/share/fonts/truetype/dejavu")
  }

  @Test func `a link to the program leads to the program's fonts`() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for name in ["app/Fonts", "app/.build/release", "bin"] {
      try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try Data().write(to: URL(fileURLWithPath: folder.path("app/.build/release/timewalk")))
    try Data().write(to: URL(fileURLWithPath: folder.path("app/Fonts/Some.ttf")))
    try files.createSymbolicLink(
      atPath: folder.path("bin/timewalk"),
      withDestinationPath: folder.path("app/.build/release/timewalk"))
    let finder = FontFinder(environment: [:], executable: folder.path("bin/timewalk"))
    #expect(try finder.path(of: "Some.ttf").hasSuffix("app/Fonts/Some.ttf"))
  }

  @Test func `a file that isn't a font is refused`() throws {
    let folder = try TemporaryFolder()
    try Data("not a font".utf8).write(to: URL(fileURLWithPath: folder.path("DejaVuSans.ttf")))
    try message(of: .fontUnusable) { _ = try FontSet(FontFinder(folder: folder.url.path)) }
  }

  @Test func `the project's fonts come with their licence`() throws {
    let path = try FontFinder(environment: [:]).path(of: "DejaVuSans.ttf")
    let licence = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(
      "LICENSE-DejaVu.txt")
    #expect(try String(contentsOf: licence, encoding: .utf8).contains("Bitstream"))
  }
}
