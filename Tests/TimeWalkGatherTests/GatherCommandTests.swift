import Foundation
import Testing
import TimeWalkTestSupport

@Suite("timewalk archive gather", .waitsForProcesses, .onEachEngine)
struct GatherCommandTests {
  private static let sample = GatherFixture.sample

  /// A file at the sample's place whose picture looks where the sample's photo looks.
  private static var atSample: PlayedFile {
    PlayedFile(1905, sample.latitude, sample.longitude).with(
      \.statements,
      Statement.all(
        (
          "P1259",
          [
            Statement.place(
              "P1259", sample.latitude, sample.longitude, precision: "0.00001",
              heading: sample.heading)
          ]
        ), ("P571", [Statement.date("+1905-00-00T00:00:00Z", 9)])))
  }

  /// Files in a row to the north, 100 m apart.
  private static func row(_ numbers: ClosedRange<Int>) -> [PlayedFile] {
    numbers.map {
      PlayedFile($0, sample.latitude + Double($0) * 0.0009, sample.longitude)
    }
  }

  @Test("After one command, a photo of the place gets a real picture, with its rights")
  func firstRun() throws {
    let fixture = try GatherFixture([Self.atSample] + Self.row(1...5))
    let gathered = try fixture.gather("--era", "1850/1950", "--pictures", "--json")
    #expect(gathered.status == 0, "\(gathered.output) \(gathered.errors)")
    let report = try #require(try gathered.json().first)
    #expect(report["found"] as? Int == 6 && report["restricted"] as? Int == 0)
    #expect((report["imported"] as? [String: Any])?["added"] as? Int == 6)
    #expect((report["pictures"] as? [String: Any])?["fetched"] as? Int == 6)
    // The server receives the client's name, for a page and for a picture alike.
    #expect(
      fixture.server.heads.allSatisfy {
        $0.contains("User-Agent: timewalk/") && $0.contains("; tester@museum.example)")
      })
    #expect(
      gathered.errors.contains(
        "asking 127.0.0.1 for pictures within 2 km of 40.75358,-73.98084"))
    let photo = Project.root.appendingPathComponent("Archive/sample/fifth-avenue.jpg").path
    let answer = try fixture.run(["submit", photo, "--output", fixture.place.output, "--json"])
    #expect(answer.status == 0, "\(answer.errors)")
    let object = try #require(try answer.json().first)
    let match = try #require((object["matches"] as? [[String: Any]])?.first)
    #expect(match["id"] as? String == "commons:1905")
    let rights = try #require(match["rights"] as? [String: Any])
    #expect(rights["license"] as? String == "https://creativecommons.org/licenses/by-sa/4.0")
    #expect(rights["creator"] as? String == "Ada & Co" && rights["credit"] as? String == "Own work")
    let renditions = try #require(object["renditions"] as? [[String: Any]])
    let historical = try #require(renditions.first { $0["role"] as? String == "historical" })
    // The picture that the server gave, and no card in its place.
    #expect(historical["item"] as? String == "commons:1905")
    #expect(historical["kind"] as? String == "picture", "\(historical)")
  }

  @Test("The same again changes nothing, a wider area adds, and an undo takes it back")
  func again() throws {
    let fixture = try GatherFixture(Self.row(1...40))
    func summary(_ within: String, _ flags: String...) throws -> [String: Any] {
      let result = try fixture.run(fixture.arguments(within: within, flags + ["--json"]))
      #expect(result.status == 0, "\(result.errors)")
      return try #require(try result.json().first?["imported"] as? [String: Any])
    }
    let dry = try summary("1050m", "--dry-run")
    #expect(dry["added"] as? Int == 10)
    #expect(!fixture.place.hasArchive)
    let asked = fixture.server.asked.count
    let first = try summary("1050m")
    // The dry run's answers were cached.
    #expect(first["added"] as? Int == 10 && fixture.server.asked.count == asked)
    for flags in [[], ["--refresh"]] {
      let result = try fixture.run(fixture.arguments(within: "1050m", flags + ["--json"]))
      let same = try #require(try result.json().first?["imported"] as? [String: Any])
      let changed = ["added", "updated", "removed"].map { same[$0] as? Int }
      #expect(same["unchanged"] as? Int == 10 && changed == [0, 0, 0])
    }
    let wider = try summary("2km")
    #expect((wider["added"] as? Int ?? 0) > 8 && wider["unchanged"] as? Int == 10)
    let history = try fixture.run(["archive", "history"])
    #expect(history.output.contains("https://commons.wikimedia.org/w/api.php, within 2 km of"))
    // Manual corrections stay.
    #expect(try fixture.run(["archive", "set", "commons:3", "title=Mine"]).status == 0)
    #expect(try summary("1050m", "--refresh")["keptCorrections"] as? Int == 1)
    let entry = try #require(wider["entry"] as? Int)
    #expect(try fixture.run(["archive", "undo", "\(entry)"]).status == 0)
    #expect(try fixture.items().count == 10)
  }

  @Test("--limit takes the nearest; --collection names another collection")
  func limited() throws {
    let fixture = try GatherFixture(Self.row(1...20))
    #expect(try fixture.gather("--limit", "3", "--collection", "lisbon").status == 0)
    #expect(try fixture.items() == ["lisbon:1", "lisbon:2", "lisbon:3"])
  }

  @Test("A source that stops half way keeps its items; the same command continues")
  func halfway() throws {
    let fixture = try GatherFixture(Self.row(1...120).map { $0.with(\.latitude, 40.7536) })
    let first = try fixture.gather("--max-requests", "3", "--json")
    #expect(first.status == 75 && first.errors.contains("--max-requests raises the limit"))
    let report = try #require(try first.json().first)
    #expect((report["stopped"] as? [String: Any])?["code"] as? String == "usedUp")
    #expect(try fixture.items().count == 50)
    let asked = fixture.server.asked.count
    let second = try fixture.gather("--json")
    #expect(second.status == 0 && fixture.server.asked.count == asked + 4)
    #expect(try fixture.items().count == 120)
    #expect(try second.json().first?["cached"] as? Int == 3)
  }

  @Test("Withdrawn items are found and removed, and an undo restores them")
  func withdrawn() throws {
    let files = Self.row(1...15)
    let fixture = try GatherFixture(files)
    #expect(try fixture.gather().status == 0)
    fixture.play(files.map { $0.with(\.isMissing, $0.number <= 2) })
    func check(_ flags: String...) throws -> TimeWalkCommand.Result {
      try fixture.run(
        [
          "archive", "gather", "commons", "--check", "--address",
          fixture.server.address("/w/api.php"), "--allow-private", "--json",
        ] + flags)
    }
    let dry = try check("--dry-run")
    #expect(dry.status == 0, "\(dry.errors)")
    #expect(try dry.json().first?["withdrawn"] as? [String] == ["commons:1", "commons:2"])
    #expect(try fixture.items().count == 15)
    let report = try #require(try check().json().first)
    #expect(report["removed"] as? Int == 2 && report["checked"] as? Int == 15)
    #expect(try fixture.items().count == 13)
    let entry = try #require(report["entry"] as? Int)
    #expect(try fixture.run(["archive", "undo", "\(entry)"]).status == 0)
    #expect(try fixture.items().count == 15)
    // Many at once need --yes.
    fixture.play(files.map { $0.with(\.isMissing, true) })
    #expect(try check().status == 65)
    #expect(try fixture.items().count == 15)
    #expect(try check("--yes").status == 0)
    #expect(try fixture.items().isEmpty)
  }

  @Test("Pictures that may not be copied are counted and skipped")
  func rights() throws {
    let files = Self.row(1...4).map { file in
      file.number <= 3
        ? file
        : file.with(\.licenseAddress, "http://rightsstatements.org/vocab/InC/1.0/")
          .with(\.licenseName, nil)
    }
    let fixture = try GatherFixture(files)
    let gathered = try fixture.gather("--pictures")
    #expect(gathered.status == 0, "\(gathered.errors)")
    #expect(gathered.output.contains("3 of 3 pictures fetched; 1 left out"))
    let pictures = fixture.server.asked.filter { $0.hasPrefix("/pictures/") }
    #expect(pictures.sorted() == (1...3).map { "/pictures/2048px-\($0).jpg" })
    // Kept pictures aren't asked for again.
    #expect(try fixture.gather("--pictures").status == 0)
    #expect(fixture.server.asked.filter { $0.hasPrefix("/pictures/") }.count == 3)
    let shown = try fixture.run(["archive", "show", "commons:4"]).output
    #expect(shown.contains("InC/1.0") || shown.contains("In copyright"), "\(shown)")
  }

  @Test("Nothing is sent without a contact, to a private host, or for an invalid request")
  func refusals() throws {
    let fixture = try GatherFixture(Self.row(1...3))
    var environment = fixture.environment
    environment["TIMEWALK_CONTACT"] = ""
    for contact in [[], ["--contact", "me"], ["--contact", "a@b\r\nX: y"]] {
      let result = try TimeWalkCommand.run(fixture.arguments(contact), environment: environment)
      #expect(result.status == 64 && result.errors.contains("--contact"), "\(result.errors)")
    }
    for (flags, words) in [
      (["archive", "gather"], "--list"), (["archive", "gather", "commons"], "--around"),
      (["archive", "gather", "nothing", "--around", "1,2", "--within", "1km"], "isn't a source"),
      (
        ["archive", "gather", "commons", "--around", "91,2", "--within", "1km"],
        "isn't a valid position"
      ),
      (
        ["archive", "gather", "commons", "--around", "1,2", "--within", "1mi"],
        "isn't a valid distance"
      ),
      (
        ["archive", "gather", "commons", "--around", "1,2", "--within", "200km"],
        "isn't a valid distance"
      ),
      (fixture.arguments(["--era", "blue"]), "blue"),
      (["archive", "gather", "europeana", "--around", "1,2", "--within", "1km"], "_KEY"),
    ] {
      let result = try fixture.run(flags)
      #expect(
        [64, 66].contains(result.status) && result.errors.contains(words), "\(result.errors)")
    }
    let closed = try fixture.run(fixture.arguments().filter { $0 != "--allow-private" })
    #expect(closed.status == 65 && closed.errors.contains("isn't on the public internet"))
    #expect(fixture.server.asked == [])
    #expect(!fixture.place.hasArchive)
  }

  @Test("An empty area isn't a fault, and makes no archive")
  func nothing() throws {
    let fixture = try GatherFixture([])
    let result = try fixture.gather()
    #expect(result.status == 0 && result.output.contains("0 items found"))
    #expect(!fixture.place.hasArchive)
  }

  @Test("The list has each source's holdings, its terms, the sent data, and its verification")
  func list() throws {
    let place = try Workplace()
    let text = try place.run(["archive", "gather", "--list"]).output
    for words in [
      "commons", "pastvu", "smapshot", "oldnyc", "europeana", "holds:", "terms:",
      "TIMEWALK_EUROPEANA_KEY",
      "sent to commons.wikimedia.org: the area", "verified against documentation only",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    let sources = try #require(
      try place.run(["archive", "gather", "--list", "--json"]).json().first?["sources"]
        as? [[String: Any]])
    #expect(sources.count == 5)
  }

  @Test("After a kill at any instant, no reported item is lost, and the same command continues")
  func killed() throws {
    let files = (1...400).map { PlayedFile($0, 40.7536, -73.98084 + Double($0) * 1e-6) }
    let fixture = try GatherFixture(files, delay: 0.005)
    var reported = 0
    var ended = 0
    var random = SeededGenerator(seed: 240)
    var span = 0.6
    for round in 0..<25 {
      let process = Process()
      process.executableURL = TimeWalkCommand.binary
      // Each round requests a part again, which keeps data on their way.
      process.arguments = fixture.arguments(
        ["--limit", "\(100 + round * 10)"] + (round % 3 == 0 ? ["--refresh"] : []))
      process.environment = ProcessInfo.processInfo.environment
        .merging(fixture.environment) { $1 }
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: Double.random(in: 0...span, using: &random))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      if text.contains("added") || text.contains("unchanged") {
        reported = max(reported, 100 + round * 10)
        ended += 1
        span *= 0.9
      } else {
        span *= 1.1
      }
      if fixture.place.hasArchive {
        let count = try fixture.items().count
        #expect(count >= reported, "round \(round): \(count) of \(reported)")
      }
    }
    let last = try fixture.gather()
    #expect(last.status == 0, "\(last.errors)")
    #expect(try fixture.items().count == 400)
    #expect(try fixture.run(["archive", "verify"]).status == 0)
  }

  @Test("Where the archive has nothing near, the answer names the command for the place")
  func hint() throws {
    let fixture = try GatherFixture(Self.row(1...3))
    func match(_ latitude: Double) throws -> String {
      // No archive is named before one exists.
      var environment = fixture.environment
      if !fixture.place.hasArchive {
        environment["TIMEWALK_ARCHIVE"] = ""
      }
      return try TimeWalkCommand.run(
        [
          "match", "--latitude", "\(latitude)", "--longitude", "\(Self.sample.longitude)",
          "--heading", "10",
        ], environment: environment
      ).output
    }
    let command =
      "timewalk archive gather commons --around 40.9,-73.98084 --within 2km"
    #expect(try match(40.9).contains(command))
    #expect(try fixture.gather().status == 0)
    // 16 km from all that there is.
    #expect(try match(40.9).contains(command))
    #expect(!(try match(40.7541).contains("archive gather")))
    // 3 km away: not near enough to show the view, but the place isn't bare.
    #expect(!(try match(40.7841).contains("archive gather")))
  }
}
