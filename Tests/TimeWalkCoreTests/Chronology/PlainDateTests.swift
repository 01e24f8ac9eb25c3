import Testing
import TimeWalkTestSupport

@testable import TimeWalkCore

@Suite("Plain dates")
struct PlainDateTests {
  /// Returns true if a text is read as by the parser of all EDTF.
  static func isSame(_ text: String) -> Bool {
    let (quick, whole) = (try? CaptureDate(edtf: text), try? CaptureDate(parsing: text))
    #expect(quick == whole, "\(text)")
    return quick == whole
  }

  @Test(
    "The common shapes need no parser",
    arguments: [
      "1911", "0000", "9999", "1911-05", "1911-05-26", "1911~", "1911?", "1911%", "1905/1911",
      "1905~/1911-05", "1911-02-28/1911-02-28",
    ])
  func common(text: String) throws {
    let bounds = try #require(PlainDate.bounds(of: text))
    let date = try CaptureDate(parsing: text)
    #expect(bounds == EDTFBounds(strict: date.strict, fuzzy: date.fuzzy))
    #expect(try CaptureDate(edtf: text).edtf == text)
  }

  @Test(
    "Other dates and texts are left to the parser",
    arguments: [
      "", "191", "19111", "191X", "-0043", "1911-21", "1911-13", "1911-00", "1911-02-30",
      "1900-02-29", "1911-05-26T10:20:30", "1911/1905", "1911/", "/1911", "1911/..", "1911~?",
      "1911-05~", "1911/1912/1913", " 1911", "1911 ", "１９１１", "1911\0", "1911-5-26", "Y19110",
    ])
  func others(text: String) {
    #expect(PlainDate.bounds(of: text) == nil)
    #expect(Self.isSame(text))
  }

  @Test("Every year, month and day is the parser's")
  func calendar() {
    for year in 0...9999 {
      let digits = String(year)
      let text = String(repeating: "0", count: 4 - digits.count) + digits
      for sign in ["", "~", "?", "%"] { guard Self.isSame(text + sign) else { return } }
    }
    for year in ["0000", "1900", "1911", "1912", "2000"] {
      for month in 0...42 {
        let prefix = "\(year)-\(month < 10 ? "0" : "")\(month)"
        guard Self.isSame(prefix) else { return }
        for day in 0...33 {
          guard Self.isSame("\(prefix)-\(day < 10 ? "0" : "")\(day)") else { return }
        }
      }
    }
  }

  @Test("Any other combination of date pieces is left to the parser, too")
  func pieces() {
    let pieces = [
      "19", "1911", "0000", "9999", "-", "-05", "-12", "-31", "-29", "/", "..", "?", "~", "%", "X",
      "21", "1905/1911", "1911-05-26", " ", "T", "\u{0}", "é", "1600",
    ]
    var random = SeededGenerator(seed: 17)
    var plain = 0
    for _ in 0..<100_000 {
      let text = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      guard Self.isSame(text) else { return }
      if PlainDate.bounds(of: text) != nil { plain += 1 }
    }
    #expect(plain > 2000, "too few are plain to show anything")
  }
}
