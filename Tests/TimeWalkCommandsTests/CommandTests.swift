import Foundation
import Testing
import TimeWalkTestSupport

@Suite("The command line", .waitsForProcesses)
struct CommandTests {
  static let pose = [
    "--latitude", "--longitude", "--altitude", "--heading", "--heading-reference", "--pitch",
    "--zoom",
  ]

  /// Each command and the flags of the design that it must have.
  static let commands: [(name: String, flags: [String])] = [
    (
      "submit",
      pose + [
        "--archive", "--library", "--output", "--era", "--strict-era", "--limit", "--json",
        "--strip-location", "--again", "--original-url", "--jobs", "--memory", "--low-space",
        "--least-space", "--strict",
      ]
    ),
    (
      "match",
      pose + [
        "--horizontal-accuracy", "--heading-accuracy", "--era", "--strict-era", "--limit", "--json",
        "--archive",
      ]
    ),
    ("submit", ["--max-bytes", "--keep-profile", "--compose", "--places", "--places-radius"]),
    ("inspect", ["--histogram", "--focus-peaking", "--json"]),
    (
      "endpoint",
      [
        "--archive", "--library", "--jobs", "--queue", "--ordered", "--maximum-line", "--root",
        "--once", "--log-level", "--log-positions",
      ]
    ),
    ("request", ["--archive", "--library"]),
    (
      "archive import",
      ["--collection", "--date-order", "--dry-run", "--no-fingerprints", "--archive", "--json"]
    ),
    ("archive import", ["--format", "--encoding", "--preset", "--map", "--crs", "--report"]),
    ("archive import", ["--media", "--require-rights"]),
    (
      "archive review",
      [
        "--kind", "--collection", "--limit", "--accuracy", "--csv", "--accept", "--dismiss",
        "--set",
        "--other", "--note", "--decisions", "--dry-run", "--by", "--archive", "--json",
      ]
    ),
    ("archive duplicates", ["--collection", "--limit", "--archive", "--json"]),
    ("archive rights", ["--by", "--archive", "--json"]),
    (
      "archive fetch-media",
      [
        "--collection", "--limit", "--max-bytes", "--timeout", "--allow-private",
        "--no-fingerprints", "--archive", "--json",
      ]
    ),
    (
      "archive gather",
      [
        "--list", "--around", "--within", "--era", "--pictures", "--limit", "--dry-run",
        "--refresh", "--check", "--yes", "--contact", "--collection", "--cache", "--max-requests",
        "--max-bytes", "--address", "--allow-private", "--by", "--archive", "--json",
      ]
    ),
    ("archive import", ["--replace", "--yes", "--replace-despite-refused", "--by"]),
    ("archive list", ["--collection", "--unplaced", "--limit", "--archive", "--json"]),
    ("archive show", ["--history", "--archive", "--json"]),
    ("archive presets", ["--json"]),
    ("archive history", ["--limit", "--archive", "--json"]),
    ("archive diff", ["--limit", "--archive", "--json"]),
    ("archive undo", ["--dry-run", "--by", "--archive", "--json"]),
    ("archive set", ["--dry-run", "--by", "--archive", "--json"]),
    ("archive move", ["--accuracy", "--dry-run", "--by", "--archive", "--json"]),
    ("archive remove", ["--collection", "--yes", "--dry-run", "--by", "--archive", "--json"]),
    (
      "archive search",
      [
        "--latitude", "--longitude", "--shows", "--radius", "--era", "--strict-era",
        "--collection", "--archive", "--json",
      ]
    ),
    (
      "archive export",
      [
        "--format", "--collection", "--footprints", "--view-distance", "--base-url", "--archive",
        "--json",
      ]
    ),
    ("archive verify", ["--quick", "--archive", "--json"]),
    ("archive repair", ["--archive", "--json"]), ("archive backup", ["--archive", "--json"]),
    ("archive copy", ["--json"]),
    ("archive collections", ["--archive", "--json"]),
    ("archive era add", ["--description", "--archive", "--json"]),
    ("archive era list", ["--archive", "--json"]),
    ("archive era remove", ["--archive", "--json"]),
    (
      "library list",
      [
        "--limit", "--offset", "--since", "--until", "--original", "--sha256", "--library",
        "--json",
      ]
    ),
    ("library show", ["--library", "--json"]),
    ("library page", ["--library", "--json"]),
    ("compose", ["--compose", "--archive", "--library", "--json"]),
    ("library export", ["--originals", "--library", "--json"]),
    ("library remove", ["--yes", "--library", "--json"]),
    ("library queue", ["--library", "--json"]),
    ("library discard", ["--library", "--json"]),
    ("library resume", ["--archive", "--library", "--jobs", "--memory", "--json"]),
    ("library retry", ["--archive", "--library", "--jobs", "--memory", "--json"]),
    ("date", []), ("north", ["--latitude", "--longitude", "--altitude", "--date", "--json"]),
    ("doctor", ["--archive", "--library", "--json"]),
    (
      "event create",
      [
        "--photos", "--hours", "--begins", "--gallery", "--uploads", "--downloads", "--positions",
        "--review", "--stop", "--organiser", "--url", "--archive", "--library", "--json",
      ]
    ),
    ("event list", ["--url", "--library", "--json"]),
    ("event show", ["--url", "--library", "--json"]),
    ("event close", ["--url", "--library", "--json"]),
    ("event export", ["--url", "--library", "--json"]),
    ("event remove", ["--yes", "--url", "--library", "--json"]),
    ("event policy", ["--template", "--language", "--library", "--json"]),
    ("event account", ["--remove", "--library", "--json"]),
    // The program that they start describes their flags.
    ("serve", []), ("token", []),
    (
      "align",
      [
        "--then-pose", "--now-pose", "--then-projection", "--then-horizon", "--points",
        "--photo-memory", "--photo-time", "--strict", "--json",
      ]
    ),
  ]

  @Test("Each command's help lists all its flags", arguments: commands.indices)
  func help(index: Int) throws {
    let (name, flags) = Self.commands[index]
    let words = name.split(separator: " ").map(String.init)
    for arguments in [words + ["--help"], ["help"] + words] {
      let result = try Workplace().run(arguments)
      #expect(result.status == 0)
      #expect(result.output.contains("USAGE: timewalk \(name)"), "\(result.output)")
      for flag in flags {
        #expect(
          result.output.contains("\(flag) ") || result.output.contains("\(flag)\n"), "\(flag)")
      }
    }
  }

  @Test("The help names every command, and nothing is missing from the table above")
  func overview() throws {
    let place = try Workplace()
    for (arguments, prefix) in [
      ([], ""), (["archive"], "archive "),
      (["archive", "era"], "archive era "), (["library"], "library "), (["event"], "event "),
    ] {
      let output = try place.run(arguments + ["--help"]).output
      let list = try #require(output.components(separatedBy: "SUBCOMMANDS:\n").last)
      // A command is indented by two columns, the lines of its text far more.
      let names = list.split(separator: "\n")
        .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See") }
        .compactMap { $0.split(separator: " ").first.map(String.init) }
      #expect(names.count > 1)
      for name in names where !["archive", "era", "library", "event"].contains(name) {
        #expect(Self.commands.contains { $0.name == prefix + name }, "\(prefix)\(name)")
      }
    }
  }

  @Test("The version is by semantic versioning")
  func version() throws {
    let result = try Workplace().run(["--version"])
    #expect(result.status == 0)
    #expect(result.output.wholeMatch(of: #/[0-9]+\.[0-9]+\.[0-9]+\n/#) != nil)
  }

  @Test(
    "An unknown command is a usage error",
    arguments: [
      ["wander"], ["--event"], ["archive", "event"], ["north"], ["library", "show", "one"],
    ])
  func usage(arguments: [String]) throws {
    let result = try Workplace().run(arguments)
    #expect(result.status == 64)
    #expect(result.output.isEmpty && !result.errors.isEmpty)
  }

  @Test("Dates: a line each, with open ends null and negative years")
  func dates() throws {
    let result = try Workplace().run(
      ["date", "1890/1930", "-0044-03-15", "1908/..", "189X", "c. 1905", "--json"])
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 5)
    #expect(
      lines[0]
        == #"{"earliest":"1890-01-01","earliestFuzzy":"1890-01-01","edtf":"1890/1930","from":"edtf","latest":"1930-12-31","latestFuzzy":"1930-12-31","text":"1890/1930"}"#
    )
    #expect(lines[1].contains(#""earliest":"-0044-03-15""#))
    #expect(lines[2].contains(#""latest":null"#))
    #expect(lines[3].contains(#""latest":"1899-12-31""#))
    #expect(lines[4].contains(#""from":"text""#))
  }

  @Test("An invalid date is reported, the others are answered, exit 65")
  func badDates() throws {
    let place = try Workplace()
    let result = try place.run(["date", "blue", "1911", "--json"])
    #expect(result.status == 65)
    let objects = try result.json()
    #expect(Set(objects[0].keys) == ["text", "error"])
    #expect(objects[1]["edtf"] as? String == "1911")
    let text = try place.run(["date", "1911", "blue"])
    #expect(text.status == 65)
    #expect(text.output == "1911: 1911-01-01 to 1911-12-31\n")
    #expect(text.errors.contains("blue"))
    #expect(try place.run(["date"]).status == 64)
  }

  @Test("North: declination, east positive, with its uncertainty and model")
  func north() throws {
    let place = try Workplace()
    let arguments = [
      "north", "--latitude", "40.758", "--longitude", "-73.9855", "--date", "2026-11-21",
    ]
    let object = try #require(place.run(arguments + ["--json"]).json().first)
    #expect(Set(object.keys) == ["declination", "uncertainty", "model"])
    #expect(abs((object["declination"] as? Double ?? 0) + 12.5) < 0.5)
    #expect(try place.run(arguments).errors.contains("west of true north"))
    for bad in [
      ["--latitude", "91", "--longitude", "0"], ["--latitude", "0", "--longitude", "400"],
      ["--latitude", "0", "--longitude", "0", "--date", "1776-07-04"],
      ["--latitude", "0", "--longitude", "0", "--date", "soon"],
    ] {
      #expect(try place.run(["north"] + bad).status == 64, "\(bad)")
    }
  }

  @Test("Match answers as the endpoint does")
  func match() throws {
    let place = try Workplace()
    #expect(try place.importCatalogue(SampleCatalogue.corner).status == 0)
    let flags = [
      "match", "--latitude", "40.758", "--longitude", "-73.9855", "--horizontal-accuracy", "8",
      "--heading", "205", "--heading-accuracy", "10", "--heading-reference", "magnetic", "--pitch",
      "3", "--altitude", "12", "--zoom", "1", "--timestamp", "2026-11-21T12:00:00-05:00", "--era",
      "1890/1930", "--limit", "10",
    ]
    let printed = try #require(place.run(flags + ["--json"]).json().first)
    let session = try EndpointSession(place)
    let answer = try session.ask(
      """
      {"jsonrpc":"2.0","id":1,"method":"match","params":{"latitude":40.7580,"longitude":-73.9855,\
      "horizontalAccuracy":8,"heading":205,"headingAccuracy":10,"headingReference":"magnetic","pitch":3,\
      "altitude":12,"zoom":1,"timestamp":"2026-11-21T12:00:00-05:00","era":"1890/1930","limit":10}}
      """)
    #expect(printed as NSDictionary == answer["result"] as? NSDictionary)
    #expect(try session.close() == 0)
    let text = try place.run(flags)
    #expect(text.output.contains("The corner in 1911") && text.output.contains("views:corner"))
    #expect(try place.run(["match", "--heading", "10"]).status == 65)
    #expect(try place.run(["match", "--latitude", "91", "--longitude", "0"]).status == 64)
  }

  @Test("Without an archive a match explains how to create one, and isn't an error")
  func noArchive() throws {
    let result = try Workplace().run(["match", "--latitude", "40", "--longitude", "-74", "--json"])
    #expect(result.status == 0)
    #expect(result.errors.contains("timewalk archive import"))
    let object = try #require(result.json().first)
    #expect(object["noMatch"] as? Double == 1)
    #expect((object["matches"] as? [Any])?.isEmpty == true)
  }

  @Test("The library lists submitted photos, and shows one")
  func library() throws {
    let place = try Workplace()
    #expect(try place.run(["library", "list"]).output.isEmpty)
    let photo = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let submitted = try place.submit([photo, photo, photo], ["--json", "--again", "--jobs", "1"])
      .json()
    let photos = try #require(
      place.run(["library", "list", "--json"]).json().first?["photos"] as? [[String: Any]])
    #expect(photos.compactMap { Answer($0).sequence } == [1, 2, 3])
    let page = try place.run(["library", "list", "--limit", "1", "--offset", "1"])
    #expect(page.output.hasPrefix("2\t") && page.output.contains(photo))
    let show = try #require(place.run(["library", "show", "2", "--json"]).json().first)
    #expect(show["photo"] as? NSDictionary == submitted[1]["photo"] as? NSDictionary)
    #expect(show["latitude"] as? Double == 40.758)
    #expect(try place.run(["library", "show", "2"]).output.contains(photo))
    #expect(try place.run(["library", "show", "9"]).status == 66)
  }

  @Test(
    "An answer that can't be written is an input/output error, not a crash",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
    arguments: [
      ["date", "1911"], ["date", "blue", "--json"],
      ["north", "--latitude", "0", "--longitude", "0"],
      ["doctor"], ["match", "--latitude", "91", "--longitude", "0", "--json"],
      ["submit", "photo.jpg"], ["submit", "none.jpg", "--json"], ["library", "list", "--json"],
      ["--version"], ["library", "--help"],
    ])
  func fullDisk(arguments: [String]) throws {
    let place = try Workplace()
    _ = try place.write(SamplePhone.photo(), to: "photo.jpg")
    let result = try TimeWalkCommand.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", #"exec "$0" "$@" > /dev/full"#, TimeWalkCommand.binary.path] + arguments,
      environment: ["TIMEWALK_LIBRARY": place.library, "XDG_DATA_HOME": place.folder.path("data")],
      directory: place.folder.url)
    // If an error should have been written, the error itself decides.
    #expect(result.status == (arguments.contains("91") ? 64 : 74), "\(result.errors)")
    #expect(result.errors.hasPrefix("timewalk: ") || result.errors.contains("\ntimewalk: "))
  }

  @Test("Doctor lists the installed parts, and finds faults")
  func doctor() throws {
    let place = try Workplace()
    let empty = try place.run(["doctor", "--json"])
    #expect(empty.status == 0, "\(empty.output)")
    let findings = try #require(empty.json().first?["findings"] as? [[String: Any]])
    #expect(findings.allSatisfy { $0["isFine"] as? Bool == true })
    // Looking makes nothing.
    #expect(Workplace.names(in: place.folder.url.path) == [])
    #expect(try place.importCatalogue(SampleCatalogue.corner).status == 0)
    #expect(try place.run(["doctor"]).output.contains(", 1 item"))
    let broken = try place.write(Array("no archive".utf8), to: "broken.sqlite")
    let faulty = try place.run(["doctor", "--archive", broken])
    #expect(faulty.status == 78)
    #expect(faulty.output.contains("FAULT archive"))
  }
}
