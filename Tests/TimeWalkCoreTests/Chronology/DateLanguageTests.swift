import Testing

@testable import TimeWalkCore

@Suite("Languages of dates")
struct DateLanguageTests {
  private static let languages = Array(DateLanguage.all.indices)

  private func words(_ list: String) -> [String] {
    list.split(separator: ",").map {
      $0.split(separator: " ").joined(separator: " ").replacing("!", with: "")
    }
  }

  @Test("has all months, seasons and the usual words", arguments: languages)
  func complete(index: Int) {
    let language = DateLanguage.all[index]
    #expect(language.months.count == 12 && language.seasons.count == 4)
    #expect(language.ordinals.count >= 20)
    let meanings = Set(language.words.map(\.key))
    let usual: [DateMeaning] = [
      .approximate, .uncertain, .before, .after, .until, .between, .and, .or, .not, .unknown,
      .century, .part(2), .last, .third(0), .third(1), .third(2), .undated, .filler,
    ]
    #expect(meanings.isSuperset(of: usual))
    #expect(meanings.count == language.words.count, "a meaning is there twice")
  }

  @Test("says each word once, but for parts and ordinals", arguments: languages)
  func unique(index: Int) {
    var seen: [String: DateMeaning] = [:]
    for (meaning, list) in DateLanguage.all[index].words {
      if case .part = meaning { continue }
      for word in words(list) {
        #expect(seen[word] == nil, "\(word) is \(meaning), too")
        seen[word] = meaning
      }
    }
  }

  @Test(
    "reads its months, seasons, bounds and centuries, with and without accents",
    arguments: languages)
  func reads(index: Int) throws {
    let language = DateLanguage.all[index]
    func expect(_ word: String, _ text: String, _ edtf: String) throws {
      for spelling in LetterFolding.spellings(word) {
        let text = text.replacing("WORD", with: spelling)
        let date = try #require(try DateReading(text: text).date, "\(text)")
        // Another language may have a second meaning, which makes it wider.
        let span = try CaptureDate(edtf: edtf).strict
        #expect(date.strict.contains(span), "\(text) is \(date.edtf)")
      }
    }
    for (month, list) in language.months.enumerated() {
      for word in words(list) {
        try expect(word, "12 WORD 1905", "1905-\(DateTerm.twoDigits(month + 1))-12")
      }
    }
    for (season, list) in language.seasons.enumerated() {
      for word in words(list) { try expect(word, "WORD 1905", "1905-\(21 + season)") }
    }
    for (meaning, list) in language.words {
      for word in words(list) {
        switch meaning {
        case .approximate: try expect(word, "WORD 1905", "1905~")
        case .uncertain: try expect(word, "WORD 1905", "1905?")
        case .before, .until: try expect(word, "WORD 1905", "/1905")
        case .after: if word != "dès" { try expect(word, "WORD 1905", "1905/") }
        case .century: try expect(word, "XIX WORD", "18XX")
        case .third(2): try expect(word, "WORD 1920s", "1926~/1929")
        case .undated: #expect(try DateReading(text: word).date == nil)
        default: break
        }
      }
    }
  }
}
