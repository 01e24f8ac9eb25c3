import Foundation
import Testing
import TimeWalkTestSupport

/// Items near a place that don't show the view from there, for users.
@Suite("Places", .waitsForProcesses, .onEachEngine, .serialized)
struct PlacesTests {
  /// A town with two maps, a prospect over the river, and two photographs aside.
  private static func town() throws -> Workplace {
    let place = try Workplace()
    let csv = """
      id,title,date,latitude,longitude,accuracy,location_of,heading,field_of_view,view_distance,kind,outline
      old,The old plan,1700,,,,,,,,map,"POLYGON ((-0.02 50.99, 0.02 50.99, 0.02 51.01, -0.02 51.01, -0.02 50.99))"
      new,The new plan,1900,,,,,,,,map,"POLYGON ((-0.02 50.99, 0.02 50.99, 0.02 51.01, -0.02 51.01, -0.02 50.99))"
      away,A plan of elsewhere,1700,,,,,,,,map,"POLYGON ((1 51, 1.1 51, 1.1 51.1, 1 51.1, 1 51))"
      prospect,The prospect,1750,51.004,0,50,camera,180,60,1500,print,
      aside,A side street,1890,51.0008,0.002,10,camera,90,50,60,photograph,
      shop,A shop,1700,51.0003,0.0004,10,subject,,,,photograph,

      """
    try #require(place.importCatalogue(csv, collection: "town").status == 0)
    return place
  }

  private static func answer(_ place: Workplace, _ flags: [String]) throws -> [String: Any] {
    let found = try place.run(["match", "--horizontal-accuracy", "5", "--json"] + flags)
    return try #require(try found.json().first, "\(found.errors)")
  }

  private static let here = ["--latitude", "51", "--longitude", "0", "--heading", "270"]

  private static func places(_ answer: [String: Any]) -> [String: [String: Any]] {
    let places = answer["places"] as? [[String: Any]] ?? []
    return Dictionary(
      places.map { (($0["id"] as? String ?? "").replacing("town:", with: ""), $0) }
    ) { first, _ in first }
  }

  @Test("each has its relation to the place, its distance and its date")
  func kinds() throws {
    let answer = try Self.answer(Self.town(), Self.here + ["--places"])
    let places = Self.places(answer)
    #expect(Set(places.keys) == ["old", "new", "prospect", "aside", "shop"])
    #expect(places["old"]?["how"] as? String == "covers" && places["old"]?["distance"] == nil)
    #expect(places["prospect"]?["how"] as? String == "holds")
    let distance = try #require(places["prospect"]?["distance"] as? Double)
    #expect(abs(distance - 445) < 5)
    #expect(abs((places["prospect"]?["bearing"] as? Double ?? 99) - 0) < 0.1)
    #expect(
      places["aside"]?["how"] as? String == "near" && places["shop"]?["how"] as? String == "near")
    #expect((places["prospect"]?["placedTo"] as? Double) == 50)
    // They don't affect a match's probability.
    #expect(places.values.allSatisfy { $0["confidence"] == nil })
    let reason = try #require(places["prospect"]?["reason"] as? String)
    #expect(reason.contains("of 1750") && reason.contains("within its frame"))
  }

  @Test("they change no match and no chance")
  func apart() throws {
    let place = try Self.town()
    var with = try Self.answer(place, Self.here + ["--places", "--era", "1890/1900"])
    var without = try Self.answer(place, Self.here + ["--era", "1890/1900"])
    for key in ["places", "warnings"] { (with[key], without[key]) = (nil, nil) }
    #expect(with as NSDictionary == without as NSDictionary)
  }

  @Test("they are included if no view of the era is likely, those of the era first")
  func unasked() throws {
    let answer = try Self.answer(Self.town(), Self.here + ["--era", "1695/1705"])
    let places = try #require(answer["places"] as? [[String: Any]])
    let ids = places.compactMap { $0["id"] as? String }
    #expect(Set(ids.prefix(2)) == ["town:old", "town:shop"])
    #expect(places[0]["era"] as? String == "within")
    // A likely view of the wanted time needs no other.
    let looked = try Self.answer(
      Self.town(),
      ["--latitude", "51.0008", "--longitude", "0.002", "--heading", "90", "--field-of-view", "50"]
        + ["--era", "1890"])
    #expect(looked["places"] == nil)
  }

  @Test("an era before all pictures gets the earliest of each kind, with a note")
  func early() throws {
    let answer = try Self.answer(Self.town(), Self.here + ["--era", "1609"])
    let places = try #require(answer["places"] as? [[String: Any]])
    #expect(
      Set(places.prefix(3).compactMap { $0["how"] as? String }) == ["covers", "holds", "near"])
    #expect(places.first?["date"] as? String == "1700")
    let warnings = try #require(answer["warnings"] as? [String])
    #expect(warnings.contains { $0.hasPrefix("No picture from 1609 here. These are the earliest") })
  }

  @Test(
    "if nothing is known the answer has only that note",
    arguments: [("10", "-40"), ("90", "0"), ("-90", "0"), ("51.0101", "0.5")])
  func nothing(latitude: String, longitude: String) throws {
    let answer = try Self.answer(
      Self.town(), ["--latitude", latitude, "--longitude", longitude, "--heading", "0"])
    #expect((answer["places"] as? [Any])?.isEmpty ?? true)
    #expect((answer["matches"] as? [Any])?.isEmpty ?? false)
  }

  @Test("a map's edge is where its outline ends")
  func edge() throws {
    let place = try Self.town()
    func covers(_ longitude: String) throws -> Bool {
      let answer = try Self.answer(
        place, ["--latitude", "51", "--longitude", longitude, "--heading", "0", "--places"])
      return Self.places(answer)["old"] != nil
    }
    #expect(try covers("0.01999"))
    #expect(try !covers("0.02001"))
  }

  @Test("the endpoint and the text output have the same content")
  func fronts() throws {
    let place = try Self.town()
    let request =
      #"{"jsonrpc":"2.0","id":1,"method":"match","params":"#
      + #"{"latitude":51,"longitude":0,"heading":270,"horizontalAccuracy":5,"places":true}}"#
    let answered = try place.run(["endpoint"], input: request + "\n")
    let result = try #require(try answered.json().first?["result"] as? [String: Any])
    let command = try Self.answer(place, Self.here + ["--places"])
    #expect(result["places"] as? NSArray == command["places"] as? NSArray)
    let text = try place.run(
      ["match", "--horizontal-accuracy", "5", "--places", "--verbose"] + Self.here)
    #expect(text.output.contains("Items near the place that do not show this view:"))
    #expect(text.output.contains("The old plan"))
  }

  @Test(
    "a photo without a view of the era gets the map around its place, and without its place none")
  func crop() throws {
    let place = try Workplace()
    let folder = Project.root.appendingPathComponent("Archive/sample").path
    try #require(place.run(["archive", "import", folder]).status == 0)
    let flags = ["--era", "1660", "--strict-era", "--json"]
    let first = try place.submit([ComposeTests.sample], flags)
    let answer = try #require(try first.json().first, "\(first.errors)")
    let historical = try #require(ThenTests.roles(answer)["historical"])
    #expect(historical["kind"] as? String == "map")
    #expect(historical["item"] as? String == "sample:imagined-map-1660")
    let withheld = try place.submit([ComposeTests.sample], flags + ["--strip-location"])
    let stripped = try #require(try withheld.json().first, "\(withheld.errors)")
    #expect(try ThenTests.roles(stripped)["historical"]?["kind"] as? String == "plate")
    let told = try #require(stripped["places"] as? [[String: Any]])
    #expect(!told.isEmpty && told.allSatisfy { $0["distance"] == nil && $0["placedTo"] == nil })
    let wide = try place.submit(
      [ComposeTests.sample], flags + ["--places-radius", "5", "--again"])
    #expect(wide.status != 0 && wide.errors.contains("placesRadius 5.0 must be within"))
  }

  // MARK: Annotations

  private static func annotation(
    _ points: [(x: Double, y: Double, longitude: Double, latitude: Double)],
    mask: String = "0,0 1000,0 1000,800 0,800"
  ) -> String {
    let features = points.map {
      #"{"type":"Feature","properties":{"resourceCoords":[\#($0.x),\#($0.y)]},"geometry":{"type":"Point","coordinates":[\#($0.longitude),\#($0.latitude)]}}"#
    }.joined(separator: ",")
    return #"""
      {"@context":["http://iiif.io/api/extension/georef/1/context.json","http://iiif.io/api/presentation/3/context.json"],"id":"https://annotations.example/maps/abc123","type":"Annotation","motivation":"georeferencing","_own":{"kept":[1,2]},"target":{"type":"SpecificResource","source":{"id":"https://iiif.example/image/7","type":"ImageService2","height":800,"width":1000,"partOf":[{"id":"https://iiif.example/manifest","type":"Manifest","label":{"en":["A town plan"]}}]},"selector":{"type":"SvgSelector","value":"<svg width=\"1000\" height=\"800\"><polygon points=\"\#(mask)\" /></svg>"}},"body":{"type":"FeatureCollection","transformation":{"type":"polynomial","options":{"order":1}},"features":[\#(features)]}}
      """#
  }

  private static let corners = [
    (x: 0.0, y: 0.0, longitude: 10.0, latitude: 50.008), (1000, 0, 10.016, 50.008),
    (1000, 800, 10.016, 50), (0, 800, 10, 50),
  ]

  @Test("a Georeference Annotation is imported, covers its ground, and is exported unchanged")
  func annotations() throws {
    let place = try Workplace()
    let text = Self.annotation(Self.corners)
    let file = try place.write(Array(text.utf8), to: "map.json")
    let imported = try place.run(["archive", "import", file, "--collection", "maps"])
    try #require(imported.status == 0, "\(imported.errors)")
    let item = try #require(
      try place.run(["archive", "show", "maps:abc123", "--json"]).json().first)
    #expect(item["title"] as? String == "A town plan" && item["kind"] as? String == "map")
    let media = item["media"] as? [String: Any]
    #expect(media?["url"] as? String == "https://iiif.example/image/7/full/full/0/default.jpg")
    let answer = try Self.answer(
      place, ["--latitude", "50.004", "--longitude", "10.008", "--heading", "0"])
    let map = try #require((answer["places"] as? [[String: Any]])?.first)
    #expect(map["how"] as? String == "covers")
    // A degree of longitude there is 71.6 km: 1000 pixels for 0.016 degrees.
    #expect(abs((map["resolution"] as? Double ?? 0) - 1.13) < 0.03)
    let out = place.folder.path("out.json")
    let exported = try place.run(["archive", "export", out, "--format", "georef"])
    try #require(exported.status == 0, "\(exported.errors)")
    func json(_ text: String) throws -> NSDictionary? {
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    }
    let page = try json(String(contentsOfFile: out, encoding: .utf8))
    let items = try #require(page?["items"] as? [NSDictionary])
    #expect(try items == [#require(try json(text))])
    // And through a catalogue.
    let csv = place.folder.path("maps.csv")
    try #require(place.run(["archive", "export", csv, "--collection", "maps"]).status == 0)
    let again = try place.run(["archive", "import", csv, "--collection", "maps"])
    #expect(again.errors.contains("1 unchanged") || again.output.contains("1 unchanged"))
  }

  @Test(
    "faults of control points and masks are reported at import",
    arguments: [
      ([corners[0], corners[1]], "0,0 1000,0 1000,800 0,800", "needs 3 control points"),
      (
        [corners[0], (500, 400, 10.008, 50.004), corners[2]], "0,0 1000,0 1000,800 0,800",
        "are on one line"
      ),
      (corners, "0,0 1000,800 1000,0 0,800", "the mask crosses itself"),
      (
        [(0, 0, 10.016, 50.008), (1000, 0, 10, 50.008), (1000, 800, 10, 50), (0, 800, 10.016, 50)],
        "0,0 1000,0 1000,800 0,800", "mirror the map"
      ),
    ] as [([(x: Double, y: Double, longitude: Double, latitude: Double)], String, String)])
  func findings(
    points: [(x: Double, y: Double, longitude: Double, latitude: Double)], mask: String,
    words: String
  ) throws {
    let place = try Workplace()
    let text = Self.annotation(points, mask: mask)
    let file = try place.write(Array(text.utf8), to: "map.json")
    let imported = try place.run(["archive", "import", file, "--collection", "maps"])
    #expect(imported.status == 0, "\(imported.errors)")
    #expect((imported.output + imported.errors).contains(words), "\(imported.errors)")
    let shown = try place.run(["archive", "list", "--collection", "maps", "--unplaced"])
    // Nothing is lost: without a place it waits for one.
    let isUnplaced = shown.output.contains("maps:abc123")
    #expect(isUnplaced == words.contains("crosses"), "\(shown.output)")
  }
}
