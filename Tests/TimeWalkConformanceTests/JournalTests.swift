import Foundation
import Testing
import TimeWalkTestSupport
import TimeWalkArchive
import TimeWalkCore

@Suite("The journal", .waitsForProcesses) struct JournalTests {
  @Test(
    "has an entry for each change, newest first, with author, time and kind", arguments: Engine.all)
  func entries(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    let ada = Provenance(
      author: "Ada", when: Date(timeIntervalSince1970: 1_790_000_000.7), tool: "suite 1")
    try fixture.bring(.placed("a"), .unplaced("b"), .refused("c")) {
      $0.provenance = ada
      $0.provenance.notes["how"] = "by test"
    }
    try archive.set(test("a"), [.title: "A"], by: ada)
    _ = try archive.set(
      test("b"), FieldEdit([.latitude: "1", .longitude: "2"]), as: .move, terms: ChangeTerms())
    try archive.addEra(NamedEra(name: "Old", date: "1900"))
    try archive.setRights(of: "test", to: "CC0-1.0")
    try archive.decide([ReviewDecision(.dismiss, item: test("a"), kind: .undated)])
    try archive.remove([test("a")])
    try archive.undo(try #require(try archive.history(limit: 1).first).number)

    let entries = try archive.history()
    #expect(
      entries.map(\.kind) == [.undo, .remove, .review, .set, .era, .move, .set, .import])
    #expect(entries.map(\.number) == entries.map(\.number).sorted(by: >))
    #expect(try archive.history(limit: 3) == Array(entries.prefix(3)))
    for entry in entries { #expect(try archive.entry(entry.number) == entry) }
    let first = try #require(entries.last)
    #expect(
      (first.author, first.timestamp, first.tool) == ("Ada", "2026-09-21T14:13:20Z", "suite 1"))
    #expect((first.source, first.collection) == ("source", "test"))
    #expect(first.options == ["how": "by test"])
    #expect((first.counts.added, first.counts.refused) == (2, 1))
    let key = try #require(try archive.search(ArchiveQuery(text: "test:a")).hits.first?.key)
    #expect(first.newKeys?.contains(key) == true)
    try #require(entries.count == 8)
    let rights = entries[3]
    #expect(rights.options == ["license": "CC0-1.0"] && rights.author == nil)
    #expect(entries[4].options == ["add": "Old, 1900"] && entries[4].collection == nil)
    #expect(entries[1].undoneBy == entries[0].number && entries[0].undoes == entries[1].number)
    #expect(throws: ArchiveError.self) { try archive.entry(999) }
    #expect(throws: ArchiveError.self) { try archive.forEachChange(of: 999) { _ in } }
  }

  @Test("shows the changes of an entry, item by item", arguments: Engine.all)
  func changes(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a", "A"), .unplaced("b", [.title: "B"]), .placed("gone", "G"))
    let entry = try #require(
      try fixture.bring(.placed("a", "Other"), .placed("b", "B", latitude: 5), .placed("new")) {
        $0.replaces = true
        $0.mayRemove = true
      }.entry)
    // Later entries make no difference.
    try fixture.archive.set(test("a"), [.title: "Later"])
    try fixture.archive.remove(collection: "test", isAgreed: true)
    let changes = try fixture.changes(of: entry)
    #expect(
      changes.map { "\($0.id.identifier) \($0.kind)" }.sorted()
        == ["a changed", "b changed", "gone removed", "new added"])
    #expect(
      changes.first { $0.id == test("a") }?.fields
        == [FieldChange(.title, before: "A", after: "Other")])
    let placed = try #require(changes.first { $0.id == test("b") })
    #expect(placed.fields.contains(FieldChange(.latitude, before: nil, after: "5")))
    #expect(!placed.fields.contains { $0.column == .title })
    let gone = try #require(changes.first { $0.id == test("gone") })
    #expect(gone.fields.contains(FieldChange(.title, before: "G", after: nil)))
    // The reader may stop.
    struct LimitReached: Error {}
    #expect(throws: (any Error).self) {
      try fixture.archive.forEachChange(of: entry) { _ in throw LimitReached() }
    }
  }

  @Test("has the history of an item, also of a removed one", arguments: Engine.all)
  func history(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let archive = fixture.archive
    try fixture.bring(.unplaced("a", [.title: "A"]), .placed("b"))
    try archive.set(test("a"), [.latitude: "1", .longitude: "2"])
    try fixture.bring(.placed("b", "Other"))
    let removal = try #require(try archive.remove([test("a")]).entry)
    try archive.undo(removal)
    try archive.remove(collection: "test", isAgreed: true)
    try fixture.bring(.placed("a", "Anew"))
    let history = try archive.history(of: test("a"))
    #expect(history.map(\.0.kind) == [.import, .set, .remove, .undo, .remove, .import])
    #expect(
      history.map(\.1.kind) == [.added, .changed, .removed, .added, .removed, .added])
    #expect(history.allSatisfy { $0.1.id == test("a") })
    try #require(history.count == 6)
    #expect(history[2].0.undoneBy == history[3].0.number)
    #expect(try archive.history(of: test("nobody")).isEmpty)
  }
}
