import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkPostGIS

/// The folded texts that a server keeps, and the pages of searches that use them.
@Suite("The words of a server", .waitsForProcesses, ThrowawayServer.isInstalled)
struct ServerWordTests {
  @Test("Wrong and missing texts are reported, and made again by a repair")
  func repaired() throws {
    let fixture = try EngineFixture(.postGIS)
    let archive = try #require(fixture.archive as? PostGISArchive)
    try fixture.bring(.placed("a", "Café"), .placed("b", "東京都"), .placed("c", "100 %_!"))
    let connection = try ServerConnection(ServerAddress(archive.location))
    func texts() throws -> [String] {
      let rows = try connection.query("SELECT text FROM item_words ORDER BY key", [])
      return (0..<rows.count).map { rows.row($0)[0] }
    }
    let right = ["test:a\ncafe\n", "test:b\n東京都\n", "test:c\n100 %_!\n"]
    #expect(try texts() == right)
    let notes = try connection.query("SELECT count(*) FROM word_changes", []).integer(0, 0)
    #expect(notes == 0)
    #expect(try archive.search(ArchiveQuery(text: "%_!")).total == 1)
    #expect(try archive.search(ArchiveQuery(text: "!")).total == 1)
    func check(_ sql: String, _ detail: String) throws {
      try connection.execute(sql)
      let problems = try archive.verify(.full)
      #expect(problems.map(\.check) == [.words] && problems.map(\.detail) == [detail], "\(sql)")
      #expect(problems.allSatisfy { $0.isRepairable }, "\(sql)")
      let actions = try archive.repair().actions
      #expect(actions == ["rebuilt the index of words"], "\(sql)")
      #expect(try texts() == right, "\(sql)")
      #expect(try archive.verify(.full) == [], "\(sql)")
    }
    let differs = "the index of words differs from row 1 of items"
    try check("UPDATE item_words SET text = 'x' WHERE text LIKE '%cafe%'", differs)
    try check("DELETE FROM item_words WHERE text LIKE '%cafe%'", differs)
    // Few texts need no index.
    let isThere = "SELECT count(to_regclass('item_words_by_text'))"
    #expect(try connection.query(isThere, []).integer(0, 0) == 0)
    try ServerWords.$many.withValue(2) {
      try fixture.bring(.placed("a", "Cafe"))
      #expect(try connection.query(isThere, []).integer(0, 0) == 1)
      try check("DROP INDEX item_words_by_text", "there is no index of words")
      #expect(try connection.query(isThere, []).integer(0, 0) == 1)
      #expect(try archive.search(ArchiveQuery(text: "cafe")).total == 1)
    }
  }

  @Test("An item's text without searched words is no change of it")
  func notes() throws {
    let fixture = try EngineFixture(.postGIS)
    try fixture.bring(.placed("a", "Café"), .placed("b", "Street"))
    let connection = try ServerConnection(ServerAddress(fixture.archive.location))
    for (sql, count) in [
      ("UPDATE items SET license = 'CC0-1.0'", 0), ("UPDATE items SET title = title", 0),
      ("UPDATE collections SET license = 'CC0-1.0'", 0),
      ("UPDATE items SET title = 'Road' WHERE identifier = 'b'", 1),
      ("UPDATE collections SET name = 'museum'", 3),
    ] {
      try connection.execute(sql)
      let notes = try connection.query("SELECT count(*) FROM word_changes", []).integer(0, 0)
      #expect(notes == count, "\(sql)")
    }
    #expect(try fixture.archive.search(ArchiveQuery(text: "museum:b road")).total == 1)
    #expect(try fixture.archive.search(ArchiveQuery(text: "street")).total == 0)
  }

  @Test("An archive of the version before the words gets them when it is opened")
  func earlierVersion() throws {
    let fixture = try EngineFixture(.postGIS)
    try fixture.bring(.placed("a", "Café"), .placed("b", "Street"))
    let connection = try ServerConnection(ServerAddress(fixture.archive.location))
    for sql in [
      "DROP TABLE item_words", "DROP TABLE word_changes",
      "DROP FUNCTION timewalk_note_words_new CASCADE",
      "DROP FUNCTION timewalk_note_words_old CASCADE",
      "DROP FUNCTION timewalk_note_words_both CASCADE",
      "DROP FUNCTION timewalk_note_words_named CASCADE",
      "DROP FUNCTION timewalk_note_words_renamed CASCADE",
      "DROP INDEX items_with_doubt, items_without_date, items_with_rough_place, items_without_license",
      "DELETE FROM timewalk WHERE version > 2",
    ] { try connection.execute(sql) }
    let archive = try PostGISArchive(address: fixture.archive.location, mode: .readWrite)
    #expect(try archive.search(ArchiveQuery(text: "cafe")).hits.map(\.item.id) == [test("a")])
    #expect(try archive.verify(.full) == [])
  }

  @Test("Words have a plan of their own each time, also with a box")
  func plans() throws {
    let fixture = try EngineFixture(.postGIS)
    try fixture.bring(.placed("a", "Café"), .placed("b", "Street"))
    let archive = try #require(fixture.archive as? PostGISArchive)
    var boxed = ArchiveQuery(text: "cafe")
    boxed.box = CollectionArea(text: "[-180, -90, 180, 90]")
    for query in [boxed, ArchiveQuery(text: "cafe")] {
      let kept = try archive.look { db in
        let tables = try #require(db as? ServerTables)
        for _ in 0..<6 {
          let results = try SearchSQL.results(
            of: query, among: nil, in: db, counts: ServerMapCounts(tables.connection),
            PostGISSearch(query, in: db))
          #expect(results.total == 1)
        }
        return try db.all(
          String.self,
          """
          SELECT statement FROM pg_prepared_statements
          WHERE (statement LIKE '%string_to_array%' OR statement LIKE '%item_words.text%')
            AND statement NOT LIKE '%pg_prepared_statements%'
          """)
      }
      #expect(kept == [], "\(query)")
    }
  }

  @Test("Pages among many results are those of all results in their order", arguments: Engine.all)
  func pages(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    for (name, count) in [("b", 9), ("a-b", 12), ("a", 7), ("C", 5)] {
      try fixture.bring(
        Rows(
          name,
          (0..<count).map { index in
            SourceRow.placed(ItemID(collection: name, identifier: "i\(index)")) { item in
              item.title = index % 3 == 0 ? "Café" : "Rue"
            }
          }))
    }
    for (text, collection) in [
      (nil, nil), ("cafe", nil), ("e", nil), ("e", "a"), ("e", "C"), (nil, "b"), ("i1", nil),
    ] as [(String?, String?)] {
      let all = try fixture.archive.search(ArchiveQuery(text: text, collection: collection)).hits
      try SearchSQL.$manyWithWords.withValue(3) {
        for limit in [1, 4, 50] {
          var (offset, last) = (0, ItemID?.none)
          while offset < all.count {
            let right = all.dropFirst(offset).prefix(limit).map(\.key)
            var query = ArchiveQuery(
              text: text, collection: collection, limit: limit, offset: offset)
            let page = try fixture.archive.search(query)
            #expect(page.hits.map(\.key) == right && page.total == all.count, "\(query)")
            if let last {
              (query.offset, query.after) = (0, last)
              #expect(try fixture.archive.search(query).hits.map(\.key) == right, "\(query)")
            }
            last = page.hits.last?.item.id
            offset += limit
          }
        }
      }
    }
  }
}
