import GRDB
import Testing
import TimeWalkArchive
import TimeWalkTestSupport

@testable import TimeWalkSpatiaLite

/// The quick search for words in a file says nothing else than the slow one, or that it can't tell.
@Suite struct TextSearchTests {
  private static func finds(
    _ db: Database, _ word: String, json: String? = nil, _ texts: String?...
  ) throws -> Bool? {
    let places = texts.map { _ in "?" }.joined(separator: ", ")
    let values: [(any DatabaseValueConvertible)?] = [word, json] + texts
    return try Bool.fetchOne(
      db, sql: "SELECT timewalk_finds(?, ?, \(places))", arguments: StatementArguments(values))
  }

  @Test("A word is in a text in Latin letters as SearchWords finds it")
  func latin() throws {
    let fixture = try ArchiveFixture()
    var random = SeededGenerator(seed: 8)
    let letters =
      Array("aAzZ09 '\"{}:,.%_^`")
      + (0x80...0x24F).compactMap(Unicode.Scalar.init).map(Character.init)
    try fixture.archive.reader.read { db in
      for letter in letters {
        let text = "x\(letter)Y"
        for word in SearchWords.words("\(letter) x\(letter)y \(letter)q") {
          let found = try Self.finds(db, word, text)
          #expect(found == SearchWords.contains(text, word), "\(text) \(word)")
        }
      }
      for _ in 0..<3_000 {
        let text = String((0..<12).map { _ in letters.randomElement(using: &random) ?? "a" })
        let start = Int.random(in: 0..<10, using: &random)
        let other = letters.randomElement(using: &random) ?? "a"
        for part in [String(text.dropFirst(start).prefix(2)), "\(other)"] {
          for word in SearchWords.words(part) {
            let found = try Self.finds(db, word, nil, text)
            #expect(found == SearchWords.contains(text, word), "\(text) \(word)")
          }
        }
      }
    }
  }

  @Test("A text in other letters, and a word of a JSON object, are left to the slow search")
  func unknown() throws {
    let fixture = try ArchiveFixture()
    try fixture.archive.reader.read { db in
      for text in ["e\u{301}", "Αθήνα", "東京", String(repeating: "a", count: 5_000)] {
        let (one, both) = (
          try Self.finds(db, "z", text), try Self.finds(db, "cafe", text, "Café")
        )
        #expect(one == nil && both == true, "\(text.prefix(9))")
      }
      for (word, json, text, answer) in [
        ("cafe", #"{"Shelf":"7"}"#, "a", false), ("shelf", #"{"Shelf":"7"}"#, "a", nil),
        ("cafe", #"{"Shelf":"Caf\u00e9"}"#, "a", nil), ("cafe", #"{"Shelf":"7"}"#, "CAFÉ", true),
      ] as [(String, String, String, Bool?)] {
        let found = try Self.finds(db, word, json: json, text, nil)
        #expect(found == answer, "\(word) \(json)")
      }
    }
  }

  @Test("The quick folding of texts equals the slow one, or can't tell")
  func folding() throws {
    let fixture = try ArchiveFixture()
    let quick = "SELECT timewalk_folds(?, ?, ?)"
    try fixture.archive.reader.read { db in
      for (json, one, two) in [
        (nil, "Café", nil), (#"{"b":"ÉCOLE","a":"x, y: z"}"#, "A\nB", "Ünï"), ("{}", "", "\u{1}"),
        (#"{"a":""}"#, nil, nil),
      ] as [(String?, String?, String?)] {
        let values: StatementArguments = [json, one, two]
        let found = try #require(try String.fetchOne(db, sql: quick, arguments: values))
        let slow = try #require(
          try String.fetchOne(db, sql: "SELECT timewalk_folded(?, ?, ?)", arguments: values))
        #expect(found.split(separator: "\n").sorted() == slow.split(separator: "\n").sorted())
        #expect(found.hasSuffix("\n"))
      }
      for (json, text) in [
        (nil, "東京"), (#"{"a":"\u00e9"}"#, "a"), (#"{"a":1}"#, "a"), ("[]", "a"),
        (#"{"a":"b",}"#, "a"), (#"{"a":"b""#, "a"), (#"{"a"}"#, "a"), (#"{ "a":"b"}"#, "a"),
      ] as [(String?, String)] {
        let found = try String.fetchOne(db, sql: quick, arguments: [json, text, nil])
        #expect(found == nil, "\(json ?? text)")
      }
    }
  }
}
