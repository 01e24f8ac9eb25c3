import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite struct ReviewTests {
  private func id(_ identifier: String) -> ItemID {
    ItemID(collection: "test", identifier: identifier)
  }

  private func query(_ kinds: ReviewKind...) -> ReviewQuery {
    ReviewQuery(kinds: Set(kinds), today: Day(year: 2026, month: 11, day: 21))
  }

  /// The list, as `kind identifier`.
  private func listed(_ fixture: ArchiveFixture, _ query: ReviewQuery? = nil) throws -> [String] {
    try fixture.archive.review(query ?? self.query()).entries.map {
      "\($0.kind.rawValue) \($0.item.identifier)"
    }
  }

  @Test
  func `a date that was read with a doubt is listed with the reading until it is set or confirmed`()
    throws
  {
    let fixture = try ArchiveFixture()
    let rows = """
      id,latitude,longitude,date
      order,1,2,03/04/1911
      extra,1,2,foo 1911
      early,1,2,early 1900s
      plain,1,2,c. 1905
      edtf,1,2,1905-03
      season,1,2,1910-30
      summer,1,2,1953-22
      """
    try fixture.importCSV(rows)
    let listed = try fixture.archive.review(query(.doubtfulDate)).entries
    #expect(listed.map(\.item.identifier) == ["order", "extra", "early", "season"])
    #expect(
      listed.first?.reason
        == "its date \"03/04/1911\" was read as 1911-03-04: day and month may be swapped; "
        + "read with the month first")
    #expect(
      listed.dropFirst().first?.reason.hasSuffix("was read as 1911: ignored: foo") == true)
    try fixture.archive.decide([
      ReviewDecision(.set([.date: "1911-04-03"]), item: id("order"), kind: .doubtfulDate),
      ReviewDecision(.dismiss, item: id("early"), kind: .doubtfulDate),
      ReviewDecision(.set([.date: "1910/1930"]), item: id("season"), kind: .doubtfulDate),
    ])
    #expect(try self.listed(fixture, query(.doubtfulDate)) == ["doubtful-date extra"])
  }

  @Test(arguments: [DateReading.NumberOrder.dayMonth, .monthDay])
  func `who said which comes first, day or month, is not asked again`(
    _ order: DateReading.NumberOrder
  ) throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude,date\na,1,2,03/04/1911\n")
    #expect(try listed(fixture, query(.doubtfulDate)) == ["doubtful-date a"])
    try fixture.archive.importCatalogue(
      at: fixture.write("id,latitude,longitude,date\na,1,2,03/04/1911\n"),
      options: ImportOptions(collection: "test", dateOrder: order))
    #expect(try listed(fixture, query(.doubtfulDate)) == [])
  }

  // MARK: Rights

  @Test
  func `rows without rights are counted in one finding, or refused where rights are required`()
    throws
  {
    let fixture = try ArchiveFixture()
    let rows = "id,latitude,longitude,license\na,1,2,\nb,1,2,CC0-1.0\nc,,,\n"
    let report = try fixture.importCSV(rows)
    #expect(report.withoutRights == 2 && report.refused == 0)
    #expect(report.rightsFinding?.reason.hasPrefix("2 rows") == true)
    var options = ImportOptions(collection: "strict")
    options.requiresRights = true
    let strict = try fixture.archive.importCatalogue(at: fixture.write(rows), options: options)
    #expect(strict.refused == 2 && strict.added == 1 && strict.withoutRights == 0)
    #expect(strict.faults.map(\.identifier) == ["a", "c"])
    // The collection's statement is every item's.
    try fixture.write(#"{"name":"strict","license":"CC0-1.0"}"#, to: "set/collection.json")
    try fixture.write(rows, to: "set/items.csv")
    let covered = try fixture.archive.importCatalogue(
      at: fixture.folder.path("set"), options: options)
    #expect(covered.refused == 0)
  }

  @Test(arguments: [
    "CC0-1.0", "CC-BY-4.0", "cc-by-sa-3.0", "CC-BY-SA-3.0-AT", "CC-BY-NC-ND-2.5", "CC-PDDC",
    "PDDL-1.0", "MIT OR Apache-2.0", "(MIT AND CC-BY-4.0)", "LicenseRef-Museum",
    "http://rightsstatements.org/vocab/InC/1.0/",
    "https://rightsstatements.org/page/NoC-US/1.0/?language=en",
    "https://creativecommons.org/publicdomain/zero/1.0/",
    "https://creativecommons.org/licenses/by-sa/4.0/deed.en",
    "https://www.loc.gov/rr/print/res/071_brow.html",
  ])
  func `a statement that machines know raises no doubt`(_ text: String) {
    #expect(RightsStatement.doubt(text) == nil)
  }

  @Test(arguments: [
    "unknown", "all rights reserved", "CC-BY", "CC-BY-9.0", "CC-XX-4.0", "Foo-1.0", "CC-4.0", "CC-",
    "http://rightsstatements.org/vocab/XYZ/1.0/", "http://rightsstatements.org/",
    "https://creativecommons.org/licenses/by/", "https://creativecommons.org/about/",
    "https://creativecommons.org/licenses/by/7.0/",
  ])
  func `a statement that no machine knows is kept with a doubt`(_ text: String) {
    #expect(RightsStatement.doubt(text) != nil)
  }
}
