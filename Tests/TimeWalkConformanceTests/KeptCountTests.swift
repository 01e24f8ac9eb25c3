import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkPostGIS

/// The numbers of items that an archive keeps.
@Suite("Kept counts", .waitsForProcesses) struct KeptCountTests {
  /// A row with a date and other values that are counted.
  private static func row(_ identifier: String, date: String?, _ license: String? = nil) throws
    -> SourceRow
  {
    let date = try date.map { try CaptureDate(edtf: $0) }
    return .placed(ItemID(collection: "test", identifier: identifier)) { item in
      item.date = date
      item.license = license
      item.media = .url("https://example.org/\(identifier).jpg")
    }
  }

  /// Compares the numbers that an archive tells with its items.
  private static func check(_ fixture: EngineFixture, _ step: String) throws {
    let archive = fixture.archive
    var counts = ArchiveStatistics()
    for summary in try archive.collections() {
      counts.collections += 1
      var (items, unplaced, days) = (0, 0, [Day]())
      let hits = try archive.search(ArchiveQuery(collection: summary.statement.name)).hits
      for hit in hits {
        items += 1
        counts.dated += hit.item.date == nil ? 0 : 1
        counts.withMedia += hit.item.media == nil ? 0 : 1
        counts.withoutLicense += hit.item.license == nil ? 1 : 0
        let span = hit.item.date?.searchSpans.0
        days += [span?.earliest, span?.latest].compactMap { $0 }
      }
      unplaced = try archive.unplacedItems(
        ArchiveQuery(collection: summary.statement.name)
      ).total
      #expect(summary.items == items && summary.unplaced == unplaced, "\(step)")
      #expect(summary.earliest == days.min() && summary.latest == days.max(), "\(step)")
      counts.items += items
      counts.unplaced += unplaced
    }
    let told = try archive.statistics()
    #expect((told.collections, told.items) == (counts.collections, counts.items), "\(step)")
    #expect((told.unplaced, told.dated) == (counts.unplaced, counts.dated), "\(step)")
    #expect((told.withMedia, told.withoutLicense) == (counts.withMedia, counts.withoutLicense))
    #expect(try archive.verify(.full) == [], "\(step)")
  }

  @Test("follow every change and its undo", arguments: Engine.all)
  func changes(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    try Self.check(fixture, "empty")
    try fixture.bring(
      Self.row("a", date: "1900"), Self.row("b", date: "1910", "CC0-1.0"),
      Self.row("c", date: "1920"), Self.row("d", date: nil), .unplaced("e"))
    #expect(try archive.collections().map(\.items) == [4])
    try Self.check(fixture, "import")
    var entries: [Int64] = []
    func step(_ name: String, _ run: () throws -> Int64?) throws {
      entries.append(try #require(try run(), "\(name)"))
      try Self.check(fixture, name)
    }
    try step("the first day goes") { try archive.set(test("a"), [.date: ""]).entry }
    try step("the last day goes") { try archive.remove([test("c")]).entry }
    try step("another day") { try archive.set(test("b"), [.date: "1930"]).entry }
    try step("a place") { try archive.set(test("e"), [.latitude: "1", .longitude: "2"]).entry }
    try step("a lost place") { try archive.set(test("d"), [.latitude: "", .longitude: ""]).entry }
    try step("rights") { try archive.setRights(of: "test", to: "CC0-1.0").entry }
    try step("another collection") {
      try fixture.bring(Rows("new", [.placed(ItemID(collection: "new", identifier: "a"))])).entry
    }
    try step("many items") {
      try fixture.bring(
        Rows("test", try (0..<2_100).map { try Self.row("i\($0)", date: "\(1850 + $0 % 9)") })
      ).entry
    }
    try step("no collection") { try archive.remove(collection: "test", isAgreed: true).entry }
    for entry in entries.reversed() {
      try archive.undo(entry)
      try Self.check(fixture, "undo of \(entry)")
    }
  }

  @Test("follow other programs at once, and the next change", arguments: Engine.all)
  func others(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = try #require(fixture.archive as? any SQLArchive)
    try fixture.bring(
      Self.row("a", date: "1900"), Self.row("b", date: "1910"), Self.row("c", date: "1920"))
    for sql in [
      "UPDATE items SET media = NULL, media_kind = NULL WHERE identifier = 'a'",
      "UPDATE items SET title = 'Other' WHERE identifier = 'b'",
      "UPDATE items SET date_text = 'long ago', license = 'words' WHERE identifier = 'b'",
      """
      UPDATE items SET accuracy = 500, date = NULL, date_text = '', earliest = NULL, latest = NULL,
        earliest_fuzzy = NULL, latest_fuzzy = NULL WHERE identifier = 'a'
      """,
      "DELETE FROM items WHERE identifier = 'c'",
      """
      INSERT INTO unplaced (collection, identifier, fields)
      SELECT key, 'd', '{"title":"D"}' FROM collections
      """,
      "DELETE FROM unplaced",
    ] {
      try archive.change(isDryRun: false) { db in
        try db.run(sql)
        let key = try #require(try CollectionTable.key(of: "test", db))
        let now = try #require(try KeptCounts.all(db)[key])
        let row = try #require(try db.row(KeptCounts.anew()))
        #expect(now[.items] == row[1] as Int && now[.withMedia] == row[6] as Int, "\(sql)")
        #expect(now[.unplaced] == row[8] as Int, "\(sql)")
        #expect(now[.withRoughPlace] == row[9] as Int, "\(sql)")
        #expect(now.earliest == row[12] as Int? && now.latest == row[13] as Int?, "\(sql)")
        #expect(try ReviewCounts.wrong(db) == [], "\(sql)")
      }
      try Self.check(fixture, sql)
    }
  }

  @Test("that are wrong are reported, and counted anew by a repair", arguments: Engine.all)
  func wrong(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = try #require(fixture.archive as? any SQLArchive)
    try fixture.bring(Self.row("a", date: "1900"), Self.row("b", date: "1910"))
    for sql in [
      "UPDATE item_counts SET items = items + 5", "DELETE FROM item_counts",
      "UPDATE review_counts SET items = items + 5", "DELETE FROM review_counts",
    ] {
      try archive.change(isDryRun: false) { db in _ = try db.run(sql) }
      let problems = try archive.verify(.full)
      #expect(problems.map(\.check) == [.counts] && problems.allSatisfy(\.isRepairable))
      #expect(
        problems.first?.detail
          == "the kept numbers of the collection test differ from its items")
      let report =
        if let server = archive as? PostGISArchive { try server.repair() } else {
          try SpatiaLiteArchive.repair(path: archive.location)
        }
      #expect(report.actions == ["counted the items anew"] && report.remaining == [])
      try Self.check(fixture, sql)
    }
  }
}
