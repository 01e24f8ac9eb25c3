import Foundation
import Testing
import TimeWalkTestSupport

/// The acknowledged work is recorded here, outside of all killed processes.
@Suite("Kills of a server", .waitsForProcesses, .serialized, ThrowawayServer.isInstalled)
struct ServerKillTests {
  /// The number of kills of each kind; `TIMEWALK_KILLS` asks for more than fit into every run.
  private static let kills =
    ProcessInfo.processInfo.environment["TIMEWALK_KILLS"].flatMap(Int.init)
    ?? Project.times(1, all: 4)

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

  /// The process to kill.
  enum Victim: String, CaseIterable {
    /// The server of an archive, alone.
    case server
    /// The program that asks.
    case client
    /// The server that takes changes; its replica, which takes its place, has all of them.
    case primary
    /// The pooler between the program and the server.
    case pooler
  }

  /// An archive whose servers are killed.
  private final class Stage {
    let victim: Victim
    let address: String
    private let servers: ThrowawayPair?
    private let pooler: ThrowawayPooler?
    /// The server that takes changes.
    private var primary = ThrowawayPair.Member.first

    init(_ victim: Victim) throws {
      self.victim = victim
      if victim == .pooler {
        let pooler = try ThrowawayPooler()
        (self.pooler, servers, address) = (pooler, nil, pooler.address)
        return
      }
      let isAlone = victim != .primary
      let servers = try ThrowawayPair(isAlone: isAlone)
      (self.pooler, self.servers) = (nil, servers)
      address = servers.address(isAlone ? [.first] : [.first, .second], schema: "views")
      let first = servers.address([.first], schema: "views")
      try ThrowawayServer.psql(["-c", "CREATE SCHEMA views"], at: first)
      if !isAlone { try servers.waitsForReplica(.first) }
    }

    func kill(_ command: RunningCommand) throws {
      switch victim {
      case .client: command.send(SIGKILL)
      case .server, .primary: try servers?.kill(primary)
      case .pooler: try pooler?.kill()
      }
    }

    /// Restarts a killed server; in a pair, the replica takes its place.
    func restore() throws {
      switch victim {
      case .client: break
      case .server: try servers?.start(primary)
      case .primary:
        try servers?.promote(primary.other)
        try servers?.join(primary)
        primary = primary.other
        try servers?.waitsForReplica(primary)
      case .pooler: try pooler?.start()
      }
    }
  }

  @Test(
    "or of its client, pooler or primary, during imports and undos, lose nothing acknowledged",
    arguments: Victim.allCases)
  func kills(of victim: Victim) throws {
    // Debian has pgbouncer in a package of its own.
    guard victim != .pooler || ThrowawayPooler.program != nil else { return }
    let stage = try Stage(victim)
    let address = stage.address
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
    let seed = try UInt64(#require(Victim.allCases.firstIndex(of: victim)) + 11)
    var instants = KillInstants(of: seconds, seed: seed)
    for round in 0..<Self.kills {
      let last = try #require(acknowledged.max())
      let undoes = round % 2 == 1
      let command = try RunningCommand(
        undoes
          ? ["archive", "undo", "\(last)", "--json", "--archive", address]
          : arguments(paths[round / 2 % 2]), in: place)
      Thread.sleep(forTimeInterval: instants.next())
      try stage.kill(command)
      let result = try command.wait()
      if victim != .client { #expect([0, 65, 75].contains(result.status), "\(result.errors)") }
      try stage.restore()
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

  @Test(
    "while photos are submitted lose none that was acknowledged, and submitting can resume",
    arguments: [Victim.server, .primary, .pooler])
  func submit(victim: Victim) throws {
    guard victim != .pooler || ThrowawayPooler.program != nil else { return }
    let stage = try Stage(victim)
    let place = try Workplace()
    let sample = Project.root.appendingPathComponent("Archive/sample")
    let archive = ["--archive", stage.address]
    try #require(place.run(["archive", "import", sample.path] + archive).status == 0)
    let photo = sample.appendingPathComponent("fifth-avenue.jpg").path
    for round in 0..<Project.times(1, all: 2) {
      let command = try RunningCommand(
        ["submit", photo, "--output", place.output, "--json"] + archive, in: place)
      Thread.sleep(forTimeInterval: 0.3 * Double(round + 1))
      try stage.kill(command)
      let result = try command.wait()
      #expect([0, 65, 75].contains(result.status), "\(result.status) \(result.errors)")
      let list = try place.run(["library", "list", "--json"])
      if result.status == 0 { #expect(list.output.contains("\"sequence\":1")) }
      // A replica answers what only asks.
      let meanwhile = try place.run(["submit", photo, "--output", place.output] + archive)
      let status: Int32 = victim == .primary ? 0 : 75
      #expect(meanwhile.status == status, "\(meanwhile.status) \(meanwhile.errors)")
      try stage.restore()
      let again = try place.run(["submit", photo, "--output", place.output, "--json"] + archive)
      #expect(again.status == 0, "\(again.errors)")
    }
  }
}
