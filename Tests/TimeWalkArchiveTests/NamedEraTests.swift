import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("Named eras")
struct NamedEraTests {
  private let csv = "id,latitude,longitude\na,1,2\n"

  /// Imports a folder whose `collection.json` has these eras.
  private func importEras(_ eras: String, into fixture: ArchiveFixture) throws -> ImportReport {
    try fixture.write(csv, to: "folder/items.csv")
    try fixture.write(
      #"{"name": "ny", "eras": \#(eras)}"#, to: "folder/collection.json")
    return try fixture.archive.importCatalogue(at: fixture.folder.path("folder"))
  }

  @Test("what is added is known by its name in any case, oldest first")
  func add() throws {
    let fixture = try ArchiveFixture()
    #expect(try fixture.archive.eras() == [])
    let later = try NamedEra(name: " Gilded Age ", date: "1870~/1900~", description: "Rich.")
    let early = try NamedEra(name: "Ältere Zeit", date: "../1664")
    let ancient = try NamedEra(name: "Rome", date: "-0752/0476")
    for era in [later, early, ancient] { #expect(try fixture.archive.addEra(era).era == era) }
    #expect(try fixture.archive.eras() == [early, ancient, later])
    #expect(later.isNamed("gilded AGE") && early.isNamed("ÄLTERE ZEIT") && !early.isNamed("Rom"))
    // The same again is no fault, another date is.
    #expect(try fixture.archive.addEra(NamedEra(name: "ROME", date: "-0752/0476")).era == ancient)
    let error = #expect(throws: ArchiveError.self) {
      try fixture.archive.addEra(NamedEra(name: "ältere zeit", date: "1600/1664"))
    }
    #expect(error?.code == .eraExists)
    #expect(error?.message.contains("../1664") == true)
    #expect(try fixture.archive.removeEra(named: "rome").era == ancient)
    let gone = #expect(throws: ArchiveError.self) { try fixture.archive.removeEra(named: "rome") }
    #expect(gone?.code == .noSuchEra)
    #expect(try fixture.archive.eras() == [early, later])
    let reader = try SpatiaLiteArchive(path: fixture.archive.path, mode: .readOnly)
    #expect(try reader.eras() == [early, later])
    #expect(#expect(throws: ArchiveError.self) { try reader.addEra(ancient) }?.code == .readOnly)
  }

  @Test(
    "a name that could never be looked up, and a date that is none, are refused",
    arguments: [
      ("", "1905"), ("  ", "1905"), ("1905", "1905"), ("189X", "1890/1899"), ("a\u{7}b", "1905"),
      (String(repeating: "a", count: 201), "1905"), ("Soon", "soon"), ("Now", ""),
      ("Back", "1930/1890"),
    ])
  func invalid(name: String, date: String) {
    let error = #expect(throws: ArchiveError.self) { try NamedEra(name: name, date: date) }
    #expect(error?.code == .invalidEra)
  }

  @Test("a collection brings its eras, and importing it again changes nothing")
  func collection() throws {
    let fixture = try ArchiveFixture()
    let eras = """
      [{"name": "New Amsterdam", "date": "1624/1664", "description": "Dutch."},
       {"name": "Prohibition", "date": "1920/1933"}]
      """
    let report = try importEras(eras, into: fixture)
    #expect((report.erasAdded, report.findings) == (2, []))
    let known = try fixture.archive.eras()
    #expect(known.map(\.name) == ["New Amsterdam", "Prohibition"])
    #expect(known.first?.description == "Dutch.")
    let before = try fixture.dump()
    let again = try importEras(eras, into: fixture)
    #expect((again.erasAdded, again.unchanged, again.findings) == (0, 1, []))
    #expect(try fixture.dump() == before)
  }

  @Test("eras that can't be used are reported, and spoil nothing else")
  func badEras() throws {
    let fixture = try ArchiveFixture()
    let report = try importEras(
      """
      [{"name": "Good", "date": "1900/1910"}, {"name": "Bad", "date": "soon"}, 5, {"name": "Half"},
       {"name": "1905", "date": "1905"}, {"name": "GOOD", "date": "1800"}, {"name": 1, "date": 2}]
      """, into: fixture)
    #expect((report.added, report.refused, report.erasAdded) == (1, 0, 1))
    #expect(report.warnings.count == 6, "\(report.warnings)")
    #expect(report.warnings.allSatisfy { $0.reason.hasPrefix("collection.json: ") })
    for word in ["\"soon\"", "number 3", "number 4", "\"1905\"", "twice", "number 7"] {
      #expect(report.warnings.contains { $0.reason.contains(word) }, "\(word)")
    }
    #expect(try fixture.archive.eras().map(\.era.date.edtf) == ["1900/1910"])
    let noList = try importEras("\"New Amsterdam\"", into: fixture)
    #expect(noList.warnings.count == 1)
  }

  @Test("an era that the archive has with another date stays as it is, with a warning")
  func merging() throws {
    let fixture = try ArchiveFixture()
    try fixture.archive.addEra(NamedEra(name: "Gilded Age", date: "1870/1900"))
    let report = try importEras(
      #"[{"name": "gilded age", "date": "1865/1896"}, {"name": "New", "date": "1950"}]"#,
      into: fixture)
    #expect(report.erasAdded == 1)
    #expect(report.warnings.count == 1)
    #expect(report.warnings.first?.reason.contains("1870/1900") == true)
    #expect(report.warnings.first?.reason.contains("1865/1896") == true)
    #expect(try fixture.archive.eras().map(\.era.date.edtf) == ["1870/1900", "1950"])
  }

  @Test("a dry run and a source without a good row bring no era")
  func nothingKept() throws {
    let fixture = try ArchiveFixture()
    try fixture.write(csv, to: "folder/items.csv")
    try fixture.write(
      #"{"name": "ny", "eras": [{"name": "New", "date": "1950"}]}"#, to: "folder/collection.json")
    let dry = try fixture.archive.importCatalogue(
      at: fixture.folder.path("folder"), options: ImportOptions(isDryRun: true))
    #expect(dry.erasAdded == 1)
    #expect(try fixture.archive.eras() == [])
    try fixture.write("id,latitude,longitude\na,91,2\n", to: "folder/items.csv")
    let bad = try fixture.archive.importCatalogue(at: fixture.folder.path("folder"))
    #expect((bad.refused, bad.erasAdded) == (1, 0))
    #expect(try fixture.archive.eras() == [])
  }
}

@Suite("The journal of eras")
struct EraJournalTests {
  @Test func `what is done to eras is told in the journal, and undone`() throws {
    let fixture = try ArchiveFixture()
    let rome = try NamedEra(name: "Rome", date: "-0752/0476")
    let state = try fixture.dump()
    let added = try #require(try fixture.archive.addEra(rome, by: Provenance(who: "Ada")).entry)
    #expect(try fixture.archive.addEra(rome).entry == nil)
    let described = try NamedEra(name: "ROME", date: "-0752/0476", description: "A town")
    let told = try #require(try fixture.archive.addEra(described).entry)
    #expect(try fixture.archive.eras().map(\.description) == ["A town"])
    let removed = try #require(try fixture.archive.removeEra(named: "rome").entry)
    let again = try #require(
      try fixture.archive.addEra(NamedEra(name: "rome", date: "0001")).entry)
    let history = try fixture.archive.history().reversed()
    #expect(history.map(\.kind) == [.era, .era, .era, .era])
    #expect(history.first?.who == "Ada")
    #expect(history.first?.options == ["add": "Rome, -0752/0476"])
    let error = #expect(throws: ArchiveError.self) { try fixture.archive.undo(removed) }
    #expect(error?.code == .conflict)
    for entry in [again, removed, told] { try fixture.archive.undo(entry) }
    #expect(try fixture.archive.eras() == [rome])
    try fixture.archive.undo(added)
    #expect(try fixture.dump() == state)
  }
}
