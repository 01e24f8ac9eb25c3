import Testing
import TimeWalkTestSupport
import TimeWalkArchive
import TimeWalkCore

@Suite("Manual changes", .waitsForProcesses) struct EditTests {
  @Test("give fields of an item new values, by the rules of an import", arguments: Engine.all)
  func set(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    try fixture.bring(.placed("a", "A"), .unplaced("b", [.title: "B"]))
    let key = try #require(try archive.search(ArchiveQuery()).hits.first?.key)

    let report = try archive.set(
      test("a"), [.title: " New ", .date: "1911"], others: ["Shelf": "7"])
    #expect(report.change?.fields.map(\.column) == [.title, .date, .otherColumns])
    #expect(try fixture.fields("a")[.title] == "New")
    #expect(try archive.item(test("a"))?.otherColumns == ["Shelf": "7"])
    #expect(try archive.search(ArchiveQuery()).hits.first?.key == key)
    let same = try archive.set(test("a"), [.title: "New"])
    #expect(same.change == nil && same.entry == nil)

    #expect(throws: ArchiveError.self) { try archive.set(test("nobody"), [.title: "x"]) }
    let bad = #expect(throws: ArchiveError.self) {
      try archive.set(test("a"), [.latitude: "91", .heading: "north by north"])
    }
    #expect(bad?.code == .invalidField)
    #expect(bad?.message.contains("latitude") == true && bad?.message.contains("heading") == true)
    let renamed = #expect(throws: ArchiveError.self) { try archive.set(test("a"), [.id: "z"]) }
    #expect(renamed?.code == .invalidField)

    // A place, and its loss.
    try archive.set(test("b"), [.latitude: "1", .longitude: "2"])
    #expect(try archive.item(test("b"))?.title == "B")
    #expect(try archive.unplacedItem(test("b")) == nil)
    try archive.set(test("b"), [.latitude: "", .longitude: ""])
    #expect(try archive.item(test("b")) == nil)
    #expect(try archive.unplacedItem(test("b"))?.fields[.title] == "B")
    #expect(try archive.history().count == 4)
  }

  @Test(
    "refuse invalid values, and leave other fields exactly unchanged",
    arguments: Engine.all)
  func rules(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    let row = SourceRow.placed(
      test("a"), latitude: 40.123456789012, longitude: -73.98765432101, copyOf: "test:b"
    ) {
      $0.title = "Old"
      $0.date = try? CaptureDate(edtf: "1905~")
      $0.pose.coordinate = $0.pose.coordinate.with(horizontalAccuracy: Distance(meters: 12))
      $0.pose.heading = Heading(degrees: 90)
      $0.media = .url("https://example.org/a.jpg")
    }
    try fixture.bring(row)
    var expected = try #require(try archive.item(test("a")))
    try archive.set(test("a"), [.title: " New ", .heading: "", .fieldOfView: "55"])
    expected.title = "New"
    expected.pose.heading = nil
    expected.pose.fieldOfView = FieldOfView(degrees: 55)
    #expect(try archive.item(test("a")) == expected)
    #expect(try fixture.fields("a")[.copyOf] == "test:b")
    let state = try Transcript.of(archive)
    let wrong: [[CatalogueColumn: String]] = [
      [.heading: "400"], [.date: "banana"], [.latitude: "91"], [.longitude: ""],
      [.source: "javascript:alert(1)"], [.id: "other"], [.media: "../../etc/passwd"],
    ]
    for fields in wrong {
      let error = #expect(throws: ArchiveError.self) { try archive.set(test("a"), fields) }
      #expect(error?.code == .invalidField, "\(fields)")
    }
    #expect(try Transcript.of(archive) == state)
    try archive.set(test("a"), [.latitude: "-1", .longitude: "180"])
    #expect(try archive.item(test("a"))?.pose.coordinate.horizontalAccuracy?.meters == 12)
  }

  @Test("are refused if another user changed the item since", arguments: Engine.all)
  func basis(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    try fixture.bring(.placed("a", "A"), .placed("b", "B"))
    func set(_ title: String, basis: Int64?) throws -> Int64? {
      try archive.set(
        test("a"), FieldEdit([.title: title], basis: basis), as: .set, terms: ChangeTerms()
      ).entry
    }
    let seen = try #require(archive.history(of: test("a")).last?.0.number)
    // Changes of others don't affect this one.
    try archive.set(test("b"), [.title: "Other"])
    let first = try #require(try set("First", basis: seen))
    let late = #expect(throws: ArchiveError.self) { try set("Second", basis: seen) }
    #expect(late?.code == .conflict && late?.message.contains("entry \(first)") == true)
    #expect(try fixture.fields("a")[.title] == "First")
    #expect(try set("Second", basis: first) != nil)
    #expect(try set("Third", basis: nil) != nil)
    // An undo is a change, too.
    let third = try #require(archive.history(of: test("a")).last?.0.number)
    try archive.undo(third)
    #expect(throws: ArchiveError.self) { try set("Fourth", basis: third) }
  }

  @Test("of all results of a query are all or nothing", arguments: Engine.all)
  func setAll(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    let looking = SourceRow.placed(test("looks"), latitude: 40, longitude: -74.0005) {
      $0.pose.heading = Heading(degrees: 90)
      $0.pose.viewDistance = Distance(meters: 100)
    }
    let away = SourceRow.placed(test("looks away"), latitude: 40, longitude: -74.0005) {
      $0.pose.heading = Heading(degrees: 270)
      $0.pose.viewDistance = Distance(meters: 100)
    }
    try fixture.bring(looking, away, .placed("far", latitude: 41), .unplaced("nowhere"))

    let center = try #require(Coordinate(latitude: 40, longitude: -74))
    let radius = try #require(Distance(meters: 200))
    var query = ArchiveQuery(
      area: ArchiveQuery.Area(center: center, radius: radius, isShown: true))
    // All means all results, beyond a page of the search.
    (query.limit, query.offset) = (1, 1)
    let shown = try archive.set(all: query, [.creator: "Shown"])
    #expect((shown.found, shown.changed) == (1, 1))
    #expect(shown.changes.map(\.id) == [test("looks")])
    query.area?.isShown = false
    #expect(try archive.set(all: query, [.creator: "Shown"], isDryRun: true).found == 2)

    let all = try archive.set(all: ArchiveQuery(), [.creator: "Shown"])
    #expect((all.found, all.changed) == (4, 3))
    #expect(try archive.unplacedItem(test("nowhere"))?.fields[.creator] == "Shown")
    #expect(try archive.set(all: ArchiveQuery(), [.creator: "Shown"]).entry == nil)
    let state = try Transcript.of(archive)
    let error = #expect(throws: ArchiveError.self) {
      // Good for some, but not for all.
      try archive.set(all: ArchiveQuery(), [.latitude: "10"])
    }
    #expect(error?.code == .invalidField && error?.message.hasPrefix("test:nowhere") == true)
    #expect(try Transcript.of(archive) == state)
    let entry = try #require(try archive.history().first)
    #expect(entry.kind == .set && entry.counts.updated == 3 && entry.collection == "test")
    #expect(try fixture.changes(of: entry.number).count == 3)
  }

  @Test("remove items, and many only after confirmation", arguments: Engine.all)
  func remove(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    let names = (0..<12).map { "\($0)" }
    try fixture.bring(Rows("test", names.map { .placed($0) } + [.unplaced("x")]))
    let state = try Transcript.of(archive)
    let ids = names.map { test($0) }
    func refusal(_ code: ArchiveErrorCode, _ work: () throws -> RemovalReport) throws {
      let error = #expect(throws: ArchiveError.self) { try work() }
      #expect(error?.code == code)
      #expect(try Transcript.of(archive) == state)
    }
    try refusal(.unconfirmed) { try archive.remove(ids) }
    try refusal(.noSuchItem) { try archive.remove([test("0"), test("nobody")]) }
    try refusal(.noSuchCollection) { try archive.remove(collection: "other") }
    try refusal(.unconfirmed) { try archive.remove(collection: "test") }
    let none = try archive.remove([])
    #expect(none == RemovalReport(count: 0))
    #expect(try archive.history().count == 1)

    let report = try archive.remove([test("0"), test("x"), test("0")])
    #expect(report.count == 2)
    #expect(try archive.remove(ids.dropFirst().map { $0 }, isAgreed: true).count == 11)
    #expect(try archive.statistics().items == 0 && archive.unplacedItems().total == 0)
    // An empty collection isn't a loss.
    #expect(try archive.remove(collection: "test").count == 0)
    #expect(try archive.collections() == [])
  }

  @Test("as a dry run give the same report and store nothing", arguments: Engine.all)
  func dry(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    try fixture.bring(.placed("a", "A"), .unplaced("b"))
    try archive.addEra(NamedEra(name: "Old", date: "1900"))
    let state = try Transcript.of(archive)
    let terms = ChangeTerms(isDryRun: true)
    #expect(try archive.set(test("a"), [.title: "B"], isDryRun: true).change != nil)
    #expect(try archive.set(test("a"), [.title: "B"], isDryRun: true).entry == nil)
    #expect(try archive.set(all: ArchiveQuery(), [.title: "B"], isDryRun: true).entry == nil)
    #expect(try archive.remove([test("a")], isDryRun: true) == RemovalReport(count: 1))
    #expect(
      try archive.remove(collection: "test", isDryRun: true) == RemovalReport(count: 2))
    #expect(try archive.addEra(NamedEra(name: "New", date: "1950"), terms: terms).entry == nil)
    #expect(try archive.removeEra(named: "Old", terms: terms).entry == nil)
    #expect(try archive.setRights(of: "test", to: "CC0-1.0", terms: terms).entry == nil)
    let decision = ReviewDecision(.dismiss, item: test("a"), kind: .undated)
    let decided = try archive.decide([decision], isDryRun: true)
    #expect(decided.dismissed == 1 && decided.entry == nil)
    #expect(try Transcript.of(archive) == state)
    #expect(try archive.history().count == 2)
  }

  @Test("are refused by an archive that was opened read-only", arguments: Engine.shared)
  func readOnly(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a"))
    let again = try #require(engine.openAgain)
    let archive = try again(fixture.archive, true)
    let entry = try #require(try archive.history().first).number
    let changes: [(String, () throws -> Void)] = [
      ("import", { _ = try archive.apply([Rows()], policy: ImportPolicy(), from: nil) }),
      ("set", { try archive.set(test("a"), [.title: "B"]) }),
      ("set all", { try archive.set(all: ArchiveQuery(), [.title: "B"]) }),
      ("remove", { try archive.remove([test("a")]) }),
      ("remove a collection", { try archive.remove(collection: "test", isAgreed: true) }),
      ("add an era", { try archive.addEra(NamedEra(name: "Old", date: "1900")) }),
      ("remove an era", { try archive.removeEra(named: "Old") }),
      ("rights", { try archive.setRights(of: "test", to: "CC0-1.0") }),
      ("undo", { try archive.undo(entry) }),
      ("decide", { try archive.decide([]) }),
      (
        "keep a picture",
        {
          _ = try archive.keepPicture(
            of: "https://example.org/1.jpg", limit: 10, inspect: { _ in throw Unasked() },
            fingerprint: nil, bring: { _ in throw Unasked() })
        }
      ),
    ]
    for (name, change) in changes {
      let error = #expect(throws: ArchiveError.self, "\(name)") { try change() }
      #expect(error?.code == .readOnly, "\(name)")
    }
    // Others' changes are seen all the same.
    try fixture.bring(.placed("b"))
    #expect(try archive.item(test("b")) != nil)
  }

  /// Thrown if a refused change continues.
  private struct Unasked: Error {}
}
