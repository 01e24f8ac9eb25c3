import Testing
import TimeWalkCore
import TimeWalkTestSupport

@Suite("EDTF properties")
struct EDTFPropertyTests {
  private static let pieces = [
    "19", "191", "1911", "0000", "9999", "-", "-", "/", "..", ",", "[", "]", "{", "}", "?", "~",
    "%",
    "X", "XX", "XXXX", "Y", "E", "S", "T", "Z", ":", "+", "05", "02", "12", "21", "29", "31", "41",
    "0",
    "9", " ", "99999999999999999999", "10:20:30", "é", "\u{0}", "Y1E12", "1", "-0001",
  ]

  @Test("for any date, fuzzy contains strict, and reading its text again gives the same")
  func consistent() {
    var generator = SeededGenerator(seed: 11)
    var read = 0
    for _ in 0..<200_000 {
      let text = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        EDTFPropertyTests.pieces.randomElement(using: &generator) ?? ""
      }.joined()
      guard let date = try? CaptureDate(edtf: text) else { continue }
      read += 1
      #expect(date.fuzzy.contains(date.strict), "\(text)")
      #expect((try? CaptureDate(edtf: date.edtf)) == date, "\(text)")
    }
    #expect(read > 2000, "too few of the random texts are dates to show anything")
  }

  @Test("no random bytes stop the reader")
  func randomBytes() {
    var generator = SeededGenerator(seed: 12)
    let some = Array("0123456789X-/.,[]{}?~%YEST:Z+ ".utf8)
    var refused = 0
    for round in 0..<100_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        round.isMultiple(of: 2)
          ? UInt8.random(in: 0...255, using: &generator)
          : some.randomElement(using: &generator) ?? 0
      }
      do { _ = try CaptureDate(edtf: String(decoding: bytes, as: UTF8.self)) } catch {
        refused += 1
      }
    }
    #expect(refused > 90_000)
  }

  @Test("a qualified date may be meant no narrower than the plain one, and % no narrower than ~")
  func qualifiersWiden() throws {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<2000 {
      let year = String(Int.random(in: 1000...9998, using: &generator))
      let month = Int.random(in: 10...12, using: &generator)
      let day = Int.random(in: 10...28, using: &generator)
      for text in [year, "\(year)-\(month)", "\(year)-\(month)-\(day)"] {
        let plain = try CaptureDate(edtf: text)
        let about = try CaptureDate(edtf: text + "~")
        let both = try CaptureDate(edtf: text + "%")
        #expect(plain.fuzzy == plain.strict)
        #expect(about.strict == plain.strict && both.strict == plain.strict)
        #expect(about.fuzzy.contains(plain.fuzzy) && about.fuzzy != plain.fuzzy, "\(text)")
        #expect(both.fuzzy.contains(about.fuzzy) && both.fuzzy != about.fuzzy, "\(text)")
      }
    }
  }
}
