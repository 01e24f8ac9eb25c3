import Foundation
import Testing
import TimeWalkTestSupport

@Suite("Pictures and decisions, from the command line", .waitsForProcesses, .onEachEngine)
struct MediaCommandTests {
  /// A place in which commands on its archive are run.
  private struct Fixture {
    let place: Workplace
    var folder: TemporaryFolder { place.folder }
    init() throws { place = try Workplace() }

    func run(_ arguments: String...) throws -> TimeWalkCommand.Result {
      try place.run(["archive"] + arguments + ["--archive", place.archive])
    }

    func write(_ text: String, to name: String) throws {
      _ = try place.write(Array(text.utf8), to: name)
    }
  }

  /// A photograph, small enough.
  private let picture: [UInt8] =
    (try? Workplace.bytes(
      Project.root.appendingPathComponent("Archive/sample/fifth-avenue.jpg").path)) ?? []

  @Test("Pictures of the web are fetched on request, once, and a report lists the failures")
  func fetch() throws {
    let picture = picture
    let server = try LocalServer { path in
      switch path {
      case "/a.jpg": .init(body: picture)
      case "/moved.jpg": .init("301 Moved", headers: ["Location: /a.jpg"])
      case "/page.jpg": .init(type: "text/html", body: Array("<p>".utf8))
      case "/liar.jpg": .init(body: Array("no picture at all".utf8))
      case "/large.jpg": .init(body: picture + [UInt8](repeating: 0, count: 200_000))
      default: .init("404 Not Found")
      }
    }
    let fixture = try Fixture()
    let names = ["a", "moved", "page", "liar", "large", "gone"]
    let rows = names.map { "\($0),1,2,\(server.address("/\($0).jpg"))\n" }.joined()
    try fixture.write("id,latitude,longitude,media\n" + rows, to: "c.csv")
    #expect(try fixture.run("import", "c.csv", "--collection", "web").status == 0)
    #expect(server.asked == [])
    let refused = try fixture.run("fetch-media", "--json")
    let reasons = try #require(try refused.json().first?["failures"] as? [[String: Any]])
    #expect(
      refused.status == 65 && reasons.allSatisfy { $0["code"] as? String == "privateAddress" })
    #expect(server.asked == [] && reasons.count == names.count)
    let limit = "\(picture.count + 100_000)"
    let first = try fixture.run("fetch-media", "--allow-private", "--json", "--max-bytes", limit)
    let report = try #require(try first.json().first)
    #expect(first.status == 65 && report["fetched"] as? Int == 2)
    let failures = try #require(report["failures"] as? [[String: Any]])
    let codes = Dictionary(
      uniqueKeysWithValues: failures.map {
        ($0["id"] as? String ?? "", $0["code"] as? String ?? "")
      })
    #expect(
      codes == [
        "web:page": "status", "web:liar": "noPicture", "web:large": "tooLarge",
        "web:gone": "status",
      ])
    // One copy for both; the item still names its address.
    let kept = try FileManager.default.subpathsOfDirectory(atPath: fixture.folder.url.path)
    #expect(kept.count { $0.contains(/\.media\/sha256\/[^\/]+\/./) } == 1, "\(kept)")
    // Stored pictures aren't requested again.
    let before = server.asked.count
    let second = try fixture.run("fetch-media", "--allow-private", "--json", "--max-bytes", limit)
    #expect(try second.json().first?["asked"] as? Int == 4)
    #expect(!server.asked.dropFirst(before).contains("/a.jpg"))
    #expect(
      try fixture.run("import", "c.csv", "--collection", "web").output.contains("6 unchanged"))
    // They look alike now.
    let pairs = try #require(
      try fixture.run("duplicates", "--json").json().first?["suggestions"] as? [[String: Any]])
    #expect(pairs.map { $0["id"] as? String } == ["web:moved"])
  }

  @Test("A review is exported as CSV and read with decisions")
  func decisions() throws {
    let fixture = try Fixture()
    try Data(picture).write(to: fixture.folder.url.appendingPathComponent("a.jpg"))
    try Data(picture).write(to: fixture.folder.url.appendingPathComponent("b.jpg"))
    try fixture.write(
      "id,latitude,longitude,accuracy,date,media\na,1,2,,1905,a.jpg\nb,1,2,900,1905?,b.jpg\nc,,,,1905,\n",
      to: "c.csv")
    let imported = try fixture.run("import", "c.csv", "--collection", "t", "--media", "copy")
    #expect(imported.status == 0 && imported.errors.contains("3 rows have no rights"))
    #expect(
      try fixture.run("import", "c.csv", "--collection", "u", "--require-rights").status == 65)
    let listed = try fixture.run("review", "--csv", "review.csv", "--json")
    let totals = try #require(try listed.json().first?["totals"] as? [String: Int])
    #expect(
      totals == [
        "doubtful-date": 1, "undated": 0, "low-accuracy": 1, "duplicate": 1, "no-rights": 2,
        "unplaced": 1, "missing-media": 0,
      ])
    let path = fixture.folder.path("review.csv")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let filled = lines.map { line -> String in
      let start = line.dropLast(2)
      return switch line.split(separator: ",", omittingEmptySubsequences: false)[1] {
      case "duplicate": "\(start),accept,"
      case "doubtful-date": "\(start),date=1905,checked"
      case "low-accuracy": "\(start),dismiss,a village is enough"
      case "unplaced": "\(start),latitude=3; longitude=4,"
      case "no-rights": "\(start),nonsense,"
      default: String(line)
      }
    }
    try fixture.write(filled.joined(separator: "\n"), to: "review.csv")
    let decided = try fixture.run("review", "--decisions", "review.csv", "--json")
    let summary = try #require(try decided.json().first)
    #expect(decided.status == 65 && (summary["faults"] as? [String])?.count == 2)
    #expect(summary["changed"] as? Int == 2 && summary["dismissed"] as? Int == 1)
    #expect(try fixture.run("review").output.contains("total: 3 no-rights"))
    #expect(try fixture.run("rights", "t", "CC0-1.0").output.contains("t: CC0-1.0"))
    #expect(try fixture.run("review").output.contains("nothing needs a decision"))
    let entry = try #require(summary["entry"] as? Int)
    #expect(try fixture.run("undo", "\(entry)").status == 0)
    #expect(try fixture.run("review").output.contains("1 duplicate"))
  }
}
