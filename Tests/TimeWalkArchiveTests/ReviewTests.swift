import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite struct ReviewTests {
  /// An archive with one item for each thing to review, and a good one.
  private func fixture() throws -> ArchiveFixture {
    let fixture = try ArchiveFixture()
    let gone = try fixture.write("x", to: "gone.jpg")
    try fixture.importCSV(
      """
      id,title,latitude,longitude,date,accuracy,license,media,date_text
      good,Good,1,2,1905,10,CC0-1.0,,
      uncertain,,1,2,1905?,10,CC0-1.0,,
      words,,1,2,,10,CC0-1.0,,in the olden days
      broad,,1,2,1800/1900,10,CC0-1.0,,
      future,,1,2,2051,10,CC0-1.0,,
      undated,,1,2,,10,CC0-1.0,,
      nodate,,1,2,,10,CC0-1.0,,n.d.
      far,,1,2,1905,500,CC0-1.0,,
      norights,,1,2,1905,10,,,
      nowhere,,,,1905,10,CC0-1.0,,
      missing,,1,2,1905,10,CC0-1.0,gone.jpg,
      """)
    try FileManager.default.removeItem(atPath: gone)
    return fixture
  }

  private func id(_ identifier: String) -> ItemID {
    ItemID(collection: "test", identifier: identifier)
  }

  private func query(_ kinds: ReviewKind...) -> ReviewQuery {
    ReviewQuery(kinds: Set(kinds), today: Day(year: 2026, month: 11, day: 21))
  }

  /// What is listed, as `kind identifier`.
  private func listed(_ fixture: ArchiveFixture, _ query: ReviewQuery? = nil) throws -> [String] {
    try fixture.archive.review(query ?? self.query()).entries.map {
      "\($0.kind.rawValue) \($0.item.identifier)"
    }
  }

  @Test func `a review lists what needs a person and nothing else`() throws {
    let fixture = try fixture()
    let found = try listed(fixture)
    #expect(
      found == [
        "doubtful-date uncertain", "doubtful-date words", "doubtful-date broad",
        "doubtful-date future", "undated undated", "undated nodate", "low-accuracy far",
        "no-rights norights", "unplaced nowhere", "missing-media missing",
      ])
    #expect(try listed(fixture).filter { $0.hasSuffix("good") } == [])
    let review = try fixture.archive.review(
      ReviewQuery(kinds: [.undated, .unplaced], limit: 1))
    #expect(review.entries.count == 1 && review.totals == [.undated: 2, .unplaced: 1])
    #expect(try listed(fixture, ReviewQuery(kinds: [.lowAccuracy], accuracy: 5)).count > 5)
    #expect(throws: ArchiveError.self) {
      try fixture.archive.review(ReviewQuery(collection: "other"))
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
        + "the month was taken as first")
    #expect(
      listed.dropFirst().first?.reason.hasSuffix("was read as 1911: passed over: foo") == true)
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

  @Test func `a dismissed entry stays away until the item changes, and comes back by an undo`()
    throws
  {
    let fixture = try fixture()
    let before = try listed(fixture)
    let report = try fixture.archive.decide([
      ReviewDecision(.dismiss, item: id("far"), kind: .lowAccuracy, note: "a village is enough"),
      ReviewDecision(.dismiss, item: id("nowhere"), kind: .unplaced),
    ])
    #expect(report.dismissed == 2 && report.changed == 0 && report.faults == [])
    let away = before.filter { !$0.hasSuffix(" far") && !$0.hasSuffix(" nowhere") }
    #expect(try listed(fixture) == away)
    // The same decision again is no change.
    let again = try fixture.archive.decide([
      ReviewDecision(.dismiss, item: id("far"), kind: .lowAccuracy)
    ])
    #expect(again.unchanged == 1 && again.entry == nil)
    let edit = try fixture.archive.set(id("far"), [.title: "Another"])
    #expect(try listed(fixture).contains("low-accuracy far"))
    try fixture.archive.undo(try #require(edit.entry))
    #expect(try listed(fixture) == away)
    let undo = try fixture.archive.undo(try #require(report.entry))
    #expect(try listed(fixture) == before)
    try fixture.archive.undo(try #require(undo.entry))
    #expect(try listed(fixture) == away)
  }

  @Test func `decisions set fields in one change, and say what can't be followed`() throws {
    let fixture = try fixture()
    let before = try fixture.dump()
    let report = try fixture.archive.decide([
      ReviewDecision(.set([.license: "CC0-1.0"]), item: id("norights"), kind: .noRights),
      ReviewDecision(.set([.latitude: "95"]), item: id("undated"), kind: .undated),
      ReviewDecision(.accept, item: id("missing"), kind: .missingMedia),
      ReviewDecision(.accept, item: id("far"), kind: .lowAccuracy),
      ReviewDecision(
        .set([.latitude: "3", .longitude: "4"]), item: id("nowhere"), kind: .unplaced),
      ReviewDecision(.dismiss, item: id("nobody"), kind: .undated),
    ])
    #expect(report.changed == 3)
    #expect(report.faults.map(\.index) == [1, 3, 5], "\(report.faults)")
    let left = try listed(fixture)
    for gone in ["no-rights norights", "missing-media missing", "unplaced nowhere"] {
      #expect(!left.contains(gone))
    }
    let entry = try #require(report.entry)
    #expect(try fixture.archive.entry(entry).kind == .review)
    #expect(try fixture.changes(of: entry).count == 3)
    try fixture.archive.undo(entry)
    #expect(try fixture.dump() == before)
  }

  @Test func `decisions that change nothing leave no entry`() throws {
    let fixture = try fixture()
    let before = try fixture.archive.history()
    let report = try fixture.archive.decide([
      ReviewDecision(.set([.title: "Good"]), item: id("good"), kind: .undated),
      ReviewDecision(.accept, item: id("far"), kind: .lowAccuracy),
    ])
    #expect(report.unchanged == 1 && report.faults.count == 1 && report.entry == nil)
    try fixture.archive.decide(
      [ReviewDecision(.dismiss, item: id("far"), kind: .lowAccuracy)], isDryRun: true)
    #expect(try fixture.archive.history() == before)
    #expect(try listed(fixture).contains("low-accuracy far"))
  }

  // MARK: Duplicates

  /// A picture that shows something, with some bits of it changed.
  private func print(_ seed: UInt64, changing count: Int = 0) -> Fingerprint {
    var random = SeededGenerator(seed: seed)
    var words = SIMD4<UInt64>(
      random.next(), random.next(), random.next(), random.next())
    for bit in 0..<count { words[bit % 4] ^= 1 << UInt64(bit / 4) }
    return Fingerprint(words: words)
  }

  private func archive(of pictures: [(String, Fingerprint)]) throws -> ArchiveFixture {
    let fixture = try ArchiveFixture()
    for (collection, names) in Dictionary(
      grouping: pictures, by: { $0.0.prefix(while: { $0 != ":" }) }
    ).sorted(by: { $0.key < $1.key }) {
      try fixture.bring(
        names.map {
          ListSource.placed(String(collection), String($0.0.dropFirst(collection.count + 1)))
        },
        to: String(collection))
    }
    try fixture.archive.writable().write { db in
      for (name, fingerprint) in pictures {
        try db.execute(
          sql: """
            UPDATE items SET fingerprint = ? WHERE ? =
              (SELECT name FROM collections WHERE key = collection) || ':' || identifier
            """, arguments: [CopyColumns.blob(of: fingerprint), name])
      }
    }
    return fixture
  }

  private func pairs(_ fixture: ArchiveFixture, collection: String? = nil) throws -> [String] {
    try fixture.archive.likePictures(collection: collection).suggestions.map {
      "\($0.item) \($0.original) \($0.distance)"
    }
  }

  @Test func `pictures that look alike are suggested within and across collections`() throws {
    let fixture = try archive(of: [
      ("a:1", print(1)), ("a:2", print(1, changing: 30)), ("b:1", print(1, changing: 56)),
      ("b:2", print(1, changing: 57)), ("b:3", print(2)), ("c:1", print(2)),
    ])
    #expect(try pairs(fixture) == ["a:2 a:1 30", "b:1 a:1 56", "c:1 b:3 0"])
    #expect(try pairs(fixture, collection: "c") == ["c:1 b:3 0"])
    // Nothing is merged without being asked.
    #expect(
      try fixture.archive.copyRecords(keys: Array(1...6)).values.allSatisfy { $0.originals.isEmpty }
    )
  }

  @Test
  func `one picture for many items is suggested once for each, whatever collection is asked for`()
    throws
  {
    let names = (1...40).flatMap { [("a:\($0)", print(1)), ("b:\($0)", print(1))] }
    let fixture = try archive(of: names + [("b:near", print(1, changing: 20))])
    let all = try pairs(fixture)
    #expect(all.count == 80)
    #expect(Set(all.map { $0.split(separator: " ")[1] }) == ["a:1"])
    let some = try pairs(fixture, collection: "b")
    #expect(some.count == 41)
    #expect(some.allSatisfy { $0.hasPrefix("b:") && $0.contains(" a:1 ") })
  }

  @Test func `an accepted suggestion declares the copy, and is undone like any other change`()
    throws
  {
    let fixture = try archive(of: [("a:1", print(1)), ("a:2", print(1)), ("b:1", print(1))])
    let item = { (name: String) in try #require(ItemID(name)) }
    let report = try fixture.archive.decide([
      ReviewDecision(.accept, item: try item("a:2"), kind: .duplicate),
      ReviewDecision(.accept, item: try item("b:1"), kind: .duplicate, other: try item("a:1")),
      ReviewDecision(.accept, item: try item("a:1"), kind: .duplicate, other: try item("a:9")),
    ])
    #expect(report.changed == 2 && report.faults.map(\.index) == [2])
    #expect(try pairs(fixture) == [])
    let records = try fixture.archive.copyRecords(keys: [1, 2, 3])
    let original = try item("a:1")
    #expect(records[2]?.originals == [original] && records[3]?.originals == [original])
    try fixture.archive.undo(try #require(report.entry))
    #expect(try pairs(fixture) == ["a:2 a:1 0", "b:1 a:1 0"])
    // A dismissed pair says nothing of other pairs.
    try fixture.archive.decide([
      ReviewDecision(.dismiss, item: try item("a:2"), kind: .duplicate, other: try item("a:1"))
    ])
    #expect(try listed(fixture, query(.duplicate)) == ["duplicate 1"])
  }

  @Test func `nearly blank pictures are not grouped`() throws {
    let slope = Fingerprint(words: [.max, .max, 0, 0])
    let fixture = try archive(of: [("a:1", slope), ("a:2", slope), ("a:3", slope)])
    let found = try fixture.archive.likePictures()
    #expect(found.suggestions == [] && found.blank == 3 && found.compared == 0)
  }

  @Test func `a placeholder that thousands of items show is compared once`() throws {
    let names = (0..<3_000).map { ("a:\($0)", print(1)) }
    #expect(try pairs(try archive(of: names)).count == 2_999)
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
