import Foundation
import GRDB
import Testing
import TimeWalkTestSupport

/// Whether three shards answer like the archive that was divided among them, to the byte, and what
/// is said where one is gone.
@Suite("Three shards' answers") struct ShardAnswersTests {
  /// How many questions are asked; `TIMEWALK_QUESTIONS=10000` asks for more.
  private static let questions =
    ProcessInfo.processInfo.environment["TIMEWALK_QUESTIONS"].flatMap(Int.init) ?? 300

  /// The tile that holds a place, by the formulas of "Slippy map tilenames".
  private static func tile(_ latitude: Double, _ longitude: Double, zoom: Int) -> (x: Int, y: Int) {
    let side = Double(1 << zoom)
    let angle = max(-85.05, min(85.05, latitude)) * .pi / 180
    let y = (1 - asinh(tan(angle)) / .pi) / 2 * side
    return (Int((longitude + 180) / 360 * side) % (1 << zoom), min(Int(y), (1 << zoom) - 1))
  }

  /// Cells around all spots, dealt to two shards and the rest like a chessboard.
  private static func cells(_ region: EqualAnswersTests.Region, zoom: Int) -> [[String]] {
    var dealt: [Set<String>] = [[], []]
    for spot in region.spots {
      let (x, y) = tile(spot.latitude, spot.longitude, zoom: zoom)
      for (dx, dy) in (0..<25).map({ ($0 % 5 - 2, $0 / 5 - 2) }) {
        let (column, row) = ((x + dx + (1 << zoom)) % (1 << zoom), y + dy)
        guard (0..<1 << zoom).contains(row), (column + 2 * row) % 3 < 2 else { continue }
        dealt[(column + 2 * row) % 3].insert("\(zoom)/\(column)/\(row)")
      }
    }
    return dealt.map { $0.sorted() }
  }

  /// A file of shards beside the archive of a place.
  private static func write(
    _ cells: [[String]], addresses: [String], in place: Workplace
  ) throws -> String {
    let parts = zip(["a", "b", "rest"], addresses).enumerated().map { number, part in
      let list =
        number < 2 ? ",\"cells\":[\(cells[number].map { "\"\($0)\"" }.joined(separator: ","))]" : ""
      return "{\"name\":\"\(part.0)\",\"address\":\"\(part.1)\"\(list)}"
    }
    let text = "{\"reach\":600,\"seconds\":60,\"shards\":[\(parts.joined(separator: ","))]}"
    return try place.write(Array(text.utf8), to: "shards.json")
  }

  private static func answers(
    _ place: Workplace, _ archive: String, _ input: String
  ) throws -> [String] {
    let done = try place.run(["endpoint", "--archive", archive], input: input)
    try #require(done.status == 0, "\(done.errors)")
    let numbered = try done.output.split(separator: "\n").map { line in
      let id = try #require(line.firstMatch(of: /"id":(\d+)/)).1
      return (Int(id) ?? 0, String(line))
    }
    return numbered.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Questions for tiles of the map and lists.
  private static func lists(_ region: EqualAnswersTests.Region) -> String {
    var asked: [String] = []
    for (number, zoom) in [0, 3, 9, 13, 14, 15, 16].enumerated() {
      let spot = region.spots[number % region.spots.count]
      let (x, y) = tile(spot.latitude, spot.longitude, zoom: zoom)
      for era in ["", ",\"era\":\"1900/1910\""] {
        asked.append(
          "\"method\":\"archive.map\",\"params\":{\"zoom\":\(zoom),\"x\":\(x),\"y\":\(y)\(era)}")
      }
    }
    asked += ["collections", "eras", "stats"].map { "\"method\":\"archive.\($0)\"" }
    for more in ["", ",\"offset\":100", ",\"text\":\"7\"", ",\"era\":\"1905\""] {
      asked.append("\"method\":\"archive.search\",\"params\":{\"limit\":50\(more)}")
    }
    return asked.enumerated().map { number, text in
      "{\"jsonrpc\":\"2.0\",\"id\":\(number + 1_000_000),\(text)}\n"
    }.joined()
  }

  @Test(
    "are those of one archive to the byte", arguments: EqualAnswersTests.regions,
    Workplace.Engine.installed)
  func same(region: EqualAnswersTests.Region, engine: Workplace.Engine) throws {
    var random = SeededGenerator(seed: 77 + UInt64(region.name.utf8.count))
    let place = try Workplace(engine: engine)
    let catalogue = EqualAnswersTests.catalogue(region, &random)
    let imported = try place.importCatalogue(catalogue)
    try #require(imported.status == 0, "\(imported.errors)")
    let zoom = region.spots.contains { abs($0.latitude) > 85 } ? 4 : 16
    let addresses =
      engine == .file
      ? ["a.sqlite", "b.sqlite", "rest.sqlite"]
      : try (0..<3).map { _ in try ThrowawayServer.newArchive() }
    let shards = try Self.write(Self.cells(region, zoom: zoom), addresses: addresses, in: place)
    let copied = try place.run(["archive", "copy", place.archive, shards, "--json"])
    try #require(copied.status == 0, "\(copied.errors)")
    #expect(copied.output.contains("\"items\":600"))
    let count = Self.questions / EqualAnswersTests.regions.count
    let input =
      (0..<count).map { EqualAnswersTests.question($0, region, &random) }.joined()
      + Self.lists(region)
    let one = try Self.answers(place, place.archive, input)
    let three = try Self.answers(place, shards, input)
    #expect(one.count == three.count && one.count > count)
    for (own, other) in zip(one, three) where own != other {
      Issue.record("\(own)\n… and not\n\(other)")
      break
    }
    // It would be no test if all lay in one of them.
    guard engine == .file else { return }
    for shard in addresses {
      let own = try place.run(
        ["archive", "list", "--limit", "1", "--json", "--archive", place.folder.path(shard)])
      let total = try #require(own.output.firstMatch(of: /"total":(\d+)/)).1
      #expect((Int(total) ?? 0) > 20, "\(shard) has \(total)")
    }
  }

  /// An archive divided among a shard that holds New York, one that holds Paris, and the rest.
  private static func divided(_ west: String = "west.sqlite") throws -> (Workplace, String) {
    let place = try Workplace()
    let catalogue = """
      id,title,date,latitude,longitude,heading,accuracy
      n1,Fifth Avenue,1905,40.7536,-73.9808,29,10
      n2,Fifth Avenue,1911,40.7537,-73.9809,30,10
      p1,Notre-Dame,1900,48.8530,2.3499,90,10
      s1,Sydney Cove,1880,-33.8600,151.2100,180,10

      """
    let shards = try place.write(
      Array(
        """
        {"seconds":1,"shards":[{"name":"west","address":"\(west)","cells":["1/0/0","1/0/1"]},
        {"name":"paris","address":"paris.sqlite","cells":["8/129/88"]},
        {"name":"rest","address":"rest.sqlite"}]}
        """.utf8), to: "shards.json")
    let path = try place.write(Array(catalogue.utf8), to: "views.csv")
    // Where the west is on a server that is stopped, its items were brought before.
    let text = String(decoding: try Workplace.bytes(shards), as: UTF8.self)
    let whole = try place.write(
      Array(text.replacing(west, with: "west.sqlite").utf8), to: "whole.json")
    let imported = try place.run(["archive", "import", path, "--archive", whole])
    try #require(imported.status == 0, "\(imported.errors)")
    return (place, shards)
  }

  private static let newYork = [
    "--latitude", "40.7536", "--longitude", "-73.9808", "--heading", "29",
  ]
  private static let paris = ["--latitude", "48.8530", "--longitude", "2.3499", "--heading", "90"]

  @Test(
    "are partial where one is gone, and say so; other places are unharmed",
    arguments: [false, true])
  func gone(isServer: Bool) throws {
    if isServer, ThrowawayServer.programs == nil { return }
    let stopped = "postgresql://nobody@/none?host=/nowhere&connect_timeout=2"
    let (place, shards) = try Self.divided(isServer ? stopped : "west.sqlite")
    func match(_ pose: [String], _ flags: [String] = ["--json"]) throws -> TimeWalkCommand.Result {
      try place.run(["match"] + pose + ["--archive", shards] + flags)
    }
    if !isServer {
      let before = try match(Self.newYork)
      #expect(before.output.contains("views:n1") && before.output.contains("\"noMatch\""))
      #expect(!before.output.contains("\"partial\""))
      try FileManager.default.moveItem(
        atPath: place.folder.path("west.sqlite"), toPath: place.folder.path("away.sqlite"))
    }
    let partial = try match(Self.newYork)
    #expect(partial.status == 0, "\(partial.errors)")
    #expect(partial.output.contains("\"partial\":true") && !partial.output.contains("\"noMatch\""))
    #expect(partial.output.contains("\\\"west\\\"") && !partial.output.contains("views:n1"))
    let text = try match(Self.newYork, [])
    #expect(text.output.contains("in the part of the archive that can be asked"))
    #expect(text.errors.contains("\"west\""))
    let far = try match(Self.paris)
    #expect(far.output.contains("views:p1") && far.output.contains("\"noMatch\""))
    #expect(!far.output.contains("partial") && !far.output.contains("west"))

    let requests = ["archive.stats", "archive.collections", "archive.search"].enumerated().map {
      "{\"jsonrpc\":\"2.0\",\"id\":\($0.offset),\"method\":\"\($0.element)\"}\n"
    }
    for answer in try Self.answers(place, shards, requests.joined()) {
      #expect(answer.contains("\"partial\":true") && answer.contains("west"), "\(answer)")
    }
    let list = try place.run(["archive", "collections", "--archive", shards])
    #expect(list.status == 0 && list.output.contains("2 items") && list.errors.contains("west"))
    for arguments in [
      ["archive", "show", "views:n1"], ["archive", "import", place.folder.path("views.csv")],
      ["archive", "export", place.folder.path("out.csv")],
    ] where isServer || arguments[1] != "import" {
      let refused = try place.run(arguments + ["--archive", shards])
      #expect(refused.status == 75, "\(arguments): \(refused.errors)")
    }
  }

  @Test("stay the same when a cell is moved, with what was corrected; a move can be made again")
  func moved() throws {
    let (place, shards) = try Self.divided()
    func run(_ arguments: [String]) throws -> TimeWalkCommand.Result {
      let done = try place.run(arguments + ["--archive", shards])
      try #require(done.status == 0, "\(arguments): \(done.errors)")
      return done
    }
    func items(_ file: String) throws -> Int {
      let list = try place.run(["archive", "list", "--json", "--archive", place.folder.path(file)])
      return Int(try #require(list.output.firstMatch(of: /"total":(\d+)/)).1) ?? -1
    }
    _ = try run(["archive", "set", "views:p1", "title=Our Lady"])
    let before = try run(["match", "--json"] + Self.paris).output
    #expect(before.contains("Our Lady"))
    let move = ["archive", "move-cells", "8/129/88", "--to", "west", "--json"]
    let dry = try run(move + ["--dry-run"])
    #expect(dry.output.contains("\"copied\":1"))
    #expect(try items("paris.sqlite") == 1 && items("west.sqlite") == 2)
    let moved = try run(move)
    #expect(moved.output.contains("\"copied\":1") && moved.output.contains("\"released\":1"))
    #expect(try items("paris.sqlite") == 0 && items("west.sqlite") == 3)
    #expect(try run(["match", "--json"] + Self.paris).output == before)
    #expect(try run(move).output.contains("\"copied\":0"))
    // The source says "Notre-Dame" still; what was corrected stays.
    let again = try run(["archive", "import", place.folder.path("views.csv"), "--json"])
    #expect(again.output.contains("\"added\":0"))
    #expect(try run(["archive", "show", "views:p1"]).output.contains("Our Lady"))
    #expect(try run(["archive", "verify"]).status == 0)
    // One that was interrupted before its file was changed, and one after that.
    let back = ["archive", "move-cells", "8/129/88", "--to", "paris", "--json"]
    #expect(try run(back).output.contains("\"released\":1"))
    let changed = try Workplace.bytes(shards)
    _ = try run(move)
    try Data(changed).write(to: URL(fileURLWithPath: shards))
    #expect(try run(back).output.contains("\"copied\":1"))
    #expect(try items("paris.sqlite") == 1 && items("west.sqlite") == 2)
    let unknown = try place.run(
      ["archive", "move-cells", "8/129/88", "--to", "none", "--archive", shards])
    #expect(unknown.status != 0 && unknown.errors.contains("no shard"))
  }

  @Test("A file of shards that can't be used says why, and what isn't done over shards is refused")
  func refused() throws {
    let (place, shards) = try Self.divided()
    let broken = try place.write(Array("{\"shards\":[]}".utf8), to: "broken.json")
    let opened = try place.run(["archive", "list", "--archive", broken])
    #expect(opened.status != 0 && opened.errors.contains("exactly one shard"))
    let missing = try place.run(["archive", "list", "--archive", place.folder.path("none.json")])
    #expect(missing.status == 66)
    let backup = ["archive", "backup", place.folder.path("backup.sqlite")]
    let done = try place.run(backup + ["--archive", shards])
    #expect(done.status == 73, "\(done.errors)")
    let copied = try place.run(["archive", "copy", place.folder.path("rest.sqlite"), shards])
    #expect(copied.status == 73, "\(copied.errors)")
  }

  @Test("What is wrong in a shard is told with its name, and repaired there")
  func repaired() throws {
    let (place, shards) = try Self.divided()
    let sound = try place.run(["archive", "repair", "--archive", shards])
    #expect(sound.status == 0 && sound.output.hasPrefix("There was nothing to repair."))
    let west = try DatabaseQueue(path: place.folder.path("west.sqlite"))
    try west.write { try $0.execute(sql: "UPDATE tiles SET data = x'00'") }
    let found = try place.run(["archive", "verify", "--archive", shards])
    #expect(found.status == 65 && found.output.contains("shard west: the tile "), "\(found.output)")
    let repaired = try place.run(["archive", "repair", "--archive", shards])
    #expect(repaired.status == 0 && repaired.output.contains("shard west: rebuilt the tiles\n"))
    #expect(try place.run(["archive", "verify", "--archive", shards]).status == 0)
    try FileManager.default.removeItem(atPath: place.folder.path("west.sqlite"))
    let gone = try place.run(["archive", "repair", "--archive", shards])
    #expect(gone.status == 66 && gone.errors.contains("\"west\" can't be repaired"))
  }
}
