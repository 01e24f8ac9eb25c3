import Foundation
import Testing
import TimeWalkArchive
import TimeWalkGather
import TimeWalkTestSupport

@Suite("PastVu, smapshot and Europeana, played by their documented shapes")
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

  /// PastVu's pages of thirty.
  private static func pastVu(_ photos: [[String: Any]]) -> @Sendable (String) -> LocalServer.Reply {
    let data = (try? JSONSerialization.data(withJSONObject: photos)) ?? Data()
    return { path in
      let asked = PlayedCommons.parameters(path)
      let photos = (try? JSONSerialization.jsonObject(with: data)) as? [Any] ?? []
      let parameters =
        (try? JSONSerialization.jsonObject(with: Data((asked["params"] ?? "").utf8)))
        as? [String: Any] ?? [:]
      guard asked["method"] == "photo.giveNearestPhotos",
        (parameters["limit"] as? Int ?? 99) <= 30, parameters["geo"] is [Double]
      else { return .json(["error": ["code": "BAD_PARAMS", "error_msg": "bad"]]) }
      let page = photos.dropFirst(parameters["skip"] as? Int ?? 0).prefix(30)
      return .json(["result": ["photos": Array(page)], "rid": "x"])
    }
  }

  @Test("PastVu: years, eight winds, and no picture, since none is free")
  func pastVuRows() throws {
    let photos = [
      Self.photo(1, year: 1905, year2: 1912, direction: "sw"),
      Self.photo(2, year: 1905, year2: 1905, direction: "aero"),
      Self.photo(3, year: 1906, direction: "nonsense"), Self.photo(4, year: "unknown"),
      Self.photo(5, year: 1980, year2: 1990), Self.photo(6, place: [38.9, -9.139]),
      Self.photo(7, place: "nowhere"), Self.photo(8, place: [138.9, -9.139]),
    ]
    let server = try LocalServer(Self.pastVu(photos))
    let gathered = try Gathered.from(PastVuSource.self, at: server.address("/api2"))
    #expect(gathered.error == nil)
    let row = try #require(gathered.byID["1"])
    #expect(
      Dictionary(uniqueKeysWithValues: row.fields.map { ($0.key.rawValue, $0.value) }) == [
        "id": "1", "title": "Rua \"A\"", "date": "1905/1912", "latitude": "38.714",
        "longitude": "-9.139", "location_of": "camera", "heading": "225",
        "heading_accuracy": "22.5", "source": "https://pastvu.com/p/1", "credit": "PastVu",
      ])
    #expect(gathered.byID["2"]?[.date] == "1905" && gathered.byID["2"]?[.kind] == "aerial")
    #expect(gathered.byID["3"]?[.heading] == nil && gathered.rows.count == 3)
    #expect(gathered.rows.allSatisfy { $0.picture == nil })
    #expect(gathered.leftOut == [.undated: 1, .otherTime: 1, .outside: 1, .unplaced: 2])
    #expect(server.asked.count == 1 && server.asked[0].contains("%22year%22%3A1850"))
  }

  @Test("PastVu: pages of thirty to their end, each photo once")
  func pastVuPages() throws {
    let photos = (1...75).map { Self.photo($0) } + [Self.photo(30)]
    let server = try LocalServer(Self.pastVu(photos))
    let gathered = try Gathered.from(PastVuSource.self, at: server.address("/api2"))
    #expect(gathered.rows.count == 75 && server.asked.count == 3)
    let error = try LocalServer { _ in .json(["error": ["error_msg": "NO_SUCH_METHOD"]]) }
    let refused = try Gathered.from(PastVuSource.self, at: error.address("/api2"))
    #expect(refused.error?.message.contains("NO_SUCH_METHOD") == true)
    for answer in [["result": [:]], ["result": ["photos": [["title": "x"]]]]] as [[String: Any]] {
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
    // The third lies beyond the area; whoever asks on would be told of no end.
    let rows = offset == 0 ? [image(1), image(2), image(900)] : [image(1)]
    return .json(["count": 1000, "rows": rows])
  }

  @Test("smapshot: poses of volunteers, owners' licences, and no more than the area")
  func smapshotRows() throws {
    let server = try LocalServer { Self.smapshot($0) }
    let gathered = try Gathered.from(SmapshotSource.self, at: server.address("/api/v1"))
    #expect(gathered.error == nil && gathered.rows.count == 2)
    let row = try #require(gathered.byID["1"])
    #expect(
      Dictionary(uniqueKeysWithValues: row.fields.map { ($0.key.rawValue, $0.value) }) == [
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
      Dictionary(uniqueKeysWithValues: row.fields.map { ($0.key.rawValue, $0.value) }) == [
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

  @Test("Each source says what it holds, on which terms, what is sent, and how it was verified")
  func descriptions() {
    #expect(
      GatherSources.all.map { $0.description.name } == [
        "commons", "pastvu", "smapshot", "europeana",
      ])
    for source in GatherSources.all {
      let it = source.description
      #expect(it.verified == "verified against documentation only")
      #expect([it.title, it.holds, it.terms, it.sent].allSatisfy { !$0.isEmpty })
      #expect(source.address.hasPrefix("https://") && it.homepage.hasPrefix("https://"))
    }
  }
}
