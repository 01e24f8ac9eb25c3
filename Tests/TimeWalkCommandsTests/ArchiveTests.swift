import Foundation
import Testing
import TimeWalkTestSupport

@Suite("An archive from the command line", .waitsForProcesses, .onEachEngine)
struct ArchiveTests {
  static let header =
    "id,title,date,latitude,longitude,accuracy,location_of,heading,heading_accuracy,field_of_view,pitch,"
    + "altitude,creator,license,credit,source,media\n"

  /// Three good rows, one of them with every column.
  static let good = """
    flatiron,"The ""Flatiron"", from the north",1902~,40.7421,-73.9893,10,camera,190,5,55,3,2,A. Person,CC0-1.0,A library,https://example.org/f,https://example.org/f.jpg
    times-square,Times Square,1890/1930,40.758,-73.9855,,,,,,,,,,,,
    city-hall,City Hall,1911-05,40.7127,-74.0059,50,subject,,,,,,,,,,

    """

  static let bad: [(row: String, column: String, value: String)] = [
    ("b1,,1911,91,-73,,,,,,,,,,,,", "latitude", "91"),
    ("b3,,banana,40.7,-73.9,,,,,,,,,,,,", "date", "banana"),
    ("b4,,,40.7,west,,,,,,,,,,,,", "longitude", "west"),
    (",,,40.7,-73.9,,,,,,,,,,,,", "id", ""), ("b6,,,,-73.9,,,,,,,,,,,,", "latitude", ""),
    ("b7,,,40.7,-73.9,,building,,,,,,,,,,", "location_of", "building"),
    ("b8,,,40.7,-73.9,-5,,,,,,,,,,,", "accuracy", "-5"),
    ("b11,,,\"40,7\",-73.9,,,,,,,,,,,,", "latitude", "40,7"),
    ("flatiron,,,40.7,-73.9,,,,,,,,,,,,", "id", "flatiron"),
  ]

  /// Rows that are taken without a field.
  static let poorer: [(row: String, column: String, value: String)] = [
    ("p1,,1911,40.7,-73.9,,,400,,,,,,,,,", "heading", "400"),
    ("p2,,,40.7,-73.9,,,,,0,,,,,,,", "field_of_view", "0"),
    ("p3,,,40.7,-73.9,,,,,,,,,,,,missing.jpg", "media", "missing.jpg"),
  ]

  @Test("Rows are imported without an unreadable field, with a warning")
  func poorerRows() throws {
    let place = try Workplace()
    let csv = Self.header + Self.poorer.map { $0.row + "\n" }.joined()
    let result = try place.importCatalogue(csv, ["--json"])
    #expect(result.status == 0)
    let summary = try #require(result.json().first)
    #expect(summary["added"] as? Int == Self.poorer.count)
    let findings = try #require(summary["findings"] as? [[String: Any]])
    let warnings = findings.filter { $0["severity"] as? String == "warning" }
    #expect(warnings.count == Self.poorer.count)
    for (warning, expected) in zip(warnings, Self.poorer) {
      #expect(warning["column"] as? String == expected.column)
      #expect(warning["value"] as? String == expected.value)
    }
  }

  @Test("Every bad row is reported with line, column and reason, the good ones go in")
  func badRows() throws {
    let place = try Workplace()
    let csv = Self.header + Self.good + Self.bad.map { $0.row + "\n" }.joined()
    let result = try place.importCatalogue(csv, ["--json"])
    #expect(result.status == 65)
    let summary = try #require(result.json().first)
    #expect(summary["added"] as? Int == 3)
    #expect(summary["refused"] as? Int == Self.bad.count)
    let findings = try #require(summary["findings"] as? [[String: Any]])
    let faults = findings.filter { $0["severity"] as? String == "fault" }
    #expect(faults.count == Self.bad.count, "\(faults)")
    for (index, (fault, expected)) in zip(faults, Self.bad).enumerated() {
      #expect(fault["line"] as? Int == index + 5)
      #expect(fault["column"] as? String == expected.column, "\(fault)")
      #expect(fault["value"] as? String == expected.value, "\(fault)")
      #expect((fault["reason"] as? String)?.isEmpty == false)
      #expect(result.errors.contains("line \(index + 5), \(expected.column)"))
    }
    #expect(try place.run(["archive", "collections"]).output.contains("views\t3 items"))
    // The same as text: talk on standard error, one line of data.
    let again = try place.importCatalogue(csv)
    #expect(again.status == 65)
    #expect(
      again.output == "views: 0 added, 0 updated, 3 unchanged, \(Self.bad.count) refused\n")
  }

  @Test("Of many findings of one kind the first ten are printed, and a pointer to the others")
  func manyFindings() throws {
    let place = try Workplace()
    let rows = (1...13).map { "a\($0),,1,2,word of mouth \($0)\n" }
    let result = try place.importCatalogue("id,title,latitude,longitude,license\n" + rows.joined())
    let told = result.errors.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
    #expect(told.count == 11)
    #expect(told.last == "warning: 3 more of this kind for line 2; list all with --report FILE")
  }

  @Test("Importing the same again changes nothing, a changed row is updated")
  func again() throws {
    let place = try Workplace()
    func counts(_ csv: String, _ flags: [String] = []) throws -> [Int?] {
      let result = try place.importCatalogue(csv, flags + ["--json"])
      #expect(result.status == 0, "\(result.errors)")
      let summary = try #require(result.json().first)
      return ["added", "updated", "unchanged", "refused"].map { summary[$0] as? Int }
    }
    let csv = Self.header + Self.good
    #expect(try counts(csv, ["--dry-run"]) == [3, 0, 0, 0])
    // Nothing is kept of it, not even an empty archive.
    #expect(!place.hasArchive)
    #expect(try counts(csv) == [3, 0, 0, 0])
    let before = try place.run(["archive", "list", "--json"]).output
    #expect(try counts(csv) == [0, 0, 3, 0])
    #expect(try place.run(["archive", "list", "--json"]).output == before)
    let changed = csv.replacing("1911-05", with: "1911-06")
    #expect(try counts(changed, ["--dry-run"]) == [0, 1, 2, 0])
    #expect(try counts(changed) == [0, 1, 2, 0])
    let item = try place.run(["archive", "show", "views:city-hall", "--json"]).json().first
    #expect(item?["date"] as? String == "1911-06")
  }

  @Test("A source that isn't a catalogue is refused as a whole")
  func noCatalogue() throws {
    let place = try Workplace()
    #expect(
      try place.run(["archive", "import", "none.csv", "--archive", place.archive]).status == 66)
    let noHeader = try place.importCatalogue("name,lat,lon\na,1,2\n")
    #expect(noHeader.status == 65)
    for word in ["No name in the source matches id", "it has name, lat, lon", "--map id=NAME"] {
      #expect(noHeader.errors.contains(word), "\(noHeader.errors)")
    }
    #expect(try place.importCatalogue("").status == 65)
  }

  @Test("Collections, list, show and search, as text and as JSON")
  func looking() throws {
    let place = try Workplace()
    #expect(try place.importCatalogue(Self.header + Self.good).status == 0)
    #expect(
      try place.importCatalogue("id,latitude,longitude\nx,0,0\n", collection: "other").status == 0)

    let collections = try #require(
      place.run(["archive", "collections", "--json"]).json().first?["collections"]
        as? [[String: Any]])
    #expect(collections.map { $0["name"] as? String } == ["other", "views"])
    #expect(collections.map { $0["items"] as? Int } == [1, 3])

    let list = try place.run(["archive", "list", "--collection", "views"])
    #expect(list.output.split(separator: "\n").count == 3)
    #expect(list.output.contains("views:flatiron\t1902~\tThe \"Flatiron\", from the north\n"))
    let page = try place.run(["archive", "list", "--limit", "2", "--json"]).json().first
    #expect((page?["items"] as? [[String: Any]])?.count == 2)
    #expect(page?["total"] as? Int == 4)

    let show = try #require(
      place.run(["archive", "show", "views:flatiron", "--json"]).json().first)
    let expected: [String: Any] = [
      "id": "views:flatiron", "title": "The \"Flatiron\", from the north", "date": "1902~",
      "latitude": 40.7421, "longitude": -73.9893, "accuracy": 10, "locationOf": "camera",
      "heading": 190, "headingAccuracy": 5, "fieldOfView": 55, "pitch": 3, "altitude": 2,
      "creator": "A. Person", "license": "CC0-1.0", "credit": "A library",
      "source": "https://example.org/f", "media": ["url": "https://example.org/f.jpg"],
    ]
    #expect(show as NSDictionary == expected as NSDictionary)
    let text = try place.run(["archive", "show", "views:flatiron"]).output
    for word in ["40.7421", "-73.9893", "190", "1902~", "A. Person", "CC0-1.0"] {
      #expect(text.contains(word), "\(text)")
    }
  }

  @Test(
    "Search finds by words, place, era and collection",
    arguments: [
      (["flatiron"], ["flatiron"]), (["square"], ["times-square"]), (["nothing"], []),
      (["--era", "1925"], ["times-square"]), (["--era", "1911"], ["times-square", "city-hall"]),
      (
        ["--latitude", "40.742", "--longitude", "-73.989", "--radius", "100"], ["flatiron"]
      ),
      (
        ["--latitude", "40.742", "--longitude", "-73.989", "--radius", "5000"],
        ["flatiron", "times-square", "city-hall"]
      ),
      (["hall", "--era", "1925"], []),
    ])
  func search(arguments: [String], expected: [String]) throws {
    let place = try Workplace()
    #expect(try place.importCatalogue(Self.header + Self.good).status == 0)
    let result = try place.run(["archive", "search"] + arguments + ["--json"])
    #expect(result.status == 0, "\(result.errors)")
    let items = try #require(result.json().first?["items"] as? [[String: Any]])
    #expect(
      Set(items.compactMap { $0["id"] as? String }) == Set(expected.map { "views:" + $0 }))
  }

  /// Spots and their views: in the Flatiron's view, behind its camera, beyond 150 m, near Times
  /// Square (which has no heading) and near City Hall (which has its own place).
  static let spots: [(spot: String, flags: [String], shown: [String])] = [
    ("40.74156,-73.98942", [], ["flatiron"]), ("40.74264,-73.98918", [], []),
    ("40.74030,-73.98973", [], []), ("40.7585,-73.9855", [], ["times-square"]),
    ("40.7130, -74.0059", [], ["city-hall"]),
    ("40.74156,-73.98942", ["--era", "1902"], ["flatiron"]),
    ("40.74156,-73.98942", ["--era", "1850"], []), ("40.74156,-73.98942", ["square"], []),
    ("40.74156,-73.98942", ["--radius", "10"], []), ("-40.74156,73.98942", [], []),
  ]

  @Test("Search finds items that show a spot", arguments: spots)
  func shows(spot: String, flags: [String], shown: [String]) throws {
    let place = try Workplace()
    #expect(try place.importCatalogue(Self.header + Self.good).status == 0)
    let result = try place.run(["archive", "search", "--shows", spot, "--json"] + flags)
    let items = try #require(result.json().first?["items"] as? [[String: Any]], "\(result.errors)")
    #expect(items.map { $0["id"] as? String } == shown.map { "views:" + $0 })
  }

  @Test("The endpoint searches as the command does")
  func endpointSearch() throws {
    let place = try Workplace()
    #expect(try place.importCatalogue(Self.header + Self.good).status == 0)
    func ask(_ parameters: String) throws -> [String: Any] {
      let answer = try place.run(["request", "archive.search", parameters])
      return try #require(answer.json().first)
    }
    let command = ["archive", "search", "--shows", "40.74156,-73.98942", "--era", "1902", "--json"]
    let shown = try ask(#"{"shows":"40.74156,-73.98942","era":"1902"}"#)
    #expect(shown as NSDictionary == (try place.run(command).json().first) as NSDictionary?)
    #expect(try ask(#"{"text":"square"}"#)["total"] as? Int == 1)
    #expect(try ask(#"{"limit":1,"offset":1}"#)["total"] as? Int == 3)
    for (wrong, field) in [
      (#"{"shows":"here"}"#, "shows"), (#"{"shows":"91,0"}"#, "shows"),
      (#"{"shows":"1,2","latitude":1}"#, "shows"), (#"{"latitude":1}"#, "longitude"),
      (#"{"radius":-1}"#, "radius"), (#"{"era":"soon"}"#, "era"), (#"{"strictEra":true}"#, "era"),
    ] {
      let result = try place.run(["request", "archive.search", wrong])
      #expect(result.status == 64, "\(wrong)")
      let said = result.output + result.errors
      #expect(said.contains(field), "\(wrong): \(said)")
    }
  }

  @Test("Missing items and invalid requests are errors with their codes")
  func faults() throws {
    let place = try Workplace()
    #expect(try place.run(["archive", "list", "--archive", place.archive]).status == 66)
    #expect(try place.importCatalogue(Self.header + Self.good).status == 0)
    #expect(try place.run(["archive", "show", "views:none"]).status == 66)
    #expect(try place.run(["archive", "show", "flatiron"]).status == 64)
    #expect(try place.run(["archive", "search", "--era", "soon"]).status == 64)
    #expect(try place.run(["archive", "search", "--latitude", "40"]).status == 64)
    #expect(try place.run(["archive", "list", "--limit", "-1"]).status == 64)
    let file = try place.write(Array("text".utf8), to: "text.sqlite")
    #expect(try place.run(["archive", "list", "--archive", file]).status == 78)
    let json = try place.run(["archive", "show", "views:none", "--json"])
    let error = try #require(json.json().first?["error"] as? [String: String])
    #expect(error["code"] == "notFound" && error["field"] == "id")
  }

  @Test("An export is imported back unchanged, and the archive is sound")
  func export() throws {
    let place = try Workplace()
    #expect(try place.importCatalogue(Self.header + Self.good).status == 0)
    let csv = place.folder.path("export.csv")
    #expect(try place.run(["archive", "export", csv]).status == 0)
    let again = try place.run(["archive", "import", csv, "--collection", "views", "--json"])
    #expect(try again.json().first?["unchanged"] as? Int == 3)
    #expect(try place.run(["archive", "verify"]).status == 0)
    #expect(
      try place.run(["archive", "verify", "--json"]).json().first?["problems"] as? [String] == [])
  }
}

@Suite(
  "An archive taken out and kept sound, from the command line", .waitsForProcesses, .onEachEngine)
struct ArchiveCareTests {
  private func place() throws -> Workplace {
    let place = try Workplace()
    #expect(try place.importCatalogue(ArchiveTests.header + ArchiveTests.good).status == 0)
    return place
  }

  @Test(
    "Every format is derived from the file's name, and the answer has the written items",
    arguments: ["csv", "tsv", "geojson", "ndjson", "gpkg", "kml", "kmz"])
  func formats(format: String) throws {
    let place = try place()
    let path = place.folder.path("out.\(format)")
    let answer = try #require(
      place.run(["archive", "export", path, "--json"]).json().first)
    #expect(answer["format"] as? String == format)
    #expect(answer["items"] as? Int == 3 && answer["collection"] as? String == "views")
    #expect(answer["path"] as? String == path)
    #expect(try !Workplace.bytes(path).isEmpty)
  }

  @Test("Standard output gets the data alone")
  func standardOutput() throws {
    let place = try place()
    let result = try place.run(["archive", "export", "-", "--format", "ndjson", "--json"])
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count == 3)
    #expect(try result.json().first?["id"] as? String == "flatiron")
    #expect(result.errors.contains("\"items\":3"))
    #expect(try place.run(["archive", "export", "-", "--format", "gpkg"]).status == 64)
    #expect(try place.run(["archive", "export", "-", "--format", "shp"]).status == 64)
    #expect(try place.run(["archive", "export", "out.shp"]).status == 64)
    #expect(try place.run(["archive", "export", "out.csv", "--view-distance", "0"]).status == 64)
    #expect(try place.run(["archive", "export", "none/out.kml"]).status == 73)
    #expect(try place.run(["archive", "export", place.archive, "--format", "gpkg"]).status == 64)
  }

  @Test("Damage is reported with exit code 65, and repaired", .harmsTheFile)
  func repair() throws {
    let place = try place()
    func sql(_ text: String) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["sqlite3", place.archive, text]
      try process.run()
      process.waitUntilExit()
    }
    try sql("DELETE FROM tiles")
    try sql("INSERT INTO tiles VALUES (77, x'00')")
    let found = try place.run(["archive", "verify", "--json"])
    #expect(found.status == 65)
    let report = try #require(found.json().first)
    #expect(report["sound"] as? Bool == false)
    let problem = (report["problems"] as? [[String: Any]])?.first
    #expect(problem?["check"] as? String == "tiles" && problem?["repairable"] as? Bool == true)
    #expect(try place.run(["archive", "verify", "--quick"]).status == 0)
    let repaired = try place.run(["archive", "repair"])
    #expect(repaired.status == 0 && repaired.output.contains("rebuilt the tiles"))
    #expect(try place.run(["archive", "repair", "--json"]).json().first?["items"] as? Int == 3)
    #expect(try place.run(["archive", "verify"]).output == "The archive is sound.\n")
  }

  @Test(
    "A newer archive is opened with a note on standard error, and never changed", .harmsTheFile)
  func newer() throws {
    let place = try place()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", place.archive, "PRAGMA user_version = 999"]
    try process.run()
    process.waitUntilExit()
    let before = try Workplace.bytes(place.archive)
    let list = try place.run(["archive", "list"])
    #expect(list.status == 0 && list.errors.contains("newer version"))
    for arguments in [["repair"], ["era", "add", "Jazz Age", "1920"], ["import", place.archive]] {
      let result = try place.run(["archive"] + arguments)
      #expect(result.status == 78 && result.errors.contains("newer version"), "\(arguments)")
    }
    #expect(try Workplace.bytes(place.archive) == before)
  }

  @Test("A backup is an archive like the first", .caresForTheFile)
  func backup() throws {
    let place = try place()
    let path = place.folder.path("backup.sqlite")
    let answer = try place.run(["archive", "backup", path, "--json"]).json().first
    #expect(answer?["items"] as? Int == 3)
    let list = try place.run(["archive", "list", "--json"])
    #expect(try place.run(["archive", "list", "--json", "--archive", path]).output == list.output)
    #expect(try place.run(["archive", "backup", place.archive]).status == 64)
  }
}
