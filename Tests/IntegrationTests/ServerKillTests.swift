import Foundation
import Testing
import TimeWalkTestSupport

/// What was acknowledged is kept here, outside of all that is killed.
@Suite("A server that is killed", .serialized, ThrowawayServer.isInstalled)
struct ServerKillTests {
  /// How many kills of each kind; `TIMEWALK_KILLS` asks for more than fit into every run.
  private static let kills =
    ProcessInfo.processInfo.environment["TIMEWALK_KILLS"].flatMap(Int.init) ?? 4

  /// A catalogue whose titles begin with a word.
  private static func catalogue(_ word: String, rows: Int) -> [UInt8] {
    var text = "id,title,latitude,longitude\n"
    for row in 0..<rows {
      text += "i\(row),\(word) \(row),\(Double(row % 1_700) / 10 - 85),\(row % 360 - 180)\n"
    }
    return Array(text.utf8)
  }

  /// The numbers of the entries that the journal has.
  private static func entries(_ place: Workplace, _ address: String) throws -> Set<Int> {
    let history = try place.run(["archive", "history", "--json", "--archive", address])
    try #require(history.status == 0, "\(history.errors)")
    let entries = try #require(history.json().first?["entries"] as? [[String: Any]])
    return Set(entries.compactMap { $0["entry"] as? Int })
  }

  /// The words that the titles of all items begin with.
  private static func words(_ place: Workplace, _ address: String) throws -> Set<Substring> {
    let list = try place.run(
      ["archive", "export", "-", "--format", "csv", "--archive", address])
    try #require(list.status == 0, "\(list.errors)")
    return Set(
      list.output.split(separator: "\n").dropFirst().compactMap {
        $0.split(separator: ",").dropFirst().first?.split(separator: " ").first
      })
  }

  @Test(
    "or whose client is, during imports and undos, loses nothing that was acknowledged",
    arguments: [true, false])
  func kills(ofServer: Bool) throws {
    let servers = try ThrowawayPair(isAlone: true)
    let address = servers.address([.first], schema: "views")
    try ThrowawayServer.psql(["-c", "CREATE SCHEMA views"], at: address)
    let place = try Workplace()
    let rows = 3_000
    let paths = try ["One", "Two"].map {
      try place.write(Self.catalogue($0, rows: rows), to: "\($0).csv")
    }
    func arguments(_ path: String) -> [String] {
      ["archive", "import", path, "--collection", "views", "--json", "--archive", address]
    }
    try #require(place.run(arguments(paths[0])).status == 0)
    let start = Date()
    try #require(place.run(arguments(paths[1])).status == 0)
    let seconds = Date().timeIntervalSince(start)
    var acknowledged: Set<Int> = [1, 2]
    var instants = KillInstants(of: seconds, seed: ofServer ? 11 : 12)
    for round in 0..<Self.kills {
      let last = try #require(acknowledged.max())
      let undoes = round % 2 == 1
      let command = try RunningCommand(
        undoes
          ? ["archive", "undo", "\(last)", "--json", "--archive", address]
          : arguments(paths[round / 2 % 2]), in: place)
      Thread.sleep(forTimeInterval: instants.next())
      if ofServer { try servers.kill(.first) } else { command.send(SIGKILL) }
      let result = try command.wait()
      if ofServer {
        #expect([0, 65, 75].contains(result.status), "\(result.errors)")
        try servers.start(.first)
      }
      if result.status == 0, let entry = try result.json().first?["entry"] as? Int {
        acknowledged.insert(entry)
      }
      let kept = try Self.entries(place, address)
      #expect(kept.isSuperset(of: acknowledged), "round \(round)")
      // One that was kept and not acknowledged is whole, too.
      #expect(kept.subtracting(acknowledged).count <= 1)
      acknowledged = kept
      instants.note(hasEnded: kept.contains(last + 1))
      #expect(try Self.words(place, address).count == 1, "round \(round): all or nothing")
      let verdict = try place.run(["archive", "verify", "--archive", address])
      #expect(verdict.status == 0, "\(verdict.output)\(verdict.errors)")
    }
  }

  @Test("while photos are submitted loses none that was acknowledged, and they can go on")
  func submit() throws {
    let servers = try ThrowawayPair(isAlone: true)
    let address = servers.address([.first], schema: "views")
    try ThrowawayServer.psql(["-c", "CREATE SCHEMA views"], at: address)
    let place = try Workplace()
    let sample = Project.root.appendingPathComponent("Archive/sample")
    let archive = ["--archive", address]
    try #require(place.run(["archive", "import", sample.path] + archive).status == 0)
    let photo = sample.appendingPathComponent("fifth-avenue.jpg").path
    for round in 0..<2 {
      let command = try RunningCommand(
        ["submit", photo, "--output", place.output, "--json"] + archive, in: place)
      Thread.sleep(forTimeInterval: 0.3 * Double(round + 1))
      try servers.kill(.first)
      let result = try command.wait()
      #expect([0, 65, 75].contains(result.status), "\(result.status) \(result.errors)")
      let list = try place.run(["library", "list", "--json"])
      if result.status == 0 { #expect(list.output.contains("\"sequence\":1")) }
      let refused = try place.run(["submit", photo, "--output", place.output] + archive)
      #expect(refused.status == 75, "\(refused.status) \(refused.errors)")
      try servers.start(.first)
      let again = try place.run(["submit", photo, "--output", place.output, "--json"] + archive)
      #expect(again.status == 0, "\(again.errors)")
    }
  }
}
