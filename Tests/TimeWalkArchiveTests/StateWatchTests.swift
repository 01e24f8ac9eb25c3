import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive

@Suite("What is remembered of an archive's state")
struct StateWatchTests {
  private let fixture: ArchiveFixture
  private let reader: SpatiaLiteArchive

  init() throws {
    fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\na,1,2\nb,1,2\n")
    reader = try SpatiaLiteArchive(path: fixture.archive.path, mode: .readOnly)
  }

  /// Asks for the state as a query does.
  private func ask() throws -> TileState? { try reader.readOnce { try reader.watch.state($0) } }

  @Test("It is remembered until something is committed, by this program")
  func ownCommits() throws {
    #expect(reader.watch.stamp == nil)
    let first = try #require(try ask())
    #expect(reader.watch.stamp == first.stamp)
    let pool = try fixture.archive.writable()
    try pool.write { db in
      try db.execute(sql: "UPDATE tile_state SET stamp = 77")
      // Nobody else sees it yet.
      #expect(reader.watch.stamp == first.stamp)
    }
    #expect(reader.watch.stamp == nil)
    #expect(try ask()?.stamp == 77)
    #expect(reader.watch.stamp == 77)
    for _ in 0..<200 {
      let stamp = Int64.random(in: .min ... .max)
      try pool.write { try $0.execute(sql: "UPDATE tile_state SET stamp = ?", arguments: [stamp]) }
      #expect(reader.watch.stamp == nil)
      #expect(try ask()?.stamp == stamp)
      #expect(reader.watch.stamp == stamp)
    }
    // The log begins anew, and what is in it is the same for its readers.
    try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try pool.write { try $0.execute(sql: "UPDATE tile_state SET stamp = 78") }
    #expect(reader.watch.stamp == nil)
    #expect(try ask()?.stamp == 78)
  }

  @Test("It is remembered until something is committed, by another program")
  func othersCommits() throws {
    _ = try ask()
    #expect(reader.watch.stamp != nil)
    let printed = try output(
      of: "sqlite3", [fixture.archive.path, "UPDATE tile_state SET stamp = 79; SELECT 'done'"])
    guard let printed else { return }
    #expect(printed == "done\n")
    #expect(reader.watch.stamp == nil)
    #expect(try ask()?.stamp == 79)
  }

  @Test("With changes that the tiles don't have, nothing is")
  func news() throws {
    try fixture.archive.writable().write { try $0.execute(sql: "UPDATE items SET heading = 5") }
    #expect(try ask()?.hasNews == true)
    #expect(reader.watch.stamp == nil)
  }

  @Test("What a transaction saw before a commit is not")
  func earlierSnapshot() throws {
    let pool = try fixture.archive.writable()
    try reader.reader.read { db in
      let before = try #require(try TileState(db))
      try pool.write { try $0.execute(sql: "UPDATE tile_state SET stamp = 80") }
      #expect(try reader.watch.state(db)?.stamp == before.stamp)
    }
    #expect(reader.watch.stamp == nil)
  }

  @Test("Without a write-ahead log nothing is")
  func noLog() throws {
    let path = fixture.folder.path("other.sqlite")
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE tile_state (key, stamp); CREATE TABLE tile_news (tile); CREATE TABLE tile_changes (tile);
          INSERT INTO tile_state VALUES (1, 80);
          """)
    }
    let watch = StateWatch(queue)
    let state = try queue.unsafeRead { try watch.state($0) }
    #expect(state?.hasNews == false)
    #expect(watch.stamp == nil)
  }
}
