import Foundation
import Testing
import TimeWalkArchive
import TimeWalkTestSupport

@testable import TimeWalkPostGIS

/// Clients that leave a server while it works for them.
@Suite("A lost client of a server", .waitsForProcesses, ThrowawayServer.isInstalled)
struct LostClientTests {
  /// The changes of this archive that hold its lock and sleep.
  private static let sleeping = """
    SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND wait_event = 'PgSleep'
      AND objid = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
    """

  @Test("A server ends the session of a client that is gone, or that holds the lock and is idle")
  func settings() throws {
    let fixture = try EngineFixture(.postGIS)
    let connection = try ServerConnection(ServerAddress(fixture.archive.location))
    // On a Unix socket these have no value.
    let kept = try connection.query(
      "SELECT count(*) FROM pg_settings WHERE name LIKE 'tcp_%' AND source = 'session'", [])
    #expect(kept.integer(0, 0) == 4)
    let idle = "SELECT setting::bigint FROM pg_settings WHERE name LIKE 'idle_in_transaction_%'"
    #expect(try connection.query(idle, []).integer(0, 0) == 0)
    try connection.execute("BEGIN")
    try ServerSchema.lock(connection)
    #expect(try connection.query(idle, []).integer(0, 0) == Int64(ServerLimits.idle))
    try connection.execute("COMMIT")
    #expect(try connection.query(idle, []).integer(0, 0) == 0)
  }

  @Test(
    "Ctrl-C and a kill end the statement, and free the curators' lock",
    arguments: [
      SIGINT, SIGKILL,
    ])
  func lock(number: Int32) throws {
    // Shells start background jobs with SIGINT ignored, and Dispatch its threads with it blocked;
    // the command would inherit that.
    signal(SIGINT, SIG_DFL)
    var (set, before) = (sigset_t(), sigset_t())
    sigaddset(&set, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &set, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let fixture = try EngineFixture(.postGIS)
    try fixture.bring(.placed("a"))
    let connection = try ServerConnection(ServerAddress(fixture.archive.location))
    try connection.execute(
      """
      CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN PERFORM pg_sleep(120); RETURN NULL; END'
      """)
    try connection.execute(
      """
      CREATE TRIGGER sleep AFTER INSERT ON journal FOR EACH STATEMENT EXECUTE FUNCTION sleep()
      """)
    func waits(for count: Int64) throws -> Bool {
      let end = Date().addingTimeInterval(40)
      while Date() < end {
        if try connection.query(Self.sleeping, []).integer(0, 0) == count { return true }
        Thread.sleep(forTimeInterval: 0.1)
      }
      return false
    }

    let place = try Workplace(engine: .file)
    let catalogue = try place.write(
      Array("id,title,latitude,longitude\na,A,1,2\n".utf8), to: "a.csv")
    let command = try RunningCommand(
      [
        "archive", "import", catalogue, "--collection", "test", "--archive",
        fixture.archive.location,
      ], in: place)
    defer { command.send(SIGKILL) }
    try #require(try waits(for: 1))
    command.send(number)
    let ended = try command.wait()
    #expect(ended.status == (number == SIGINT ? 128 + SIGINT : -SIGKILL), "\(ended.errors)")
    #expect(try waits(for: 0))

    try connection.execute("DROP TRIGGER sleep ON journal")
    try fixture.bring(.placed("b"))
    #expect(try fixture.identifiers() == ["a", "b"])
    #expect(try fixture.archive.history().count == 2)
  }
}
