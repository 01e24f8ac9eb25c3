import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite struct ImportTests {
  @Test func `every value of a row comes back`() throws {
    let fixture = try ArchiveFixture()
    try fixture.write("picture", to: "scans/a.jpg")
    try fixture.importCSV(
      """
      id,title,date,latitude,longitude,accuracy,location_of,heading,heading_accuracy,field_of_view,pitch,altitude,view_distance,creator,license,credit,source,media
      n:1," Fifth Avenue ",1911,40.758,-73.9855,12,subject,360,5,54.5,-3,12.5,120,Hine,CC0-1.0,NYPL,https://example.org/1,scans/a.jpg
      2,,,0,180,,,,,,,,,,,,,
      """)
    let item = try #require(
      try fixture.archive.item(ItemID(collection: "test", identifier: "n:1")))
    let full = Item(
      id: ItemID(collection: "test", identifier: "n:1"), title: "Fifth Avenue",
      date: try CaptureDate(edtf: "1911"),
      pose: RecordedPose(
        coordinate: try #require(
          Coordinate(
            latitude: 40.758, longitude: -73.9855, horizontalAccuracy: Distance(meters: 12))),
        locationOf: .subject, heading: Heading(degrees: 0), headingAccuracy: Angle(degrees: 5),
        fieldOfView: FieldOfView(degrees: 54.5), pitch: Angle(degrees: -3),
        altitude: Altitude(meters: 12.5, reference: .unknown),
        viewDistance: Distance(meters: 120)),
      creator: "Hine", license: "CC0-1.0", credit: "NYPL", source: "https://example.org/1",
      media: .file(path: fixture.folder.path("scans/a.jpg")))
    #expect(item == full)
    let bare = Item(
      id: ItemID(collection: "test", identifier: "2"),
      pose: RecordedPose(
        coordinate: try #require(Coordinate(latitude: 0, longitude: -180)), locationOf: .unknown))
    #expect(try fixture.archive.item(bare.id) == bare)
    #expect(try fixture.archive.item(ItemID(collection: "test", identifier: "3")) == nil)
  }

  @Test func `a large import has all its indexes, as has the next one`() throws {
    let fixture = try ArchiveFixture()
    let rows = (0..<10_500).map { "\($0),\(Double($0 % 180) - 90),\(Double($0 % 359) - 180)" }
    let text = "id,latitude,longitude\n" + rows.joined(separator: "\n")
    #expect(try fixture.importCSV(text, isDryRun: true).added == 10_500)
    #expect(try fixture.archive.verify() == [])
    #expect(try fixture.importCSV(text).added == 10_500)
    #expect(try fixture.archive.verify() == [])
    try fixture.importCSV("id,latitude,longitude\nlast,45.5,7.25\n", collection: "other")
    #expect(try fixture.archive.verify() == [])
    let place = try #require(Coordinate(latitude: 45.5, longitude: 7.25))
    #expect(try fixture.archive.candidates(near: place, within: .zero).count == 1)
    #expect(try fixture.importCSV(text).unchanged == 10_500)
  }

  @Test func `a large import indexes the words of new and of changed items`() throws {
    let fixture = try ArchiveFixture()
    func rows(_ numbers: Range<Int>, _ title: String) -> String {
      "id,latitude,longitude,title\n" + numbers.map { "\($0),40,-74,\(title)\n" }.joined()
    }
    func count(_ word: String) throws -> Int {
      try fixture.archive.search(ArchiveQuery(text: word)).hits.count
    }
    try fixture.importCSV(rows(0..<3_000, "windmill"))
    #expect(try count("windmill") == 3_000)
    let report = try fixture.importCSV(rows(1_000..<8_000, "brewery"))
    #expect(report.updated == 2_000 && report.added == 5_000)
    #expect(try count("windmill") == 1_000 && count("brewery") == 7_000)
    #expect(try fixture.archive.verify() == [])
  }
}

@Suite struct CollectionFileTests {
  private let csv = "id,latitude,longitude,license,credit\na,1,2,,\nb,1,2,CC-BY-4.0,Somebody\n"
  private let json = """
    {"name": "ny", "title": "New York", "description": "Views", "license": "CC0-1.0",
     "homepage": "https://example.org", "credit": "The Library", "curator": "me"}
    """

  @Test func `of very many eras, the first are used`() throws {
    let fixture = try ArchiveFixture()
    try fixture.write(csv, to: "folder/items.csv")
    let eras = (0..<600).map { #"{"name": "era \#($0)", "date": "1900"}"# }
    try fixture.write(
      #"{"name": "ny", "eras": [\#(eras.joined(separator: ","))]}"#, to: "folder/collection.json")
    let report = try fixture.archive.importCatalogue(at: fixture.folder.path("folder"))
    #expect(report.warnings.contains { $0.reason.contains("only the first 500") })
  }

  @Test func `a folder brings its own statement, which its items inherit`() throws {
    let fixture = try ArchiveFixture()
    try fixture.write(csv, to: "folder/items.csv")
    try fixture.write(json, to: "folder/collection.json")
    let report = try fixture.archive.importCatalogue(at: fixture.folder.path("folder"))
    #expect(report.collection == "ny")
    #expect(report.warnings.count == 1)
    #expect(report.warnings.first?.reason.contains("curator") == true)
    let summary = try #require(try fixture.archive.collections().first)
    #expect(summary.items == 2)
    #expect(
      summary.statement
        == CollectionStatement(
          name: "ny", title: "New York", description: "Views", license: "CC0-1.0",
          credit: "The Library", homepage: "https://example.org"))
    let a = try #require(try fixture.archive.item(ItemID(collection: "ny", identifier: "a")))
    #expect((a.license, a.credit) == ("CC0-1.0", "The Library"))
    let b = try #require(try fixture.archive.item(ItemID(collection: "ny", identifier: "b")))
    #expect((b.license, b.credit) == ("CC-BY-4.0", "Somebody"))

    let again = try fixture.archive.importCatalogue(at: fixture.folder.path("folder/items.csv"))
    #expect(again.unchanged == 2)
    let named = try fixture.archive.importCatalogue(
      at: fixture.folder.path("folder"), options: ImportOptions(collection: "other"))
    #expect(named.collection == "other")
    #expect(try fixture.archive.collections().map(\.statement.license) == ["CC0-1.0", nil])
  }

  @Test(arguments: [
    "", "[]", "{\"title\": \"x\"}", "{\"name\": 5}", "{\"name\": \"a:b\"}", "{\"name\": \"\"}",
  ])
  func `a broken statement is an error that names the file`(json: String) throws {
    let fixture = try ArchiveFixture()
    try fixture.write(csv, to: "folder/items.csv")
    try fixture.write(json, to: "folder/collection.json")
    let error = #expect(throws: ArchiveError.self) {
      try fixture.archive.importCatalogue(at: fixture.folder.path("folder"))
    }
    #expect(error?.message.contains("collection.json") == true)
    #expect(try fixture.archive.collections().isEmpty)
  }
}
