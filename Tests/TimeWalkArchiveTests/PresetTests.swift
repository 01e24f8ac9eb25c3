import Foundation
import Testing
@testable import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkSpatiaLite

/// A caption, and the direction that it says.
struct Caption: Sendable, CustomTestStringConvertible {
  var text: String
  var degrees: Double?
  var accuracy: Double?

  init(_ text: String, _ degrees: Double? = nil, _ accuracy: Double? = nil) {
    (self.text, self.degrees, self.accuracy) = (text, degrees, accuracy)
  }

  var testDescription: String { text }
}

@Suite struct PresetTests {
  @Test func `every preset comes with the program and reads as its file`() throws {
    #expect(PresetFiles.all.count == Preset.bundled.count)
    for bytes in PresetFiles.all { _ = try Preset(bytes: bytes, path: "bundled") }
    #expect(
      Set(Preset.bundled.keys).isSuperset(of: [
        "oldnyc", "surveyor", "smapshot", "collectionbuilder", "oldperth", "commons", "oldtoronto",
        "fifth-avenue", "iiif", "stac",
      ]))
  }

  @Test(arguments: [
    ("{}", "name"), (#"{"name": "x"}"#, "fields"), ("[", "isn't JSON"),
    ("[]", "isn't a JSON object"),
    (#"{"name": "x", "fields": {"colour": "c"}}"#, "colour"),
    (#"{"name": "x", "fields": {"id": {"from": "a", "transform": "magic"}}}"#, "first URL"),
    (#"{"name": "x", "fields": {"id": {"form": "a"}}}"#, "form"),
    (#"{"name": "x", "fields": {"id": {}}}"#, "from"), (#"{"name": "x", "extra": 1}"#, "extra"),
    (#"{"name": "x", "format": "xls", "fields": {"id": "a"}}"#, "xls"),
  ])
  func `a preset that is wrong says where`(text: String, message: String) {
    let error = #expect(throws: ArchiveError.self) {
      try Preset(bytes: Array(text.utf8), path: "my.json")
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func `a curator's own file is a preset`() throws {
    let fixture = try ArchiveFixture()
    let preset = try fixture.write(
      #"""
      {"name": "mine", "fields": {"id": "nr", "latitude": "north", "longitude": "east",
       "heading": {"from": "left", "transform": "negate"}, "altitude": {"from": "feet", "transform": "feet"},
       "license": {"from": "code", "values": {"PD": "CC0-1.0"}},
       "accuracy": {"constant": 25, "if": "north"}, "source": {"template": "https://example.org/{nr}"}}}
      """#, to: "mine.json")
    let path = try fixture.write("nr;north;east;left;feet;code\n7;1,5;2;-30;100;PD\n")
    try fixture.archive.importCatalogue(
      at: path, options: ImportOptions(collection: "test", preset: Preset.find(preset)))
    let item = try #require(try fixture.contents().values.first)
    let numbers = [
      item.pose.coordinate.latitude, item.pose.heading?.degrees, item.pose.altitude?.meters,
      item.pose.coordinate.horizontalAccuracy?.meters,
    ]
    #expect(numbers == [1.5, 30, 30.48, 25])
    let texts = [item.id.identifier, item.license, item.source]
    #expect(texts == ["7", "CC0-1.0", "https://example.org/7"])
  }

  @Test func `Commons: camera and object locations with their heading`() throws {
    let fixture = try ArchiveFixture()
    let path = try fixture.write(
      """
      pageid,title,camera_location,date
      1,A,{{Location|40.7484|-73.9857|heading:NE}},1905
      2,B,{{Location dec|40|44|54.2|N|73|59|8.5|W|region:US_heading:45}},1905-06-12 10:11
      3,C,"40.7484, -73.9857",
      4,D,{{Object location|40.7484|-73.9857}},
      """)
    let report = try fixture.archive.importCatalogue(
      at: path, options: ImportOptions(collection: "test", preset: Preset.find("commons")))
    #expect((report.added, report.unplaced) == (4, 0), "\(report.findings)")
    let items = try fixture.contents().values.sorted { $0.id.identifier < $1.id.identifier }
    #expect(items.map { $0.pose.heading?.degrees } == [45, 45, nil, nil])
    #expect(items.allSatisfy { abs($0.pose.coordinate.latitude - 40.7484) < 1e-4 })
    #expect(items.allSatisfy { abs($0.pose.coordinate.longitude + 73.9857) < 1e-4 })
    #expect(items.map(\.pose.locationOf) == [.camera, .camera, .camera, .subject])
    #expect(items[1].date?.edtf == "1905-06-12")
  }

  @Test(arguments: [
    Caption("Fifth Avenue, looking north from 42nd Street", 0, 45),
    Caption("Murray Street, looking east, Perth. 10 November 2009", 90, 45),
    Caption("A view northeast from the Times Tower", 45, 22.5),
    Caption("Broadway, facing east on Broadway", 90, 45),
    Caption("Wall Street looking W.", 270, 45),
    Caption("The pier, looking N.E. across the river", 45, 22.5),
    Caption("The view is southwestward over the park.", 225, 22.5),
    Caption("View looking south east, towards the bridge", 135, 22.5),
    Caption("as viewed in a northerly direction", 0, 45), Caption("Looking NNW", 337.5, 11.25),
    Caption("looking north and showing the El", 0, 45),
    Caption("looking north up the East River", 0, 45),
    Caption("looking north-northwest", 337.5, 11.25), Caption("Camera facing NW", 315, 22.5),
    Caption("view NNW", 337.5, 11.25), Caption("Zürich, Blick nach Nordwesten (NW)", 315, 22.5),
    Caption("Blick gegen Süden", 180, 45), Caption("Blickrichtung Osten", 90, 45),
    Caption("Vue en direction du sud-est", 135, 22.5),
    Caption("Le pont, vue vers l'ouest", 270, 45),
    Caption("La calle, mirando al norte", 0, 45), Caption("mirando hacia el suroeste", 225, 22.5),
    Caption("Dam, gezien naar het noordoosten", 45, 22.5), Caption("Veduta verso nord", 0, 45),
    Caption("Vue sur la ville"), Caption("Vista del sur"), Caption("Blick auf die Ostseite"),
    Caption("Blick nach Norden und Süden"), Caption("Blick von Süden"),
    Caption("gezien vanuit het noorden"),
    Caption("taken from N.E. corner"), Caption("View of North Street, east end"),
    Caption("Vista al mar"),
    Caption("Blick nach Nordhausen"), Caption("Richtung Westen"),
    Caption("Blick nach O. Meyers Haus"),
    Caption("North side of 42nd Street"), Caption("North Street, Boston"),
    Caption("looking north and south"), Caption("looking north, and then east"),
    Caption("A view of the north wing"), Caption("A view of North River"),
    Caption("The house viewed from the south"), Caption("Bay View Terrace, West Perth"),
    Caption("view, showing the east side"), Caption("a view to the north side of it"),
    Caption("(1) The house. (2) The same, looking west"), Caption("View 2 is east from here"),
    Caption("views the W. J. Allen farmhouse"), Caption("Good-looking northerners"), Caption(""),
  ])
  func `a caption gives the direction that it says and no other`(_ caption: Caption) {
    let found = CaptionHeading.find(in: [caption.text])
    #expect(found?.degrees == caption.degrees)
    #expect(found?.accuracy == caption.accuracy)
  }

  @Test func `captions that disagree say nothing, and a heading is never replaced`() throws {
    #expect(CaptionHeading.find(in: ["looking north", "looking east"]) == nil)
    #expect(CaptionHeading.find(in: ["looking north", "view northward"])?.degrees == 0)
    let fixture = try ArchiveFixture()
    let report = try fixture.importCSV(
      "id,title,latitude,longitude,heading\na,looking north,1,2,100\nb,looking north,1,2,\n")
    #expect(report.findings.map(\.severity) == [.note])
    let headings = try fixture.contents().values.sorted { $0.id.identifier < $1.id.identifier }
      .map { $0.pose.heading?.degrees }
    #expect(headings == [100, 0])
  }

  @Test(arguments: [
    ("Hay Street, Perth, March 1982", "March 1982"), ("Shop, 25 June 1979", "25 June 1979"),
    ("Court, Perth, ca. 2007", "ca. 2007"), ("Terrace, Perth, 1868?", "1868?"),
    ("500 Hay Street", nil), ("Warehouse 1950 Ltd", nil), ("Perth", nil),
  ])
  func `a title's last words may be its date`(title: String, date: String?) {
    #expect(TrailingDate.find(in: title) == date)
  }

  @Test(arguments: [
    ("40.7484, -73.9857", 40.7484, -73.9857),
    ("40° 44' 54.24\" N 73° 59' 8.52\" W", 40.7484, -73.9857),
    ("{{Location|-31.95|115.86}}", -31.95, 115.86), ("31°57'S, 115°51.6'E", -31.95, 115.86),
  ])
  func `a place in words is read`(text: String, latitude: Double, longitude: Double) throws {
    let place = try #require(PlaceText(text))
    #expect(abs(place.latitude - latitude) < 1e-6)
    #expect(abs(place.longitude - longitude) < 1e-6)
  }
}
