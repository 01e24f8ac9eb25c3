import Testing
import TimeWalkTestSupport
import TimeWalkArchive
import TimeWalkCore

@Suite("A manual correction", .waitsForProcesses) struct CorrectionTests {
  @Test(
    "stays against the source, and a new value of the source is a conflict once",
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
    let words = "was corrected by hand to \"Hand\" and stays so; the source had \"Source\""
    #expect(new.warnings.filter { $0.reason.hasPrefix(words) }.count == 1)
    #expect(try fixture.fields("a")[.title] == "Hand")
    // Other fields follow the source.
    #expect(try fixture.fields("a")[.latitude] == "41")
    #expect(try fixture.bring(.placed("a", "Newer", latitude: 41)).conflicts == [])
    // Once the source agrees, nothing is protected.
    #expect(try fixture.bring(.placed("a", "Hand", latitude: 41)).keptCorrections == 0)
    #expect(try fixture.bring(.placed("a", "Newest", latitude: 41)).updated == 1)
    #expect(try fixture.fields("a")[.title] == "Newest")
  }

  private static let edits: [[CatalogueColumn: String]] = [
    [.title: "By hand"], [.date: "1905"], [.latitude: "40.5", .longitude: "-74.25"],
    [.latitude: "40.5"], [.accuracy: "3"], [.heading: ""], [.creator: "", .title: "By hand"],
    [.latitude: "", .longitude: ""], [.license: "CC0-1.0"],
  ]

  @Test("of any field stays, and the source's other fields are updated", arguments: Engine.all)
  func anyField(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    func bring(license: String?) throws -> ImportReport {
      let rows = Self.edits.indices.map { index in
        SourceRow.placed(test("\(index)")) {
          $0.title = "Old"
          $0.date = try? CaptureDate(edtf: "1900~")
          $0.pose.coordinate = $0.pose.coordinate.with(horizontalAccuracy: Distance(meters: 10))
          $0.pose.heading = Heading(degrees: 90)
          $0.creator = "A. Person"
          $0.license = license
        }
      }
      return try fixture.bring(Rows("test", rows))
    }
    func fields() throws -> [[CatalogueColumn: String]] {
      try Self.edits.indices.map { try fixture.fields("\($0)") }
    }
    _ = try bring(license: nil)
    for (index, edit) in Self.edits.enumerated() { try fixture.archive.set(test("\(index)"), edit) }
    var corrected = try fields()
    for _ in 0..<2 {
      let report = try bring(license: nil)
      #expect((report.updated, report.unchanged, report.conflictCount) == (0, 9, 0))
      #expect(report.keptCorrections >= 9)
      #expect(try fields() == corrected)
    }
    let report = try bring(license: "MIT")
    #expect(report.updated == 8 && report.conflicts.map(\.id) == [test("8")])
    for index in 0..<8 { corrected[index][.license] = "MIT" }
    #expect(try fields() == corrected)
    #expect(try fixture.archive.verify().filter { $0.severity == .fault } == [])
  }

  @Test("by a review is like any other, and rights count for an import", arguments: Engine.all)
  func reviewed(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a", "Source"))
    let fields: [CatalogueColumn: String] = [.title: "Hand", .license: "CC0-1.0"]
    try fixture.archive.decide([ReviewDecision(.set(fields), item: test("a"), kind: .undated)])
    let report = try fixture.bring(.placed("a", "Source")) { $0.requiresRights = true }
    #expect((report.updated, report.unchanged, report.refused) == (0, 1, 0))
    #expect(try fixture.fields("a")[.title] == "Hand")
    // An undone removal leaves only the earlier state.
    let removal = try #require(try fixture.archive.remove([test("a")]).entry)
    try fixture.archive.undo(removal)
    let again = try fixture.bring(.placed("a", "Source"))
    #expect((again.keptCorrections, again.keptRemovals, again.unchanged) == (2, 0, 1))
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
    // A user's and a source's parts of a place never mix.
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
    // The source's own words are those that count.
    try fixture.archive.set(test("a"), [.title: "Hand"])
    try fixture.archive.remove([test("a"), test("b")])
    let same = try fixture.bring(.placed("a", "A"), .unplaced("b"), .placed("c"))
    #expect((same.keptRemovals, same.unchanged, same.added, same.conflictCount) == (2, 3, 0, 0))
    let new = try fixture.bring(.placed("a", "Other"))
    #expect((new.keptRemovals, new.conflictCount) == (1, 1))
    #expect(
      new.conflicts == [
        CorrectionConflict(id: test("a"), source: "title=Other", before: "title=A")
      ])
    #expect(try fixture.bring(.placed("a", "Other")).conflictCount == 0)
    #expect(try fixture.identifiers() == ["c"])
    #expect(try fixture.bring(.placed("a", "A")) { $0.overwritesCorrections = true }.added == 1)
    // Corrections are removed with their collection.
    try fixture.archive.remove([test("c")])
    try fixture.archive.remove(collection: "test", isAgreed: true)
    #expect(try fixture.bring(.placed("c")).added == 1)
  }

  @Test("is restored by an undo, as are conflicts", arguments: Engine.all)
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
    func bring(_ license: String, overwriting: Bool = false) throws -> ImportReport {
      var source = Rows("test", [.placed("a")])
      source.statement.license = license
      return try fixture.bring(source) { $0.overwritesCorrections = overwriting }
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
    try fixture.archive.setRights(of: "test", to: "CC-BY-4.0")
    #expect(try bring("ISC", overwriting: true).statementChanges.map(\.after) == ["ISC"])
  }
}
