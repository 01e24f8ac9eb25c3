import Foundation
import Testing
import TimeWalkCore
import TimeWalkBase
import TimeWalkMaps
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("The footprints of maps")
struct MapFootprintTests {
  static let outlines = [
    "town": "POLYGON ((-74.02 40.7, -73.98 40.7, -73.98 40.72, -74.02 40.72, -74.02 40.7))",
    "ring": """
    POLYGON ((0 0, 0 10, 10 10, 10 0, 0 0), (2 2, 4 2, 4 4, 2 4, 2 2), (6 6, 8 6, 8 8, 6 8, 6 6))
    """,
    // Over the antimeridian, with one hole on either side and one across.
    "islands": """
    POLYGON ((170 -20, 190 -20, 190 0, 170 0, 170 -20), (172 -18, 174 -18, 174 -16, 172 -16, 172 -18), \
    (178 -12, 182 -12, 182 -8, 178 -8, 178 -12), (186 -4, 188 -4, 188 -2, 186 -2, 186 -4))
    """,
    "two": "MULTIPOLYGON (((1 1, 2 1, 2 2, 1 1)), ((5 5, 6 5, 6 6, 5 5)))",
    "world": "POLYGON ((-180 -90, 180 -90, 180 90, -180 90, -180 -90))",
  ]

  /// A map by its control points alone.
  static func annotation() throws -> String {
    let size = PixelSize(width: 2000, height: 1000)
    let points = try [(0.0, 0.0), (2000, 0), (2000, 1000), (0, 1000)].map { x, y in
      ControlPoint(
        pixel: PixelPoint(x: x, y: y),
        coordinate: try #require(
          Coordinate(latitude: 52 - y / 100_000, longitude: 13 + x / 60_000 + y / 500_000)))
    }
    var text = JSONText()
    text.value(
      GeoreferenceAnnotation.json(
        of: Georeference(controlPoints: points, size: size), size: size,
        resource: GeoreferenceAnnotation.Resource(id: "https://example.org/b", type: "Canvas")))
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private func fixture() throws -> ArchiveFixture {
    let fixture = try ArchiveFixture()
    func quoted(_ text: String) -> String {
      "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
    var csv = "id,title,date,latitude,longitude,heading,kind,outline,georeference\n"
    for (id, outline) in Self.outlines.sorted(by: { $0.key < $1.key }) {
      // A heading makes no sector of a map.
      csv += "\(id),A map,1660,,,90,map,\(quoted(outline)),\n"
    }
    csv += "berlin,A map,1750,,,,map,,\(quoted(try Self.annotation()))\n"
    csv += "view,A view,1900,40.7,-74,90,photograph,,\n"
    let report = try fixture.importCSV(csv)
    #expect(report.faults == [] && report.added == 7)
    return fixture
  }

  /// A footprint's area on the map, square degrees, and its number of rings.
  private func size(_ geometry: JSON?) -> (area: Double, rings: Int) {
    let coordinates = geometry?["coordinates"]?.elements ?? []
    let polygons =
      geometry?["type"] == .string("Polygon") ? [coordinates] : coordinates.map(\.elements)
    var (area, rings) = (0.0, 0)
    for ring in polygons.joined() {
      let points = ring.elements.map { ($0.elements[0].number ?? 0, $0.elements[1].number ?? 0) }
      #expect(points.first.map { $0 == points[points.count - 1] } == true)
      #expect(points.allSatisfy { abs($0.0) <= 180 && abs($0.1) <= 90 })
      area += zip(points, points.dropFirst()).map { ($0.0 * $1.1 - $1.0 * $0.1) / 2 }.reduce(0, +)
      rings += 1
    }
    return (area, rings)
  }

  @Test("Its outline is a map's area, with holes, cut at the antimeridian")
  func geojson() throws {
    let fixture = try fixture()
    let path = fixture.folder.path("a.geojson")
    let report = try fixture.archive.export(
      to: .file(path: path), options: ExportOptions(hasFootprints: true))
    #expect((report.items, report.footprints) == (7, 7))
    var drawn: [String: JSON] = [:]
    for feature in try JSON(bytes(path))["features"]?.elements ?? [] {
      guard let name = feature["properties"]?["footprint_of"]?.text else { continue }
      drawn[name] = feature["geometry"]
      // Only a view looks somewhere.
      #expect((feature["properties"]?["heading"] != nil) == (name == "test:view"))
    }
    let expected: [(String, Double, Int)] = [
      ("town", 0.0008, 1), ("ring", 92, 3), ("two", 1, 2), ("world", 64_800, 1),
      // Both holes, and a ring on either side that goes around the one across.
      ("islands", 400 - 4 - 16 - 4, 4),
    ]
    for (name, area, rings) in expected {
      let found = size(drawn["test:\(name)"])
      #expect(abs(found.area - area) < 1e-6 * area, "\(name): \(found)")
      #expect(found.rings == rings, "\(name)")
    }
    #expect(abs(size(drawn["test:berlin"]).area - 2000.0 / 60_000 * 1000 / 100_000) < 1e-5)
  }

  @Test("KML has holes as inner boundaries, and nothing that looks anywhere")
  func kml() throws {
    let fixture = try fixture()
    let path = fixture.folder.path("a.kml")
    #expect(try fixture.archive.export(to: .file(path: path)).footprints == 7)
    let text = String(decoding: try bytes(path), as: UTF8.self)
    let marks = text.components(separatedBy: "<Placemark").dropFirst()
    let ring = try #require(marks.first { $0.contains("<value>ring</value>") })
    #expect(ring.components(separatedBy: "<innerBoundaryIs>").count == 3)
    #expect(ring.contains("<Point>") && ring.contains("<outerBoundaryIs>"))
    let islands = try #require(marks.first { $0.contains("<value>islands</value>") })
    #expect(islands.components(separatedBy: "<Polygon>").count == 3)
  }

  @Test(
    "An export that is imported again gives the same map",
    arguments: [ExportFormat.csv, .tsv, .ndjson, .geojson, .gpkg])
  func roundTrip(format: ExportFormat) throws {
    let fixture = try fixture()
    let path = fixture.folder.path("out.\(format.rawValue)")
    _ = try fixture.archive.export(
      to: .file(path: path), options: ExportOptions(hasFootprints: true))
    let other = try ArchiveFixture()
    let report = try other.archive.importCatalogue(
      at: path, options: ImportOptions(collection: "test"))
    #expect(report.faults == [] && report.added == 7)
    #expect(try other.contents() == fixture.contents())
    #expect(
      try fixture.archive.importCatalogue(at: path, options: ImportOptions(collection: "test"))
        .unchanged == 7)
  }

  @Test("Georeference Annotations come back as the same place")
  func annotations() throws {
    let fixture = try fixture()
    let path = fixture.folder.path("maps.json")
    let report = try fixture.archive.export(
      to: .file(path: path), options: ExportOptions(format: .georef))
    #expect(report.items == 1 && report.warnings.count == 1)
    let other = try ArchiveFixture()
    #expect(
      try other.archive.importCatalogue(at: path, options: ImportOptions(collection: "test"))
        .added == 1)
    let back = try #require(try other.contents().values.first)
    let item = try #require(
      try fixture.archive.item(ItemID(collection: "test", identifier: "berlin")))
    #expect(back.ground == item.ground && back.pose.coordinate == item.pose.coordinate)
  }

  @Test(
    "GDAL finds every footprint valid",
    .enabled(if: ExportFormatTests.hasOGR, "gdal-bin is not installed"))
  func gdal() throws {
    let fixture = try fixture()
    let path = fixture.folder.path("a.gpkg")
    _ = try fixture.archive.export(to: .file(path: path))
    let question = """
      SELECT id, ST_IsValid(geom) AS valid, ST_Area(geom) AS area FROM footprints
      """
    let text = try #require(
      try output(of: "ogrinfo", ["-ro", "-dialect", "sqlite", "-sql", question, path]))
    #expect(text.components(separatedBy: "valid (Integer) = 1").count == 8, "\(text)")
    #expect(text.contains("area (Real) = 376") && text.contains("area (Real) = 92"))
  }
}
