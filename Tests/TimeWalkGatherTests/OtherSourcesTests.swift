import Foundation
import Testing
import TimeWalkArchive
import TimeWalkGather
import TimeWalkTestSupport

@Suite(
  "PastVu, smapshot, OldNYC and Europeana, played by their documented shapes", .waitsForProcesses)
struct OtherSourcesTests {
  // MARK: PastVu

  private static func photo(
    _ number: Int, year: Any = 1905, year2: Any? = nil, direction: String? = nil,
    place: Any = [38.714, -9.139]
  ) -> [String: Any] {
    var photo: [String: Any] = [
      "cid": number, "s": 5, "file": "a/b/c.jpg", "title": "Rua &quot;A&quot;", "geo": place,
      "year": year,
    ]
    if let year2 { photo["year2"] = year2 }
    if let direction { photo["dir"] = direction }
    return photo
  }

  /// PastVu's answers: the photos in a polygon.
  private static func pastVu(_ photos: [[String: Any]]) -> @Sendable (String) -> LocalServer.Reply {
    let data = (try? JSONSerialization.data(withJSONObject: photos)) ?? Data()
    return { path in
      let asked = PlayedCommons.parameters(path)
      let photos = (try? JSONSerialization.jsonObject(with: data)) as? [[String: Any]] ?? []
      let parameters =
        (try? JSONSerialization.jsonObject(with: Data((asked["params"] ?? "").utf8)))
        as? [String: Any] ?? [:]
      let geometry = parameters["geometry"] as? [String: Any]
      let ring = (geometry?["coordinates"] as? [[[Double]]])?.first ?? []
      guard asked["method"] == "photo.getByBounds", parameters["z"] as? Int == 17,
        parameters["localWork"] as? Int == 1, geometry?["type"] as? String == "Polygon",
        ring.count == 5, ring.first == ring.last, Self.isCounterclockwise(ring)
      else { return .json(["error": ["code": "BAD_PARAMS", "error_msg": "bad"]]) }
      let (longitudes, latitudes) = (ring.map { $0[0] }.sorted(), ring.map { $0[1] }.sorted())
      let inside = photos.filter { photo in
        guard let place = photo["geo"] as? [Double] else { return true }
        return (latitudes[0]...latitudes[4]).contains(place[0])
          && (longitudes[0]...longitudes[4]).contains(place[1])
      }
      return .json(["result": ["photos": inside, "clusters": [Any]()], "rid": "x"])
    }
  }

  private static func isCounterclockwise(_ ring: [[Double]]) -> Bool {
    zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0[0] * $1.1[1] - $1.1[0] * $1.0[1] } > 0
  }

  @Test("PastVu: years, eight winds, and no picture, since none is free")
  func pastVuRows() throws {
    let photos = [
      Self.photo(1, year: 1905, year2: 1912, direction: "sw"),
      Self.photo(2, year: 1905, year2: 1905, direction: "aero"),
      Self.photo(3, year: 1906, direction: "nonsense"), Self.photo(4, year: "unknown"),
      Self.photo(5, year: 1980, year2: 1990), Self.photo(6, place: [38.7309, -9.1215]),
      Self.photo(7, place: "nowhere"), Self.photo(8, year: 1949, year2: 1952),
    ]
    let server = try LocalServer(Self.pastVu(photos))
    let gathered = try Gathered.from(PastVuSource.self, at: server.address("/api2"))
    #expect(gathered.error == nil)
    let row = try #require(gathered.byID["1"])
    #expect(
      Dictionary(uniqueKeysWithValues: row.fields.map { ($0.key.name, $0.value) }) == [
        "id": "1", "title": "Rua \"A\"", "date": "1905/1912", "latitude": "38.714",
        "longitude": "-9.139", "location_of": "camera", "heading": "225",
        "heading_accuracy": "22.5", "source": "https://pastvu.com/p/1", "credit": "PastVu",
      ])
    #expect(gathered.byID["2"]?[.date] == "1905" && gathered.byID["2"]?[.kind] == "aerial")
    #expect(gathered.byID["3"]?[.heading] == nil && gathered.rows.count == 4)
    // It may have been made in either of its years.
    #expect(gathered.byID["8"]?[.date] == "1949/1952")
    #expect(gathered.rows.allSatisfy { $0.picture == nil })
    #expect(gathered.leftOut == [.undated: 1, .otherTime: 1, .outside: 1, .unplaced: 1])
    #expect(server.asked.count == 4)
  }

  @Test("PastVu: a large area by boxes, each photo once and the nearest first")
  func pastVuBoxes() throws {
    let photos = (1...300).map { number -> [String: Any] in
      let turn = Double(number) * 0.7
      let way = Double(number) * 15 / 111_320
      return Self.photo(
        number,
        place: [38.7139 + way * cos(turn), -9.1394 + way * sin(turn) / cos(38.7 * .pi / 180)])
    }
    let server = try LocalServer(Self.pastVu(photos))
    let gathered = try Gathered.from(
      PastVuSource.self, at: server.address("/api2"), radius: 5000)
    #expect(gathered.error == nil)
    #expect(gathered.rows.map { $0[.id] } == (1...300).map(String.init))
    #expect(server.asked.count == Set(server.asked).count && server.asked.count > 16)
    // Only the requests for the wanted items are sent.
    let few = try LocalServer(Self.pastVu(photos))
    let nearest = try Gathered.from(
      PastVuSource.self, at: few.address("/api2"), radius: 5000, limit: 10)
    #expect(nearest.rows.map { $0[.id] } == (1...10).map(String.init))
    #expect(few.asked.count < server.asked.count / 2)
    // Across the antimeridian no polygon is wider than half the earth.
    let fiji = try LocalServer(Self.pastVu([Self.photo(1, place: [-16.8, -179.999])]))
    let across = try Gathered.from(
      PastVuSource.self, at: fiji.address("/api2"), latitude: -16.8, longitude: 179.999)
    #expect(across.rows.count == 1 && across.error == nil)
  }

  @Test("PastVu: refusals and answers of another shape end the gathering")
  func pastVuFaults() throws {
    let error = try LocalServer { _ in .json(["error": ["error_msg": "NO_SUCH_METHOD"]]) }
    let refused = try Gathered.from(PastVuSource.self, at: error.address("/api2"))
    #expect(refused.error?.message.contains("NO_SUCH_METHOD") == true)
    for answer in [
      ["result": [:]], ["result": ["photos": [["title": "x"]]]],
      ["result": ["photos": [], "clusters": [["c": 7]]]],
    ] as [[String: Any]] {
      let data = try JSONSerialization.data(withJSONObject: answer)
      let strange = try LocalServer { _ in .init(type: "application/json", body: Array(data)) }
      let gathered = try Gathered.from(PastVuSource.self, at: strange.address("/api2"))
      #expect(gathered.error?.code == .badAnswer)
    }
  }

  // MARK: smapshot

  private static func smapshot(_ path: String) -> LocalServer.Reply {
    let asked = PlayedCommons.parameters(path)
    func image(_ number: Int) -> [String: Any] {
      [
        "id": number, "original_id": "LB_\(number)", "title": "Image \(number)",
        "latitude": 38.7139 + Double(number) * 1e-4, "longitude": -9.1394,
        "date_shot_min": "1920-01-01", "date_shot_max": "1925-12-31", "media": ["image_url": "x"],
      ]
    }
    guard path.hasPrefix("/api/v1/images?") else {
      var said = image(1)
      said["license"] = path.contains("/1/") ? "CC BY 4.0" : "Copyright X"
      said["link"] = "https://archive.example/1"
      said["owner"] = ["id": 1, "name": "The archive", "link": "x"]
      said["photographers"] = [["id": 1, "name": "Ada", "link": NSNull()]]
      said["width"] = 2000
      said["media"] = ["image_url": "https://smapshot.example/1024/1.jpg"]
      said["pose"] = [
        "longitude": -9.1395, "latitude": 38.714, "altitude": 1200.5, "azimuth": 30.0,
        "tilt": path.contains("/1/") ? -20.5 : -100.0, "roll": 0.5, "focal": 1000.0,
      ]
      return .json(said)
    }
    let wanted = (URLComponents(string: "http://x" + path)?.queryItems ?? [])
      .filter { $0.name == "id" }.compactMap { $0.value.flatMap { Int($0) } }
    if !wanted.isEmpty {
      // The eighth is left out of lists, as a source may do by a fault; the ninth is gone.
      let there = wanted.filter { $0 != 9 && ($0 != 8 || wanted.count == 1) }
      return .json(["count": there.count, "rows": there.map(image)])
    }
    let offset = Int(asked["offset"] ?? "") ?? 0
    // The third lies beyond the area; further requests would never end.
    let rows = offset == 0 ? [image(1), image(2), image(900)] : [image(1)]
    return .json(["count": 1000, "rows": rows])
  }

  @Test("smapshot: poses of volunteers, owners' licences, and only the area")
  func smapshotRows() throws {
    let server = try LocalServer { Self.smapshot($0) }
    let gathered = try Gathered.from(SmapshotSource.self, at: server.address("/api/v1"))
    #expect(gathered.error == nil && gathered.rows.count == 2)
    let row = try #require(gathered.byID["1"])
    #expect(
      Dictionary(uniqueKeysWithValues: row.fields.map { ($0.key.name, $0.value) }) == [
        "id": "1", "title": "Image 1", "date": "1920-01-01/1925-12-31", "latitude": "38.714",
        "longitude": "-9.1395", "accuracy": "50", "location_of": "camera", "altitude": "1200.5",
        "heading": "30", "pitch": "-20.5", "field_of_view": "90", "creator": "Ada",
        "credit": "The archive", "license": "https://creativecommons.org/licenses/by/4.0/",
        "source": "https://archive.example/1", "media": "https://smapshot.example/1024/1.jpg",
      ])
    // Beyond straight down it looks the other way.
    let other = try #require(gathered.byID["2"])
    #expect(other[.heading] == "210" && other[.pitch] == "-80" && other.picture == nil)
    #expect(server.asked.count == 3)
    var terms = PoliteClient.Terms(userAgent: "timewalk-test (a@b.example)")
    terms.allowsPrivate = true
    let gone = try SmapshotSource(address: server.address("/api/v1"), key: "")
      .withdrawn(among: ["1", "8", "9", "x"], by: PoliteClient(terms, cache: nil))
    #expect(gone == ["9"] && server.asked.count == 6)
  }

  // MARK: OldNYC

  private static func view(
    _ id: String, _ latitude: Double, _ change: (inout [String: Any]) -> Void = { _ in }
  ) -> [String: Any] {
    var view: [String: Any] = [
      "photo_id": id, "title": "", "original_title": "Manhattan: 5th Avenue - 42nd Street",
      "date": "1905; 1924", "date_source": "text", "years": ["1905", "1924"],
      "dates_from_text": ["1905", "1924"], "folder": "5th Avenue & 42nd Street", "width": 600,
      "height": 428, "text": "5th Avenue,\nnorth from 42nd.",
      "image_url": "https://oldnyc-assets.nypl.org/600px/\(id).jpg", "thumb_url": "x",
      "nypl_url": "https://digitalcollections.nypl.org/items/\(id)",
      "location": ["lat": latitude, "lon": -73.98084],
    ]
    change(&view)
    return view
  }

  @Test("OldNYC: its published data as a whole, fetched once for every area")
  func oldNYC() throws {
    let views = [
      Self.view("b", 40.7546), Self.view("a", 40.7537),
      Self.view("c", 40.7538) {
        $0["title"] = "A title"
        $0["date"] = "1935, Jun. 16"
        $0["nypl_url"] = "javascript:x"
      },
      Self.view("d", 40.7538) {
        $0["date"] = "n.d"
        $0["years"] = [""]
      },
      Self.view("e", 40.7538) {
        $0["date"] = "about then"
        $0["years"] = ["1911", "1911"]
      },
      Self.view("f", 40.9), Self.view("g", 40.7538) { $0["location"] = NSNull() },
      Self.view("h", 40.7538) { $0["date"] = "1990" },
    ]
    let data = try JSONSerialization.data(
      withJSONObject: ["timestamp": "x", "ocr_ms": 1, "photos": views] as [String: Any])
    let server = try LocalServer { _ in .init(type: "text/plain", body: Array(data)) }
    let folder = try TemporaryFolder()
    func gather(_ limit: Int? = nil, radius: Double = 2000) throws -> Gathered {
      try Gathered.from(
        OldNYCSource.self, at: server.address("/data.json"), latitude: 40.75358,
        longitude: -73.98084, radius: radius, limit: limit, cache: folder.path("c"))
    }
    let gathered = try gather()
    #expect(gathered.error == nil)
    #expect(gathered.rows.map { $0[.id] } == ["a", "c", "e", "b"])
    let row = try #require(gathered.byID["a"])
    #expect(
      Dictionary(uniqueKeysWithValues: row.fields.map { ($0.key.name, $0.value) }) == [
        "id": "a", "title": "Manhattan: 5th Avenue - 42nd Street", "date": "{1905,1924}",
        "latitude": "40.7537", "longitude": "-73.98084", "accuracy": "100",
        "location_of": "subject", "credit": "The New York Public Library",
        "source": "https://digitalcollections.nypl.org/items/a",
      ])
    #expect(row.others["description"] == "5th Avenue, north from 42nd.")
    #expect(gathered.byID["c"]?[.title] == "A title" && gathered.byID["c"]?[.source] == nil)
    #expect(gathered.byID["c"]?[.date] == "1935-06-16" && gathered.byID["e"]?[.date] == "1911")
    // The library keeps the copyright of many, and the data don't say of which.
    #expect(gathered.rows.allSatisfy { $0.picture == nil && $0[.license] == nil })
    #expect(gathered.leftOut == [.undated: 1, .otherTime: 1, .unplaced: 1])
    #expect(try gather(2).rows.map { $0[.id] } == ["a", "c"])
    #expect(try gather(radius: 50_000).rows.count == 5)
    #expect(server.asked == ["/data.json"])
    // Far away there is nothing to be fetched for.
    let lisbon = try Gathered.from(OldNYCSource.self, at: server.address("/data.json"))
    #expect(lisbon.error?.code == .badRequest && lisbon.error?.message.contains("New York") == true)
    #expect(server.asked.count == 1)
    var terms = PoliteClient.Terms(userAgent: "timewalk-test (a@b.example)")
    terms.allowsPrivate = true
    let gone = try OldNYCSource(address: server.address("/data.json"), key: "")
      .withdrawn(among: ["a", "z", "f"], by: PoliteClient(terms, cache: nil))
    #expect(gone == ["z"])
  }

  @Test("OldNYC: a file that is cut or has another shape gives nothing, and is not kept")
  func oldNYCFaults() throws {
    let whole = try JSONSerialization.data(
      withJSONObject: ["photos": [Self.view("a", 40.7537), Self.view("b", 40.7538)]])
    let cut = Array(whole.dropLast(9))
    for body in [
      cut, Array("{}".utf8), Array("[1]".utf8), Array(#"{"photos":[]}"#.utf8),
      Array(#"{"photos":{}}"#.utf8), Array(#"{"photos":[{"id":"a"}]}"#.utf8), Array("<html>".utf8),
    ] {
      let server = try LocalServer { _ in .init(body: body) }
      let folder = try TemporaryFolder()
      let gathered = try Gathered.from(
        OldNYCSource.self, at: server.address("/data.json"), latitude: 40.75358,
        longitude: -73.98084, cache: folder.path("c"))
      #expect(gathered.error?.code == .badAnswer && gathered.rows.isEmpty)
      if body == cut { #expect(Workplace.names(in: folder.path("c")).isEmpty) }
    }
  }

  @Test(
    "OldNYC: a file may have 128 MiB, more than other answers; a longer one isn't fetched",
    arguments: [(128 << 20, GatherErrorCode.unreached), ((128 << 20) + 1, .badAnswer)])
  func oldNYCSize(bytes: Int, code: GatherErrorCode) throws {
    // The header alone decides; a file that is fetched breaks off.
    let server = try LocalServer { _ in
      .init(raw: Array("HTTP/1.1 200 OK\r\nContent-Length: \(bytes)\r\n\r\n{".utf8))
    }
    let gathered = try Gathered.from(
      OldNYCSource.self, at: server.address("/data.json"), latitude: 40.75358,
      longitude: -73.98084)
    #expect(gathered.error?.code == code, "\(gathered.error?.message ?? "")")
  }

  // MARK: Europeana

  private static func record(_ id: String, _ change: (inout [String: Any]) -> Void = { _ in })
    -> [String: Any]
  {
    var record: [String: Any] = [
      "id": id, "title": ["View", "Other"], "year": ["1905"], "dcCreator": ["Ada"],
      "dataProvider": ["A museum"], "rights": ["http://creativecommons.org/publicdomain/mark/1.0/"],
      "edmIsShownAt": ["https://museum.example/1"],
      "edmIsShownBy": ["https://museum.example/1.jpg"],
      "edmPlaceLatitude": ["38.714"], "edmPlaceLongitude": ["-9.139"],
      "guid": "https://www.europeana.eu/item\(id)",
    ]
    change(&record)
    return record
  }

  @Test("Europeana: holders' rights, places of thesauri, cursors, and the user's own key")
  func europeana() throws {
    let records = [
      Self.record("/1/a"),
      Self.record("/1/b") {
        $0["rights"] = ["http://rightsstatements.org/vocab/InC/1.0/"]
        $0["year"] = ["1912", "1905"]
        $0["edmIsShownAt"] = nil
        $0["dcCreator"] = ["http://data.europeana.eu/agent/1"]
      }, Self.record("/1/c") { $0["edmPlaceLatitude"] = ["38.714", "38.7"] },
      Self.record("/1/d") { $0["year"] = nil },
      Self.record("/1/e") { $0["edmPlaceLatitude"] = nil },
    ]
    let data = try JSONSerialization.data(withJSONObject: records)
    let server = try LocalServer { path in
      let asked = PlayedCommons.parameters(path)
      guard asked["wskey"] == "secret" else {
        return .json(["success": false, "error": "Invalid API key"])
      }
      let all = (try? JSONSerialization.jsonObject(with: data)) as? [[String: Any]] ?? []
      switch asked["cursor"] {
      case "*":
        return .json(["success": true, "items": Array(all.prefix(2)), "nextCursor": "A+/="])
      case "A+/=":
        return .json(["success": true, "items": Array(all.dropFirst(1)), "nextCursor": "B"])
      default: return .json(["success": true, "items": []])
      }
    }
    let folder = try TemporaryFolder()
    let gathered = try Gathered.from(
      EuropeanaSource.self, at: server.address("/search.json"), cache: folder.path("c"))
    #expect(gathered.error == nil)
    let row = try #require(gathered.byID["1/a"])
    #expect(
      Dictionary(uniqueKeysWithValues: row.fields.map { ($0.key.name, $0.value) }) == [
        "id": "1/a", "title": "View", "date": "1905", "latitude": "38.714", "longitude": "-9.139",
        "accuracy": "1000", "location_of": "subject", "creator": "Ada", "credit": "A museum",
        "license": "http://creativecommons.org/publicdomain/mark/1.0/",
        "source": "https://museum.example/1", "media": "https://museum.example/1.jpg",
      ])
    let other = try #require(gathered.byID["1/b"])
    #expect(other[.date] == "1905/1912" && other.picture == nil && other[.creator] == nil)
    #expect(other[.source] == "https://www.europeana.eu/item/1/b")
    #expect(gathered.leftOut == [.unplaced: 2, .undated: 1] && gathered.rows.count == 2)
    // The key is in no file of the cache.
    for name in Workplace.names(in: folder.path("c")) {
      let text = String(decoding: try Workplace.bytes(folder.path("c/\(name)")), as: UTF8.self)
      #expect(!text.contains("secret"))
    }
    #expect(server.asked.count == 3)
  }

  @Test("Each source has its holdings, its terms, the sent data, and its verification")
  func descriptions() {
    #expect(
      GatherSources.all.map { $0.description.name } == [
        "commons", "pastvu", "smapshot", "oldnyc", "europeana",
      ])
    for source in GatherSources.all {
      let it = source.description
      #expect(it.verified == "verified against documentation only")
      #expect([it.title, it.holds, it.terms, it.sent].allSatisfy { !$0.isEmpty })
      #expect(source.address.hasPrefix("https://") && it.homepage.hasPrefix("https://"))
    }
  }
}
