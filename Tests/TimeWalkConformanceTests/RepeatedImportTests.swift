import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTestSupport

/// Rows between which something else happens.
private struct InterruptedRows: ItemSource {
  var rows: Rows
  /// The number of rows before it.
  var left: Int
  let work: () throws(ArchiveError) -> Void

  var statement: CollectionStatement { rows.statement }
  var findings: [ImportFinding] { [] }

  mutating func next() throws(ArchiveError) -> SourceRow? {
    if left == 0 { try work() }
    left -= 1
    return try rows.next()
  }
}

/// The rows of a catalogue that the archive has, mostly as they are.
@Suite("The same catalogue again", .waitsForProcesses) struct RepeatedImportTests {
  private static func policy() -> ImportPolicy {
    var policy = ImportPolicy()
    policy.isCollectionGiven = true
    return policy
  }

  @Test("Many rows are counted and kept as they would be one by one", arguments: Engine.all)
  func many(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let count = 4_500
    func rows(_ title: (Int) -> String) -> Rows {
      var rows = (0..<count).map { SourceRow.placed("i\($0)", title($0)) }
      rows[7] = .refused("i7")
      rows[8] = .unplaced("i8")
      return Rows("test", rows)
    }
    try fixture.bring(rows { "Title \($0)" })
    let same = try fixture.bring(rows { "Title \($0)" })
    #expect((same.added, same.updated, same.unchanged, same.refused) == (0, 0, count - 1, 1))
    #expect(same.unplaced == 1)
    #expect(try fixture.changes(of: try #require(same.entry)) == [])

    // More than wait for the lock, in each batch.
    let changed = try fixture.bring(rows { $0 % 2 == 0 ? "Title \($0)" : "Other \($0)" })
    #expect(changed.updated == count / 2 - 1 && changed.unchanged == count / 2)
    #expect(changed.changes.count == 1_000 && changed.changes.first?.id == test("i1"))
    #expect(try fixture.fields("i4499")[.title] == "Other 4499")
    #expect(try fixture.fields("i4498")[.title] == "Title 4498")
    try fixture.archive.undo(try #require(changed.entry))
    #expect(try fixture.fields("i4499")[.title] == "Title 4499")
    #expect(try fixture.archive.verify(.full) == [])
  }

  @Test("The last of several rows of one item is kept", arguments: Engine.all)
  func repeated(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a", "A"), .placed("b", "B"))
    let report = try fixture.bring(.placed("a", "Other"), .placed("b", "B"), .placed("a", "A"))
    #expect((report.updated, report.unchanged) == (2, 1))
    #expect(try fixture.fields("a")[.title] == "A")
  }

  @Test("Corrections, declared copies and missing items are seen again", arguments: Engine.all)
  func corrected(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let rows: [SourceRow] = [
      .placed("a", "A"), .placed("b", "B", copyOf: "a"), .placed("c", "C", copyOf: "gone"),
      .placed("d"),
    ]
    try fixture.bring(Rows("test", rows))
    try fixture.archive.set(test("a"), [.title: "By hand"])
    try fixture.archive.remove([test("d")])
    let report = try fixture.bring(Rows("test", rows))
    #expect((report.added, report.updated, report.unchanged) == (0, 0, 4))
    #expect((report.keptCorrections, report.keptRemovals) == (1, 1))
    #expect(report.findings.map(\.identifier) == ["c"])
    #expect(try fixture.fields("a")[.title] == "By hand")
    #expect(try fixture.identifiers() == ["a", "b", "c"])
    let replacing = try fixture.bring(.placed("a", "A"), .placed("b", "B", copyOf: "a")) {
      $0.replaces = true
      $0.mayRemove = true
    }
    #expect((replacing.unchanged, replacing.removed) == (2, 1))
  }

  @Test(
    "A server's curators work while the rows are compared, and their edits stay",
    ThrowawayServer.isInstalled, arguments: [false, true])
  func concurrently(differs: Bool) throws {
    let fixture = try EngineFixture(.postGIS)
    try fixture.bring(.placed("a", "A"), .placed("b", "B"), .placed("c", "C"))
    let open = try #require(fixture.engine.openAgain)
    let other = try open(fixture.archive, false)
    let rows = Rows(
      "test", [.placed("a", differs ? "New" : "A"), .placed("b", "B"), .placed("c", "C")])
    let source = InterruptedRows(rows: rows, left: 2) { () throws(ArchiveError) in
      try other.set(test("a"), [.title: "By hand"])
      try other.set(test("b"), [.creator: "Somebody"])
      try other.remove([test("c")])
    }
    let report = try fixture.archive.apply([source], policy: Self.policy(), from: "source")
    #expect((report.added, report.updated, report.unchanged) == (0, 0, 3))
    #expect((report.keptCorrections, report.keptRemovals) == (2, 1))
    #expect(report.conflicts.count == (differs ? 1 : 0))
    #expect(try fixture.fields("a")[.title] == "By hand")
    #expect(try fixture.fields("b")[.creator] == "Somebody")
    #expect(try fixture.identifiers() == ["a", "b"])
    let entries = try fixture.archive.history()
    #expect(entries.map(\.kind) == [.import, .remove, .set, .set, .import])
    #expect(try fixture.archive.verify(.full) == [])
  }
}
