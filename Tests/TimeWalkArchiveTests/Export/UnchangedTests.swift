import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

@Suite("An export that is imported into its own archive")
struct UnchangedTests {
  private static let formats: [ExportFormat] = [.csv, .geojson, .gpkg, .ndjson, .iiif, .stac]

  /// Two collections with everything that an item can have, one of them with rights for all.
  private func fixture() throws -> ArchiveFixture {
    let fixture = try ArchiveFixture()
    for name in ["c/a.jpg", "c/scans/b c.jpg"] { try fixture.write([0xFF], to: name) }
    // No item has a creator, and a column has another name for it.
    try fixture.write(
      """
      id,title,date,latitude,longitude,accuracy,location_of,heading,heading_accuracy,creator,\
      license,credit,source,media,date_text,copy_of,altitude,altitude_reference,kind,outline,\
      photographer,geometry,Note,collection date,Ort
      a,View looking north,1905~,40.75,-73.98,10,camera,,,,CC-BY-4.0,Us & them,\
      https://example.org/a b,https://example.org/a.jpg,c. 1905,,12,seaLevel,photograph,,\
      Meyer,POINT (1 2),=1+1,1990,Köln
      b,,1890/1930,40.76,-73.99,,subject,350,5,,Rights of the town,,note,a.jpg,,a,,,print,,,,"<b>x</b>",,
      c,No place,190X,,,,,20,,,http://rightsstatements.org/vocab/InC/1.0/,,,scans/b c.jpg,,,,,,,,,,,
      d,,,,,,,,,,,,,https://example.org/d.jpg; https://example.org/e.jpg,summer,,,,,,Huber,,,,
      m,Map,1811,40.5,-74,,subject,,,,,,,,,,,,map,"POLYGON ((-74 40, -73 40, -73 41, -74 40))",,,,,
      n,n,n.d.,-0.5,179.9999,,,,,,,,,,,,,,,,,,,,

      """, to: "c/items.csv")
    try fixture.write(
      #"{"name":"c","title":"Views","license":"CC0-1.0","eras":[{"name":"Jazz","date":"1920/1929"}]}"#,
      to: "c/collection.json")
    let report = try fixture.archive.importCatalogue(at: fixture.folder.path("c"))
    #expect((report.added, report.refused) == (6, 0), "\(report.faults)")
    try fixture.importCSV(
      "id,title,latitude,longitude,Shelf,earliest\na,Same id,1,2,7,first\nz,Other,3,4,,\n",
      collection: "d")
    return fixture
  }

  private func state(_ fixture: ArchiveFixture) throws -> ([Int64: Item], [UnplacedItem]) {
    (try fixture.contents(), try fixture.archive.unplacedItems().items)
  }

  private func expectUnchanged(
    _ path: String, _ count: Int, in fixture: ArchiveFixture, collection: String? = nil
  ) throws {
    let before = try state(fixture)
    let report = try fixture.archive.importCatalogue(
      at: path, options: ImportOptions(collection: collection))
    #expect(report.faults == [])
    #expect(report.unchanged == count && report.rows == count, "\(report.changes)")
    #expect(report.statementChanges == [] && report.erasAdded == 0)
    let after = try state(fixture)
    #expect(after.0 == before.0 && after.1 == before.1)
  }

  @Test(
    "changes nothing: one collection, beside its pictures and elsewhere", arguments: formats,
    ["c/", "out/"])
  func one(format: ExportFormat, folder: String) throws {
    let fixture = try fixture()
    try fixture.write("", to: folder + "empty")
    let path = fixture.folder.path("\(folder)x.\(format.rawValue)")
    let exported = try fixture.archive.export(
      to: .file(path: path), options: ExportOptions(collection: "c"))
    #expect(exported.items == 6)
    try expectUnchanged(path, 6, in: fixture, collection: "c")
    // These name their collection.
    guard ![.csv, .ndjson].contains(format) else { return }
    try expectUnchanged(path, 6, in: fixture)
  }

  @Test("changes nothing: all collections", arguments: formats)
  func all(format: ExportFormat) throws {
    let fixture = try fixture()
    let isFolder = format == .csv
    let path =
      fixture.folder.path(isFolder ? "out" : "x.\(format.rawValue)") + (isFolder ? "/" : "")
    #expect(try fixture.archive.export(to: .file(path: path)).items == 8)
    if isFolder {
      try expectUnchanged(path + "c", 6, in: fixture)
      try expectUnchanged(path + "d", 2, in: fixture)
    } else {
      try expectUnchanged(path, 8, in: fixture)
      try expectUnchanged(path, 2, in: fixture, collection: "d")
      let error = #expect(throws: ArchiveError.self) {
        try fixture.archive.importCatalogue(
          at: path, options: ImportOptions(collection: "e"))
      }
      #expect(error?.code == .noSuchCollection)
    }
  }

  @Test(
    "changes nothing: GDAL's copy of a GeoPackage",
    .enabled(if: ExportFormatTests.hasOGR, "gdal-bin is not installed"),
    arguments: ["gpkg", "geojson", "csv"])
  func copies(ending: String) throws {
    let fixture = try fixture()
    let source = fixture.folder.path("x.gpkg")
    _ = try fixture.archive.export(to: .file(path: source))
    let copy = fixture.folder.path("copy.\(ending)")
    _ = try output(of: "ogr2ogr", [copy, source, "items"])
    try expectUnchanged(copy, 8, in: fixture)
  }

  @Test(
    "changes nothing: columns that only late items have, or that differ in case",
    arguments: formats)
  func sparse(format: ExportFormat) throws {
    let fixture = try ArchiveFixture()
    let rows = (0..<150).map { "i\($0),\($0 % 80),1,\($0 == 140 ? "Meyer,late,7" : ",,")\n" }
    try fixture.importCSV("id,latitude,longitude,creator,Late,Box\n" + rows.joined())
    try fixture.importCSV("id,box\ni3,8\n")
    #expect(
      try fixture.archive.item(ItemID(collection: "test", identifier: "i3"))?.otherColumns
        == ["box": "8"])
    let path = fixture.folder.path("x.\(format.rawValue)")
    _ = try fixture.archive.export(to: .file(path: path))
    try expectUnchanged(path, 150, in: fixture, collection: "test")
    let other = try ArchiveFixture()
    try other.archive.importCatalogue(at: path, options: ImportOptions(collection: "test"))
    #expect(try other.contents() == fixture.contents())
  }

  @Test("changes of other columns are shown column by column")
  func changes() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude,Shelf,Box,Note\na,1,2,7,24,x\n")
    let report = try fixture.importCSV(
      "id,latitude,longitude,Shelf,Box,Room\na,1,2,8,24,3\n", isDryRun: true)
    let fields = try #require(report.changes.first).fields.flatMap(\.columns)
    #expect(
      fields.map { "\($0.name) \($0.before ?? "-") \($0.after ?? "-")" } == [
        "Room - 3", "Shelf 7 8",
      ])
  }
}
