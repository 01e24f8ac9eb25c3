import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkTestSupport

@Suite("Places and headings of curators")
struct CuratorPlaceTests {
  typealias Imported = CuratorFileTests.Imported

  // MARK: Places

  @Test(
    "a place is two numbers with nothing but signs, marks, directions and separators",
    arguments: [
      ("40.75, -73.98", 40.75, -73.98), ("(40.75 -73.98)", 40.75, -73.98),
      ("N40.75 W73.98", 40.75, -73.98), ("W73.98, N40.75", 40.75, -73.98),
      ("40.75N 73.98W", 40.75, -73.98), ("40°45'0\" N / 73° 58.8' W", 40.75, -73.98),
      ("POINT(-73.98 40.75)", 40.75, -73.98), ("SRID=4326;POINT (-73.98 40.75)", 40.75, -73.98),
      ("40,7500; -73,9800", 40.75, -73.98), ("40,75° -73,98°", 40.75, -73.98),
      ("40,75N 73,98W", 40.75, -73.98), ("N40,5, W73,25", 40.5, -73.25),
      ("40° 45,5' N 73° 58,8' W", 40.758333333333, -73.98),
      ("40,45,30N 73,58,48W", 40.758333333333, -73.98),
      ("geo:40.75,-73.98?z=17", 40.75, -73.98),
      ("POINT Z (-73.98 40.75 12)", 40.75, -73.98), ("geo:40.75,-73.98;u=35", 40.75, -73.98),
      ("{{Object location|40|45|0|N|73|58|48|W}}", 40.75, -73.98),
    ])
  func places(text: String, latitude: Double, longitude: Double) throws {
    let place = try #require(PlaceText(text))
    #expect(abs(place.latitude - latitude) < 1e-9 && abs(place.longitude - longitude) < 1e-9)
  }

  @Test(
    "words are no place, and a finding names the row",
    arguments: [
      "Box 9, Shelf 31", "31st Street & 7th Avenue", "9F28QX62+2X", "51.5", "Room 12",
      "https://www.openstreetmap.org/#map=17/51.5/-0.07", "51.5 N", "48° 51' N 2° 20' O",
      "between 3 and 4",
    ])
  func words(text: String) throws {
    let rows = "id,title,coordinates\na,A,\"\(text.replacing("\"", with: "\"\""))\"\nb,B,\"1, 2\"\n"
    let read = try Imported(rows)
    #expect(try read.item("a") == nil && read.item("b") != nil)
    let finding = read.report.findings.first { $0.identifier == "a" }
    #expect(["latitude", "longitude"].contains(finding?.column) && finding?.value == text)
  }

  @Test("text with a place of another system, or half a place, is refused")
  func badPlaces() {
    for text in [
      "SRID=3857;POINT(-8235000 4975000)", "POINT(1)", "geo:1", "1, 2, 3", "N1 N2", "1N 2",
      "1-2, 3", "-33.9 S 18.4 E", "33.9 S -18.4 W", "33.9 30 S 18.4 E",
      "geo:1,2;crs=moon",
    ] {
      #expect(PlaceText(text) == nil, "\(text)")
    }
  }

  @Test("of several places in a field the first is taken, with a finding")
  func severalPlaces() throws {
    let read = try Imported(
      "id,coordinates\na,\"1,2|3,4\"\nb,\"1,2; 3,4\"\nc,\"1,2|3-4\"\nd,\"1; 2\"\n")
    #expect((read.report.added, read.report.unplaced) == (4, 0))
    for id in ["a", "b", "c", "d"] {
      let place = try #require(try read.item(id)).pose.coordinate
      #expect(place.latitude == 1 && place.longitude == 2)
    }
    #expect(read.report.warnings.map(\.identifier) == ["a", "b", "c"])
  }

  @Test("the files with places in words", TestData.isPresent)
  func placesFound() throws {
    var read = try Imported(found: "place-words-become-coordinates.csv")
    for id in ["t1", "t2", "t3", "t4"] {
      #expect(try read.item(id) == nil)
      #expect(read.report.findings.contains { $0.identifier == id })
    }
    read = try Imported(found: "place-unreadable-unplaced-in-silence.csv")
    for id in ["s1", "s2"] {
      let place = try #require(try read.item(id)).pose.coordinate
      #expect(place.latitude == 40.75 && place.longitude == -73.98)
    }
  }

  // MARK: Headings

  @Test(
    "a heading is read by the words of captions",
    arguments: [
      ("Nordost", 45), ("sud-ouest", 225), ("Süden", 180), ("noroeste", 315), ("nord-est", 45),
      ("zuidwesten", 225), ("ovest", 270), ("NE", 45), ("north-east", 45),
    ] as [(String, Double)])
  func headingWords(text: String, degrees: Double) throws {
    let item = try #require(
      try Imported("id,latitude,longitude,heading\na,1,2,\(text)\n").item("a"))
    #expect(item.pose.heading?.degrees == degrees)
    #expect(item.pose.headingAccuracy != nil)
  }

  @Test(
    "the letter O is a direction where the column shows its language",
    arguments: [
      (["NO", "Nordost"], [45, 45]), (["so", "O", "Osten"], [135, 90, 90]),
      (["NO", "sud-ouest", "O"], [315, 225, 270]), (["NO", "Nord", "SO"], [nil, 0, nil]),
      (["NO", "Nordost", "ouest"], [nil, 45, 270]),
      (["N.O.", "nordwest", "Südost"], [45, 315, 135]),
    ] as [([String], [Double?])])
  func letterO(texts: [String], degrees: [Double?]) throws {
    let rows = texts.enumerated().map { "i\($0),1,2,\($1)\n" }.joined()
    let read = try Imported("id,latitude,longitude,heading\n" + rows)
    let found = try texts.indices.map { try read.item("i\($0)")?.pose.heading?.degrees }
    #expect(found == degrees)
    #expect(read.report.warnings.count == degrees.count { $0 == nil })
  }

  @Test("the file with German headings", TestData.isPresent)
  func headingsFound() throws {
    let read = try Imported(found: "heading-words-german.csv")
    for id in ["h1", "h2"] { #expect(try read.item(id)?.pose.heading?.degrees == 45) }
  }

  // MARK: Places far from the others

  @Test(
    "a place that lies alone far from the others is a finding with its mend",
    arguments: [
      ("48.85", "-2.35", "longitude 2.35, the other sign"),
      ("-48.85", "2.35", "latitude 48.85, the other sign"),
      ("48.85", "23.5", "longitude 2.35, a shifted point"),
      ("84.85", "2.35", "latitude 48.85, exchanged digits"),
      ("58.85", "2.35", "latitude 48.85, another digit"),
      ("8.85", "2.35", "latitude 48.85, a lost digit"),
      ("2.35", "48.85", "swapped"), ("10.1", "60.7", nil), ("49.5", "3.1", nil),
    ] as [(String, String, String?)], [0, 20, 60])
  func strays(place: (String, String, String?), index: Int) throws {
    var rows = (0..<60).map { "i\($0),\(48.8 + Double($0) / 1000),\(2.3 + Double($0) / 1000)\n" }
    rows.insert("odd,\(place.0),\(place.1)\n", at: index)
    let read = try Imported("id,latitude,longitude\n" + rows.joined())
    #expect((read.report.added, read.report.refused) == (61, 0))
    let findings = read.report.warnings
    #expect(findings.count == (place.2 == nil ? 0 : 1))
    if let mend = place.2 {
      #expect(findings.first?.identifier == "odd")
      #expect(findings.first?.reason.contains(mend) == true, "\(findings)")
    }
  }

  @Test("a place far from ten others of a town is found, too", arguments: [9, 10, 18])
  func fewPlaces(count: Int) throws {
    var rows = (0..<count).map { "i\($0),\(48.8 + Double($0) / 1000),\(2.3 + Double($0) / 1000)\n" }
    rows.insert("odd,48.85,-2.35\n", at: 4)
    let findings = try Imported("id,latitude,longitude\n" + rows.joined()).report.warnings
    #expect(findings.map(\.identifier) == ["odd"])
    #expect(findings.first?.reason.contains("the other sign") == true)
    // Ten cities of a continent have no area.
    let cities = (0..<count).map { "i\($0),\(40 + $0),\(Double($0) * 2 - 9)\n" }.joined()
    #expect(try Imported("id,latitude,longitude\n" + cities).report.warnings == [])
  }

  @Test("several far places near each other are another area, and a worldwide source has no strays")
  func otherAreas() throws {
    let home = (0..<50).map { "i\($0),48.8,\(2.3 + Double($0) / 1000)\n" }
    let away = (0..<3).map { "o\($0),48.8,-2.\($0)\n" }
    #expect(try Imported("id,latitude,longitude\n" + (home + away).joined()).report.findings == [])
    let world = (0..<60).map { "i\($0),\($0 * 2 - 60),\($0 * 5 - 151)\n" }.joined()
    #expect(try Imported("id,latitude,longitude\n" + world).report.findings == [])
  }

  @Test("the file with one sign lost", TestData.isPresent)
  func strayFound() throws {
    let findings = try Imported(found: "place-sign-lost-one-of-61.csv").report.findings
    #expect(findings.count == 1)
    #expect(findings.first?.reason.contains("the other sign") == true)
  }
}
