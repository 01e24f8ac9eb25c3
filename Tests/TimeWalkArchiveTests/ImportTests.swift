import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// A catalogue of 120 rows that uses every column, some empty.
private func largeCatalogue(titleOf special: Int? = nil) -> String {
  var text =
    "title,ID,date,Latitude,longitude,accuracy,location_of,heading,heading_accuracy,field_of_view,"
    + "pitch,altitude,creator,license,credit,source,media\r\n"
  for number in 0..<120 {
    let title = number == special ? "Changed" : "View \"\(number)\",\nfrom the east"
    let row: [String] = [
      "\"" + title.replacingOccurrences(of: "\"", with: "\"\"") + "\"", "v\(number)",
      number % 5 == 0 ? "" : "\(1800 + number)", "\(40.7 + Double(number) / 1000)",
      "-73.9\(number)", number % 3 == 0 ? "" : "\(number * 4)",
      ["camera", "subject", ""][number % 3], number % 2 == 0 ? "\(number * 3)" : "",
      number % 2 == 0 ? "7.5" : "", number % 7 == 0 ? "" : "54.4", number % 4 == 0 ? "-3" : "",
      number % 6 == 0 ? "12.25" : "", "Ågot \(number % 9)", number % 8 == 0 ? "" : "CC0-1.0",
      "Library", "https://example.org/\(number)", "https://example.org/\(number).jpg",
    ]
    text += row.joined(separator: ",") + "\r\n"
  }
  return text
}

/// A source that breaks after some good rows, as a file on a failing disk does.
private struct FailingSource: ItemSource {
  let statement = CollectionStatement(name: "broken")
  let findings: [ImportFinding] = []
  var rows: Int

  mutating func next() throws(ArchiveError) -> SourceRow? {
    rows -= 1
    guard rows >= 0, let place = Coordinate(latitude: 1, longitude: 2) else {
      throw ArchiveError(.inputUnreadable, "The disk is broken.")
    }
    let id = ItemID(collection: "broken", identifier: "\(rows)")
    return SourceRow(item: Item(id: id, pose: RecordedPose(coordinate: place)), findings: [])
  }
}

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

  @Test func `a large import has all its indexes, and so has what comes after it`() throws {
    let fixture = try ArchiveFixture()
    let rows = (0..<21_000).map { "\($0),\(Double($0 % 180) - 90),\(Double($0 % 359) - 180)" }
    let text = "id,latitude,longitude\n" + rows.joined(separator: "\n")
    #expect(try fixture.importCSV(text, isDryRun: true).added == 21_000)
    #expect(try fixture.archive.verify() == [])
    #expect(try fixture.importCSV(text).added == 21_000)
    #expect(try fixture.archive.verify() == [])
    try fixture.importCSV("id,latitude,longitude\nlast,45.5,7.25\n", collection: "other")
    #expect(try fixture.archive.verify() == [])
    let place = try #require(Coordinate(latitude: 45.5, longitude: 7.25))
    #expect(try fixture.archive.candidates(near: place, within: .zero).count == 1)
    #expect(try fixture.importCSV(text).unchanged == 21_000)
  }

  @Test func `importing again changes nothing, not even a key`() throws {
    let fixture = try ArchiveFixture()
    let first = try fixture.importCSV(largeCatalogue())
    #expect((first.added, first.updated, first.unchanged, first.refused) == (120, 0, 0, 0))
    #expect(first.findings == [])
    let before = try fixture.contents()
    #expect(before.count == 120)
    let dump = try fixture.dump()

    let second = try fixture.importCSV(largeCatalogue())
    #expect((second.added, second.updated, second.unchanged, second.refused) == (0, 0, 120, 0))
    #expect(try fixture.contents() == before)
    #expect(try fixture.dump() == dump)
    #expect(try fixture.archive.history().map(\.counts.unchanged) == [120, 0])
  }

  @Test func `a changed row is updated in place, and an absent one stays`() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(largeCatalogue())
    let before = try fixture.contents()
    let report = try fixture.importCSV(largeCatalogue(titleOf: 77))
    #expect((report.added, report.updated, report.unchanged) == (0, 1, 119))
    let after = try fixture.contents()
    #expect(after.keys == before.keys)
    let changed = after.filter { before[$0.key] != $0.value }
    #expect(changed.values.map(\.title) == ["Changed"])

    let moved = try fixture.importCSV("id,latitude,longitude,accuracy\nv3,10,20,4000\nnew,10,20,")
    #expect((moved.added, moved.updated, moved.unchanged) == (1, 1, 0))
    #expect(try fixture.contents().count == 121)
    let problems = try fixture.archive.verify()
    #expect(problems == [], "\(problems)")
    let near = try #require(Coordinate(latitude: 10, longitude: 20.09))
    #expect(try fixture.archive.candidates(near: near, within: .zero).count == 1)
  }

  @Test func `a dry run reports the same and keeps nothing`() throws {
    let fixture = try ArchiveFixture()
    let text = "id,latitude,longitude\na,1,2\nb,91,2\n"
    let dry = try fixture.importCSV(text, isDryRun: true)
    #expect(try fixture.archive.collections().isEmpty)
    let wet = try fixture.importCSV(text)
    #expect((dry.added, dry.refused) == (wet.added, wet.refused))
    #expect(dry.findings == wet.findings)
    #expect(try fixture.archive.statistics().items == 1)
  }

  @Test func `an import that fails midway leaves the archive as it was`() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\na,1,2\n")
    let before = try fixture.contents()
    let source = FailingSource(rows: 500)
    let error = #expect(throws: ArchiveError.self) {
      try fixture.archive.apply([source], policy: ImportPolicy(), from: nil)
    }
    #expect(error?.code == .inputUnreadable)
    #expect(try fixture.contents() == before)
    #expect(try fixture.archive.collections().count == 1)
    #expect(try fixture.archive.verify() == [])
  }

  @Test func `readers see the archive as it was until an import is complete`() async throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\na,1,2\n")
    let rows = (0..<5000).map { "r\($0),1.\($0),2" }.joined(separator: "\n")
    let path = try fixture.write("id,latitude,longitude\n\(rows)\n", to: "many.csv")
    let archive = fixture.archive
    let place = try #require(Coordinate(latitude: 1, longitude: 2))
    let radius = try #require(Distance(meters: 1_000_000))
    let importing = Task.detached { try archive.importCatalogue(at: path) }
    var counts: Set<Int> = []
    while !counts.contains(5001) {
      let items = try archive.statistics().items
      let near = try archive.candidates(near: place, within: radius).count
      counts.insert(items)
      counts.insert(near)
      // Where all other threads are taken, the import needs this one.
      await Task.yield()
    }
    #expect(try await importing.value.added == 5000)
    #expect(counts.isSubset(of: [1, 5001]))
  }

  @Test func `an archive that is open for reading refuses an import`() throws {
    let fixture = try ArchiveFixture()
    let reader = try SpatiaLiteArchive(path: fixture.archive.path, mode: .readOnly)
    let path = try fixture.write("id,latitude,longitude\na,1,2\n")
    let error = #expect(throws: ArchiveError.self) { try reader.importCatalogue(at: path) }
    #expect(error?.code == .readOnly)
    #expect(try fixture.archive.importCatalogue(at: path).added == 1)
    #expect(try reader.statistics().items == 1)
  }
}

@Suite struct CollectionFileTests {
  private let csv = "id,latitude,longitude,license,credit\na,1,2,,\nb,1,2,CC-BY-4.0,Somebody\n"
  private let json = """
    {"name": "ny", "title": "New York", "description": "Views", "license": "CC0-1.0",
     "homepage": "https://example.org", "credit": "The Library", "curator": "me"}
    """

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
