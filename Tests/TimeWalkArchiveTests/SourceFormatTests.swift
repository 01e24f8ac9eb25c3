import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

/// One item as a format writes it.
struct WrittenSource: Sendable, CustomTestStringConvertible {
  var name: String
  var text: String

  var testDescription: String { name }

  static let all = [
    WrittenSource(name: "own.csv", text: "id,title,latitude,longitude\na,Café,40.5,-74.25\n"),
    WrittenSource(name: "bom-crlf.csv", text: "\u{FEFF}id,title,lat,lng\r\na,Café,40.5,-74.25\r\n"),
    WrittenSource(name: "tabs.tsv", text: "ObjectID\ttitle\ty\tx\na\tCafé\t40.5\t-74.25\n"),
    WrittenSource(name: "german.csv", text: "id;title;latitude;longitude\na;Café;40,5;-74,25\n"),
    WrittenSource(
      name: "excel.csv", text: "sep=;\nid;title;latitude;longitude\na;Café;40.5;-74.25\n"),
    WrittenSource(
      name: "lines.ndjson",
      text: """
        {"id": "a", "title": "Café", "lat": "40.5", "lon": -74.25}

        {"id": "b", "title": "Other", "lat": null, "lon": null}
        """),
    WrittenSource(
      name: "list.json",
      text:
        #"{"when": 1, "photos": [{"photo_id": "a", "title": "Café", "location": {"lat": 40.5, "lng": -74.25}}]}"#
    ),
    WrittenSource(
      name: "point.geojson",
      text:
        #"{"type": "Feature", "id": "a", "properties": {"name": "Café"}, "geometry": {"type": "Point", "coordinates": [-74.25, 40.5]}}"#
    ),
    WrittenSource(
      name: "collection.geojson",
      text:
        #"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"id": "a", "title": "Café"}, "geometry": {"type": "Point", "coordinates": [-74.25, 40.5, 12]}}]}"#
    ),
    WrittenSource(
      name: "manifest.json",
      text: #"""
        {"@context": ["http://iiif.io/api/extension/navplace/context.json", "http://iiif.io/api/presentation/3/context.json"],
         "id": "a", "type": "Manifest", "label": {"fr": ["Café"]}, "navDate": "1905-06-12T00:00:00Z",
         "rights": "http://creativecommons.org/licenses/by/4.0/",
         "navPlace": {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [-74.25, 40.5]}}]}}
        """#),
    WrittenSource(
      name: "stac.json",
      text: #"""
        {"type": "Feature", "stac_version": "1.0.0", "id": "a", "geometry": {"type": "Polygon", "coordinates": [[[-74.26, 40.49],
         [-74.24, 40.49], [-74.24, 40.51], [-74.26, 40.51], [-74.26, 40.49]]]}, "links": [], "assets": {},
         "properties": {"title": "Café", "datetime": null, "start_datetime": "1950-01-01T00:00:00Z", "end_datetime": "1951-01-01T00:00:00Z"}}
        """#),
  ]
}

@Suite struct SourceFormatTests {
  @Test(arguments: WrittenSource.all)
  func `every format gives the same item`(_ source: WrittenSource) throws {
    let fixture = try ArchiveFixture()
    let path = try fixture.write(source.text, to: source.name)
    let report = try fixture.archive.importCatalogue(
      at: path, options: ImportOptions(collection: "test"))
    #expect(report.refused == 0, "\(report.faults)")
    // A feature's own "type" is not a useful name.
    #expect(!report.findings.contains { $0.column == "type" })
    let item = try #require(
      try fixture.archive.item(ItemID(collection: "test", identifier: "a")), "\(report)")
    #expect(item.title == "Café")
    #expect(abs(item.pose.coordinate.latitude - 40.5) < 1e-9)
    #expect(abs(item.pose.coordinate.longitude + 74.25) < 1e-9)
  }

  @Test func `IIIF and STAC bring their dates, rights and footprints`() throws {
    let fixture = try ArchiveFixture()
    func item(_ name: String) throws -> Item {
      let source = try #require(WrittenSource.all.first { $0.name == name })
      try fixture.archive.importCatalogue(
        at: fixture.write(source.text, to: name), options: ImportOptions(collection: name))
      return try #require(try fixture.archive.item(ItemID(collection: name, identifier: "a")))
    }
    let manifest = try item("manifest.json")
    #expect(manifest.date?.edtf == "1905-06-12")
    #expect(manifest.license == "http://creativecommons.org/licenses/by/4.0/")
    let scene = try item("stac.json")
    #expect(scene.date?.edtf == "1950-01-01/1951-01-01")
    #expect(scene.pose.locationOf == .subject)
    #expect((scene.pose.coordinate.horizontalAccuracy?.meters ?? 0) > 800)
  }

  @Test func `given mappings override guesses, and unknown names are listed once`()
    throws
  {
    let fixture = try ArchiveFixture()
    let path = try fixture.write("id,key,lat,lon,weather,mood\nx,a,1,2,fine,good\n")
    var options = ImportOptions(collection: "test", map: [.id: "key", .title: "{weather} {mood}"])
    let report = try fixture.archive.importCatalogue(at: path, options: options)
    #expect(
      try fixture.archive.item(ItemID(collection: "test", identifier: "a"))?.title == "fine good")
    #expect(report.mapping.first { $0.field == "id" }?.basis == "given")
    #expect(report.mapping.first { $0.field == "latitude" }?.source == "lat")
    #expect(report.findings.map(\.column) == ["id"])
    options.map = [.id: "absent"]
    let error = #expect(throws: ArchiveError.self) {
      try fixture.archive.importCatalogue(at: path, options: options)
    }
    #expect(error?.message.contains("absent") == true)
  }

  @Test func `doubtful places and dates are warned of`() throws {
    let fixture = try ArchiveFixture()
    try fixture.write(
      #"{"name": "test", "area": [-75, 40, -73, 41.5]}"#, to: "collection.json")
    let path = try fixture.write(
      """
      id,latitude,longitude,date
      null,0,0,
      swapped,-74,40.7,
      far,51,0.5,
      late,40.7,-74,2999
      wrong,-174,40.7,
      half,40.7,,
      good,40.7,-74,1911
      none,,,1911
      """)
    let report = try fixture.archive.importCatalogue(
      at: path, options: ImportOptions(today: Day(year: 2026, month: 11, day: 21)))
    #expect(report.warnings.map(\.identifier) == ["null", "swapped", "far", "late"])
    #expect(report.warnings[1].hint?.contains("swapped") == true)
    #expect(report.faults.map(\.identifier) == ["wrong", "half"])
    #expect(report.faults[0].hint?.contains("swapped") == true)
    #expect((report.added, report.unplaced, report.refused) == (6, 1, 2))
  }

  @Test func `a place that hundreds of items share is reported once`() throws {
    var text = "id,latitude,longitude,accuracy\n"
    for index in 0..<150 { text += "a\(index),44.5,-89.5,\n" }
    for index in 0..<150 { text += "b\(index),45.5,-89.5,20000\n" }
    let report = try ArchiveFixture().importCSV(text)
    #expect(report.warnings.count == 1)
    #expect(report.warnings.first?.reason.contains("150 items") == true)
  }

  @Test func `a folder is understood by its one catalogue`() throws {
    let fixture = try ArchiveFixture()
    try fixture.write("id,lat,lon\na,1,2\n", to: "views/list.csv")
    let folder = fixture.folder.path("views")
    let report = try fixture.archive.importCatalogue(at: folder)
    #expect((report.collection, report.added) == ("views", 1))
    try fixture.write("id,lat,lon\nb,1,2\n", to: "views/more.csv")
    let error = #expect(throws: ArchiveError.self) {
      try fixture.archive.importCatalogue(at: folder)
    }
    #expect(error?.message.contains("list.csv, more.csv") == true)
  }
}
