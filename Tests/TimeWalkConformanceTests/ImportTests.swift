import Testing
import TimeWalkTestSupport
import TimeWalkArchive
import TimeWalkCore

@Suite("An import", .waitsForProcesses) struct ImportTests {
  @Test(
    "counts what it did, keeps keys, and changes nothing the second time", arguments: Engine.all)
  func counts(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let rows: [SourceRow] = [
      .placed("a", "A"), .placed("b", "B"), .unplaced("c"), .refused("d"),
    ]
    let first = try fixture.bring(Rows("test", rows))
    #expect((first.added, first.updated, first.unchanged, first.refused) == (3, 0, 0, 1))
    #expect((first.unplaced, first.rows, first.faults.count) == (1, 4, 1))
    #expect(first.changes.map(\.kind) == [.added, .added, .added])
    let keys = try Dictionary(
      fixture.archive.search(ArchiveQuery()).hits.map { ($0.item.id, $0.key) },
      uniquingKeysWith: { first, _ in first }
    )
    let state = try Transcript.of(fixture.archive)

    let second = try fixture.bring(Rows("test", rows))
    #expect((second.added, second.updated, second.unchanged, second.refused) == (0, 0, 3, 1))
    #expect(second.changes == [])
    #expect(try Transcript.of(fixture.archive) == state)
    #expect(try fixture.changes(of: try #require(second.entry)) == [])

    let third = try fixture.bring(.placed("b", "Other"), .placed("a", "A"), .placed("e"))
    #expect((third.added, third.updated, third.unchanged, third.removed) == (1, 1, 1, 0))
    #expect(
      third.changes.first
        == ItemChange(
          test("b"), .changed, fields: [FieldChange(.title, before: "B", after: "Other")]))
    let hits = try fixture.archive.search(ArchiveQuery()).hits
    #expect(hits.map(\.item.title) == ["A", "Other", ""])
    for hit in hits { #expect(keys[hit.item.id] ?? hit.key == hit.key, "\(hit.item.id)") }
    #expect(Set(hits.map(\.key)).count == 3)
    #expect(try fixture.archive.unplacedItems().items.map(\.id) == [test("c")])
  }

  @Test("is kept whole or not at all when a source breaks", arguments: Engine.all)
  func breaks(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a", "A"))
    let state = try Transcript.of(fixture.archive)
    let history = try fixture.archive.history()
    let fault = ArchiveError(.inputUnreadable, "it ends in the middle")
    var broken = Rows("test", [.placed("a", "Other"), .placed("b")], fault: fault)
    broken.eras = [try NamedEra(name: "Old", date: "1900")]
    var policy = ImportPolicy()
    policy.isCollectionGiven = true
    let good = Rows("other", [.placed(ItemID(collection: "other", identifier: "a"))])
    for sources in [[broken], [good, broken]] as [[Rows]] {
      let error = #expect(throws: ArchiveError.self) {
        try fixture.archive.apply(sources, policy: policy, from: nil)
      }
      #expect(error?.code == .inputUnreadable && error?.message == fault.message)
      #expect(try Transcript.of(fixture.archive) == state)
      #expect(try fixture.archive.history() == history)
    }
    #expect(throws: ArchiveError.self) {
      try fixture.archive.apply([], policy: policy, from: nil)
    }
  }

  @Test("as a dry run gives the same report and stores nothing", arguments: Engine.all)
  func dry(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a", "A"), .placed("gone"))
    let state = try Transcript.of(fixture.archive)
    let rows: [SourceRow] = [.placed("a", "Other"), .placed("b"), .refused("c")]
    var dry = try fixture.bring(Rows("test", rows)) {
      $0.isDryRun = true
      $0.replaces = true
    }
    #expect(dry.entry == nil && dry.isDryRun && dry.removed == 1)
    #expect(try Transcript.of(fixture.archive) == state)
    #expect(try fixture.archive.history().count == 1)
    var real = try fixture.bring(Rows("test", rows)) {
      $0.replaces = true
      $0.mayRemove = true
      $0.mayRemoveDespiteRefused = true
    }
    (dry.isDryRun, real.isDryRun, real.entry) = (false, false, nil)
    #expect(dry == real)
  }

  @Test("removes items missing from its source only if allowed", arguments: Engine.all)
  func replaces(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a"), .placed("b"), .unplaced("c"), .placed("d"))
    let state = try Transcript.of(fixture.archive)
    func replace(_ rows: [SourceRow], _ edit: (inout ImportPolicy) -> Void) throws -> ImportReport {
      try fixture.bring(Rows("test", rows)) {
        $0.replaces = true
        edit(&$0)
      }
    }
    @discardableResult
    func refusal(_ rows: [SourceRow], _ edit: (inout ImportPolicy) -> Void) throws -> String {
      let error = #expect(throws: ArchiveError.self) { try replace(rows, edit) }
      #expect(error?.code == .unconfirmed)
      #expect(try Transcript.of(fixture.archive) == state)
      return error?.message ?? ""
    }
    let message = try refusal([.placed("a")]) { _ in }
    #expect(message.contains("b, c, d"))
    try refusal([.placed("a"), .refused("b")]) { $0.mayRemove = true }
    #expect(try replace([.placed("a")]) { $0.isDryRun = true }.removed == 3)
    let report = try replace([.placed("a"), .refused("b")]) {
      $0.mayRemove = true
      $0.mayRemoveDespiteRefused = true
    }
    // A refused row's name may be a typing error.
    #expect(report.removed == 2)
    #expect(
      report.changes == [ItemChange(test("c"), .removed), ItemChange(test("d"), .removed)])
    #expect(try fixture.identifiers() == ["a", "b"])
    #expect(try fixture.archive.unplacedItems().total == 0)
    let entry = try #require(try fixture.archive.history().first)
    #expect(entry.options["replace"] == "yes" && entry.counts.removed == 2)
  }

  @Test("keeps a place that its source lost, and adds one that it got", arguments: Engine.all)
  func places(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a", "A"), .unplaced("b", [.title: "B", .creator: "Somebody"]))
    let place = try fixture.fields("a")[.latitude]
    let report = try fixture.bring(.unplaced("a"), .placed("b", "B", latitude: 5))
    #expect((report.added, report.updated, report.unchanged, report.unplaced) == (0, 2, 0, 0))
    #expect(report.warnings.contains { $0.identifier == "a" && $0.column == "latitude" })
    // The title is the row's, the empty place clears nothing.
    let fields = try fixture.fields("a")
    #expect(fields[.title] == "x")
    #expect(fields[.latitude] == place && place != nil)
    #expect(try fixture.identifiers() == ["a", "b"])
    #expect(try fixture.archive.unplacedItem(test("b")) == nil)
    let placed = report.changes.first { $0.id == test("b") }
    #expect(placed?.fields.contains(FieldChange(.latitude, before: nil, after: "5")) == true)
  }

  @Test("keeps values that a statement omits, and reports the changes", arguments: Engine.all)
  func statements(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    var source = Rows("test", [.placed("a")])
    source.statement.title = "Title"
    source.statement.license = "CC0-1.0"
    source.statement.area = CollectionArea(text: "[1, 2, 3, 4]")
    #expect(
      try fixture.bring(source).statementChanges.map(\.field) == ["title", "license", "area"])
    var other = Rows("test", [.placed("a")])
    other.statement.title = "Other"
    other.statement.credit = "Holder"
    let changes = try fixture.bring(other).statementChanges
    #expect(
      changes == [
        StatementChange(collection: "test", field: "title", before: "Title", after: "Other"),
        StatementChange(collection: "test", field: "credit", after: "Holder"),
      ])
    let kept = try #require(try fixture.archive.statements().first)
    #expect((kept.title, kept.license, kept.credit) == ("Other", "CC0-1.0", "Holder"))
    #expect(kept.area == source.statement.area)
    // An item inherits rights and credit, and its record says its own.
    let item = try #require(try fixture.archive.item(test("a")))
    #expect((item.license, item.credit) == ("CC0-1.0", "Holder"))
    #expect(try fixture.fields("a")[.license] == nil)
  }

  @Test("of rows without a valid one leaves no trace", arguments: Engine.all)
  func nothingGood(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    for rows in [[.refused("a")], []] as [[SourceRow]] {
      var source = Rows("test", rows)
      source.eras = [try NamedEra(name: "Old", date: "1900")]
      let report = try fixture.bring(source)
      #expect(report.entry == nil && report.erasAdded == 0)
    }
    #expect(try fixture.archive.eras() == [])
    #expect(try fixture.archive.statements() == [])
    #expect(try fixture.archive.history() == [])
  }

  @Test("adds eras, and leaves those that are known with another date", arguments: Engine.all)
  func eras(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.archive.addEra(try NamedEra(name: "Old", date: "1900"))
    var source = Rows("test", [.placed("a")])
    source.eras = [
      try NamedEra(name: "old", date: "1800"),
      try NamedEra(name: "New", date: "1950/..", description: "Since"),
    ]
    #expect(try fixture.bring(source) { $0.isDryRun = true }.erasAdded == 1)
    #expect(try fixture.archive.eras().map(\.name) == ["Old"])
    let report = try fixture.bring(source)
    #expect(report.erasAdded == 1)
    #expect(report.warnings.count == 1)
    let reason = report.warnings.first?.reason ?? ""
    #expect(reason.contains("1900") && reason.contains("1800"))
    #expect(try fixture.archive.eras().map(\.name) == ["Old", "New"])
    #expect(try fixture.archive.eras().map(\.era.date.edtf) == ["1900", "1950/.."])
  }

  @Test("stops where it would change another source's items", arguments: Engine.all)
  func otherSource(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    func bring(_ title: String, from origin: String, isDryRun: Bool = false) throws -> ImportReport
    {
      var source = Rows("test", [.placed("a", title)])
      source.isNamed = false
      var policy = ImportPolicy()
      policy.isDryRun = isDryRun
      return try fixture.archive.apply([source], policy: policy, from: origin)
    }
    _ = try bring("A", from: "one.csv")
    let state = try Transcript.of(fixture.archive)
    // An import without changes, or of the same source, is harmless.
    _ = try bring("A", from: "two.csv")
    _ = try bring("A", from: "one.csv")
    let error = #expect(throws: ArchiveError.self) { try bring("B", from: "two.csv") }
    #expect(error?.code == .otherSource)
    #expect(try Transcript.of(fixture.archive) == state)
    #expect(try bring("B", from: "two.csv", isDryRun: true).warnings.count == 1)
    #expect(try bring("B", from: "one.csv").updated == 1)
  }

  @Test(
    "counts rows without rights, and refuses them where rights are needed", arguments: Engine.all)
  func rights(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let rows: [SourceRow] = [
      .placed(test("a")) { $0.license = "CC0-1.0" }, .placed(test("b")) { $0.license = "mine" },
      .unplaced("c"),
    ]
    #expect(try fixture.bring(Rows("test", rows)).withoutRights == 2)
    let strict = try fixture.bring(Rows("test", rows)) { $0.requiresRights = true }
    #expect((strict.unchanged, strict.refused) == (1, 2))
    try fixture.archive.setRights(of: "test", to: "CC0-1.0")
    #expect(try fixture.bring(Rows("test", rows)) { $0.requiresRights = true }.refused == 0)
  }

  @Test(
    "lists the requested number of changes, and warns about copies of missing items",
    arguments: Engine.all)
  func lists(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let rows = (0..<6).map { SourceRow.placed("\($0)", "A", copyOf: $0 == 0 ? "nobody" : "0") }
    let refused = (6..<12).map { SourceRow.refused("\($0)") }
    let report = try fixture.bring(Rows("test", rows + refused)) {
      $0.listedChanges = 2
      $0.listedFindings = 3
    }
    #expect((report.added, report.changes.count, report.refused) == (6, 2, 6))
    #expect(report.faults.count == 3)
    #expect(report.warnings.contains { $0.reason.contains("3 more findings") })
    #expect(report.warnings.filter { $0.column == "copy_of" }.map(\.value) == ["nobody"])
    let others = (0..<6).map { SourceRow.placed("\($0)", "B") }
    let changed = try fixture.bring(Rows("test", others)) { $0.listedChanges = 2 }
    #expect((changed.updated, changed.changes.count) == (6, 2))
  }

  @Test("of several collections is one entry", arguments: Engine.all)
  func severalCollections(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let sources = ["one", "two"].map { name in
      Rows(name, [.placed(ItemID(collection: name, identifier: "a"))])
    }
    let report = try fixture.archive.apply(sources, policy: ImportPolicy(), from: "file")
    #expect((report.added, report.collection) == (2, "one, two"))
    let entry = try fixture.archive.entry(try #require(report.entry))
    #expect(entry.collection == nil && entry.options["collections"] == "one, two")
    #expect(try fixture.archive.collections().map(\.items) == [1, 1])
    try fixture.archive.undo(entry.number)
    #expect(try fixture.archive.statements() == [])
  }
}
