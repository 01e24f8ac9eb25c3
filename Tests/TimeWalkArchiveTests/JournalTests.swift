import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite struct JournalTests {
  private let a = ItemID(collection: "test", identifier: "a")
  private let b = ItemID(collection: "test", identifier: "b")

  @Test func `an entry says who did what, when, from where and with what`() throws {
    let fixture = try ArchiveFixture()
    var options = ImportOptions(collection: "test")
    options.provenance = Provenance(
      who: "Ada", when: Date(timeIntervalSince1970: 1_795_283_776), tool: "timewalk 9")
    options.provenance.notes = ["preset": "oldnyc"]
    let path = try fixture.write("id,latitude,longitude\na,1,2\nb,91,2\n")
    let report = try fixture.archive.importCatalogue(at: path, options: options)
    let entry = try #require(try fixture.archive.history().first)
    #expect(report.entry == entry.number && entry.kind == .import && entry.who == "Ada")
    #expect(entry.timestamp == "2026-11-21T17:56:16Z" && entry.tool == "timewalk 9")
    #expect(entry.source == path && entry.collection == "test")
    #expect(entry.options == ["preset": "oldnyc"])
    #expect((entry.counts.added, entry.counts.refused) == (1, 1) && entry.newKeys == 1...1)
    try fixture.archive.undo(entry.number, by: Provenance(who: "Bob"))
    let entries = try fixture.archive.history()
    #expect(entries.map(\.undoes) == [entry.number, nil])
    #expect(entries.map(\.undoneBy) == [nil, entries.first?.number])
    #expect(entries.map(\.who) == ["Bob", "Ada"])
    #expect(try fixture.archive.history(limit: 1).count == 1)
  }

  @Test func `a dry run tells what would change, field by field, and leaves nothing`() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,title,latitude,longitude\na,Old,1,2\nb,Same,1,2\n")
    let before = try fixture.dump()
    let csv = "id,title,latitude,longitude,heading\na,New,1,2.5,90\nb,Same,1,2,\nc,,3,4,\n"
    let plan = try fixture.importCSV(csv, isDryRun: true)
    #expect((plan.added, plan.updated, plan.unchanged) == (1, 1, 1) && plan.entry == nil)
    #expect(try fixture.dump() == before)
    #expect(try fixture.archive.history().count == 1)
    let changed = ItemChange(
      a, .changed,
      fields: [
        FieldChange(.title, before: "Old", after: "New"),
        FieldChange(.longitude, before: "2", after: "2.5"),
        FieldChange(.heading, before: nil, after: "90"),
      ])
    #expect(
      plan.changes == [changed, ItemChange(ItemID(collection: "test", identifier: "c"), .added)])
    // What is applied is what was planned, and the journal tells the same.
    let report = try fixture.importCSV(csv)
    #expect(report.changes == plan.changes)
    let told = try fixture.changes(of: try #require(report.entry))
    #expect(told.first == changed && told.map(\.kind) == [.changed, .added])
  }

  @Test func `the report lists no more than it is asked to`() throws {
    let fixture = try ArchiveFixture()
    var options = ImportOptions()
    options.listedChanges = 3
    let names = (0..<10).map { "i\($0)" }
    #expect(
      try fixture.bring(names.map { ListSource.placed("test", $0) }, options).changes.count == 3)
    let other = names.map { ListSource.placed("test", $0, title: "x") }
    let report = try fixture.bring(other, options)
    #expect(report.updated == 10 && report.changes.count == 3)
    #expect(report.changes.allSatisfy { $0.kind == .changed && !$0.fields.isEmpty })
  }

  @Test func `replacing removes what the source no longer has, after being agreed to`() throws {
    let fixture = try ArchiveFixture()
    try fixture.bring([
      ListSource.placed("test", "a"), ListSource.placed("test", "b"),
      ListSource.unplaced("test", "c"), ListSource.placed("test", "d"),
    ])
    try fixture.bring([ListSource.placed("other", "z")], to: "other")
    let before = try fixture.dump()
    var options = ImportOptions(isDryRun: true)
    options.replaces = true
    let less = [ListSource.placed("test", "a")]
    let plan = try fixture.bring(less, options)
    #expect(plan.removed == 3)
    #expect(plan.changes.map(\.id.identifier) == ["b", "c", "d"])
    #expect(plan.changes.allSatisfy { $0.kind == .removed })
    options.isDryRun = false
    let refusal = #expect(throws: ArchiveError.self) { try fixture.bring(less, options) }
    #expect(refusal?.code == .unconfirmed && refusal?.message.contains("b, c, d") == true)
    #expect(try fixture.dump() == before)
    options.mayRemove = true
    // What a refused row names is not certain to be gone, so that nothing goes unless that is said,
    // too.
    let doubtful = less + [ListSource.refused("b")]
    let doubt = #expect(throws: ArchiveError.self) { try fixture.bring(doubtful, options) }
    #expect(doubt?.code == .unconfirmed)
    #expect(try fixture.dump() == before)
    options.mayRemoveDespiteRefused = true
    #expect(try fixture.bring(doubtful, options).removed == 2)
    #expect(try fixture.archive.item(b) != nil)
    let last = try fixture.bring(less, options)
    #expect(last.removed == 1)
    #expect(try fixture.contents().count == 2)
    for entry in try fixture.archive.history().prefix(2) {
      try fixture.archive.undo(entry.number)
    }
    #expect(try fixture.dump() == before)
    #expect(try fixture.archive.verify() == [])
  }

  @Test func `a row without a place is kept, counted and placed later`() throws {
    let fixture = try ArchiveFixture()
    let report = try fixture.bring([
      ListSource.placed("test", "a"), ListSource.unplaced("test", "b", title: "Where?"),
    ])
    #expect((report.added, report.unplaced) == (2, 1))
    #expect(try fixture.archive.statistics().unplaced == 1)
    #expect(try fixture.archive.collections().map(\.unplaced) == [1])
    #expect(try fixture.archive.item(b) == nil)
    #expect(
      try fixture.archive.unplacedItem(b) == UnplacedItem(id: b, fields: [.title: "Where?"]))
    let page = try fixture.archive.unplacedItems(
      ArchiveQuery(collection: "test", limit: 5))
    #expect(page.total == 1 && page.items.map(\.id) == [b])
    #expect(try fixture.archive.unplacedItems(ArchiveQuery(collection: "none")).total == 0)
    let again = try fixture.bring([ListSource.unplaced("test", "b", title: "Where?")])
    #expect(again.unchanged == 1)

    let unplaced = try fixture.dump()
    let placed = try fixture.bring([ListSource.placed("test", "b", title: "There")])
    #expect((placed.added, placed.updated) == (0, 1))
    #expect(try fixture.archive.unplacedItems().total == 0)
    #expect(try fixture.archive.item(b)?.title == "There")
    let told = try fixture.changes(of: try #require(placed.entry))
    #expect(told.map(\.kind) == [.changed])
    #expect(told.first?.fields.contains(FieldChange(.latitude, before: nil, after: "40")) == true)
    // A place is not lost by a source that knows none.
    let poorer = try fixture.bring([ListSource.unplaced("test", "b", title: "Where?")])
    #expect(poorer.unchanged == 1 && poorer.findings.count == 1)
    #expect(try fixture.archive.item(b)?.title == "There")
    try fixture.archive.undo(try #require(placed.entry))
    #expect(try fixture.dump() == unplaced)
  }

  @Test func `fields are set by the rules of an import, and the others stay to the last bit`()
    throws
  {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(
      """
      id,title,date,latitude,longitude,accuracy,heading,altitude,media,copy_of
      a,Old,c. 1905,40.123456789012,-73.98765432101,12,90,3,https://example.org/a.jpg,test:b
      """)
    let before = try #require(try fixture.archive.item(a))
    let report = try fixture.archive.set(a, [.title: " New ", .heading: "", .fieldOfView: "55"])
    #expect(report.change?.fields.map(\.column) == [.title, .heading, .fieldOfView])
    var expected = before
    expected.title = "New"
    expected.pose.heading = nil
    expected.pose.fieldOfView = FieldOfView(degrees: 55)
    #expect(try fixture.archive.item(a) == expected)
    #expect(try fixture.archive.set(a, [.title: "New"]).entry == nil)
    #expect(try fixture.archive.set(a, [.title: "Dry"], isDryRun: true).change != nil)
    #expect(try fixture.archive.item(a) == expected)
    let dump = try fixture.dump()
    #expect(dump.contains { $0.contains("'test:b'") }, "copy_of is gone")
    let wrong: [[CatalogueColumn: String]] = [
      [.heading: "400"], [.date: "banana"], [.latitude: "91"], [.longitude: ""],
      [.source: "javascript:alert(1)"], [.id: "other"], [.media: "../../etc/passwd"],
    ]
    for fields in wrong {
      let error = #expect(throws: ArchiveError.self) { try fixture.archive.set(a, fields) }
      #expect(error?.code == .invalidField, "\(fields)")
    }
    #expect(try fixture.dump() == dump)
    let missing = #expect(throws: ArchiveError.self) { try fixture.archive.set(b, [.title: "x"]) }
    #expect(missing?.code == .noSuchItem)
    try fixture.archive.set(
      a, [.latitude: "-1", .longitude: "181"].mapValues { $0 == "181" ? "180" : $0 })
    #expect(try fixture.archive.item(a)?.pose.coordinate.horizontalAccuracy?.meters == 12)
    #expect(try fixture.archive.verify().filter { $0.severity == .fault } == [])
  }

  @Test func `an item's history tells every state, whatever became of it`() throws {
    let fixture = try ArchiveFixture()
    try fixture.bring([ListSource.unplaced("test", "a", title: "One")])
    try fixture.archive.set(a, [.latitude: "1", .longitude: "2"])
    try fixture.archive.set(a, [.title: "Two"], by: Provenance(who: "Ada"))
    try fixture.archive.remove([a])
    var options = ImportOptions()
    options.overwritesCorrections = true
    try fixture.bring([ListSource.placed("test", "a", title: "Three")], options)
    let history = try fixture.archive.history(of: a)
    #expect(history.map(\.1.kind) == [.added, .changed, .changed, .removed, .added])
    #expect(history.map(\.0.number) == [1, 2, 3, 4, 5])
    #expect(history[2].0.who == "Ada")
    #expect(history[2].1.fields == [FieldChange(.title, before: "One", after: "Two")])
    #expect(history[1].1.fields.map(\.column) == [.latitude, .longitude])
    #expect(try fixture.archive.history(of: b).isEmpty)
  }

  @Test func `removing asks before much is gone`() throws {
    let fixture = try ArchiveFixture()
    let names = (0...freelyRemoved).map { "i\($0)" }
    try fixture.bring(names.map { ListSource.placed("test", $0) })
    let before = try fixture.dump()
    let ids = names.map { ItemID(collection: "test", identifier: $0) }
    for work in [
      { _ = try fixture.archive.remove(ids) },
      { _ = try fixture.archive.remove(collection: "test") },
    ] {
      let error = #expect(throws: ArchiveError.self) { try work() }
      #expect(error?.code == .unconfirmed)
    }
    let missing = #expect(throws: ArchiveError.self) {
      try fixture.archive.remove([ids[0], a, b])
    }
    #expect(missing?.code == .noSuchItem && missing?.message.contains("test:a, test:b") == true)
    #expect(try fixture.dump() == before)
    #expect(try fixture.archive.remove(ids, isAgreed: true, isDryRun: true).count == ids.count)
    #expect(try fixture.dump() == before)
    #expect(try fixture.archive.remove(ids.dropLast() + [ids[0]]).count == ids.count - 1)
    let removal = try fixture.archive.remove(collection: "test", isAgreed: true)
    #expect(try fixture.archive.collections().isEmpty)
    try fixture.archive.undo(try #require(removal.entry))
    #expect(try fixture.contents().count == 1)
  }

  @Test func `an undo names the later changes that stand on what it would undo`() throws {
    let fixture = try ArchiveFixture()
    try fixture.bring([ListSource.placed("test", "a"), ListSource.placed("test", "b")])
    try fixture.archive.set(a, [.title: "Two"])
    try fixture.archive.set(b, [.title: "Three"])
    try fixture.archive.set(a, [.title: "Four"])
    func refusal(of entry: Int64) -> String? {
      let error = #expect(throws: ArchiveError.self) { try fixture.archive.undo(entry) }
      #expect(error?.code == .conflict)
      return error?.message
    }
    #expect(refusal(of: 1)?.hasSuffix("in this order: 4, 3, 2.") == true)
    #expect(refusal(of: 2)?.hasSuffix("in this order: 4.") == true)
    // Another item is no obstacle.
    try fixture.archive.undo(3)
    #expect(try fixture.archive.item(a)?.title == "Four")
    #expect(try fixture.archive.item(b)?.title == "")
    #expect(refusal(of: 3)?.contains("by the entry 5") == true)
    let unknown = #expect(throws: ArchiveError.self) { try fixture.archive.undo(99) }
    #expect(unknown?.code == .noSuchEntry)
  }

  @Test func `a removed collection comes back only where its name is free`() throws {
    let fixture = try ArchiveFixture()
    try fixture.bring([ListSource.placed("test", "a")])
    let removal = try #require(try fixture.archive.remove(collection: "test", isAgreed: true).entry)
    let later = try #require(try fixture.bring([ListSource.placed("test", "z")]).entry)
    let error = #expect(throws: ArchiveError.self) { try fixture.archive.undo(removal) }
    #expect(error?.message.hasSuffix("in this order: \(later).") == true)
    try fixture.archive.undo(later)
    try fixture.archive.undo(removal)
    #expect(try fixture.archive.item(a) != nil)
  }

  @Test func `what another program changed is not overwritten blindly by names`() throws {
    let fixture = try ArchiveFixture()
    try fixture.bring([ListSource.placed("test", "a"), ListSource.placed("test", "b")])
    let removal = try #require(try fixture.archive.remove([a]).entry)
    try fixture.archive.writable().write { db in
      try db.execute(sql: "UPDATE items SET identifier = 'a' WHERE identifier = 'b'")
    }
    let before = try fixture.dump()
    let error = #expect(throws: ArchiveError.self) { try fixture.archive.undo(removal) }
    #expect(error?.code == .conflict)
    #expect(try fixture.dump() == before)
  }

  @Test func `a large import is undone and done again with all its indexes`() throws {
    let fixture = try ArchiveFixture()
    try fixture.bring([ListSource.placed("other", "z")], to: "other")
    let empty = try fixture.dump()
    let rows = (0..<21_000).map {
      ListSource.placed(
        "test", "i\($0)", latitude: Double($0 % 170) - 85, longitude: Double($0 % 360))
    }
    let entry = try #require(try fixture.bring(rows).entry)
    // Many changed rows are followed by all that is made of them, too.
    let later = try #require(
      try fixture.bring(
        rows.map { row in
          var row = row
          row.item?.title = "Later"
          row.item?.pose.heading = Heading(degrees: 7)
          return row
        }
      ).entry)
    #expect(try fixture.archive.verify() == [])
    try fixture.archive.undo(later)
    let full = try fixture.dump()
    let undo = try #require(try fixture.archive.undo(entry).entry)
    #expect(try fixture.dump() == empty)
    #expect(try fixture.archive.verify() == [])
    try fixture.archive.undo(undo)
    #expect(try fixture.dump() == full)
    #expect(try fixture.archive.verify() == [])
    // The triggers are back, too.
    try fixture.archive.set(
      ItemID(collection: "test", identifier: "i1"), [.latitude: "12", .longitude: "34"])
    #expect(try fixture.archive.verify() == [])
  }
}
