import Foundation
import Testing
import TimeWalkArchive
import TimeWalkBase
import TimeWalkTables
import TimeWalkTestSupport

@Suite("Work on an archive that must end", .waitsForProcesses) struct CancellationTests {
  /// A statement that never ends by itself.
  private static let endless = """
    WITH RECURSIVE forever(n) AS (SELECT 1 UNION ALL SELECT 1 FROM forever)
    SELECT count(*) FROM forever
    """

  private static func archive(_ fixture: EngineFixture) throws -> any SQLArchive {
    try #require(fixture.archive as? any SQLArchive)
  }

  /// Limits whose token another thread cancels in a moment.
  private static func cancelledSoon() -> WorkLimits {
    let token = CancellationToken()
    #expect(
      DetachedThread.start {
        Thread.sleep(forTimeInterval: 0.2)
        token.cancel()
      })
    return WorkLimits(token: token)
  }

  @Test("A time and a token end a statement, and the next one goes on", arguments: Engine.all)
  func look(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a"))
    let archive = try Self.archive(fixture)
    for (limits, code) in [
      (WorkLimits(time: .milliseconds(200)), ArchiveErrorCode.overTime),
      (Self.cancelledSoon(), .cancelled),
    ] {
      let error = #expect(throws: ArchiveError.self) {
        try WorkLimits.$current.withValue(limits) {
          try archive.look { db in _ = try db.rows(Self.endless) }
        }
      }
      #expect(error?.code == code)
      #expect(try fixture.identifiers() == ["a"])
    }
  }

  @Test(
    "A change that is cancelled leaves nothing, and the next one gets the lock at once",
    arguments: Engine.all)
  func change(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(.placed("a"))
    let archive = try Self.archive(fixture)
    let error = #expect(throws: ArchiveError.self) {
      try WorkLimits.$current.withValue(Self.cancelledSoon()) {
        try archive.change(isDryRun: false) { db in
          try db.run("DELETE FROM items")
          _ = try db.rows(Self.endless)
        }
      }
    }
    #expect(error?.code == .cancelled)
    #expect(try fixture.identifiers() == ["a"])
    try fixture.bring(.placed("a"), .placed("b"))
    #expect(try fixture.identifiers() == ["a", "b"])
    #expect(try fixture.archive.verify(.full) == [])
  }

  @Test("A check that is cancelled reports no problems", arguments: Engine.all)
  func verify(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    try fixture.bring(Rows("test", (0..<100).map { .placed("\($0)") }))
    let token = CancellationToken()
    token.cancel()
    let error = #expect(throws: ArchiveError.self) {
      try WorkLimits.$current.withValue(WorkLimits(token: token)) {
        try fixture.archive.verify(.full)
      }
    }
    #expect(error?.code == .cancelled)
    #expect(try fixture.archive.verify(.full) == [])
  }
}
