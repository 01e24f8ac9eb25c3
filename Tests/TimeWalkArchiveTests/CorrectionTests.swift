import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("What was corrected by hand")
struct CorrectionTests {
  private static let header = "id,title,date,latitude,longitude,accuracy,heading,creator,license\n"
  private static let first = header + "a,Old,c. 1900,40,-74,10,90,A. Person,\nb,Other,,41,-74,,,,\n"
  private let id = ItemID(collection: "test", identifier: "a")

  /// What a person may do, and the columns that it concerns.
  private static let corrections: [[CatalogueColumn: String]] = [
    [.title: "By hand"], [.date: "1905"], [.latitude: "40.5", .longitude: "-74.25"],
    [.latitude: "40.5"], [.accuracy: "3"], [.heading: ""], [.creator: "", .title: "By hand"],
    [.latitude: "", .longitude: ""], [.license: "CC0-1.0"],
  ]

  private func fields(_ fixture: ArchiveFixture) throws -> [CatalogueColumn: String] {
    try fixture.archive.reader.read {
      try ItemEdit(id).current(SQLiteConnection($0)).fields
    }
  }

  private func bring(
    _ text: String, to fixture: ArchiveFixture, overwriting: Bool = false, isDryRun: Bool = false
  ) throws -> ImportReport {
    var options = ImportOptions(collection: "test", isDryRun: isDryRun)
    options.overwritesCorrections = overwriting
    return try fixture.archive.importCatalogue(at: fixture.write(text), options: options)
  }

  @Test("stays when the same source comes again", arguments: corrections)
  func unchangedSource(given: [CatalogueColumn: String]) throws {
    let fixture = try ArchiveFixture()
    _ = try bring(Self.first, to: fixture)
    try fixture.archive.set(id, given)
    let corrected = try fields(fixture)
    let state = try fixture.dump()
    for _ in 0..<2 {
      let report = try bring(Self.first, to: fixture)
      #expect((report.updated, report.unchanged, report.conflictCount) == (0, 2, 0))
      #expect(report.keptCorrections > 0)
      #expect(try fields(fixture) == corrected)
      #expect(try fixture.dump() == state)
    }
  }

  @Test("lets the source's other fields through", arguments: corrections)
  func otherFields(given: [CatalogueColumn: String]) throws {
    let fixture = try ArchiveFixture()
    _ = try bring(Self.first, to: fixture)
    try fixture.archive.set(id, given)
    var corrected = try fields(fixture)
    let changed = Self.first.replacingOccurrences(of: ",A. Person,", with: ",A. Person,MIT")
    let report = try bring(changed, to: fixture)
    if given[.license] == nil {
      corrected[.license] = "MIT"
      #expect(report.updated == 1)
    } else {
      #expect(report.conflicts.map(\.column) == [.license])
    }
    #expect(try fields(fixture) == corrected)
    #expect(try fixture.archive.verify().filter { $0.severity == .fault } == [])
  }

  @Test func `a source that says something else is told once, and wins only where it may`() throws {
    let fixture = try ArchiveFixture()
    _ = try bring(Self.first, to: fixture)
    try fixture.archive.set(id, [.title: "By hand"])
    let changed = Self.first.replacingOccurrences(of: "a,Old", with: "a,New")
    let conflict = CorrectionConflict(
      id: id, line: 2, column: .title, kept: "By hand", source: "New", before: "Old")
    #expect(try bring(changed, to: fixture, isDryRun: true).conflicts == [conflict])
    let report = try bring(changed, to: fixture)
    #expect((report.updated, report.conflicts) == (0, [conflict]))
    #expect(
      report.warnings.map(\.description) == [
        "line 2, title \"New\": was corrected by hand to \"By hand\", which is kept; the source said \"Old\" before "
          + "(--overwrite-corrections lets the source win)"
      ])
    #expect(try fields(fixture)[.title] == "By hand")
    #expect(try bring(changed, to: fixture).conflicts == [])
    #expect(try fields(fixture)[.title] == "By hand")
    let state = try fixture.dump()
    let last = try bring(changed, to: fixture, overwriting: true)
    #expect(last.updated == 1)
    #expect(try fields(fixture)[.title] == "New")
    // Nothing is left of the correction, and all of it comes back with an undo.
    #expect(try bring(Self.first, to: fixture).updated == 1)
    let entry = try #require(last.entry)
    try fixture.archive.undo(entry + 1)
    try fixture.archive.undo(entry)
    #expect(try fixture.dump() == state)
    #expect(try bring(changed, to: fixture).updated == 0)
  }

  @Test func `a correction that the source takes over is none any more`() throws {
    let fixture = try ArchiveFixture()
    _ = try bring(Self.first, to: fixture)
    try fixture.archive.set(id, [.title: "New"])
    let changed = Self.first.replacingOccurrences(of: "a,Old", with: "a,New")
    #expect(try bring(changed, to: fixture).unchanged == 2)
    let report = try bring(Self.first, to: fixture)
    #expect((report.updated, report.keptCorrections) == (1, 0))
  }

  @Test func `a correction that is set back or undone is none any more`() throws {
    let fixture = try ArchiveFixture()
    _ = try bring(Self.first, to: fixture)
    try fixture.archive.set(id, [.title: "By hand"])
    try fixture.archive.set(id, [.title: "Old"])
    let entry = try #require(try fixture.archive.set(id, [.creator: "B. Person"]).entry)
    try fixture.archive.undo(entry)
    let changed = Self.first.replacingOccurrences(of: "a,Old", with: "a,New")
      .replacingOccurrences(of: "A. Person", with: "C. Person")
    #expect(try bring(changed, to: fixture).updated == 1)
    #expect(try fields(fixture)[.title] == "New")
    #expect(try fields(fixture)[.creator] == "C. Person")
  }

  @Test func `an item that was placed by hand stays there and takes the rest`() throws {
    let fixture = try ArchiveFixture()
    let source = "id,title,latitude,longitude,media\na,Old,,,https://example.org/a.jpg\n"
    _ = try bring(source, to: fixture)
    _ = try fixture.archive.set(
      id, FieldEdit([.latitude: "40", .longitude: "-74"]), as: .move, terms: ChangeTerms())
    let report = try bring(source.replacingOccurrences(of: "Old", with: "New"), to: fixture)
    #expect((report.updated, report.conflictCount, report.warnings) == (1, 0, []))
    let item = try #require(try fixture.archive.item(id))
    #expect(item.title == "New" && item.pose.coordinate.latitude == 40)
    #expect(item.media == .url("https://example.org/a.jpg"))
    #expect(try bring(source, to: fixture).updated == 1)
    #expect(try fixture.archive.item(id)?.title == "Old")
  }

  @Test func `an item that was removed by hand stays away until the source may win`() throws {
    let fixture = try ArchiveFixture()
    _ = try bring(Self.first, to: fixture)
    try fixture.archive.set(id, [.title: "By hand"])
    try fixture.archive.remove([id])
    let same = try bring(Self.first, to: fixture)
    #expect((same.added, same.unchanged, same.keptRemovals, same.conflictCount) == (0, 2, 1, 0))
    #expect(try fixture.archive.item(id) == nil)
    let changed = Self.first.replacingOccurrences(of: "a,Old", with: "a,New")
    #expect(
      try bring(changed, to: fixture).conflicts == [
        CorrectionConflict(
          id: id, line: 2, column: nil, kept: nil, source: "title=New", before: "title=Old")
      ])
    #expect(try bring(changed, to: fixture).conflicts == [])
    #expect(try fixture.archive.item(id) == nil)
    #expect(try bring(changed, to: fixture, overwriting: true).added == 1)
    #expect(try fixture.archive.item(id)?.title == "New")
    #expect(try bring(Self.first, to: fixture).updated == 1)
  }

  @Test func `an undone removal leaves nothing behind`() throws {
    let fixture = try ArchiveFixture()
    _ = try bring(Self.first, to: fixture)
    let entry = try #require(try fixture.archive.remove([id]).entry)
    try fixture.archive.undo(entry)
    let changed = Self.first.replacingOccurrences(of: "a,Old", with: "a,New")
    #expect(try bring(changed, to: fixture).updated == 1)
  }

  @Test func `rights that a person gave satisfy an import that asks for some`() throws {
    let fixture = try ArchiveFixture()
    let source = "id,latitude,longitude\na,1,2\n"
    _ = try bring(source, to: fixture)
    try fixture.archive.set(id, [.license: "CC0-1.0"])
    var options = ImportOptions(collection: "test")
    options.requiresRights = true
    let report = try fixture.archive.importCatalogue(at: fixture.write(source), options: options)
    #expect((report.refused, report.unchanged) == (0, 1))
  }

  @Test func `a collection's rights stay as well`() throws {
    let fixture = try ArchiveFixture()
    var source = ListSource("test", rows: [ListSource.placed("test", "a")])
    source.statement.license = "MIT"
    source.statement.title = "One"
    func apply(_ license: String, overwriting: Bool = false) throws -> ImportReport {
      var again = source
      again.statement.license = license
      var options = ImportOptions()
      options.overwritesCorrections = overwriting
      return try fixture.archive.apply([again], policy: options.completePolicy, from: nil)
    }
    _ = try apply("MIT")
    _ = try fixture.archive.setRights(of: "test", to: "CC0-1.0")
    #expect(try apply("MIT").statementChanges == [])
    #expect(try apply("ISC").conflicts.map(\.kept) == ["CC0-1.0"])
    #expect(try fixture.archive.rights().map(\.license) == ["CC0-1.0"])
    #expect(
      try apply("ISC", overwriting: true).statementChanges == [
        StatementChange(collection: "test", field: "license", before: "CC0-1.0", after: "ISC")
      ])
    #expect(try fixture.archive.rights().map(\.license) == ["ISC"])
  }

  @Test func `decisions of a review are corrections like any other`() throws {
    let fixture = try ArchiveFixture()
    _ = try bring(Self.first, to: fixture)
    _ = try fixture.archive.decide([
      ReviewDecision(.set([.date: "1899"]), item: id, kind: .doubtfulDate)
    ])
    #expect(try bring(Self.first, to: fixture).updated == 0)
    #expect(try fields(fixture)[.date] == "1899")
  }

  @Test func `several collections come in by one entry, which one undo takes back`() throws {
    let origin = try ArchiveFixture()
    for name in ["one", "two"] {
      try origin.bring([ListSource.placed(name, "a"), ListSource.placed(name, "b")], to: name)
    }
    let fixture = try ArchiveFixture()
    let empty = try fixture.dump()
    let report = try fixture.archive.importCatalogue(at: origin.archive.path)
    #expect(report.added == 4)
    let entries = try fixture.archive.history()
    #expect(entries.map(\.counts.added) == [4])
    #expect(entries.map(\.options["collections"]) == ["one, two"])
    try fixture.archive.undo(try #require(report.entry))
    #expect(try fixture.dump() == empty)
  }
}
