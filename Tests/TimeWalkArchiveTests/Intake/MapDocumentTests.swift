import Foundation
import Testing
import TimeWalkCore
import TimeWalkBase
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// GeoJSON, IIIF and STAC as libraries publish them.
@Suite struct MapDocumentTests {
  private func reading(_ text: String, as name: String = "x.json") throws -> (
    ImportReport, [Item], ArchiveFixture
  ) {
    let fixture = try ArchiveFixture()
    let report = try fixture.archive.importCatalogue(
      at: fixture.write(text, to: name), options: ImportOptions(collection: "test"))
    return (
      report, try fixture.contents().values.sorted { $0.id.identifier < $1.id.identifier }, fixture
    )
  }

  private func features(_ system: String, at position: String) -> String {
    #"{"type": "FeatureCollection", \#(system) "features": [{"type": "Feature", "id": "a", "properties": {"title": "t"}, "#
      + #""geometry": {"type": "Point", "coordinates": \#(position)}}]}"#
  }

  private func named(_ name: String) -> String {
    #""crs": {"type": "name", "properties": {"name": "\#(name)"}},"#
  }

  @Test(arguments: [
    ("urn:ogc:def:crs:OGC:1.3:CRS84", 0), ("EPSG:4326", 0), ("urn:ogc:def:crs:EPSG::4326", 0),
    ("urn:ogc:def:crs:EPSG::4269", 1), ("EPSG:4258", 1),
  ])
  func `coordinate systems of degrees are taken`(name: String, warnings: Int) throws {
    let (report, items, _) = try reading(features(named(name), at: "[-74, 40.7]"))
    #expect(report.warnings.count == warnings)
    #expect(items.first?.pose.coordinate.latitude == 40.7)
  }

  @Test(arguments: [
    "urn:ogc:def:crs:EPSG::3857", "EPSG:2263", "urn:ogc:def:crs:EPSG::25832", "home-made",
  ])
  func `other coordinate systems are refused with the way out`(name: String) throws {
    let error = #expect(throws: ArchiveError.self) {
      _ = try reading(features(named(name), at: "[1, 2]"))
    }
    #expect(error?.message.contains(name) == true)
    #expect(error?.message.contains("ogr2ogr") == true)
  }

  @Test func `metres without a system are distinguished from degrees`() throws {
    let (report, _, _) = try reading(features("\"crs\": null,", at: "[-8235000, 4970000]"))
    #expect(report.refused == 1)
    #expect(report.faults.allSatisfy { $0.hint?.contains("EPSG:4326") == true })
    #expect(report.faults.count == 2)
  }

  @Test func `a geometry of null isn't a name`() throws {
    let (report, _, _) = try reading(
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"id": "a"}, "geometry": null}]}"#
    )
    #expect(report.findings.count == 1)
    #expect(report.findings.first?.reason.contains("have no place") == true)
    #expect(report.unplaced == 1)
  }

  private static let place =
    #""navPlace": {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [9.9, 51.5]}}]}"#

  @Test func `canvases with places of their own are items, with the manifest's rights`() throws {
    let (report, items, _) = try reading(
      #"""
      {"@context": "http://iiif.io/api/presentation/3/context.json", "id": "https://example.org/m", "type": "Manifest",
       "label": {"de": ["Album"], "en": ["The album"]}, "navDate": "1905-06-12T00:00:00Z",
       "rights": "http://creativecommons.org/publicdomain/mark/1.0/",
       "items": [
         {"id": "https://example.org/1", "type": "Canvas", "label": {"none": ["1"]}, \#(Self.place),
          "items": [{"type": "AnnotationPage", "items": [{"type": "Annotation", "body": {"id": "https://example.org/1.jpg"}}]}]},
         {"id": "https://example.org/2", "type": "Canvas", "label": {"none": ["2"]}, "navDate": "1911-01-01T00:00:00Z"}]}
      """#)
    #expect((report.added, report.unplaced) == (2, 1))
    let item = try #require(items.first)
    let texts = [item.id.identifier, item.title, item.date?.edtf, item.license]
    #expect(
      texts == [
        "https://example.org/1", "The album: 1", "1905-06-12",
        "http://creativecommons.org/publicdomain/mark/1.0/",
      ])
    #expect(item.media == .url("https://example.org/1.jpg"))
  }

  @Test func `a collection that only names manifests says so`() throws {
    let (report, _, _) = try reading(
      #"""
      {"@context": "http://iiif.io/api/presentation/3/context.json", "id": "https://example.org/c", "type": "Collection",
       "items": [{"id": "https://example.org/m", "type": "Manifest", "label": {"en": ["M"]}}]}
      """#)
    #expect(report.unplaced == 1)
    #expect(report.warnings.map(\.line) == [nil])
  }

  @Test func `version 2 is read, too`() throws {
    let (report, items, _) = try reading(
      #"""
      {"@context": ["http://iiif.io/api/presentation/2/context.json"], "@id": "https://example.org/m2", "@type": "sc:Manifest",
       "label": [{"@value": "Brücke", "@language": "de"}], "license": "http://rightsstatements.org/vocab/NoC-US/1.0/",
       "attribution": "Museum", \#(Self.place), "navDate": "1911-02-03T00:00:00Z",
       "sequences": [{"canvases": [{"images": [{"resource": {"@id": "https://example.org/2.jpg"}}]}]}]}
      """#)
    #expect(report.findings == [])
    let item = try #require(items.first)
    let page = "https://example.org/m2"
    #expect(
      [item.id.identifier, item.title, item.credit, item.source] == [
        page, "Brücke", "Museum", page,
      ])
    #expect(item.media == .url("https://example.org/2.jpg"))
  }

  @Test func `STAC links go by their relation, assets by their role`() throws {
    let (report, items, _) = try reading(
      #"""
      {"type": "Feature", "stac_version": "1.0.0", "id": "a", "geometry": {"type": "Point", "coordinates": [1, 2]},
       "properties": {"datetime": "1944-07-01T10:00:00Z"},
       "links": [{"rel": "root", "href": "https://example.org/root"}, {"rel": "self", "href": "https://example.org/a.json"}],
       "assets": {"b1": {"href": "https://example.org/b1.tif", "roles": ["data"]},
                  "tn": {"href": "https://example.org/t.png", "roles": ["thumbnail", "x"]}}}
      """#)
    #expect(report.findings == [])
    #expect(items.first?.source == "https://example.org/a.json")
    #expect(items.first?.media == .url("https://example.org/t.png"))
  }

  @Test(arguments: [
    ("a.b", "1"), ("a.c.0", "x"), ("list.k=two.v", "2"), ("list.tags=red.v", "1"),
    ("map.k=two.v", "4"),
    ("a.b.c", nil), ("list.k=none.v", nil), ("list.9.v", nil), ("a.", nil), ("", nil),
    ("dotted.key", "7"),
    ("list.k", nil), ("a.c.-1", nil),
  ])
  func `paths go into objects and lists`(path: String, text: String?) throws {
    let json = try JSONValue(
      document: Array(
        #"""
        {"a": {"b": 1, "c": ["x"]}, "dotted.key": 7, "list": [{"k": "one", "v": 1, "tags": ["red"]}, {"k": "two", "v": 2}],
         "map": {"m": {"k": "one", "v": 3}, "n": {"k": "two", "v": 4}}}
        """#.utf8))
    #expect(json.value(at: path[...])?.text == text)
  }

  @Test func `an object on its own line is a record, whatever follows`() throws {
    let (report, items, _) = try reading(
      "{\"id\": \"a\", \"lat\": 1, \"lon\": 2}\nnull\n", as: "x.ndjson")
    #expect(items.count == 1)
    #expect(report.faults.map(\.line) == [2])
  }
}
