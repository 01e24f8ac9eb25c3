import GRDB
import Testing
import TimeWalkCore
import TimeWalkTables

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// The properties of the journal in a file alone.
@Suite struct JournalTests {
  @Test func `another program's change is not overwritten blindly by names`() throws {
    let fixture = try ArchiveFixture()
    try fixture.bring([ListSource.placed("test", "a"), ListSource.placed("test", "b")])
    let removal = try #require(
      try fixture.archive.remove([ItemID(collection: "test", identifier: "a")]).entry)
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
    let rows = (0..<3_000).map {
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

  @Test func `every kept table and its versions have the same columns`() throws {
    let fixture = try ArchiveFixture()
    try fixture.archive.reader.read { db in
      for table in VersionedTable.allCases {
        let versions = try Set(db.columns(in: table.versions).map(\.name))
        #expect(try versions == Set(SQLiteConnection(db).columns(of: table) + ["entry", "key"]))
      }
    }
  }
}
