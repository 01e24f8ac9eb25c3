import GRDB
import Testing
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// Somebody who imports, edits, removes and undoes at random.
private struct Curator {
  let fixture: ArchiveFixture
  var random: SeededGenerator
  let collections = ["a", "b"]
  let names = (0..<6).map { "i\($0)" }

  mutating func pick<T>(_ values: [T]) -> T {
    values[Int.random(in: values.indices, using: &random)]
  }

  /// Does something, and gives the entry that it made; `nil` when there was nothing to do.
  mutating func act() throws -> Int64? {
    let collection = pick(collections)
    let id = ItemID(collection: collection, identifier: pick(names))
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: return try importSome(into: collection)
    case 5:
      let title = pick(["", "one", "two"])
      return try edit { try fixture.archive.set(id, [.title: title, .heading: "90"]) }
    case 6:
      let place: [CatalogueColumn: String] = [.latitude: pick(["1", "2.5"]), .longitude: "-3"]
      return try edit {
        try fixture.archive.set(id, FieldEdit(place), as: .move, terms: ChangeTerms())
      }
    case 7:
      return try edit { try fixture.archive.set(id, [.latitude: "", .longitude: " "]) }
    case 8:
      return try removal { try fixture.archive.remove([id]) }
    default:
      return try removal { try fixture.archive.remove(collection: collection, isAgreed: true) }
    }
  }

  private mutating func importSome(into collection: String) throws -> Int64? {
    var rows: [SourceRow] = []
    for name in names where Bool.random(using: &random) {
      let title = pick(["", "one", "two", "three"])
      rows.append(
        Int.random(in: 0..<3, using: &random) == 0
          ? ListSource.unplaced(collection, name, title: title)
          : ListSource.placed(
            collection, name, title: title, latitude: pick([1, 2.5, 40]),
            copyOf: pick([nil, "i1"])))
    }
    var source = ListSource(collection, rows: rows)
    source.statement.title = pick([nil, "First", "Second"])
    if Bool.random(using: &random) {
      source.eras = [
        try NamedEra(name: pick(["Old", "New"]), date: "1900", description: pick([nil, "A time"]))
      ]
    }
    var options = ImportOptions()
    options.replaces = Bool.random(using: &random)
    options.mayRemove = true
    return try fixture.archive.apply([source], policy: options.completePolicy, from: nil).entry
  }

  private func edit(_ work: () throws -> EditReport) throws -> Int64? {
    do { return try work().entry } catch let error as ArchiveError where error.code == .noSuchItem {
      return nil
    }
  }

  private func removal(_ work: () throws -> RemovalReport) throws -> Int64? {
    do { return try work().entry } catch let error as ArchiveError
      where [.noSuchItem, .noSuchCollection].contains(error.code)
    {
      return nil
    }
  }
}

@Suite struct JournalPropertyTests {
  @Test(arguments: 0..<6)
  func `whatever was done, undoing it brings every byte back`(seed: UInt64) throws {
    let fixture = try ArchiveFixture()
    let empty = try fixture.dump()
    var curator = Curator(fixture: fixture, random: SeededGenerator(seed: seed))
    // The archive as it was before each entry.
    var before: [Int64: [String]] = [:]
    for _ in 0..<16 {
      let state = try fixture.dump()
      if let entry = try curator.act() {
        before[entry] = state
        // What was just done is always undone, and done again by an undo of that.
        let after = try fixture.dump()
        let undo = try #require(try fixture.archive.undo(entry).entry)
        #expect(try fixture.dump() == state)
        let again = try #require(try fixture.archive.undo(undo).entry)
        #expect(try fixture.dump() == after)
        before[again] = state
      } else {
        // What couldn't be done has changed nothing.
        #expect(try fixture.dump() == state)
      }
    }
    #expect(try fixture.archive.verify().filter { $0.severity == .fault } == [])
    // Back to the start, newest first; what has been undone already is passed over.
    for entry in try fixture.archive.history() {
      guard let now = try fixture.archive.history().first(where: { $0.number == entry.number }),
        now.undoneBy == nil, now.undoes == nil
      else { continue }
      try fixture.archive.undo(entry.number)
      #expect(try fixture.dump() == before[entry.number])
    }
    #expect(try fixture.dump() == empty)
    #expect(try fixture.archive.verify() == [])
  }

  @Test(arguments: 100..<106)
  func `an undo out of turn keeps what it has no part in, or names what must go first`(seed: UInt64)
    throws
  {
    let fixture = try ArchiveFixture()
    var curator = Curator(fixture: fixture, random: SeededGenerator(seed: seed))
    for _ in 0..<12 { _ = try curator.act() }
    for _ in 0..<12 {
      let entries = try fixture.archive.history()
      guard let entry = entries.randomElement(using: &curator.random) else { continue }
      let state = try fixture.dump()
      guard entry.undoneBy == nil else {
        #expect(throws: ArchiveError.self) { try fixture.archive.undo(entry.number) }
        #expect(try fixture.dump() == state)
        continue
      }
      let plan = try fixture.archive.reader.read {
        try UndoPlan(entry.number, SQLiteConnection($0)).conflicts()
      }
      guard plan.isEmpty else {
        let error = #expect(throws: ArchiveError.self) {
          try fixture.archive.undo(entry.number)
        }
        #expect(error?.code == .conflict)
        #expect(try fixture.dump() == state)
        // What is named first can be undone, and so on; an undo that is undone may bring others up.
        var left = plan
        while let first = left.first {
          try fixture.archive.undo(first)
          left = try fixture.archive.reader.read {
            try UndoPlan(entry.number, SQLiteConnection($0)).conflicts()
          }
        }
        try fixture.archive.undo(entry.number)
        continue
      }
      let undo = try #require(try fixture.archive.undo(entry.number).entry)
      let changed = Set(try fixture.changes(of: undo).map(\.id.identifier))
      let different = Set(try fixture.dump()).symmetricDifference(state)
      for line in different where line.hasPrefix("items") || line.hasPrefix("unplaced") {
        #expect(changed.contains { line.contains("'\($0)'") }, "\(line) \(changed)")
      }
      #expect(try fixture.archive.verify().filter { $0.severity == .fault } == [])
      if Bool.random(using: &curator.random) {
        try fixture.archive.undo(undo)
        #expect(try fixture.dump() == state)
      }
      _ = try curator.act()
    }
  }

  @Test func `every kept table and its versions have the same columns`() throws {
    let fixture = try ArchiveFixture()
    try fixture.archive.reader.read { db in
      for table in KeptTable.allCases {
        let versions = try Set(db.columns(in: table.versions).map(\.name))
        #expect(try versions == Set(SQLiteConnection(db).columns(of: table) + ["entry", "key"]))
      }
    }
  }
}
