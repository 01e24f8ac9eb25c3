import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Eras and dates from the command line", .waitsForProcesses, .onEachEngine)
struct EraTests {
  /// One view from one corner at different times, and as different catalogues would date it.
  static let corner = """
    id,title,date,latitude,longitude,accuracy,heading,field_of_view
    dutch,A windmill,1650,40.758,-73.9855,5,205,60
    golden,A carriage,c. 1885,40.758,-73.9855,5,205,60
    pair,Two prints,1605; 1885,40.758,-73.9855,5,205,60
    modern,A taxi,1953-22,40.758,-73.9855,5,205,60
    undated,A wall,n.d.,40.758,-73.9855,5,205,60
    ancient,A ruin,44 BCE,40.758,-73.9855,5,205,60

    """

  static let pose = [
    "--latitude", "40.758", "--longitude", "-73.9855", "--heading", "205", "--heading-reference",
    "true",
  ]

  /// A place with the corner and two named eras.
  private func place() throws -> Workplace {
    let place = try Workplace()
    try #require(place.importCatalogue(Self.corner).status == 0)
    for (name, date) in [("New Amsterdam", "1624/1664"), ("Gilded Age", "1870~/1900~")] {
      try #require(place.run(["archive", "era", "add", name, date]).status == 0)
    }
    return place
  }

  private func ids(_ object: [String: Any]?, _ key: String = "matches") -> Set<String> {
    let items = object?[key] as? [[String: Any]] ?? []
    return Set(items.compactMap { ($0["id"] as? String)?.replacing("views:", with: "") })
  }

  @Test("Eras are added, listed and removed by name, in any case of letters")
  func commands() throws {
    let place = try place()
    let list = try place.run(["archive", "era", "list"])
    #expect(list.output == "New Amsterdam\t1624/1664\nGilded Age\t1870~/1900~\n")
    let rome = [
      "archive", "era", "add", "Late Republic", "--description", "Rome.", "--json", "--",
      "-0132/..",
    ]
    let added = try #require(place.run(rome).json().first)
    let expected: [String: Any] = [
      "name": "Late Republic", "date": "-0132/..", "earliest": "-0132-01-01", "latest": NSNull(),
      "description": "Rome.",
    ]
    #expect(added as NSDictionary == expected as NSDictionary)
    let eras = try #require(
      place.run(["archive", "era", "list", "--json"]).json().first?["eras"] as? [[String: Any]])
    #expect(
      eras.compactMap { $0["name"] as? String } == ["Late Republic", "New Amsterdam", "Gilded Age"])
    #expect(eras[1]["earliest"] as? String == "1624-01-01")
    #expect(eras[1]["latest"] as? String == "1664-12-31")

    // Known already, with the same date and with another.
    #expect(try place.run(["archive", "era", "add", "NEW AMSTERDAM", "1624/1664"]).status == 0)
    let other = try place.run(["archive", "era", "add", "new amsterdam", "1609/1664", "--json"])
    #expect(other.status == 64)
    #expect(other.errors.contains("1624/1664"))
    for (name, date) in [("Soon", "soon"), ("1905", "1905"), (" ", "1905")] {
      #expect(try place.run(["archive", "era", "add", name, date]).status == 64, "\(name)")
    }
    let removed = try place.run(["archive", "era", "remove", "late republic"])
    #expect(removed.output.hasPrefix("Late Republic\t"))
    #expect(try place.run(["archive", "era", "remove", "late republic"]).status == 66)
    #expect(try place.run(["archive", "verify"]).status == 0)
    // Nothing is made where nothing is.
    let nowhere = try Workplace()
    let file = ["--archive", nowhere.archive]
    #expect(try nowhere.run(["archive", "era", "remove", "x"] + file).status == 66)
    #expect(try nowhere.run(["archive", "era", "list"] + file).status == 66)
    #expect(Workplace.names(in: nowhere.folder.url.path) == [])
  }

  @Test("An era by name equals that of its date, and the answer names it")
  func byName() throws {
    let place = try place()
    func match(_ era: String) throws -> [String: Any] {
      try #require(place.run(["match"] + Self.pose + ["--era", era, "--json"]).json().first)
    }
    var named = try match("new amsterdam")
    var dated = try match("1624/1664")
    let era = try #require(named["era"] as? [String: Any])
    let expected: [String: Any] = [
      "name": "New Amsterdam", "date": "1624/1664", "earliest": "1624-01-01",
      "latest": "1664-12-31", "others": 0,
    ]
    #expect(era as NSDictionary == expected as NSDictionary)
    #expect((dated["era"] as? [String: Any])?["name"] == nil)
    named["era"] = nil
    dated["era"] = nil
    #expect(named as NSDictionary == dated as NSDictionary)
    let text = try place.run(["match"] + Self.pose + ["--era", "New Amsterdam"]).output
    #expect(text.hasPrefix("New Amsterdam is 1624–1664.\n"))
    #expect(try place.run(["match"] + Self.pose + ["--json"]).json().first?["era"] == nil)

    let search = ["archive", "search", "--era", "gilded age", "--json"]
    let found = try #require(place.run(search).json().first)
    #expect((found["era"] as? [String: Any])?["date"] as? String == "1870~/1900~")
    #expect(ids(found, "items") == ["golden", "pair", "undated"])
  }

  @Test("An unknown era gives an error with the existing names")
  func unknown() throws {
    let place = try place()
    for command in [["match"] + Self.pose, ["archive", "search"]] {
      let result = try place.run(command + ["--era", "Stone Age", "--json"])
      #expect(result.status == 64)
      let error = try #require(result.json().first?["error"] as? [String: String])
      #expect((error["code"], error["field"]) == ("invalidValue", "era"))
      #expect(error["message"]?.contains("New Amsterdam, Gilded Age") == true)
    }
    // Impossible EDTF gives a reason.
    let backwards = try place.run(["match"] + Self.pose + ["--era", "1930/1890"])
    #expect(backwards.errors.contains("ends before it starts"))
  }

  @Test("A strict era leaves out other times, undated items, and sets around it")
  func strict() throws {
    let place = try place()
    func match(_ flags: [String]) throws -> [String: Any] {
      try #require(place.run(["match"] + Self.pose + flags + ["--json"]).json().first)
    }
    let all: Set = ["dutch", "golden", "pair", "modern", "undated", "ancient"]
    let broad = try match(["--era", "New Amsterdam"])
    #expect(ids(broad) == all)
    // The set's span contains the era, but its members don't.
    let labels = try #require(broad["matches"] as? [[String: Any]])
      .map { ($0["id"] as? String ?? "", $0["era"] as? String) }
    #expect(labels.first { $0.0 == "views:pair" }?.1 == "outside")
    #expect(labels.first { $0.0 == "views:dutch" }?.1 == "within")
    let strict = try match(["--era", "New Amsterdam", "--strict-era"])
    #expect(ids(strict) == ["dutch"])
    #expect(ids(strict, "timeline") == ["dutch"])
    #expect((strict["era"] as? [String: Any])?["strict"] as? Bool == true)
    #expect(try ids(match(["--era", "Gilded Age", "--strict-era"])) == ["golden", "pair"])
    #expect(try ids(match(["--era", "-0050/-0001", "--strict-era"])) == ["ancient"])
    let none = try match(["--era", "0850", "--strict-era"])
    #expect(ids(none).isEmpty)
    #expect(none["noMatch"] as? Double == 1)
    let search = ["archive", "search", "--era", "New Amsterdam", "--json"]
    #expect(try ids(place.run(search).json().first, "items") == ["dutch", "pair", "undated"])
    #expect(try ids(place.run(search + ["--strict-era"]).json().first, "items") == ["dutch"])
    for command in [["match"] + Self.pose, ["archive", "search"], ["submit", "photo.jpg"]] {
      #expect(try place.run(command + ["--strict-era"]).status == 64)
    }
  }

  @Test("The endpoint takes names and strictEra, for match and for submit")
  func endpoint() throws {
    let place = try place()
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let session = try EndpointSession(place)
    for (method, start) in [
      ("match", #""latitude":40.758,"longitude":-73.9855"#), ("submit", "\"path\":\"\(photo)\""),
    ] {
      func ask(_ params: String) throws -> [String: Any] {
        try session.ask(
          #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(start),\#(params)}}"#)
      }
      let strict = try ask(#""era":"New AMSTERDAM","strictEra":true"#)
      let result = try #require(strict["result"] as? [String: Any])
      #expect(ids(result) == ["dutch"])
      #expect((result["era"] as? [String: Any])?["name"] as? String == "New Amsterdam")
      let broad = try #require(
        try ask(#""era":"New Amsterdam","strictEra":false"#)["result"] as? [String: Any])
      #expect(ids(broad).count == 6)
      for (params, field) in [
        (#""era":"Stone Age""#, "era"), (#""strictEra":true"#, "strictEra"),
        (#""era":"1911","strictEra":"yes""#, "strictEra"),
      ] {
        let error = try #require(try ask(params)["error"] as? [String: Any])
        #expect(error["code"] as? Int == -32602)
        #expect((error["data"] as? [String: Any])?["field"] as? String == field)
      }
    }
    #expect(try session.close() == 0)
  }

  @Test("Submit searches strictly by name, and its answer shows it")
  func submit() throws {
    let place = try place()
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let result = try place.submit(
      [photo], ["--era", "Gilded Age", "--strict-era", "--json"])
    #expect(result.status == 0, "\(result.errors)")
    let object = try #require(result.json().first)
    #expect(ids(object) == ["golden", "pair"])
    #expect((object["era"] as? [String: Any])?["name"] as? String == "Gilded Age")
  }

  @Test("The starter archive includes its eras, and they find its pictures")
  func starter() throws {
    let place = try Workplace()
    let source = Project.root.appendingPathComponent("Archive/new-york").path
    let result = try place.run(["archive", "import", source, "--archive", place.archive])
    #expect(result.status == 0)
    #expect(result.faults.isEmpty, "\(result.errors)")
    #expect(result.output.contains("named eras"))
    let search = ["archive", "search", "--strict-era", "--json", "--era"]
    #expect(
      try ids(place.run(search + ["New Amsterdam"]).json().first, "items")
        .contains("new-york:hartgers-fort-1651"))
    for name in ["British New York", "Gilded Age", "Prohibition"] {
      #expect(try !ids(place.run(search + [name]).json().first, "items").isEmpty, "\(name)")
    }
  }

  @Test("Words of a catalogue are shown, exported and imported back unchanged")
  func words() throws {
    let place = try place()
    let show = try place.run(["archive", "show", "views:golden"]).output
    #expect(show.contains("1885~ (written \"c. 1885\")"))
    #expect(
      try place.run(["archive", "show", "views:undated"]).output
        .contains("unknown (written \"n.d.\")"))
    let item = try #require(place.run(["archive", "show", "views:pair", "--json"]).json().first)
    #expect(item["date"] as? String == "{1605,1885}")
    #expect(item["dateText"] as? String == "1605; 1885")
    let csv = place.folder.path("out.csv")
    #expect(try place.run(["archive", "export", csv]).status == 0)
    let before = try place.run(["archive", "list", "--json"]).output
    let again = try place.run(["archive", "import", csv, "--collection", "views", "--json"])
    #expect(try again.json().first?["unchanged"] as? Int == 6)
    #expect(try place.run(["archive", "list", "--json"]).output == before)
  }

  @Test("Day and month follow the catalogue's order, or a warning reports the doubt")
  func dateOrder() throws {
    let place = try Workplace()
    let csv = "id,latitude,longitude,date,license\na,1,2,03/04/1905,CC0-1.0\n"
    let doubt = try place.importCatalogue(csv, ["--json"])
    #expect(doubt.status == 0)
    let finding = try #require(
      (doubt.json().first?["findings"] as? [[String: Any]])?.first)
    #expect(finding["severity"] as? String == "warning")
    #expect((finding["line"] as? Int, finding["column"] as? String) == (2, "date"))
    #expect(finding["value"] as? String == "03/04/1905")
    for (order, date) in [("day-month", "1905-04-03"), ("month-day", "1905-03-04")] {
      let said = try place.importCatalogue(csv, ["--date-order", order])
      #expect(said.status == 0 && said.faults.isEmpty, "\(said.errors)")
      let item = try place.run(["archive", "show", "views:a", "--json"]).json().first
      #expect(item?["date"] as? String == date)
    }
    #expect(try place.importCatalogue(csv, ["--date-order", "year"]).status == 64)
  }
}
