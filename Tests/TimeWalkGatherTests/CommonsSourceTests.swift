import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkGather
import TimeWalkTestSupport

@Suite("Wikimedia Commons, played by its documented shapes", .waitsForProcesses)
struct CommonsSourceTests {
  private let latitude = 38.7139
  private let longitude = -9.1394

  private func gather(
    _ files: [PlayedFile], radius: Double = 2000, era: String = "1850/1950", limit: Int? = nil,
    mostCoordinates: Int = 500
  ) throws -> Gathered {
    let played = PlayedCommons(files: files, mostCoordinates: mostCoordinates)
    let server = try LocalServer { played.answer($0) }
    return try Gathered.from(
      CommonsSource.self, at: server.address("/w/api.php"), radius: radius, era: era, limit: limit)
  }

  @Test("All data of a file become a row, structured data before the page's text")
  func row() throws {
    let statements = Statement.all(
      (
        "P1259",
        [
          Statement.place(
            "P1259", 38.7141, -9.1391, precision: "0.00001", heading: 45,
            elevation: (100, "Q3710"))
        ]
      ), ("P9149", [Statement.place("P9149", 38.7, -9.1)]),
      ("P571", [Statement.date("+1908-05-00T00:00:00Z", 10)]))
    let file = PlayedFile(77, 38.0, -9.0).with(\.statements, statements).with(\.latitude, 38.714)
      .with(\.longitude, -9.139)
    let gathered = try gather([file])
    #expect(gathered.error == nil)
    let row = try #require(gathered.byID["77"])
    let expected = [
      "id": "77", "title": "View 77", "date": "1908-05", "latitude": "38.7141",
      "longitude": "-9.1391", "accuracy": "5", "location_of": "camera", "heading": "45",
      "altitude": "30.48", "altitude_reference": "seaLevel", "creator": "Ada & Co",
      "license": "https://creativecommons.org/licenses/by-sa/4.0", "credit": "Own work",
      "source": "https://commons.wikimedia.org/wiki/File:77.jpg",
      "media": "https://upload.example/2048px-77.jpg",
    ]
    #expect(
      Dictionary(uniqueKeysWithValues: row.fields.map { ($0.key.name, $0.value) }) == expected)
    #expect(row.others == ["file": "77.jpg", "description": "A street, looking north"])
  }

  /// Texts of pages, and the direction and field of view that their panoramas have.
  static let panoramas: [(String, [String?])] = [
    ("{{Location-Panorama|lon=-9.1|lat=38.7|left=300|right=420|rang=20}}", ["0", "120"]),
    ("{{Information}} {{location-Panorama\n| left = 10.5 \n| right=70.5\n}}", ["40.5", "60"]),
    ("{{ Location-Panorama |image=A{{x|left=1|right=2}}|left=0|right=360}}", ["180", "360"]),
    // Impossible, unclosed, and other templates.
    ("{{Location-Panorama|left=20|right=10}}", [nil, nil]),
    ("{{Location-Panorama|left=0|right=400}}", [nil, nil]),
    ("{{Location-Panorama|left=a|right=90}}", [nil, nil]),
    ("{{Location-Panorama|left=0|right=90", [nil, nil]),
    ("{{Location-Panoramas|left=0|right=90}}", [nil, nil]),
    ("{{Other|left=0|right=90}}", [nil, nil]), ("", [nil, nil]),
  ]

  @Test("The edges of a panorama are its direction and field of view", arguments: panoramas.indices)
  func panorama(index: Int) throws {
    let (text, expected) = Self.panoramas[index]
    let files = [
      PlayedFile(1, 38.714, -9.139).with(\.panorama, text),
      PlayedFile(2, 38.714, -9.139),
      // For a subject, edges have no meaning.
      PlayedFile(3, 38.714, -9.139).with(\.panorama, text).with(\.coordinate, "object"),
    ]
    let rows = try gather(files).byID
    #expect([rows["1"]?[.heading], rows["1"]?[.fieldOfView]] == expected)
    #expect(rows.count == 3 && rows["2"]?[.fieldOfView] == nil)
    #expect(rows["3"]?[.heading] == nil && rows["3"]?[.fieldOfView] == nil)
  }

  @Test("A place is the camera's, the subject's, or missing")
  func places() throws {
    func file(_ number: Int) -> PlayedFile { PlayedFile(number, 38.714, -9.139) }
    let depicted = Statement.all(
      ("P9149", [Statement.place("P9149", 38.7142, -9.1392, precision: "null", heading: 90)]))
    let ranked = Statement.all(
      (
        "P1259",
        [
          Statement.place("P1259", 38.7, -9.13, rank: "deprecated"),
          Statement.place("P1259", 38.71, -9.13),
          Statement.place("P1259", 38.72, -9.13, rank: "preferred"),
        ]
      ))
    let moon = Statement.all(("P1259", [Statement.place("P1259", 38.714, -9.139, globe: "Q405")]))
    let gathered = try gather([
      file(1).with(\.coordinate, "camera"), file(2).with(\.coordinate, "object"),
      file(3).with(\.coordinate, nil), file(4).with(\.coordinate, "city"),
      file(5).with(\.statements, depicted), file(6).with(\.statements, ranked),
      file(7).with(\.statements, moon).with(\.coordinate, nil),
    ])
    let rows = gathered.byID
    #expect(rows["1"]?[.locationOf] == "camera" && rows["2"]?[.locationOf] == "subject")
    #expect(rows["5"]?[.locationOf] == "subject" && rows["5"]?[.latitude] == "38.7142")
    // A subject's direction isn't the camera's.
    #expect(rows["5"]?[.heading] == nil && rows["5"]?[.accuracy] == nil)
    #expect(rows["6"]?[.latitude] == "38.72")
    #expect(gathered.leftOut == [.unplaced: 3] && rows.count == 4)
  }

  /// Dates of structured data, with their EDTF.
  static let statements: [(String, String?)] = [
    (Statement.date("+1908-05-03T00:00:00Z", 11), "1908-05-03"),
    (Statement.date("+1908-05-03T00:00:00Z", 11, julian: true), "1908"),
    (Statement.date("+1908-00-00T00:00:00Z", 9), "1908"),
    (Statement.date("+1908-00-00T00:00:00Z", 11), "1908"),
    (Statement.date("+1900-00-00T00:00:00Z", 8), "190X"),
    (Statement.date("+1850-00-00T00:00:00Z", 7), "1801/1900"),
    (Statement.date("+1908-00-00T00:00:00Z", 9, qualifiers: Statement.circa), "1908~"),
    (
      Statement.date(
        "+1900-00-00T00:00:00Z", 7,
        qualifiers: Statement.dateQualifier("P1319", "+1902-00-00T00:00:00Z", 9) + ","
          + Statement.dateQualifier("P1326", "+1910-00-00T00:00:00Z", 9)), "1902/1910"
    ),
    // Impossible dates: a millennium, a month that doesn't exist, ends in the wrong order.
    (Statement.date("+1000-00-00T00:00:00Z", 6), nil),
    (Statement.date("nonsense", 9), nil),
    (Statement.date("+1908-02-31T00:00:00Z", 11), nil),
    (
      Statement.date(
        "+1900-00-00T00:00:00Z", 9,
        qualifiers: Statement.dateQualifier("P1319", "+1912-00-00T00:00:00Z", 9) + ","
          + Statement.dateQualifier("P1326", "+1910-00-00T00:00:00Z", 9)), nil
    ),
  ]

  @Test("Inception is read with its precision and its qualifiers", arguments: statements.indices)
  func inception(index: Int) throws {
    let (statement, edtf) = Self.statements[index]
    let file = PlayedFile(1, 38.714, -9.139).with(\.date, nil)
      .with(\.statements, Statement.all(("P571", [statement])))
    let gathered = try gather([file], era: "0900/2000")
    #expect(gathered.byID["1"]?[.date] == edtf)
    #expect(gathered.leftOut == (edtf == nil ? [.undated: 1] : [:]))
  }

  @Test(
    "The date of the file's page is the work's; a scanner's or a camera's is ignored",
    arguments: [
      ("1905", "commons-desc-page", "1905"),
      (
        "circa 1905<div style=\"display: none;\">date QS:P571,+1905-00-00T00:00:00Z/9,P1480,Q5727902</div>",
        "commons-desc-page", "1905~"
      ),
      (
        "between 1902 and 1910<div style=\"display:none\">date QS:P,+1950-00-00T00:00:00Z/7,P1319,+1902-00-00T00:00:00Z/9,P1326,+1910-00-00T00:00:00Z/9</div>",
        "commons-desc-page", "1902/1910"
      ),
      (
        "<time class=\"dtstart\" datetime=\"1908-05\" lang=\"pt\">maio de 1908</time>",
        "commons-desc-page", "1908-05"
      ),
      ("1908-05-03 10:11:12", "commons-desc-page", "1908-05-03"),
      ("<i>c.</i>&nbsp;1905", "commons-desc-page", "1905~"),
      ("1908", "mediawiki-metadata", nil), ("1908:05:03 10:11:12", "file-metadata", nil),
      ("yesterday", "commons-desc-page", nil), ("<div", "commons-desc-page", nil),
      ("", "commons-desc-page", nil),
    ] as [(String, String, String?)])
  func dates(html: String, source: String, edtf: String?) throws {
    let file = PlayedFile(1, 38.714, -9.139).with(\.date, html).with(\.dateSource, source)
    #expect(try gather([file]).byID["1"]?[.date] == edtf)
  }

  @Test("Only pictures of the era and of this place are taken")
  func era() throws {
    func file(_ number: Int) -> PlayedFile { PlayedFile(number, 38.714, -9.139) }
    let elsewhere = Statement.all(("P1259", [Statement.place("P1259", 38.9, -9.139)]))
    let gathered = try gather([
      file(1), file(2).with(\.date, "2019-04-05"), file(3).with(\.date, "1840/1855"),
      file(4).with(\.mime, "audio/ogg"), file(5).with(\.mime, "image/svg+xml"),
      file(6).with(\.statements, elsewhere), file(7).with(\.isMissing, true),
    ])
    #expect(gathered.byID.keys.sorted() == ["1", "3"])
    #expect(gathered.leftOut == [.otherTime: 1, .noPicture: 2, .outside: 1])
  }

  @Test(
    "A picture is named where its licence allows a copy, and nowhere else",
    arguments: [
      ("https://creativecommons.org/licenses/by/2.0", "CC BY 2.0", true),
      ("http://creativecommons.org/licenses/by-nc-nd/3.0/", nil, true),
      ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0", true),
      (nil, "Public domain", true), (nil, "CC BY-SA 3.0", true),
      ("http://rightsstatements.org/vocab/NoC-US/1.0/", nil, true),
      ("http://rightsstatements.org/vocab/InC/1.0/", nil, false),
      ("https://example.org/terms", "Terms of the museum", false),
      ("https://creativecommons.org/nonsense", nil, false),
      ("https://creativecommons.org.evil.example/licenses/by/4.0", nil, false),
      (nil, "CC BY", false), (nil, "Fair use", false), (nil, nil, false),
    ] as [(String?, String?, Bool)])
  func licences(address: String?, name: String?, isAllowed: Bool) throws {
    let file = PlayedFile(1, 38.714, -9.139).with(\.licenseAddress, address)
      .with(\.licenseName, name)
    let row = try #require(try gather([file]).byID["1"])
    #expect((row.picture != nil) == isAllowed)
    // The source's words are always kept; known words become their address.
    #expect((row[.license] == nil) == (address == nil && name == nil))
    let marked = try gather([file.with(\.isNonFree, true)])
    #expect(marked.byID["1"]?.picture == nil)
  }

  @Test("More than one search answers with are found by smaller circles, each once")
  func crowd() throws {
    var random = SeededGenerator(seed: 24)
    let files = (1...1300).map { number in
      PlayedFile(
        number, latitude + Double.random(in: -0.017...0.017, using: &random),
        longitude + Double.random(in: -0.022...0.022, using: &random))
    }
    let inside = files.filter {
      PlayedCommons.meters(latitude, longitude, $0.latitude, $0.longitude) < 1990
    }
    let surely = files.filter {
      PlayedCommons.meters(latitude, longitude, $0.latitude, $0.longitude) < 2010
    }
    try #require(inside.count > 700)
    let gathered = try gather(files)
    let found = Set(gathered.rows.compactMap { $0[.id].flatMap { Int($0) } })
    #expect(found.isSuperset(of: inside.map(\.number)))
    #expect(found.isSubset(of: surely.map(\.number)) && gathered.rows.count == found.count)
  }

  @Test(
    "An area beyond 10 km is requested in circles without a gap",
    arguments: [(38.7139, -9.1394), (69.6, 18.9), (-17.7, 179.95)])
  func tiles(latitude: Double, longitude: Double) throws {
    let files = (0..<400).map { index in
      let angle = Double(index) * 2.399963
      let radius = 24.9 * (Double(index) / 400).squareRoot()
      var east = longitude + radius * sin(angle) / (111.2 * cos(latitude * .pi / 180))
      if east > 180 { east -= 360 }
      return PlayedFile(index + 1, latitude + radius * cos(angle) / 111.2, east)
    }
    let played = PlayedCommons(files: files)
    let server = try LocalServer { played.answer($0) }
    let gathered = try Gathered.from(
      CommonsSource.self, at: server.address("/w/api.php"), latitude: latitude,
      longitude: longitude, radius: 25_000)
    #expect(gathered.error == nil && gathered.rows.count == 400)
    let circles = server.asked.filter { $0.contains("geosearch") }
    #expect(circles.count > 4 && circles.count <= 16)
  }

  @Test("Data from several answers are merged; the nearest come first")
  func continuation() throws {
    let files = (1...60).map { PlayedFile($0, 38.7139 + Double(61 - $0) * 1e-4, -9.1394) }
    let gathered = try gather(files, mostCoordinates: 10)
    #expect(gathered.error == nil && gathered.rows.count == 60)
    #expect(gathered.rows.first?[.id] == "60" && gathered.rows.last?[.id] == "1")
    let few = try gather(files, limit: 7)
    #expect(few.rows.compactMap { $0[.id] } == (54...60).reversed().map(String.init))
  }

  @Test("An answer of another shape is an error that names the missing part")
  func strange() throws {
    for (answer, words) in [
      (["query": [:]], "no query.geosearch"), ([:], "no query.geosearch"),
      (["query": ["geosearch": [["title": "x"]]]], "pageid"),
      (["error": ["code": "badvalue", "info": "no such list"]], "badvalue: no such list"),
    ] as [([String: Any], String)] {
      let body = try JSONSerialization.data(withJSONObject: answer)
      let server = try LocalServer { _ in
        .init(type: "application/json", body: Array(body))
      }
      let gathered = try Gathered.from(CommonsSource.self, at: server.address("/w/api.php"))
      #expect(gathered.error?.message.contains(words) == true, "\(words)")
      #expect(gathered.rows.isEmpty && server.asked.count == 1)
    }
    let played = PlayedCommons(files: [PlayedFile(1, 38.714, -9.139)])
    let standing = try LocalServer { path in
      path.contains("geosearch")
        ? played.answer(path)
        : .json(["query": ["pages": []], "continue": ["cocontinue": "1|0"]])
    }
    let gathered = try Gathered.from(CommonsSource.self, at: standing.address("/w/api.php"))
    #expect(gathered.error?.message.contains("advance") == true)
    // The search, both questions about the file, and once the one that leads nowhere.
    #expect(standing.asked.count == 4)
  }

  @Test("An area has a radius of 10 m to 100 km")
  func radius() throws {
    let center = try #require(Coordinate(latitude: 38.7, longitude: -9.1))
    for radius in [10.0, 100_000] {
      #expect(try GatherArea(center: center, radius: radius).radius == radius)
    }
    for radius in [9.9, 100_001, .infinity, .nan] {
      let error = #expect(throws: GatherError.self) {
        try GatherArea(center: center, radius: radius)
      }
      #expect(error?.code == .badRequest)
    }
  }

  @Test("Only the API's explicit mark means a deleted file")
  func withdrawn() throws {
    let played = PlayedCommons(files: [
      PlayedFile(1, 38.714, -9.139), PlayedFile(2, 38.714, -9.139).with(\.isMissing, true),
    ])
    let server = try LocalServer { played.answer($0) }
    var terms = PoliteClient.Terms(userAgent: "timewalk-test (a@b.example)")
    terms.allowsPrivate = true
    let source = CommonsSource(address: server.address("/w/api.php"), key: "")
    let gone = try source.withdrawn(
      among: ["1", "2", "3", "no number"], by: PoliteClient(terms, cache: nil))
    #expect(gone == ["2", "3"])
    // One that answers nothing of a page has not said that it is gone.
    let silent = try LocalServer { _ in .json(["query": ["pages": []]]) }
    let none = try CommonsSource(address: silent.address("/"), key: "")
      .withdrawn(among: ["1"], by: PoliteClient(terms, cache: nil))
    #expect(none == [])
  }
}
