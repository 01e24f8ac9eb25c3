import Foundation
import FoundationXML
import GRDB
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("The formats of an export")
struct ExportFormatTests {
  static let hasOGR = FileManager.default.isExecutableFile(atPath: "/usr/bin/ogrinfo")

  /// Five items: with everything, over the antimeridian, at a pole, of a subject, with nothing.
  private func fixture() throws -> ArchiveFixture {
    let fixture = try ArchiveFixture()
    try fixture.write(
      """
      id,title,date,latitude,longitude,accuracy,location_of,heading,field_of_view,pitch,altitude,creator,license,credit,source,media,view_distance
      full,"A <b>""view""</b> & more\u{1}",1902-05~,40.7421,-73.9893,10,camera,190,55,3,12,A. Person,CC-BY-4.0,<The library>,https://example.org/f,https://example.org/f.jpg?x=1,250
      edge,,-0132,-16.5,179.9999,,camera,359.5,60,,,,,,,,
      pole,Pole,1909-04-06/..,90,0,5000,,,,,,,,,,,
      hall,Hall,1911,40.7127,-74.0059,50,subject,90,,,,,https://rightsstatements.org/vocab/NoC-US/1.0/,,,,300
      none,,,0,0,,,,,,,,,,,,

      """, to: "c/items.csv")
    try fixture.write(
      #"{"name":"c","title":"A & B","license":"CC0-1.0","eras":[{"name":"Jazz Age","date":"1920/1929"}]}"#,
      to: "c/collection.json")
    #expect(try fixture.archive.importCatalogue(at: fixture.folder.path("c")).refused == 0)
    return fixture
  }

  private func export(
    _ fixture: ArchiveFixture, _ name: String, _ options: ExportOptions = ExportOptions()
  ) throws -> (report: ExportReport, path: String) {
    let path = fixture.folder.path(name)
    return (try fixture.archive.export(to: .file(path: path), options: options), path)
  }

  @Test("GeoJSON has a feature for each item, and with footprints a polygon behind it")
  func geojson() throws {
    let fixture = try fixture()
    let (report, path) = try export(fixture, "a.geojson")
    #expect((report.items, report.footprints) == (5, nil))
    let json = try JSON(bytes(path))
    #expect(json["type"] == .string("FeatureCollection") && json["crs"] == nil)
    #expect(json["eras"]?.elements.first?["date"] == .string("1920/1929"))
    #expect(json["collections"]?.elements.first?["license"] == .string("CC0-1.0"))
    let features = json["features"]?.elements ?? []
    #expect(
      features.map { $0["id"]?.text } == ["full", "edge", "pole", "hall", "none"])
    #expect(features.allSatisfy { $0["geometry"]?["type"] == .string("Point") })
    #expect(
      features[0]["properties"]?.names
        == Set(CatalogueColumn.named.map(\.name)).subtracting([
          "date_text", "copy_of", "altitude_reference", "altitude_accuracy", "view_pose", "kind",
          "outline", "georeference",
        ]))

    let (drawn, other) = try export(fixture, "b.geojson", ExportOptions(hasFootprints: true))
    #expect((drawn.items, drawn.footprints) == (5, 3))
    let all = try JSON(bytes(other))["features"]?.elements ?? []
    let types = all.map { $0["geometry"]?["type"]?.text ?? "" }
    #expect(
      types == [
        "Point", "Polygon", "Point", "MultiPolygon", "Point", "Point", "Polygon", "Point",
      ])
    #expect(all[1]["properties"]?["footprint_of"] == .string("c:full"))
    #expect(all[3]["properties"]?["assumed"] == .array([.string("view_distance")]))
    // The camera of an item that is geocoded to its subject is the view's length behind it.
    let apex = all[6]["geometry"]?["coordinates"]?.elements.first?.elements.first?.elements
    #expect((apex?.first?.number ?? 0) < -74.009)
  }

  @Test("An empty collection is a valid file in every format", arguments: ExportFormat.allCases)
  func empty(format: ExportFormat) throws {
    let fixture = try ArchiveFixture()
    try fixture.archive.writable().write {
      try $0.execute(sql: "INSERT INTO collections (name) VALUES ('e')")
    }
    let (report, path) = try export(fixture, "out", ExportOptions(format: format))
    #expect(report.items == 0)
    switch format {
    case .geojson: #expect(try JSON(bytes(path))["features"] == .array([]))
    case .iiif: #expect(try JSON(bytes(path))["type"] == .string("Collection"))
    case .ndjson: #expect(try bytes(path).isEmpty)
    case .kml: #expect(XMLParser(data: Data(try bytes(path))).parse())
    default: #expect(try !bytes(path).isEmpty)
    }
  }

  @Test("KML is well formed for any catalogue, and has cones and times")
  func kml() throws {
    let fixture = try fixture()
    var catalogue = RandomCatalogue(seed: 9)
    try fixture.importCSV(catalogue.csv(rows: 80), collection: "random")
    let (report, path) = try export(fixture, "a.kml")
    let text = String(decoding: try bytes(path), as: UTF8.self)
    let parser = XMLParser(data: Data(text.utf8))
    let counter = ElementCounter()
    parser.delegate = counter
    #expect(
      parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "") in line \(parser.lineNumber)")
    #expect(counter.counts["Placemark"] == report.items)
    #expect(counter.counts["Folder"] == 2)
    #expect((report.footprints ?? 0) > 3)
    #expect(text.contains("<name>A &lt;b&gt;&quot;view&quot;&lt;/b&gt; &amp; more\u{FFFD}</name>"))
    #expect(text.contains("<TimeSpan><begin>1902-05-01</begin><end>1902-05-31</end></TimeSpan>"))
    #expect(text.contains("<TimeSpan><begin>1909-04-06</begin></TimeSpan>"))
    #expect(
      text.contains(
        "<Camera><longitude>-73.9893</longitude><latitude>40.7421</latitude><altitude>12</altitude>"
          + "<heading>190</heading><tilt>93</tilt><altitudeMode>absolute</altitudeMode></Camera>"))
    #expect(text.contains("<LookAt><longitude>-74.0059</longitude>"))
  }

  @Test("A KMZ is the KML in a zip")
  func kmz() throws {
    let fixture = try fixture()
    var catalogue = RandomCatalogue(seed: 9)
    try fixture.importCSV(catalogue.csv(rows: 500), collection: "random")
    let (_, kml) = try export(fixture, "a.kml")
    let (_, kmz) = try export(fixture, "a.kmz")
    #expect(try bytes(kmz).starts(with: [0x50, 0x4B, 3, 4]))
    #expect(try bytes(kmz).count < bytes(kml).count / 3)
    guard let listing = try output(of: "unzip", ["-t", kmz]) else { return }
    #expect(listing.contains("No errors detected"))
    #expect(try output(of: "unzip", ["-p", kmz]) == String(decoding: bytes(kml), as: UTF8.self))
  }

  @Test("A GeoPackage reads back: marks, extents, geometry, index and dates")
  func geopackage() throws {
    let fixture = try fixture()
    let (report, path) = try export(fixture, "a.gpkg")
    #expect((report.items, report.footprints) == (5, 3))
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
    #expect(!names.contains { $0.hasPrefix(".a.gpkg") || $0.hasPrefix("a.gpkg-") })
    let queue = try DatabaseQueue(path: path)
    try queue.read { db in
      #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
      #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
      #expect(try Int.fetchOne(db, sql: "PRAGMA application_id") == 0x4750_4B47)
      #expect(try Int.fetchOne(db, sql: "PRAGMA user_version") == 10300)
      let change = try String.fetchOne(db, sql: "SELECT last_change FROM gpkg_contents")
      #expect(change?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
      #expect(
        try String.fetchAll(db, sql: "SELECT table_name FROM gpkg_contents ORDER BY 1")
          == ["collections", "eras", "footprints", "items"])
      #expect(
        try Int.fetchAll(db, sql: "SELECT srs_id FROM gpkg_spatial_ref_sys ORDER BY 1") == [
          -1, 0, 4326,
        ])
      for layer in ["items", "footprints"] {
        let rows = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(layer)")
        #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM rtree_\(layer)_geom") == rows)
        #expect(try String.fetchOne(db, sql: "SELECT rtreecheck('rtree_\(layer)_geom')") == "ok")
      }
      let full = try #require(try Row.fetchOne(db, sql: "SELECT * FROM items WHERE id = 'full'"))
      // Header, then a little-endian point.
      let blob = [UInt8](full["geom"] as Data? ?? Data())
      let header: [UInt8] = [0x47, 0x50, 0, 1, 0xE6, 0x10, 0, 0, 1]
      #expect(blob.count == 29 && blob.starts(with: header))
      #expect(full["earliest"] == "1902-05-01" && full["latest"] == "1902-05-31")
      #expect(full["title"] == "A <b>\"view\"</b> & more\u{1}" && full["heading"] == 190.0)
      let edge = try #require(try Row.fetchOne(db, sql: "SELECT * FROM items WHERE id = 'edge'"))
      #expect((edge["earliest"] as String?) == nil && edge["date"] == "-0132")
    }
  }

  @Test("GDAL opens the written file", .enabled(if: hasOGR, "gdal-bin is not installed"))
  func gdal() throws {
    let fixture = try fixture()
    let (_, gpkg) = try export(fixture, "a.gpkg")
    let items = try #require(try output(of: "ogrinfo", ["-ro", "-al", gpkg, "items"]))
    for line in [
      "Feature Count: 5", "Geometry: Point", "earliest: Date (0.0)", "earliest (Date) = 1902/05/01",
      "POINT (-73.9893 40.7421)", "heading (Real) = 190",
    ] { #expect(items.contains(line), "\(line)") }
    // Found by the index: one of the footprints lies on both sides of the map.
    let west = try #require(
      try output(
        of: "ogrinfo", ["-ro", "-spat", "-180", "-17", "-179", "-16", "-al", gpkg, "footprints"]))
    #expect(west.contains("Feature Count: 1") && west.contains("id (String) = edge"))
    for name in ["a.geojson", "a.kml"] {
      let (_, path) = try export(fixture, name, ExportOptions(hasFootprints: true))
      let all = try #require(try output(of: "ogrinfo", ["-ro", "-al", "-so", path]))
      #expect(all.contains(name == "a.kml" ? "Feature Count: 5" : "Feature Count: 8"), "\(all)")
    }
  }

  @Test("A stream gets text formats, and nothing else")
  func stream() throws {
    let fixture = try fixture()
    for format in ExportFormat.allCases {
      let pipe = Pipe()
      let options = ExportOptions(format: format)
      if format.isText {
        let report = try fixture.archive.export(
          to: .stream(pipe.fileHandleForWriting), options: options)
        // None of them is a map.
        #expect(report.path == nil && report.items == (format == .georef ? 0 : 5))
        try pipe.fileHandleForWriting.close()
        let (_, path) = try export(fixture, "same", options)
        #expect(try pipe.fileHandleForReading.readToEnd() == Data(bytes(path)))
      } else {
        let error = #expect(throws: ArchiveError.self) {
          try fixture.archive.export(to: .stream(pipe.fileHandleForWriting), options: options)
        }
        #expect(error?.code == .invalidExport)
      }
    }
  }

  @Test("Unsupported options of a format or a destination are refused, and leave no file")
  func refusals() throws {
    let fixture = try fixture()
    try fixture.importCSV("id,latitude,longitude\na,1,2\n", collection: "two")
    let before = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
    let cases: [(String, ExportOptions, ArchiveErrorCode)] = [
      ("a.shp", ExportOptions(), .invalidExport), ("a.json", ExportOptions(), .invalidExport),
      ("archive.sqlite", ExportOptions(format: .gpkg), .invalidExport),
      ("archive.sqlite-wal", ExportOptions(format: .gpkg), .invalidExport),
      ("c", ExportOptions(format: .kml), .invalidExport),
      ("a.csv", ExportOptions(), .noSuchCollection),
      ("a.kml", ExportOptions(collection: "three"), .noSuchCollection),
      ("no/a.gpkg", ExportOptions(), .outputFailed), ("no/a.kmz", ExportOptions(), .outputFailed),
      ("a.iiif", ExportOptions(format: .iiif, baseAddress: "here"), .invalidExport),
    ]
    for (name, options, code) in cases {
      let error = #expect(throws: ArchiveError.self) { try export(fixture, name, options) }
      #expect(error?.code == code, "\(name)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path) == before)
    #expect(try fixture.archive.verify() == [])
  }

  @Test("A damaged item ends an export, and the file of before stays")
  func damage() throws {
    let fixture = try fixture()
    try fixture.write("before", to: "a.kmz")
    try fixture.archive.writable().write {
      try $0.execute(
        sql: "DROP TRIGGER ggu_items_geometry; UPDATE items SET geometry = x'00' WHERE key = 4")
    }
    for name in ["a.kmz", "a.gpkg", "a.geojson"] {
      let error = #expect(throws: ArchiveError.self) { try export(fixture, name) }
      #expect(error?.code == .damaged)
    }
    #expect(try bytes(fixture.folder.path("a.kmz")) == Array("before".utf8))
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
    #expect(
      !names.contains { $0.hasPrefix(".") || $0.hasSuffix(".gpkg") || $0.hasSuffix(".geojson") })
  }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) { counts[name, default: 0] += 1 }
}
