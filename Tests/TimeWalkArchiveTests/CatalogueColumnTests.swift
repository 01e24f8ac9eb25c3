import GRDB
import Testing
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkSpatiaLite

@Suite("A catalogue's column")
struct CatalogueColumnTests {
  @Test("has one name in catalogues and another in JSON")
  func names() {
    #expect(
      CatalogueColumn.allCases.prefix(17).map(\.name).joined(separator: ",")
        == "id,title,date,latitude,longitude,accuracy,location_of,heading,heading_accuracy,"
        + "field_of_view,pitch,altitude,creator,license,credit,source,media")
    #expect(CatalogueColumn.allCases.allSatisfy { CatalogueColumn(named: $0.name) == $0 })
    #expect(CatalogueColumn.viewDistance.wireName == "viewDistance")
    #expect(CatalogueColumn(named: "viewDistance") == nil)
  }

  @Test("is known by each usual name once")
  func aliases() {
    let names = CatalogueColumn.allCases.flatMap(\.description.aliases)
    #expect(names.count > 150 && Set(names).count == names.count)
    #expect(CatalogueColumn.heading.description.aliases.prefix(2) == ["@heading", "azimuth"])
  }

  @Test("is copied from one item to another as it is")
  func copying() throws {
    let place = try #require(
      Coordinate(latitude: 1, longitude: 2, horizontalAccuracy: Distance(meters: 3)))
    var full = Item(
      id: ItemID(collection: "a", identifier: "b"), title: "t",
      date: try CaptureDate(edtf: "1902~"), dateText: "about 1902",
      pose: RecordedPose(
        coordinate: place, locationOf: .subject, heading: Heading(degrees: 190.1),
        headingAccuracy: Angle(degrees: 5), fieldOfView: FieldOfView(degrees: 55),
        pitch: Angle(degrees: -3),
        altitude: Altitude(meters: 2, reference: .ground, accuracy: Distance(meters: 1)),
        viewDistance: Distance(meters: 250)),
      creator: "c", license: "CC0-1.0", credit: "l", source: "https://example.org/f")
    full.view = RecordedView("29.5,2,0,61")
    full.kind = .drawing
    full.otherColumns = ["box": "7"]
    var copy = Item(
      id: full.id,
      pose: RecordedPose(coordinate: try #require(Coordinate(latitude: 1, longitude: 2))))
    for column in CatalogueColumn.allCases { column.copy(from: full, to: &copy) }
    #expect(copy == full)
    let empty = Item(id: full.id, pose: RecordedPose(coordinate: place, locationOf: .unknown))
    for column in CatalogueColumn.allCases where column != .accuracy {
      column.copy(from: empty, to: &copy)
    }
    #expect(copy == empty)
  }

  @Test("of a later version comes to an earlier archive, and is empty until then")
  func adding() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("archive.sqlite")
    try KeptFile.unpack("archive-1.sqlite", to: path)
    let columns = [
      ItemColumns.Addition(name: "inscription", isNumeric: false),
      ItemColumns.Addition(name: "pages", isNumeric: true),
    ]
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      let items = "SELECT count(*) FROM items WHERE inscription IS NULL AND pages IS NULL"
      let versions = "SELECT count(*) FROM item_versions WHERE inscription IS NULL"
      try Schema.complete(with: columns, db)
      #expect(try Int.fetchOne(db, sql: items) == 6)
      let kept = try Int.fetchOne(db, sql: versions)
      try db.execute(sql: "DROP VIEW temp.items; DROP VIEW temp.item_versions")
      try Schema.add(columns, db)
      try Schema.complete(with: columns, db)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_temp_master") == 0)
      #expect(try Int.fetchOne(db, sql: items) == 6)
      #expect(try Int.fetchOne(db, sql: versions) == kept)
    }
  }
}
