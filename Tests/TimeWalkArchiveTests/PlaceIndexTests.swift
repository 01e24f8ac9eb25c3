import GRDB
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite struct PlaceIndexTests {
  /// An archive with items at random places, some at the edges of the world.
  private func archive(of count: Int, seed: UInt64) throws -> ArchiveFixture {
    let fixture = try ArchiveFixture()
    var random = SeededGenerator(seed: seed)
    let rows = (0..<count).map { number in
      let isEdge = number % 97 == 0
      return ListSource.placed(
        "test", "i\(number)",
        latitude: isEdge ? [-90, 90][number % 2] : Double.random(in: -90...90, using: &random),
        longitude: isEdge ? -180 : Double.random(in: -180..<180, using: &random))
    }
    try fixture.bring(rows)
    return fixture
  }

  private func remake(_ db: Database, batch: Int? = nil) throws -> Bool {
    try db.execute(sql: "DROP TABLE idx_items_geometry")
    try db.execute(
      sql: """
        CREATE VIRTUAL TABLE "idx_items_geometry" USING rtree(pkid, xmin, xmax, ymin, ymax)
        """)
    return try PlaceIndex.fill(db, batch: batch)
  }

  // Around the sizes at which another node or another level is needed: 44 cells are written to
  // each, 51 fit.
  @Test(arguments: [0, 1, 44, 45, 51, 52, 89, 1936, 1937, 2300])
  func `holds what SpatiaLite would, and can be changed afterwards`(count: Int) throws {
    let fixture = try archive(of: count, seed: UInt64(count))
    let all = "SELECT pkid, xmin, xmax, ymin, ymax FROM idx_items_geometry ORDER BY pkid"
    try fixture.archive.writable().write { db in
      let expected = try Row.fetchAll(db, sql: all)
      #expect(try remake(db))
      #expect(try Row.fetchAll(db, sql: all) == expected)
      #expect(expected.count == count)
      #expect(try String.fetchOne(db, sql: "SELECT rtreecheck('idx_items_geometry')") == "ok")
    }
    #expect(try fixture.archive.verify() == [])
    // Nodes are split and emptied as usual.
    try fixture.bring(
      (0..<300).map { ListSource.placed("more", "m\($0)", latitude: 1, longitude: 2) }, to: "more")
    #expect(try fixture.archive.verify() == [])
    if count > 0 { try fixture.archive.remove(collection: "test", isAgreed: true) }
    #expect(try fixture.archive.verify() == [])
  }

  @Test func `places beyond the memory are in the same order`() throws {
    let fixture = try archive(of: 2300, seed: 7)
    let nodes = "SELECT nodeno, data FROM idx_items_geometry_node ORDER BY nodeno"
    let leaves = "SELECT * FROM idx_items_geometry_rowid ORDER BY rowid"
    try fixture.archive.writable().write { db in
      #expect(try remake(db))
      let expected = try Row.fetchAll(db, sql: nodes),
        expectedLeaves = try Row.fetchAll(db, sql: leaves)
      for batch in [1, 100, 2299] {
        #expect(try remake(db, batch: batch))
        #expect(try Row.fetchAll(db, sql: nodes) == expected)
        #expect(try Row.fetchAll(db, sql: leaves) == expectedLeaves)
      }
    }
  }

  @Test func `leaves unusual places to SpatiaLite`() throws {
    let fixture = try archive(of: 3, seed: 1)
    try fixture.archive.writable().write { db in
      try db.execute(
        sql: """
          DROP TRIGGER ggu_items_geometry; DROP TRIGGER giu_items_geometry;
          UPDATE items SET geometry = x'00' WHERE key = 2
          """)
      #expect(try !remake(db))
    }
  }
}
