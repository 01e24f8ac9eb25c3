import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkPostGIS

/// Several servers in one address, and proxies between a program and its server.
@Suite(
  "An archive on several servers", .waitsForProcesses, .serialized, ThrowawayServer.isInstalled)
struct SeveralServersTests {
  private static func place() throws -> Coordinate {
    try #require(Coordinate(latitude: 40, longitude: -74))
  }

  /// An archive's items near those of the tests.
  private static func near(_ archive: PostGISArchive) throws -> [Int64] {
    let kilometre = try #require(Distance(meters: 1_000))
    return try archive.candidates(near: place(), within: kilometre).keys.sorted()
  }

  private static func bring(_ identifiers: [String], to archive: PostGISArchive) throws {
    var policy = ImportPolicy()
    policy.isCollectionGiven = true
    let rows = Rows("test", identifiers.map { .placed($0) })
    _ = try archive.apply([rows], policy: policy, from: "source")
  }

  /// Waits until a server has the expected state.
  private static func wait(
    _ address: String, _ member: Int, until isThere: (ServerState) -> Bool
  ) throws {
    for _ in 0..<600 {
      if isThere(try PostGISArchive.servers(at: address)[member]) { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
    Issue.record("the server \(member) of \(try PostGISArchive.servers(at: address))")
  }

  @Test("An address is read as libpq reads it")
  func addresses() throws {
    let cases: [(String, [String], Int32)] = [
      ("postgresql://a,b:5433/d", ["a:5432", "b:5433"], 5_000),
      ("postgresql://a:1,b:2,c:3/d?connect_timeout=3", ["a:1", "b:2", "c:3"], 3_000),
      ("postgresql://u@/d?host=/run/a,/run/b&port=7", ["/run/a:7", "/run/b:7"], 5_000),
      ("postgresql:///d?hostaddr=10.0.0.1,10.0.0.2", ["10.0.0.1", "10.0.0.2"], 5_000),
      ("postgresql://a/d?connect_timeout=1", ["a"], 2_000),
      ("postgresql:///d", ["localhost"], 10_000),
    ]
    for (text, hosts, patience) in cases {
      let address = try ServerAddress(text)
      let shown = address.hosts.map { host in
        text.contains(":5433") && host.port.isEmpty ? host.shown + ":5432" : host.shown
      }
      #expect(shown == hosts, "\(text)")
      #expect(address.patience == patience, "\(text)")
    }
    let two = try ServerAddress("postgresql://a,b/d?target_session_attrs=prefer-standby")
    #expect(two.sessions(toChange: false) == ["standby", "any"])
    #expect(two.sessions(toChange: true) == ["read-write"])
    #expect(try ServerAddress("postgresql://a/d").sessions(toChange: true) == ["any"])
  }

  @Test("A lost server's queries go to the next one, and changes to the writable one")
  func failover() throws {
    let pair = try ThrowawayPair()
    let both = pair.address([.first, .second], schema: "views")
    try ThrowawayServer.psql(["-c", "CREATE SCHEMA views"], at: both)
    let folder = try TemporaryFolder()
    func open(_ address: String, _ mode: PostGISArchive.Mode) throws -> PostGISArchive {
      try PostGISArchive(address: address, mode: mode, pictures: folder.path("pictures"))
    }
    // The replica is listed first, but all changes go to the other one.
    let curator = try open(pair.address([.second, .first], schema: "views"), .create)
    try Self.bring(["a", "b"], to: curator)
    try Self.wait(both, 1) { $0.role == .replica && $0.bytesBehind == 0 && $0.secondsBehind == 0 }
    let reader = try open(both + "&target_session_attrs=prefer-standby", .readOnly)
    let asked = try Self.near(curator)
    #expect(asked.count == 2)
    #expect(try Self.near(reader) == asked)

    // Changes that a replica lacks are not visible there, and are reported.
    let second = pair.address([.second], schema: "views")
    try ThrowawayServer.psql(["-c", "SELECT pg_wal_replay_pause()"], at: second)
    try Self.bring(["c"], to: curator)
    #expect(try Self.near(reader) == asked, "it was read from the replica")
    try Self.wait(both, 1) { $0.bytesBehind ?? 0 > 0 && $0.secondsBehind ?? 0 > 0 }
    #expect(try PostGISArchive.servers(at: both)[0].role == .primary)
    try ThrowawayServer.psql(["-c", "SELECT pg_wal_replay_resume()"], at: second)
    try Self.wait(both, 1) { $0.bytesBehind == 0 }
    #expect(try Self.near(reader).count == 3)

    // One that answers nothing is given up in its time.
    try pair.freeze(.second, true)
    let start = ContinuousClock.now
    #expect(
      try Self.near(open(both + "&target_session_attrs=prefer-standby", .readOnly)).count == 3)
    #expect(try PostGISArchive.servers(at: both).map(\.role) == [.primary, .lost])
    #expect(start.duration(to: .now) < .seconds(30))
    // So is one that was queried before; the next query goes to the other one at once.
    let late = #expect(throws: ArchiveError.self) {
      try reader.ask { connection in
        connection.patience = 1_000
        return try connection.query("SELECT 1", []).count
      }
    }
    #expect(late?.code == .busy)
    #expect(try Self.near(reader).count == 3)
    try pair.freeze(.second, false)

    try pair.kill(.second)
    #expect(try Self.near(reader).count == 3, "the primary answers")
    try pair.start(.second)
    // It answers before it has repeated again all that it had.
    try Self.wait(both, 1) { $0.role == .replica && $0.bytesBehind == 0 }
    try pair.kill(.first)
    #expect(try Self.near(reader).count == 3, "the replica answers")
    let refused = #expect(throws: ArchiveError.self) { try Self.bring(["d"], to: curator) }
    #expect(refused?.code == .busy)
    try pair.promote(.second)
    try Self.bring(["e"], to: curator)
    #expect(try Self.near(reader).count == 4)
    try pair.kill(.second)
    let lost = #expect(throws: ArchiveError.self) { try Self.near(reader) }
    #expect(lost?.code == .busy)
    #expect(try PostGISArchive.servers(at: both).map(\.role) == [.lost, .lost])
  }
}

@Suite("An archive behind a pooler", .waitsForProcesses, ThrowawayPooler.isInstalled)
struct PoolerTests {
  @Test("takes every change and gives every answer as it does without one")
  func agreement() throws {
    let pooler = try ThrowawayPooler()
    let folder = try TemporaryFolder()
    let pooled = try PostGISArchive(
      address: pooler.address, mode: .create, pictures: folder.path("pictures"))
    let isShared = try pooled.ask { $0.isShared }
    #expect(isShared)
    let direct = try PostGISArchive(address: pooler.direct, mode: .readOnly)
    #expect(try !direct.ask { $0.isShared })
    let plain = try EngineFixture(.spatiaLite)
    var maker = OperationMaker(seed: 91)
    for step in 0..<40 {
      let operation = maker.next()
      let outcomes = [plain.archive, pooled].map { operation.outcome(on: $0) }
      try #require(
        Difference.between(outcomes[1], outcomes[0]) == nil, "step \(step), \(operation.name)")
    }
    let states = try [plain.archive, pooled, direct].map { try Transcript.of($0) }
    for state in states.dropFirst() { #expect(Difference.between(state, states[0]) == nil) }
    #expect(try pooled.verify().filter { $0.severity == .fault && $0.check != .media } == [])

    // Many at a time, over fewer connections than there are: each meets those of others.
    var asking = OperationMaker(seed: 300)
    let expected = (0..<40).map { _ in asking.question().outcome(on: plain.archive) }
    let group = DispatchGroup()
    for _ in 0..<6 {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        var asking = OperationMaker(seed: 300)
        for answer in expected {
          let question = asking.question()
          let found = question.outcome(on: pooled)
          #expect(Difference.between(found, answer) == nil, "\(question.name)")
        }
      }
    }
    group.wait()
  }

  @Test("is changed by two at once without losing an update")
  func together() throws {
    let pooler = try ThrowawayPooler()
    let folder = try TemporaryFolder()
    let archives = try (0..<3).map { _ in
      try PostGISArchive(
        address: pooler.address, mode: .create, pictures: folder.path("pictures"))
    }
    let group = DispatchGroup()
    for (index, archive) in archives.enumerated() {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        for round in 0..<8 {
          var policy = ImportPolicy()
          policy.isCollectionGiven = true
          let rows = Rows("test", [.placed("\(index)-\(round)")])
          do { _ = try archive.apply([rows], policy: policy, from: "source \(index)") } catch {
            Issue.record("\(error)")
          }
        }
      }
    }
    group.wait()
    #expect(try archives[0].search(ArchiveQuery()).hits.count == 24)
    #expect(try archives[0].history().count == 24)
    #expect(try archives[0].verify() == [])
  }

  @Test("While a server is silent, further requests fail at once")
  func silence() throws {
    // It reads on, because the client's first bytes aren't a request of HTTP.
    let silent = try LocalServer { _ in LocalServer.Reply() }
    let address = "postgresql://127.0.0.1:\(silent.port)/d?connect_timeout=2"
    let pool = try ServerPool(ServerAddress(address), toChange: false)
    func time() -> Duration {
      ContinuousClock().measure { #expect(throws: ServerError.self) { try pool.connect() } }
    }
    #expect(time() > .seconds(1))
    #expect(time() < .seconds(1))
  }
}
