import Foundation
import HTTPTypes
import Testing
import TimeWalk
import TimeWalkBase
import TimeWalkTestSupport

@testable import TimeWalkHTTP

/// Requests whose statements never end: another session holds the archive's tables.
@Suite(
  "A request that doesn't end", .waitsForProcesses, .serialized, ThrowawayServer.isInstalled)
struct RequestTimeTests {
  /// Holds the tables of an archive until it goes.
  final class Holder {
    private let process = Process()
    private let archive: String
    private static let tables =
      "items, collections, unplaced, eras, journal, tiles, tile_counts, item_counts"

    init(_ archive: String) throws {
      self.archive = archive
      process.executableURL = URL(fileURLWithPath: try #require(ThrowawayServer.programs) + "/psql")
      process.arguments = [
        "-qX", "-c", "BEGIN", "-c", "LOCK TABLE \(Self.tables) IN ACCESS EXCLUSIVE MODE",
        "-c", "SELECT pg_sleep(600)", archive,
      ]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      try #require(waits(for: "count(*) > 0", of: "granted AND mode = 'AccessExclusiveLock'"))
    }

    /// Ends the server's side: a statement that sleeps doesn't notice that its client is gone.
    deinit {
      let end = """
        SELECT pg_terminate_backend(pid) FROM pg_locks
        WHERE granted AND mode = 'AccessExclusiveLock' AND relation = 'items'::regclass
        """
      _ = try? ThrowawayServer.psql(["-c", end], at: archive)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    /// Waits until a condition holds for the locks of the archive's tables.
    func waits(for condition: String, of locks: String) -> Bool {
      let sql = """
        SELECT 1 / CAST(\(condition) AS int) FROM pg_locks
        WHERE \(locks) AND relation IN (SELECT oid FROM pg_class
          WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r')
        """
      for _ in 0..<400 {
        if (try? ThrowawayServer.psql(["-c", sql], at: archive)) != nil { return true }
        Thread.sleep(forTimeInterval: 0.1)
      }
      return false
    }

    /// Waits until a statement waits for a table, or none does.
    ///
    /// The server's own question, whether the archive answers, needs no journal.
    func waits(isBusy: Bool, for table: String = "journal") -> Bool {
      waits(
        for: isBusy ? "count(*) > 0" : "count(*) = 0",
        of: "NOT granted AND relation = '\(table)'::regclass")
    }
  }

  private static func place() throws -> Workplace {
    let place = try Workplace(engine: .server)
    let csv = try place.write(
      Array("id,title,latitude,longitude\nkept,Broadway,40.7581,-73.9855\n".utf8), to: "nypl.csv")
    let made = try place.run(
      ["archive", "import", csv, "--collection", "nypl", "--archive", place.archive])
    try #require(made.status == 0, "\(made.errors)")
    return place
  }

  /// Waits until the server has logged a request that was cancelled.
  private static func cancelled(_ served: Served, _ path: String) throws -> Bool {
    for _ in 0..<400 {
      let lines = try served.log().split(separator: "\n")
      if lines.contains(where: { $0.contains(path) && $0.contains("cancelled") }) { return true }
      Thread.sleep(forTimeInterval: 0.1)
    }
    return false
  }

  @Test("Each route that reads the archive gets 503 with Retry-After at its time")
  func all() throws {
    let place = try Self.place()
    let served = try Served(place, ["--request-time", "0.5"])
    let holder = try Holder(place.archive)
    for path in [
      "/v1/items", "/v1/items?text=broadway", "/v1/items/nypl:kept", "/v1/items.geojson",
      "/v1/items?latitude=40.758&longitude=-73.985", "/v1/items/nypl:kept/history",
      "/v1/places?latitude=40.758&longitude=-73.985", "/v1/collections", "/v1/eras", "/v1/stats",
      "/v1/map/3/2/3", "/v1/review", "/v1/changes",
    ] {
      let reply = try served.ask(path)
      #expect(reply.status == 503 && reply.headers["retry-after"] == "2", "\(path): \(reply.text)")
      #expect(try reply.problem() == "busy")
      #expect(try (reply.object()["detail"] as? String)?.contains("longer than 0.5 s") == true)
    }
    let match = try served.post(
      "/v1/match", json: #"{"latitude":40.758,"longitude":-73.985,"heading":190}"#)
    #expect(match.status == 503 && match.headers["retry-after"] == "2", "\(match.text)")
    #expect(holder.waits(isBusy: false))
  }

  @Test("A client that leaves cancels its statement")
  func left() throws {
    let place = try Self.place()
    let served = try Served(place, ["--request-time", "3600"])
    let holder = try Holder(place.archive)
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    var client: RawClient? = try RawClient(port: port)
    try client?.send("GET /v1/changes HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(holder.waits(isBusy: true))
    client = nil
    #expect(try Self.cancelled(served, "/v1/changes"))
    #expect(holder.waits(isBusy: false))
  }

  @Test("A curator who leaves takes the change back")
  func leftChange() throws {
    let place = try Self.place()
    let served = try Served(place)
    let holder = try Holder(place.archive)
    let port = try #require(served.base.split(separator: ":").last.flatMap { UInt16($0) })
    var client: RawClient? = try RawClient(port: port)
    try client?.send(
      "POST /v1/changes/1/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
    #expect(holder.waits(isBusy: true))
    client = nil
    #expect(try Self.cancelled(served, "/undo"))
    #expect(holder.waits(isBusy: false))
  }

  @Test("The endpoint's cancel ends a running statement")
  func cancel() throws {
    let place = try Self.place()
    let session = try EndpointSession(place)
    let holder = try Holder(place.archive)
    try session.send(line: #"{"jsonrpc":"2.0","id":1,"method":"archive.eras"}"#)
    #expect(holder.waits(isBusy: true, for: "eras"))
    try session.send(line: #"{"jsonrpc":"2.0","id":2,"method":"cancel","params":{"id":1}}"#)
    var codes: [Int: Int] = [:]
    while codes.count < 2, let answer = try session.receive() as? [String: Any] {
      let id = try #require(answer["id"] as? Int)
      codes[id] = (answer["error"] as? [String: Any])?["code"] as? Int ?? 0
    }
    #expect(codes == [1: -32015, 2: 0])
    #expect(holder.waits(isBusy: false, for: "eras"))
    #expect(try session.close() == 0)
  }
}

/// Work of the queue that must end.
@Suite("The limits of the server's work") struct WorkLimitTests {
  /// The error of work that runs until its limits end it, or for a moment.
  private static func ended(
    _ turn: WorkQueue.Turn, _ cost: WorkQueue.Cost
  ) async throws -> TimeWalkError? {
    let queue = WorkQueue(jobs: 1, longestWait: 600)
    defer { queue.close() }
    do {
      try await WorkQueue.$turn.withValue(turn) {
        try await queue.run(cost) { () throws(TimeWalkError) in
          for _ in 0..<100 where WorkLimits.current.ending == nil { usleep(1000) }
          guard WorkLimits.current.ending == nil else { throw TimeWalkError(.inputOutput, "ended") }
        }
      }
      return nil
    } catch let error as TimeWalkError { return error }
  }

  @Test("A time and a client that left end work, but not a photo's")
  func turns() async throws {
    let token = CancellationToken()
    token.cancel()
    let late = WorkQueue.Turn(address: nil, client: "", time: .milliseconds(1))
    let left = WorkQueue.Turn(address: nil, client: "", token: token)
    for cost in [WorkQueue.Cost.low, .search] {
      let error = try await Self.ended(late, cost)
      #expect(error?.code == .busy && error?.isOverTime == true)
      #expect(try await Self.ended(left, cost)?.code == .cancelled)
    }
    #expect(try await Self.ended(late, .photo) == nil)
    #expect(try await Self.ended(left, .photo) == nil)
    #expect(try await Self.ended(WorkQueue.Turn(address: nil, client: ""), .low) == nil)
  }

  @Test("Routes that read have limits, and those that write or take a photo have none")
  func routes() {
    let writing = RouteTable.all.filter { !$0.isReading }
    #expect(writing.allSatisfy { $0.method != .get && $0.path != "/v1/match" })
    #expect(writing.contains { $0.path == "/v1/photos" && $0.method == .post })
    #expect(RouteTable.all.contains { $0.isReading && $0.path == "/v1/match" })
  }
}
