import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// Everyday files, beyond the formats' own rules.
@Suite struct EverydaySourceTests {
  private func reading(
    _ text: String, as name: String = "items.csv",
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> (ImportReport, [String: Item]) {
    let fixture = try ArchiveFixture()
    var options = ImportOptions(collection: "test")
    change(&options)
    let report = try fixture.archive.importCatalogue(
      at: fixture.write(text, to: name), options: options)
    let items = try fixture.contents().values.map { ($0.id.identifier, $0) }
    return (report, Dictionary(uniqueKeysWithValues: items))
  }

  private func refusal(of text: String, as name: String = "items.csv") throws -> String {
    let error = #expect(throws: ArchiveError.self) { _ = try reading(text, as: name) }
    return error?.message ?? ""
  }

  @Test(arguments: [
    ("40°45'N", 40.75), ("40° 45' 30\" N", 40.758_333), ("N 40°45.5′", 40.758_333),
    ("40.75 N", 40.75),
    ("40°45'30.5″S", -40.758_472), ("-0°30'", -0.5), ("40.7°", 40.7), ("\u{2212}40.75", -40.75),
    ("\u{200B}40.7\u{FEFF}", 40.7),
  ])
  func `a latitude is read as maps write it`(text: String, degrees: Double) throws {
    let escaped = text.replacing("\"", with: "\"\"")
    let (report, items) = try reading("id,latitude,longitude\na,\"\(escaped)\",2\n")
    #expect(report.faults == [])
    #expect(abs((items["a"]?.pose.coordinate.latitude ?? 99) - degrees) < 1e-5)
  }

  @Test(arguments: [
    "40 45", "40°45'E", "40°61'", "40.5°30'", "40°N30", "°", "N", "-40°S", "40°45'30\"15", "40°-5'",
    "4O°",
  ])
  func `what is not surely a latitude is refused`(text: String) throws {
    let escaped = text.replacing("\"", with: "\"\"")
    let (report, _) = try reading("id,latitude,longitude\na,\"\(escaped)\",2\n")
    #expect(report.faults.map(\.column) == ["latitude"])
    #expect(report.faults.first?.hint?.isEmpty == false)
  }

  @Test func `a column of whole places is guessed, and well-known text has x first`() throws {
    let (report, items) = try reading(
      """
      id,coordinates
      a,"40.7, -74"
      b,POINT(-74 40.7)
      c,"40°42'N 74°W"
      d,somewhere
      e,"40.7; x"
      """)
    for id in ["a", "b", "c"] {
      let place = try #require(items[id]).pose.coordinate
      #expect(abs(place.latitude - 40.7) < 1e-9, "\(id)")
      #expect(abs(place.longitude + 74) < 1e-9, "\(id)")
    }
    #expect(report.unplaced == 1)
    #expect(Set(report.faults.map(\.identifier)) == ["e"])
  }

  @Test func `a heading in words has the accuracy that words deserve`() throws {
    let (report, items) = try reading(
      "id,latitude,longitude,heading,heading_accuracy\na,1,2,NE,\nb,1,2,north-northwest,\nc,1,2,S,5\n"
    )
    #expect(items["a"]?.pose.heading?.degrees == 45)
    #expect(items["a"]?.pose.headingAccuracy?.degrees == 22.5)
    #expect(items["b"]?.pose.heading?.degrees == 337.5)
    #expect(items["c"]?.pose.headingAccuracy?.degrees == 5)
    #expect(report.findings.map(\.severity) == [.note, .note, .note])
  }

  @Test func `made ids stay the same when rows move or get a place, and identify the same rows`()
    throws
  {
    let header = "title,date,latitude,longitude\n"
    #expect(try refusal(of: header + "Mill,1905,,\n").contains("--make-ids"))
    let make: (inout ImportOptions) -> Void = { $0.makesIdentifiers = true }
    let (report, items) = try reading(
      header + "Mill,1905,1,2\nBridge,1911,1,2\nMill,1905,1,2\n,,,\n", make)
    #expect((report.added, report.refused) == (2, 2))
    #expect(report.faults.map(\.line) == [4, 5])
    #expect(report.faults.last?.reason.contains("has no value") == true)
    #expect(
      report.findings.contains { $0.severity == .note && $0.reason.contains("2 rows") } == false)
    let (_, moved) = try reading(header + "Bridge,1911,,\nMill,1905,1.5,2\n", make)
    #expect(Set(items.keys).isSuperset(of: moved.keys))
    #expect(moved.count == 1)
  }

  @Test func `a row with an id keeps it when ids are made`() throws {
    let (report, items) = try reading("id,title,latitude,longitude\na,x,1,2\n,x,1,2\n") {
      $0.makesIdentifiers = true
    }
    #expect(report.added == 2)
    #expect(items["a"] != nil)
    #expect(report.findings.map(\.severity) == [.note])
  }

  @Test func `records are numbered in a CSV, too`() throws {
    let (_, items) = try reading("number,lat,lon\n7,1,2\n8,1,2\n") { $0.map = [.id: "@number"] }
    #expect(Set(items.keys) == ["1", "2"])
  }

  @Test
  func `names are the same however their accents are written, and hidden characters are told`()
    throws
  {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\ncafe\u{301},1,2\n")
    let again = try fixture.importCSV("id,latitude,longitude\ncaf\u{E9},1,2\n")
    #expect((again.added, again.unchanged) == (0, 1))
    let hidden = try fixture.importCSV("id,latitude,longitude\nx\u{200B}1,1,2\n")
    #expect(hidden.warnings.first?.reason.contains("U+200B") == true)
  }

  @Test func `a title above the header is recognised`() throws {
    let said = try refusal(of: "Museum of the town,,\n,,\nid,lat,lon\na,1,2\n")
    #expect(said.contains("Line 3 looks like the header"))
  }

  @Test func `swapped places are found by the others, except in a collection of the whole world`()
    throws
  {
    var text = "id,latitude,longitude\nearly,-74,40.7\n"
    for index in 0..<60 { text += "a\(index),40.\(index),-74.\(index)\n" }
    text += "late,-74.1,40.5\nfar,51.5,0.1\n"
    let (report, _) = try reading(text)
    #expect(report.warnings.map(\.identifier) == ["early", "late"])
    #expect(report.warnings.first?.line == 2)
    var world = "id,latitude,longitude\n"
    for index in 0..<80 { world += "a\(index),\(index * 2 - 79),\(index * 4 - 160)\n" }
    #expect(try reading(world).0.findings == [])
    let (all, _) = try reading("id,latitude,longitude\na,-74,40\nb,-73,41\nc,-74.1,40.2\n")
    #expect(all.warnings.map(\.line) == [nil])
  }

  @Test func `the area that the archive knows holds for a source that names none`() throws {
    let fixture = try ArchiveFixture()
    try fixture.write(#"{"name": "test", "area": [-75, 40, -73, 41.5]}"#, to: "collection.json")
    try fixture.archive.importCatalogue(
      at: fixture.write("id,latitude,longitude\na,40.7,-74\n"), options: ImportOptions())
    let other = try fixture.write("id,latitude,longitude\nb,51,0.5\n", to: "other/more.csv")
    let report = try fixture.archive.importCatalogue(
      at: other, options: ImportOptions(collection: "test"))
    #expect(report.warnings.first?.reason.contains("outside the collection's area") == true)
  }

  @Test(arguments: [
    ("{\n\"name\": \"x\",\n}", "line 3, column 1"), (#"{"name": "x", "name": "y"}"#, "is repeated"),
    (#"{"name": "x"} {}"#, "column 15"), (#"{"name": 7}"#, "\"name\" isn't a text"),
  ])
  func `a broken collection.json says where`(text: String, place: String) {
    let error = #expect(throws: ArchiveError.self) {
      try CollectionFile(bytes: Array(text.utf8), path: "collection.json")
    }
    #expect(error?.message.contains(place) == true, "\(error?.message ?? "")")
  }

  @Test func `a true or a text isn't a corner of an area`() throws {
    for area in [
      "[true, 1, 2, 3]", "[\"0\", 1, 2, 3]", "[0, 91, 1, 92]", "[0, 2, 1, 1]", "[0, 1, 2]", "1e999",
    ] {
      let file = try CollectionFile(
        bytes: Array(#"{"name": "x", "area": \#(area)}"#.utf8), path: "collection.json")
      #expect(file.statement.area == nil)
      #expect(file.doubts.count == 1)
    }
  }

  @Test func `standard input's media lie where a folder is named`() throws {
    let fixture = try ArchiveFixture()
    try fixture.write("picture", to: "scans/a.jpg")
    let folders = MediaFolders(base: fixture.folder.path("scans"), others: [])
    for (media, faults) in [(Optional(folders), 0), (nil, 1)] {
      var sources = try SourceOpening.open(
        ByteSource(bytes: Array("id,latitude,longitude,media\na,1,2,a.jpg\n".utf8)), folder: nil,
        context: SourceContext(statement: CollectionStatement(name: "test"), media: media),
        options: ImportOptions(collection: "test"))
      let row = try sources[0].next()
      #expect(row?.findings.count == faults)
      if faults > 0 { #expect(row?.findings.first?.hint?.contains("--media-folder") == true) }
    }
  }

  @Test func `an address that a mapping doesn't find is reported`() throws {
    let preset =
      #"{"name": "p", "fields": {"id": "id", "media": {"from": "m", "transform": "first URL"}}}"#
    let (report, _) = try reading("id,m\na,scans/a.jpg\nb,\nc,https://example.org/c.jpg\n") {
      $0.preset = try? Preset(bytes: Array(preset.utf8), path: "")
    }
    #expect(report.warnings.compactMap(\.value) == ["scans/a.jpg"])
  }

  @Test(arguments: [
    ("a.jpg", ["a.jpg.xmp", "a.jpg.XMP", "a.xmp", "a.XMP"]), ("b.c/d", ["b.c/d.xmp", "b.c/d.XMP"]),
    ("x/.hidden", ["x/.hidden.xmp", "x/.hidden.XMP"]),
  ])
  func `a picture's sidecar has its name`(file: String, names: [String]) {
    #expect(Sidecar.metadata.names(of: file) == names)
  }

  @Test(arguments: [
    ("x/a.jpg", "x/a.jpg.json"), ("x/a.jpg", "x/a.jpg.supplemental-metadata.json"),
    ("x/a(2).jpg", "x/a.jpg(2).json"), ("a(2).jpg", "a.jpg.supplemental-metadata(2).json"),
    ("PXL_20231006_063000139.NIGHT.jpg", "PXL_20231006_063000139.NIGHT.jpg.supplemental-.json"),
    (
      "Screenshot_20190101-120000_Some.Long.App.Name.jpg",
      "Screenshot_20190101-120000_Some.Long.App.Name..json"
    ),
  ])
  func `Takeout's JSON of a picture has its name, cut and numbered`(file: String, name: String) {
    #expect(Sidecar.takeout.names(of: file).contains(name))
  }

  @Test(arguments: [
    ("a.TIFF", ["a.tfw", "a.TFW", "a.tiffw", "a.TIFFW", "a.wld", "a.WLD"]),
    (
      "b.c/d.jpg", ["b.c/d.jgw", "b.c/d.JGW", "b.c/d.jpgw", "b.c/d.JPGW", "b.c/d.wld", "b.c/d.WLD"]
    ),
  ])
  func `a picture's world file has its name`(file: String, names: [String]) {
    #expect(Sidecar.world.names(of: file) == names)
    #expect(Sidecar.auxiliary.names(of: file).first == file + ".aux.xml")
  }

  @Test func `a preset's name that the source lacks is reported`() throws {
    let preset = try Preset(
      bytes: Array(
        #"{"name": "mine", "fields": {"id": ["nr", "no"], "latitude": "n", "longitude": "e", "title": "t"}}"#
          .utf8),
      path: "")
    let (report, _) = try reading("no,n,e\na,1,2\n") { $0.preset = preset }
    #expect(report.added == 1)
    #expect(report.warnings.map(\.column) == ["title"])
    let error = #expect(throws: ArchiveError.self) {
      _ = try reading("number,n,e\na,1,2\n") { $0.preset = preset }
    }
    #expect(error?.message.contains("nr, no") == true)
  }

  @Test(arguments: [
    (#"{"name": "x", "fields": {"id": {"from": "a", "values": ["b"]}}}"#, "values"),
    (#"{"name": "x", "fields": {"id": {"from": "a", "values": {"b": ["c"]}}}}"#, "\"b\""),
    (#"{"name": "x", "fields": {"id": {"template": "{a"}}}"#, "brace"),
    (#"{"name": "x", "fields": {"id": {"constant": []}}}"#, "constant"),
    (
      #"{"name": "x", "fields": {"id": {"from": "a", "if": 1}, "title": {"if": {}, "from": "a"}}}"#,
      "\"if\""
    ),
    (#"{"name": "x", "fields": ["id"]}"#, "an object"),
    ("{\"name\": \"x\",\n}", "line 2, column 1"),
    (#"{"name": "x", "join": {"file": "a", "on": "b", "of": "c"}, "fields": {"id": "a"}}"#, "join"),
  ])
  func `nothing in a preset is passed over`(text: String, message: String) {
    let error = #expect(throws: ArchiveError.self) {
      try Preset(bytes: Array(text.utf8), path: "my.json")
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }
}
