import GRDB
import Testing
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite struct CopyTests {
  /// The archive's data about items by identifier.
  private func records(_ archive: SpatiaLiteArchive) throws -> [String: CopyRecord] {
    let hits = try archive.search(ArchiveQuery()).hits
    let records = try archive.copyRecords(keys: hits.map(\.key) + [999])
    #expect(records.count == hits.count)
    return Dictionary(
      uniqueKeysWithValues: hits.compactMap { hit in
        records[hit.key].map { (hit.item.id.identifier, $0) }
      })
  }

  private func originals(_ archive: SpatiaLiteArchive) throws -> [String: [String]] {
    try records(archive).mapValues { $0.originals.map(\.description) }
  }

  @Test func `a circle ends, and an unknown name is a warning that still joins`() throws {
    let fixture = try ArchiveFixture()
    let report = try fixture.importCSV(
      """
      id,latitude,longitude,copy_of
      a,1,2,b
      b,1,2,a
      lost,1,2,gone
      lost too,1,2,gone
      self,1,2,self
      late,1,2,last
      last,1,2,

      """)
    #expect(
      report.findings.map(\.description) == [
        "line 4, copy_of \"gone\": the archive has no item with this name",
        "line 5, copy_of \"gone\": the archive has no item with this name",
        "line 6, copy_of \"self\": is the item itself; ignored",
      ])
    #expect(report.added == 7)
    #expect(
      try originals(fixture.archive) == [
        "a": ["test:b"], "b": ["test:a"], "lost": ["test:gone"], "lost too": ["test:gone"],
        "self": [], "late": ["test:last"], "last": [],
      ])
  }

  @Test func `a declaration is part of the row: it goes round, and its change is an update`() throws
  {
    let fixture = try ArchiveFixture()
    let text = "id,latitude,longitude,copy_of\na,1,2,\"say \"\"b\"\"\"\n\"say \"\"b\"\"\",1,2,\n"
    #expect(try fixture.importCSV(text).added == 2)
    let path = fixture.folder.path("out.csv")
    _ = try fixture.exportCSV(to: path, collection: "test")
    let other = try ArchiveFixture()
    try other.archive.importCatalogue(at: path, options: ImportOptions(collection: "test"))
    #expect(try originals(other.archive) == originals(fixture.archive))
    #expect(try fixture.importCSV(text).unchanged == 2)
    #expect(try fixture.importCSV("id,latitude,longitude\na,1,2\n").unchanged == 1)
    let report = try fixture.importCSV("id,latitude,longitude,copy_of\na,1,2,\n")
    #expect((report.updated, report.unchanged) == (1, 0))
    #expect(try originals(fixture.archive) == ["a": [], "say \"b\"": []])
  }

  @Test
  func `what is declared a copy of an item is found without reading all`() throws {
    let fixture = try ArchiveFixture()
    let plan = try fixture.archive.reader.read { db in
      try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN " + copiesDeclared,
        arguments: ["one", "test:one"])
    }
    let steps = plan.compactMap { row -> String? in row["detail"] }
    #expect(steps.contains { $0.contains("INDEX items_by_original") }, "\(steps)")
    #expect(!steps.contains { $0.hasPrefix("SCAN") }, "\(steps)")
  }

  @Test func `of an item with very many copies, some are found`() throws {
    let fixture = try ArchiveFixture()
    let declared = (0..<1_000).map { "d\($0),1,2,hub\n" }.joined()
    let others = (0..<1_000).map { "o\($0),1,2,\n" }.joined()
    try fixture.importCSV("id,latitude,longitude,copy_of\nhub,1,2,\n" + declared + others)
    let hub = ItemID(collection: "test", identifier: "hub")
    #expect(try fixture.archive.copies(of: hub).count == 200)
    try fixture.archive.writable().write { db in
      try db.execute(sql: "UPDATE items SET fingerprint = zeroblob(32), copy_of = NULL")
    }
    let copies = try fixture.archive.copies(of: hub)
    #expect(copies.count >= 199 && copies.count <= 200 && copies.allSatisfy { !$0.isDeclared })
  }
}
