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

  @Test("a name is known in any case of its letters")
  func names() throws {
    let (later, early) = (
      try NamedEra(name: " Gilded Age ", date: "1870~/1900~"),
      try NamedEra(name: "Ältere Zeit", date: "../1664")
    )
    #expect(later.isNamed("gilded AGE") && early.isNamed("ÄLTERE ZEIT"))
    #expect(!early.isNamed("Älter"))
  }

  @Test(
    "a name that could never be found, and an invalid date, are refused",
    arguments: [
      ("", "1905"), ("  ", "1905"), ("1905", "1905"), ("189X", "1890/1899"), ("a\u{7}b", "1905"),
      (String(repeating: "a", count: 201), "1905"), ("Soon", "soon"), ("Now", ""),
      ("Back", "1930/1890"),
    ])
  func invalid(name: String, date: String) {
    let error = #expect(throws: ArchiveError.self) { try NamedEra(name: name, date: date) }
    #expect(error?.code == .invalidEra)
  }

  @Test("a collection includes its eras, and importing it again changes nothing")
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
    for word in ["\"soon\"", "number 3", "number 4", "\"1905\"", "is repeated", "number 7"] {
      #expect(report.warnings.contains { $0.reason.contains(word) }, "\(word)")
    }
    #expect(try fixture.archive.eras().map(\.era.date.edtf) == ["1900/1910"])
    let noList = try importEras("\"New Amsterdam\"", into: fixture)
    #expect(noList.warnings.count == 1)
  }
}
