import Testing
import TimeWalkArchive
import TimeWalkCore

@Suite("What a person corrected") struct CorrectionTests {
  @Test(
    "stays against the source, and what the source says anew is a conflict once",
    arguments: Engine.all)
  func fields(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a", "Source"), .placed("b", "B"))
    try fixture.archive.set(test("a"), [.title: "Hand"])

    let same = try fixture.bring(.placed("a", "Source"), .placed("b", "B"))
    #expect((same.updated, same.unchanged, same.keptCorrections) == (0, 2, 1))
    #expect(same.conflicts == [])
    let new = try fixture.bring(.placed("a", "Newer", latitude: 41))
    #expect((new.updated, new.keptCorrections, new.conflictCount) == (1, 1, 1))
    #expect(
      new.conflicts == [
        CorrectionConflict(
          id: test("a"), column: .title, kept: "Hand", source: "Newer", before: "Source")
      ])
    #expect(try fixture.fields("a")[.title] == "Hand")
    // Other fields follow the source.
    #expect(try fixture.fields("a")[.latitude] == "41")
    #expect(try fixture.bring(.placed("a", "Newer", latitude: 41)).conflicts == [])
    // Where the source comes round, nothing is protected any more.
    #expect(try fixture.bring(.placed("a", "Hand", latitude: 41)).keptCorrections == 0)
    #expect(try fixture.bring(.placed("a", "Newest", latitude: 41)).updated == 1)
    #expect(try fixture.fields("a")[.title] == "Newest")
  }

  @Test("goes where the source is to win, or the person takes it back", arguments: Engine.all)
  func gone(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a", "Source"))
    try fixture.archive.set(test("a"), [.title: "Hand"])
    let report = try fixture.bring(.placed("a", "Source")) { $0.overwritesCorrections = true }
    #expect((report.updated, report.keptCorrections) == (1, 0))
    #expect(try fixture.fields("a")[.title] == "Source")
    try fixture.archive.set(test("a"), [.title: "Hand"])
    try fixture.archive.set(test("a"), [.title: "Source"])
    #expect(try fixture.bring(.placed("a", "Newer")).updated == 1)
  }

  @Test("of a place is kept as a whole", arguments: Engine.all)
  func companions(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    func row(_ meters: Double) -> SourceRow {
      .placed(test("a")) {
        $0.pose.coordinate = $0.pose.coordinate.with(
          horizontalAccuracy: Distance(meters: meters))
      }
    }
    try fixture.bring(row(10))
    try fixture.archive.set(test("a"), [.latitude: "41"])
    let report = try fixture.bring(row(500))
    // Half a person's place and half a source's is nobody's.
    #expect(report.conflicts.map(\.column) == [.accuracy])
    let fields = try fixture.fields("a")
    #expect((fields[.latitude], fields[.accuracy]) == ("41", "10"))
    // An item that was placed by hand stays placed.
    try fixture.bring(.unplaced("b", [.title: "B"]))
    try fixture.archive.set(test("b"), [.latitude: "1", .longitude: "2"])
    #expect(try fixture.bring(.unplaced("b", [.title: "C"])).updated == 1)
    #expect(try fixture.fields("b")[.latitude] == "1")
    #expect(try fixture.fields("b")[.title] == "C")
  }

  @Test("away stays away, until the source is to win", arguments: Engine.all)
  func removals(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a", "A"), .unplaced("b"), .placed("c"))
    try fixture.archive.remove([test("a"), test("b")])
    let same = try fixture.bring(.placed("a", "A"), .unplaced("b"), .placed("c"))
    #expect((same.keptRemovals, same.unchanged, same.added, same.conflictCount) == (2, 3, 0, 0))
    let new = try fixture.bring(.placed("a", "Other"))
    #expect((new.keptRemovals, new.conflictCount) == (1, 1))
    #expect(new.conflicts.first?.column == nil)
    #expect(new.conflicts.first?.source == "title=Other")
    #expect(new.conflicts.first?.before == "title=A")
    #expect(try fixture.bring(.placed("a", "Other")).conflictCount == 0)
    #expect(try fixture.identifiers() == ["c"])
    #expect(try fixture.bring(.placed("a", "A")) { $0.overwritesCorrections = true }.added == 1)
    // What goes with its collection is forgotten.
    try fixture.archive.remove([test("c")])
    try fixture.archive.remove(collection: "test", isAgreed: true)
    #expect(try fixture.bring(.placed("c")).added == 1)
  }

  @Test("comes back with an undo, and so do conflicts", arguments: Engine.all)
  func undone(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a", "Source"))
    let edit = try #require(try fixture.archive.set(test("a"), [.title: "Hand"]).entry)
    let entry = try #require(try fixture.bring(.placed("a", "Newer")).entry)
    try fixture.archive.undo(entry)
    #expect(try fixture.bring(.placed("a", "Newer")) { $0.isDryRun = true }.conflictCount == 1)
    try fixture.archive.undo(edit)
    #expect(try fixture.bring(.placed("a", "Newer")).updated == 1)
  }

  @Test("of a collection's rights stays, too", arguments: Engine.all)
  func rights(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    func bring(_ license: String) throws -> ImportReport {
      var source = Rows("test", [.placed("a")])
      source.statement.license = license
      return try fixture.bring(source)
    }
    _ = try bring("CC0-1.0")
    try fixture.archive.setRights(of: "test", to: "CC-BY-4.0")
    #expect(try bring("CC0-1.0").keptCorrections == 1)
    let new = try bring("CC-BY-SA-4.0")
    #expect(new.conflicts.map(\.isOfCollection) == [true])
    #expect(new.conflicts.first?.kept == "CC-BY-4.0")
    #expect(new.statementChanges == [])
    #expect(try fixture.archive.statements().first?.license == "CC-BY-4.0")
    _ = try bring("CC-BY-4.0")
    #expect(try bring("CC0-1.0").statementChanges.map(\.after) == ["CC0-1.0"])
  }
}
