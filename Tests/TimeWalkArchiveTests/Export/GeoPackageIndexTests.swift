import GRDB
import Testing
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("The R-trees of a GeoPackage")
struct GeoPackageIndexTests {
  // 44 boxes are written to each node, 51 fit.
  @Test(
    "are packed in one go, and hold the box of each geometry", arguments: [0, 1, 44, 45, 2300])
  func packed(count: Int) throws {
    let fixture = try ArchiveFixture()
    var random = SeededGenerator(seed: UInt64(count))
    let rows = (0..<count).map { number in
      let latitude = Double.random(in: -80...80, using: &random)
      let longitude = Double.random(in: -170...170, using: &random)
      return "i\(number),\(latitude),\(longitude),\(number % 360)"
    }
    // The item without a place is in no index.
    let catalogue = ["id,latitude,longitude,heading", "none,,,"] + rows
    _ = try fixture.importCSV(catalogue.joined(separator: "\n") + "\n")
    let path = fixture.folder.path("a.gpkg")
    _ = try fixture.archive.export(to: .file(path: path), options: ExportOptions())
    try DatabaseQueue(path: path).read { db in
      for layer in ["items", "footprints"] {
        let index = "rtree_\(layer)_geom"
        #expect(try String.fetchOne(db, sql: "SELECT rtreecheck('\(index)')") == "ok")
        #expect(
          try Int64.fetchAll(db, sql: "SELECT id FROM \(index) ORDER BY id")
            == Int64.fetchAll(db, sql: "SELECT fid FROM \(layer) WHERE geom NOTNULL ORDER BY fid"))
        #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM \(index)") == count)
        // 2300 boxes need 53 leaves, two nodes above them, and the root.
        let nodes = [0: 1, 1: 1, 44: 1, 45: 3, 2300: 56][count]
        #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM \(index)_node") == nodes)
        let extent = try Row.fetchOne(
          db,
          sql: """
            SELECT min_x, max_x, min_y, max_y FROM gpkg_contents WHERE table_name = '\(layer)'
            """)
        #expect(
          try extent
            == Row.fetchOne(
              db,
              sql: """
                SELECT min(minx) AS min_x, max(maxx) AS max_x, min(miny) AS min_y,
                  max(maxy) AS max_y FROM \(index)
                """))
      }
      // The boxes of the points enclose them.
      #expect(
        try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM items JOIN rtree_items_geom AS box ON box.id = fid WHERE
              longitude BETWEEN minx AND maxx AND latitude BETWEEN miny AND maxy
            """) == count)
    }
  }
}
