import Foundation
import Testing
import TimeWalkTestSupport
import TimeWalkEvents

@Suite("timewalk event", .waitsForProcesses, .onEachEngine, .serialized)
struct EventCommandTests {
  private static let catalogue = """
    id,title,date,latitude,longitude,license,source
    gate,The gate,1905,40.7581,-73.9855,CC0-1.0,https://example.org/gate
    tower,The tower,1911,40.7582,-73.9855,CC0-1.0,https://example.org/tower

    """

  private static func place() throws -> Workplace {
    let place = try Workplace()
    #expect(try place.importCatalogue(catalogue).status == 0)
    return place
  }

  /// Makes an event that runs, and has run for a second.
  private static func running(_ name: String, in place: Workplace) throws -> String {
    let made = try place.run(["event", "create", name, "--json"])
    try #require(made.status == 0, "\(made.errors)")
    Thread.sleep(forTimeInterval: 1.1)
    return try #require(try made.json().first?["id"] as? String)
  }

  /// Two people with two pictures, as guests of the server bring them.
  private static func pictures(in event: String, of place: Workplace) throws {
    let store = try EventStore(directory: place.library)
    let id = try #require(EventID(event))
    let now = Date()
    for name in ["Ann", "Bob"] {
      var joining = GuestDetails(name: name)
      joining.consent = Consent(policy: "0123456789abcdef", given: now)
      let token = try #require(try store.join(id, as: joining, at: now).token)
      var sending = PictureSending()
      sending.name = "\(name)'s gate"
      _ = try store.add(sending, to: id, by: .token(token), at: now) { _ in
        NewPicture(original: .bytes(photo(name)), ending: "jpg")
      }
      if name == "Ann" {
        let shown = try place.run(["event", "show", event])
        #expect(shown.output.contains("\n1 picture, 1 person, 0 downloads\n"), "\(shown.output)")
      }
    }
  }

  private static func photo(_ name: String) -> [UInt8] {
    SamplePhone.photo() + Array("the end of \(name)'s".utf8)
  }

  @Test("After two days without use, commands warn that expired data is erased a day later")
  func unused() throws {
    let place = try Self.place()
    _ = try Self.running("Old town", in: place)
    let files = try FileManager.default.contentsOfDirectory(atPath: place.library)
    for file in files where file.hasPrefix("events.") {
      try FileManager.default.setAttributes(
        [.modificationDate: Date() - 2 * 86_400], ofItemAtPath: "\(place.library)/\(file)")
    }
    for _ in 0..<2 {
      let listed = try place.run(["event", "list"])
      #expect(listed.status == 0 && listed.output.contains("Old town"))
      #expect(listed.errors.hasPrefix("warning: the clock jumped, or no program used these events"))
    }
  }

  @Test("An event is printed with its settings, as JSON and as text")
  func create() throws {
    let place = try Self.place()
    let result = try place.run([
      "event", "create", "Old town", "--kind", "schoolTrip", "--photos", "1", "--hours", "2.5",
      "--begins",
      "2099-05-01T10:00:00+02:00", "--gallery", "atEnd", "--uploads", "guests", "--downloads",
      "organiser", "--guests", "40", "--positions", "--quality", "--review", "--stop",
      "views:tower", "--stop",
      "views:gate",
      "--url", "https://events.example.org/", "--json",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let event = try #require(try result.json().first)
    let id = try #require(event["id"] as? String)
    #expect(EventID(id)?.text == id)
    let words = [
      "name": "Old town", "kind": "schoolTrip",
      "join": "https://events.example.org/events/\(id)", "state": "planned",
      "begins": "2099-05-01T08:00:00Z", "ends": "2099-05-01T10:30:00Z",
      "erases": "2099-05-31T10:30:00Z", "gallery": "atEnd", "uploads": "guests",
      "downloads": "organiser",
    ]
    for (field, word) in words { #expect(event[field] as? String == word, "\(field)") }
    #expect(event["photos"] as? Int == 1 && event["guests"] as? Int == 40)
    #expect(event["positions"] as? Bool == true)
    #expect(event["review"] as? Bool == true && event["quality"] as? Bool == true)
    #expect(event["stops"] as? [String] == ["views:tower", "views:gate"])
    #expect(
      Set(event.keys)
        == Set(words.keys).union([
          "id", "photos", "guests", "positions", "quality", "review", "stops",
        ]))
    let text = try place.run(["event", "show", id.lowercased(), "--url", "https://w.example.org"])
    #expect(
      text.output == """
        Old town: planned
        Id: \(id)
        Address: https://w.example.org/events/\(id)
        From 2099-05-01T08:00:00Z to 2099-05-01T10:30:00Z; all data is erased at 2099-05-31T10:30:00Z
        1 photo for each guest; the gallery opens at the end
        Upload: guests; download: organiser; positions: shown; review: yes
        Stops: views:tower, views:gate
        0 pictures, 0 people, 0 downloads

        """)
  }

  @Test("The list has all events that aren't gone, the newest first, and show their counts")
  func list() throws {
    let place = try Self.place()
    #expect(try place.run(["event", "list"]).output == "")
    #expect(try place.run(["event", "list", "--json"]).output == "{\"events\":[]}\n")
    let (first, second) = (
      try Self.running("First", in: place), try Self.running("Second", in: place)
    )
    let listed = try #require(try place.run(["event", "list", "--json"]).json().first)
    let events = try #require(listed["events"] as? [[String: Any]])
    #expect(events.map { $0["id"] as? String } == [second, first])
    #expect(events.allSatisfy { $0["photos"] as? Int == 24 && $0["state"] as? String == "running" })
    let lines = try place.run(["event", "list"]).output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix(second) == true && lines.first?.hasSuffix("Second") == true)
    try Self.pictures(in: first, of: place)
    let shown = try #require(try place.run(["event", "show", first, "--json"]).json().first)
    let counts = try #require(shown["counts"] as? [String: Any])
    #expect(counts["pictures"] as? Int == 2)
    #expect(counts["people"] as? Int == 2)
    #expect(counts["downloads"] as? Int == 0)
    #expect((counts["hours"] as? [[String: Any]])?.isEmpty == false)
    let text = try place.run(["event", "show", first]).output
    #expect(text.contains("\n2 pictures, 2 people, 0 downloads\n"), "\(text)")
  }

  @Test("Closing ends an event now, once")
  func close() throws {
    let place = try Self.place()
    let event = try Self.running("Old town", in: place)
    let before = Date()
    let closed = try #require(try place.run(["event", "close", event, "--json"]).json().first)
    #expect(closed["state"] as? String == "ended")
    let ends = try Date(try #require(closed["ends"] as? String), strategy: .iso8601)
    #expect(abs(ends.timeIntervalSince(before)) < 60)
    let erases = try Date(try #require(closed["erases"] as? String), strategy: .iso8601)
    #expect(erases.timeIntervalSince(ends) == 30 * 86_400)
    #expect(try place.run(["event", "show", event]).output.hasPrefix("Old town: ended\n"))
    #expect(try place.run(["event", "close", event]).status == 65)
  }

  @Test("The zip has the unchanged pictures and a list, and replaces one of its name")
  func export() throws {
    let place = try Self.place()
    let event = try Self.running("Old town", in: place)
    try Self.pictures(in: event, of: place)
    let zip = try place.write(Array("an older one".utf8), to: "event.zip")
    let report = try place.run(["event", "export", event, zip, "--json"])
    #expect(report.status == 0, "\(report.errors)")
    let object = try #require(try report.json().first)
    #expect(object["pictures"] as? Int == 2)
    #expect(object["bytes"] as? Int == (try Workplace.bytes(zip).count))
    let program = URL(fileURLWithPath: "/usr/bin/env")
    #expect(try TimeWalkCommand.run(program, ["unzip", "-tq", zip]).status == 0)
    let target = place.folder.path("unpacked")
    #expect(try TimeWalkCommand.run(program, ["unzip", "-q", zip, "-d", target]).status == 0)
    let names = ["00001 Ann.jpg", "00002 Bob.jpg"]
    #expect(Workplace.names(in: target) == names + ["pictures.csv"])
    let list = String(decoding: try Workplace.bytes(target + "/pictures.csv"), as: UTF8.self)
    for name in ["Ann", "Bob"] { #expect(list.contains("\(name)'s gate"), "\(list)") }
    for name in names { #expect(list.contains(name), "\(list)") }
    // Positions are hidden, so the zip has none, even if the sender's program left some in the
    // file.
    #expect(try Workplace.bytes(target + "/" + names[0]) == Self.photo("Ann"))
    let text = try place.run(["event", "export", event, zip])
    #expect(text.output == "2 pictures, \(try Workplace.bytes(zip).count) bytes\n")
    let piped = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "'\(TimeWalkCommand.binary.path)' event export \(event) - > all.zip"],
      environment: ["TIMEWALK_LIBRARY": place.library], directory: place.folder.url)
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(try Workplace.bytes(place.folder.path("all.zip")) == Workplace.bytes(zip))
  }

  @Test("An event is removed only after confirmation, and permanently")
  func remove() throws {
    let place = try Self.place()
    let event = try Self.running("Old town", in: place)
    try Self.pictures(in: event, of: place)
    let refused = try place.run(["event", "remove", event])
    #expect(refused.status == 65)
    #expect(refused.errors.contains("permanently removes Old town with 2 pictures"))
    #expect(refused.errors.contains("--yes"))
    #expect(try place.run(["event", "show", event]).status == 0)
    let removed = try place.run(["event", "remove", event, "--yes", "--json"])
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(removed.output == "{\"erased\":true,\"id\":\"\(event)\"}\n")
    #expect(try place.run(["event", "show", event]).status == 66)
    #expect(!FileManager.default.fileExists(atPath: place.library + "/events/" + event))
    let database = try Workplace.bytes(place.library + "/events.sqlite")
    #expect(Data(database).range(of: Data("Bob's gate".utf8)) == nil)
  }

  @Test("Terms and privacy notice come from the completed file, in each language")
  func policy() throws {
    let place = try Self.place()
    let missing = try place.run(["event", "policy"])
    #expect(missing.status == 66 && missing.errors.contains("--template"))
    let template = try place.run(["event", "policy", "--template"])
    let file = try place.write(Array(template.output.utf8), to: "library/event-policy.json")
    let incomplete = try place.run(["event", "policy"])
    #expect(incomplete.status == 78)
    #expect(incomplete.errors.contains("operator"), "\(incomplete.errors)")
    let complete = template.output.replacing(": \"\"", with: ": \"Museum of Towns\"")
    _ = try place.write(Array(complete.utf8), to: "library/event-policy.json")
    var versions: Set<String> = []
    var texts: Set<String> = []
    for language in ["en", "de", "fr", "es"] {
      let flags = ["--language", language, "--json"]
      let object = try #require(try place.run(["event", "policy"] + flags).json().first)
      #expect(try #require(object["text"] as? String).contains("Museum of Towns"))
      versions.insert(try #require(object["version"] as? String))
      texts.insert(try #require(object["text"] as? String))
    }
    // A consent refers to the same text in any language.
    #expect(versions.count == 1)
    #expect(texts.count == 4)
    let text = try place.run(["event", "policy", file])
    #expect(text.status == 0 && text.output.contains("Museum of Towns"))
  }

  /// The arguments, the exit code, the named field, and the sentence.
  ///
  /// E is an event that is planned, and none has the id 2345678923.
  private static let refusals:
    [(arguments: [String], status: Int32, field: String?, word: String)] = [
      (["create", " "], 64, "name", "a name must have 1 to 100"),
      (["create", "A", "--photos", "0"], 64, "photos", "1 to 1000 photos"),
      (["create", "A", "--hours", "0"], 64, "hours", "--hours must be more than 0"),
      (["create", "A", "--hours", "721"], 64, "hours", "at most 720"),
      (["create", "A", "--begins", "soon"], 64, "begins", "--begins must be like"),
      (["create", "A", "--begins", "2020-01-01T00:00:00Z"], 64, "ends", "end in the future"),
      (["create", "A", "--url", "events.example.org"], 64, "url", "isn't an address"),
      (["create", "A", "--stop", "views:none"], 66, "id", "views:none"),
      (["create", "A", "--organiser", "anna"], 66, "organiser", "no account named \"anna\""),
      (["create", "A", "--organiser", "token:a b"], 64, "organiser", "a token's name"),
      (["show", "2345678923"], 66, nil, "no event with this id"),
      (["show", "23456"], 64, "id", "event list"),
      (["close", "E"], 65, nil, "not now"),
      (["close", "2345678923"], 66, nil, "no event with this id"),
      (["export", "2345678923", "a.zip"], 66, nil, "no event with this id"),
      (["export", "E", "nowhere/a.zip"], 73, nil, "nowhere/a.zip"),
      (["remove", "E"], 65, nil, "permanently removes"),
      (["remove", "2345678923", "--yes"], 66, nil, "no event with this id"),
      (["policy", "--language", "it"], 64, "language", "en, de, fr, es"),
      (["policy", "none.json"], 66, nil, "none.json"),
    ]

  @Test(
    "Invalid requests are refused with an exit code, a field and a sentence, and change nothing")
  func refusals() throws {
    let place = try Self.place()
    let begins = ["--begins", "2099-05-01T10:00:00Z"]
    let made = try place.run(["event", "create", "Old town", "--json"] + begins)
    let event = try #require(try made.json().first?["id"] as? String)
    for (arguments, status, field, word) in Self.refusals {
      let asked = ["event"] + arguments.map { $0 == "E" ? event : $0 } + ["--json"]
      let result = try place.run(asked)
      #expect(result.status == status, "\(arguments): \(result.errors)")
      #expect(result.errors.contains(word), "\(arguments): \(result.errors)")
      let error = try result.json().first?["error"] as? [String: Any]
      #expect((error?["code"] as? String)?.isEmpty == false, "\(arguments): \(result.output)")
      #expect(error?["field"] as? String == field, "\(arguments): \(result.output)")
    }
    // Words that a flag doesn't know are refused before anything is asked.
    for flag in ["--gallery", "--uploads", "--downloads"] {
      #expect(try place.run(["event", "create", "A", flag, "never"]).status == 64)
    }
    let left = try #require(try place.run(["event", "list", "--json"]).json().first)
    #expect((left["events"] as? [Any])?.count == 1)
  }
}
