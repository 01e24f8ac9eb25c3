import Testing

@testable import TimeWalkBase

@Suite("Text of others, made visible")
struct VisibleTextTests {
  /// Characters that a terminal interprets or that are invisible.
  static let unsafe: [Unicode.Scalar] =
    (Array(UInt32(0)..<0x20).filter { $0 != 9 } + Array(0x7F...0x9F) + Array(0x202A...0x202E)
    + Array(0x2066...0x2069) + Array(0x200B...0x200F) + Array(0xFFF9...0xFFFB)
    + [0x61C, 0xAD, 0x2028, 0x2029, 0x2060, 0xFEFF, 0x3164, 0xE0001, 0xE0041, 0xFFFE, 0x180E])
    .compactMap(Unicode.Scalar.init)

  @Test("Invisible characters are shown as their escapes", arguments: unsafe)
  func escaped(scalar: Unicode.Scalar) throws {
    let text = "a" + String(scalar) + "b"
    let shown = VisibleText.line(text)
    let short: [Unicode.Scalar: String] = ["\n": "\\n", "\r": "\\r"]
    let code = "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    #expect(shown == "a\(short[scalar] ?? code)b")
    guard scalar.value >= 0x20 else { return }
    let json = VisibleText.json("\"\(text)\"")
    #expect(json.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    #expect(json.hasPrefix("\"a\\u"))
  }

  @Test(
    "Ordinary text stays unchanged",
    arguments: [
      "Broadway, 1911", "Größe & Straße", "東京 築地", "می\u{200C}خواهم", "👨‍👩‍👧 ❤️", "שלום", "क्ष", "a\tb",
      "",
    ])
  func kept(text: String) {
    #expect(VisibleText.line(text) == text)
    #expect(VisibleText.json(text) == text)
    #expect(VisibleText.json(Array(text.utf8)) == Array(text.utf8))
  }

  @Test("A column can't make another one")
  func columns() {
    #expect(VisibleText.columns(["a\tb", "c\nd"]) == "a\\tb\tc\\nd")
  }

  @Test("Joiners stay between letters beyond ASCII alone")
  func joiners() {
    #expect(VisibleText.line("a\u{200D}b") == "a\\u{200D}b")
    #expect(VisibleText.line("\u{FE0F}") == "\\u{FE0F}")
    #expect(VisibleText.line("é\u{200D}\u{200D}") == "é\u{200D}\\u{200D}")
  }
}
