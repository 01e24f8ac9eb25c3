import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

/// Searches for words, compared with a look at each item.
@Suite("A search for words", .waitsForProcesses) struct WordSearchTests {
  private static let texts = [
    "Café noir", "ÉMILE \"Zola\" AND Nana", "東京都 駅前", "St. John's * church", "Straße-1",
    "e\u{301}cole", "a", "", "NEAR(x y) - OR", "Αθήνα", "北", "x:y ^z", "%_", "{\"a\"}", "\\ back",
  ]

  private static let questions = [
    "cafe", "CAFÉ noir", "emile zola", "and", "AND", "\"zola\"", "\"", "*", "-", "- or", "東京",
    "京都", "東京都", "北", "st", "s", "strasse", "straße-1", "école", "test:i1", "a", "near(x",
    "nana AND", "αθηνα", "%_", "x:y ^z", "'", "{\"a\"}", "\\", "shelf", "none at all", "st nana",
    "zola\" nana",
  ]

  private static func rows(_ count: Int, from start: Int = 0) -> [SourceRow] {
    var random = SeededGenerator(seed: UInt64(52 + start))
    return (start..<(start + count)).map { index in
      func text() -> String { texts.randomElement(using: &random) ?? "" }
      return .placed(test("i\(index)"), latitude: 40, longitude: -74) { item in
        item.title = [text(), text()].filter { !$0.isEmpty }.joined(separator: " ")
        item.creator = index % 3 == 0 ? "A \(text())" : nil
        item.date = index % 2 == 0 ? try? CaptureDate(edtf: "1911") : nil
        if index % 4 == 0 { item.otherColumns = ["Shelf": "B \(text())", "Box": "\(index)"] }
      }
    }
  }

  /// Compares each search with a look at all items.
  private static func check(
    _ archive: any CuratedArchive, _ step: String, _ words: [String] = questions
  ) throws {
    let all = try archive.search(ArchiveQuery()).hits
    for text in words {
      for era in [nil, try Era(edtf: "1905")] {
        let query = ArchiveQuery(text: text, era: era)
        let right = all.filter { hit in
          let texts = [hit.item.title, hit.item.creator].compactMap(\.self)
          return query.hasWords(hit.item.id, texts + hit.item.otherColumns.values)
            && query.isOfEra(hit.item.date)
        }
        for many in [3, 5_000] {
          let found = try SearchSQL.$manyWithWords.withValue(many) { try archive.search(query) }
          #expect(found.hits.map(\.key) == right.map(\.key), "\(step) \(text) \(many)")
          #expect(found.total == right.count && !found.isEstimated, "\(step) \(text) \(many)")
        }
      }
    }
  }

  @Test("finds what a look at each item finds, after each change", arguments: Engine.all)
  func changes(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    try Self.check(archive, "empty", ["cafe", "a"])
    try fixture.bring(Rows("test", Self.rows(120)))
    try Self.check(archive, "import")
    var entries: [Int64?] = []
    entries.append(try archive.set(test("i1"), [.title: "Überall 南京市"]).entry)
    try Self.check(archive, "edit", ["uberall", "南京", "南", "京市", "cafe", "a"])
    entries.append(try archive.remove([test("i2"), test("i3")]).entry)
    try Self.check(archive, "removal", ["cafe", "st", "a"])
    entries.append(try fixture.bring(Rows("test", Self.rows(2_200, from: 200))).entry)
    try Self.check(archive, "large import", ["cafe", "i2199", "zola and", "st", "北"])
    for entry in entries.reversed() {
      try archive.undo(try #require(entry))
      try Self.check(archive, "undo", ["uberall", "南京", "cafe", "st", "北", "i2199"])
    }
    #expect(try archive.verify(.full) == [])
  }

  @Test("finds the changes of other programs at once", arguments: Engine.all)
  func others(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = try #require(fixture.archive as? any SQLArchive)
    try fixture.bring(Rows("test", Self.rows(40)))
    for (sql, text, count) in [
      ("UPDATE items SET title = 'Ærø Havn' WHERE identifier = 'i7'", "havn", 1),
      ("UPDATE items SET creator = '南京市' WHERE identifier = 'i8'", "南京", 1),
      ("UPDATE items SET other_columns = '{\"b\":\"Qux\"}' WHERE identifier = 'i9'", "qux", 1),
      ("UPDATE items SET identifier = 'zebra' WHERE identifier = 'i10'", "zebra", 1),
      ("UPDATE collections SET name = 'museum'", "museum:i1", 10),
      ("DELETE FROM items WHERE identifier = 'i7'", "havn", 0),
    ] {
      // Before the end of a change, the index is as another program leaves it.
      try archive.change(isDryRun: true) { db in
        try db.run(sql)
        let found = try archive.items(of: ArchiveQuery(text: text), in: db)
        #expect(found.count == count, "\(sql)")
      }
      try archive.change(isDryRun: false) { db in _ = try db.run(sql) }
      #expect(try archive.search(ArchiveQuery(text: text)).total == count, "\(sql)")
      try Self.check(fixture.archive, "\(sql)")
      #expect(try archive.verify(.full) == [], "\(sql)")
    }
  }
}
