import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@Suite("A review", .waitsForProcesses) struct ReviewTests {
  private static func fixture(_ engine: Engine) throws -> EngineFixture {
    let fixture = try EngineFixture(engine)
    func row(_ identifier: String, _ edit: (inout Item) -> Void = { _ in }) -> SourceRow {
      .placed(test(identifier)) {
        $0.date = try? CaptureDate(edtf: "1905")
        $0.license = "CC0-1.0"
        $0.pose.coordinate = $0.pose.coordinate.with(horizontalAccuracy: Distance(meters: 10))
        edit(&$0)
      }
    }
    func picture(_ identifier: String, _ name: String) -> SourceRow {
      row(identifier) { $0.media = .file(path: fixture.folder.path(name)) }
    }
    _ = try fixture.write("x", to: "like.jpg")
    _ = try fixture.write("y", to: "alike.jpg")
    try fixture.bring(
      Rows(
        "test",
        [
          row("good"), row("uncertain") { $0.date = try? CaptureDate(edtf: "1905?") },
          row("broad") { $0.date = try? CaptureDate(edtf: "1800/1900") },
          row("future") { $0.date = try? CaptureDate(edtf: "2051") },
          row("words") {
            $0.date = nil
            $0.dateText = "in the olden days"
          },
          row("undated") { $0.date = nil },
          row("nodate") {
            $0.date = nil
            $0.dateText = "n.d."
          },
          row("norights") { $0.license = nil },
          row("far") {
            $0.pose.coordinate = $0.pose.coordinate.with(
              horizontalAccuracy: Distance(meters: 500))
          },
          picture("missing", "gone.jpg"), picture("like", "like.jpg"),
          picture("alike", "alike.jpg"),
          .unplaced("nowhere", [.date: "1905", .license: "CC0-1.0"]),
        ])
    ) { policy in
      policy.fingerprint = { path in
        // Bits that change often, as a photograph's do.
        let words = SIMD4<UInt64>(repeating: 0x5555_3333_5555_3333)
        return path.hasSuffix("gone.jpg") ? nil : Fingerprint(words: words)
      }
    }
    return fixture
  }

  private static func listed(_ fixture: EngineFixture) throws -> [String] {
    try fixture.archive.review(ReviewQuery(today: Day(year: 2026, month: 11, day: 23))).entries
      .map { "\($0.kind.rawValue) \($0.item.identifier)" }
  }

  private static let all = [
    "doubtful-date uncertain", "doubtful-date broad", "doubtful-date future",
    "doubtful-date words", "undated undated", "undated nodate", "low-accuracy far",
    "duplicate alike",
    "no-rights norights", "unplaced nowhere", "missing-media missing",
  ]

  @Test("lists the items to decide, by kind and in the order of the items", arguments: Engine.all)
  func lists(engine: Engine) throws {
    let fixture = try Self.fixture(engine)
    #expect(try Self.listed(fixture) == Self.all)
    let some = try fixture.archive.review(
      ReviewQuery(kinds: [.doubtfulDate, .undated, .unplaced], limit: 2))
    #expect(some.entries.map(\.item) == [test("uncertain"), test("broad")])
    #expect(some.totals == [.doubtfulDate: 3, .undated: 2, .unplaced: 1])
    let whole = try fixture.archive.review()
    for limit in 0..<whole.entries.count {
      let part = try fixture.archive.review(ReviewQuery(limit: limit))
      #expect(part.entries == Array(whole.entries.prefix(limit)) && part.totals == whole.totals)
    }
    let close = ReviewQuery(kinds: [.lowAccuracy], collection: "test", accuracy: 5)
    #expect(try fixture.archive.review(close).entries.count == 12)
    let error = #expect(throws: ArchiveError.self) {
      try fixture.archive.review(ReviewQuery(collection: "none"))
    }
    #expect(error?.code == .noSuchCollection)
    let likes = try fixture.archive.nearDuplicates()
    #expect((likes.compared, likes.blank, likes.isCut) == (2, 0, false))
    #expect(likes.suggestions.map(\.original) == [test("like")])
    try fixture.archive.setRights(of: "test", to: "CC0-1.0")
    #expect(try Self.listed(fixture) == Self.all.filter { !$0.hasPrefix("no-rights") })
    #expect(try fixture.archive.review().totals[.noRights] == 0)
  }

  @Test(
    "A part of the list has the totals of the whole, without dismissed entries",
    arguments: Engine.all)
  func parts(engine: Engine) throws {
    let fixture = try Self.fixture(engine)
    let archive = fixture.archive
    func check(_ step: String, _ totals: [Int]) throws {
      for collection in [nil, "test"] {
        let today = Day(year: 2026, month: 11, day: 23)
        let whole = try archive.review(ReviewQuery(collection: collection, today: today))
        #expect(ReviewKind.allCases.map { whole.totals[$0] } == totals, "\(step)")
        for limit in 0..<whole.entries.count {
          let part = try archive.review(
            ReviewQuery(collection: collection, limit: limit, today: today))
          #expect(part.entries == Array(whole.entries.prefix(limit)), "\(step) \(limit)")
          #expect(part.totals == whole.totals, "\(step) \(limit)")
        }
      }
    }
    try check("import", [4, 2, 1, 1, 1, 1, 1])
    let dismissed: [(String, ReviewKind)] = [
      ("uncertain", .doubtfulDate), ("broad", .doubtfulDate), ("undated", .undated),
      ("far", .lowAccuracy), ("norights", .noRights), ("good", .doubtfulDate),
    ]
    try archive.decide(dismissed.map { ReviewDecision(.dismiss, item: test($0.0), kind: $0.1) })
    try check("dismissed", [2, 1, 0, 1, 0, 1, 1])
    // A changed item is listed again.
    try archive.set(test("broad"), [.title: "Broad"])
    try check("changed", [3, 1, 0, 1, 0, 1, 1])
    try archive.remove([test("uncertain"), test("words")])
    try check("removed", [2, 1, 0, 1, 0, 1, 1])
    // Other programs' edits count at once.
    let tables = try #require(archive as? any SQLArchive)
    for (sql, totals) in [
      ("UPDATE items SET date = NULL WHERE identifier = 'good'", [2, 2, 0, 1, 0, 1, 1]),
      ("UPDATE items SET date = '19xx or so?' WHERE identifier = 'good'", [2, 1, 0, 1, 0, 1, 1]),
      ("UPDATE items SET license = 'mine' WHERE identifier = 'like'", [2, 1, 0, 1, 1, 1, 1]),
      ("UPDATE items SET accuracy = 200 WHERE identifier = 'like'", [2, 1, 1, 1, 1, 1, 1]),
      ("DELETE FROM unplaced", [2, 1, 1, 1, 1, 0, 1]),
      ("DELETE FROM items WHERE identifier = 'missing'", [2, 1, 1, 1, 1, 0, 0]),
    ] {
      try tables.note { db in _ = try db.run(sql) }
      try check(sql, totals)
    }
  }

  /// A picture that shows something, with some bits of it changed.
  private static func print(_ seed: UInt64, changing count: Int = 0) -> Fingerprint {
    var random = SeededGenerator(seed: seed)
    var words = SIMD4<UInt64>(random.next(), random.next(), random.next(), random.next())
    for bit in 0..<count { words[bit % 4] ^= 1 << UInt64(bit / 4) }
    return Fingerprint(words: words)
  }

  @Test("suggests pictures that look alike within and across collections", arguments: Engine.all)
  func alike(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let slope = Fingerprint(words: [.max, .max, 0, 0])
    let looks = [
      "a:1": Self.print(1), "a:2": Self.print(1, changing: 30),
      "b:1": Self.print(1, changing: 56), "b:2": Self.print(1, changing: 57),
      "b:3": Self.print(2), "c:1": Self.print(2), "d:1": slope, "d:2": slope,
    ]
    func id(_ name: String) -> ItemID {
      ItemID(collection: String(name.prefix(1)), identifier: String(name.dropFirst(2)))
    }
    for collection in ["a", "b", "c", "d"] {
      let rows = looks.keys.sorted().filter { $0.hasPrefix(collection) }.map { name in
        SourceRow.placed(id(name)) { $0.media = .file(path: "/" + name) }
      }
      try fixture.bring(Rows(collection, rows)) { policy in
        policy.fingerprint = { path in looks[String(path.dropFirst())] }
      }
    }
    func pairs(_ collection: String? = nil) throws -> [String] {
      try fixture.archive.nearDuplicates(collection: collection).suggestions.map {
        "\($0.item) \($0.original) \($0.distance)"
      }
    }
    let all = ["a:2 a:1 30", "b:1 a:1 56", "c:1 b:3 0"]
    #expect(try pairs() == all)
    #expect(try pairs("c") == ["c:1 b:3 0"])
    let found = try fixture.archive.nearDuplicates()
    #expect((found.blank, found.compared) == (2, 6))
    let report = try fixture.archive.decide([
      ReviewDecision(.accept, item: id("a:2"), kind: .duplicate),
      ReviewDecision(.accept, item: id("c:1"), kind: .duplicate, other: id("b:3")),
      ReviewDecision(.accept, item: id("a:1"), kind: .duplicate, other: id("a:9")),
    ])
    #expect(report.changed == 2 && report.faults.map(\.index) == [2])
    #expect(try pairs() == ["b:1 a:1 56"])
    try fixture.archive.undo(try #require(report.entry))
    #expect(try pairs() == all)
    // A dismissed pair says nothing of other pairs.
    try fixture.archive.decide([
      ReviewDecision(.dismiss, item: id("a:2"), kind: .duplicate, other: id("a:1"))
    ])
    let left = try fixture.archive.review(ReviewQuery(kinds: [.duplicate])).entries
    #expect(left.map(\.item) == [id("b:1"), id("c:1")])
  }

  @Test("applies decisions in one entry, and reports the invalid ones", arguments: Engine.all)
  func decides(engine: Engine) throws {
    let fixture = try Self.fixture(engine)
    let archive = fixture.archive
    let report = try archive.decide([
      ReviewDecision(.dismiss, item: test("far"), kind: .lowAccuracy, note: "enough"),
      ReviewDecision(.set([.date: "1911"]), item: test("undated"), kind: .undated),
      ReviewDecision(.accept, item: test("alike"), kind: .duplicate),
      ReviewDecision(.accept, item: test("missing"), kind: .missingMedia),
      ReviewDecision(.accept, item: test("undated"), kind: .undated),
      ReviewDecision(.set([.date: "1905"]), item: test("nobody"), kind: .undated),
      ReviewDecision(.set([.latitude: "100"]), item: test("nowhere"), kind: .unplaced),
      ReviewDecision(.set([.license: "CC0-1.0"]), item: test("good"), kind: .noRights),
      ReviewDecision(.accept, item: test("good"), kind: .duplicate),
    ])
    #expect((report.changed, report.dismissed, report.unchanged) == (3, 1, 1))
    #expect(report.faults.map(\.index) == [4, 5, 6, 8])
    let entry = try archive.entry(try #require(report.entry))
    #expect(entry.kind == .review && entry.counts.updated == 3 && entry.collection == "test")
    #expect(try fixture.fields("alike")[.copyOf] == "like")
    #expect(try fixture.fields("missing")[.media] == nil)
    let left = Self.all.filter {
      !["undated undated", "low-accuracy far", "duplicate alike", "missing-media missing"]
        .contains($0)
    }
    #expect(try Self.listed(fixture) == left)
    // The same again says nothing new.
    let again = try archive.decide([
      ReviewDecision(.dismiss, item: test("far"), kind: .lowAccuracy)
    ])
    #expect((again.unchanged, again.dismissed) == (1, 0))
    #expect(again.entry == nil)
    #expect(try archive.history().count == 2)
    try archive.undo(entry.number)
    #expect(try Self.listed(fixture) == Self.all)
  }

  @Test("leaves out dismissed entries, until the item changes", arguments: Engine.all)
  func dismisses(engine: Engine) throws {
    let fixture = try Self.fixture(engine)
    let archive = fixture.archive
    let left = Self.all.filter { $0 != "duplicate alike" && $0 != "doubtful-date broad" }
    try archive.decide([
      ReviewDecision(.dismiss, item: test("alike"), kind: .duplicate),
      ReviewDecision(.dismiss, item: test("broad"), kind: .doubtfulDate),
    ])
    #expect(try Self.listed(fixture) == left)
    // The other of two is one of those that it is about.
    try archive.set(test("like"), [.title: "Other"])
    #expect(try Self.listed(fixture) == Self.all.filter { $0 != "doubtful-date broad" })
    try archive.set(test("broad"), [.title: "Other"])
    #expect(try Self.listed(fixture) == Self.all)
    // As it was then, it is dismissed again.
    try archive.set(test("like"), [.title: ""])
    #expect(try Self.listed(fixture) == Self.all.filter { $0 != "duplicate alike" })
  }
}
