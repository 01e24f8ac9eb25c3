import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables
import TimeWalkTestSupport

@testable import TimeWalkPostGIS

/// The properties of a server's tables that other programs also change.
@Suite("The tables of a server", .waitsForProcesses, ThrowawayServer.isInstalled)
struct ServerTableTests {
  private static func connection(_ fixture: EngineFixture) throws -> ServerConnection {
    try ServerConnection(ServerAddress(fixture.archive.location))
  }

  private static func repair(_ fixture: EngineFixture) throws -> RepairReport {
    try #require(fixture.archive as? PostGISArchive).repair()
  }

  @Test(
    "No statement leaves items without their collection",
    arguments: [
      "UPDATE items SET collection = collection + 1", "DELETE FROM collections",
      "UPDATE collections SET key = key + 1",
      """
      INSERT INTO items (collection, identifier, geometry, location_of, title)
      SELECT collection + 1, identifier, geometry, location_of, title FROM items
      """,
    ])
  func collections(statement: String) throws {
    let fixture = try EngineFixture(.postGIS)
    try fixture.bring(.placed("a"), .placed("b"))
    let connection = try Self.connection(fixture)
    let error = #expect(throws: ServerError.self) { try connection.execute(statement) }
    #expect(error?.state == "23503")
    #expect(try fixture.archive.verify(.full) == [])
  }

  @Test("Items whose collection was removed without triggers are reported, and get another one")
  func lostCollection() throws {
    let fixture = try EngineFixture(.postGIS)
    try fixture.bring(.placed("a"), .placed("b"))
    let connection = try Self.connection(fixture)
    try connection.execute("SET session_replication_role = replica")
    try connection.execute("DELETE FROM collections")
    let problems = try fixture.archive.verify(.full).filter { $0.check == .foreignKeys }
    #expect(problems.map(\.detail) == ["2 items, such as a, have no collection"])
    let key = try connection.query("SELECT min(collection) FROM items", []).integer(0, 0)
    let report = try Self.repair(fixture)
    #expect(report.actions == ["created the collection recovered-\(key) for 2 items without one"])
    #expect(report.items == 2 && report.remaining == [])
    let found = try fixture.archive.search(ArchiveQuery()).hits.map(\.item.id.description)
    #expect(found == ["recovered-\(key):a", "recovered-\(key):b"])
  }

  @Test("Tables of an earlier version can't be read before a program updates them")
  func earlierVersion() throws {
    let fixture = try EngineFixture(.postGIS)
    try Self.connection(fixture).execute("UPDATE timewalk SET version = version - 1")
    let error = #expect(throws: ArchiveError.self) {
      try PostGISArchive(address: fixture.archive.location, mode: .readOnly)
    }
    #expect(error?.code == .readOnly)
  }

  @Test("The map's counts follow other programs' changes, and wrong ones are reported")
  func counts() throws {
    let fixture = try EngineFixture(.postGIS)
    let archive = fixture.archive
    func item(_ number: Int) -> SourceRow {
      .placed(
        ItemID(collection: "test", identifier: "\(number)"),
        latitude: 40 + Double(number % 50) / 1000, longitude: -74 + Double(number % 7) / 100)
    }
    try fixture.bring(Rows("test", (0..<2_500).map(item)))
    let connection = try Self.connection(fixture)
    func rows() throws -> Int64 {
      try connection.query("SELECT count(*) FROM tile_counts", []).integer(0, 0)
    }
    func content(_ zoom: Int, _ latitude: Double, _ longitude: Double) throws -> MapContent {
      let place = MapPlace(
        latitude: Candidates.units(latitude), longitude: Candidates.units(longitude))
      return try archive.content(of: MapTile(zoom: zoom, holding: place), era: nil)
    }
    #expect(try content(0, 0, 0).count == 2_500 && !content(0, 0, 0).clusters.isEmpty)
    let all = try rows()
    #expect(all > 5)

    // Noted, and not yet in the counts.
    try connection.execute(
      "UPDATE items SET geometry = ST_SetSRID(ST_MakePoint(2.35, 48.86), 4326) WHERE key % 5 = 0")
    #expect(try content(0, 0, 0).count == 2_500)
    #expect(try content(6, 48.86, 2.35).views.count == 500)
    #expect(try content(6, 40, -74).views.count == 2_000)
    for (latitude, longitude) in [(48.86, 2.35), (40.005, -73.95)] {
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      #expect(try #require(try archive.nearest(to: place)).square < 1e-20, "\(latitude)")
    }
    let before = try content(0, 0, 0)
    try fixture.bring(.placed("one more"))
    #expect(try rows() < all)
    let after = try content(0, 0, 0)
    #expect(after.count == before.count + 1)
    #expect(try archive.verify(.full) == [])

    try connection.execute("UPDATE tile_counts SET data = '\\x00'")
    let error = #expect(throws: ArchiveError.self) { try content(0, 0, 0) }
    #expect(error?.code == .damaged && error?.message.contains("archive repair") == true)
    let wrong = try archive.verify(.full)
    #expect(!wrong.isEmpty && wrong.allSatisfy { $0.check == .tiles && $0.isRepairable })
    #expect(try Self.repair(fixture).actions == ["rebuilt the tiles"])
    #expect(try content(0, 0, 0) == after && rows() > 0)
    try connection.execute("DELETE FROM tile_counts")
    #expect(try content(0, 0, 0) == after)
    try fixture.bring(.placed("and another"))
    #expect(try rows() > 0)
    #expect(try archive.verify(.full) == [])
  }

  @Test("Unreadable tiles are an error, which names the repair")
  func tiles() throws {
    let fixture = try EngineFixture(.postGIS)
    let archive = fixture.archive
    try fixture.bring(.placed("a"), .placed("b", latitude: 41))
    let connection = try Self.connection(fixture)
    try connection.execute("UPDATE tiles SET data = '\\x00'")
    let place = try #require(Coordinate(latitude: 40, longitude: -74))
    let near = try #require(Distance(meters: 500))
    let error = #expect(throws: ArchiveError.self) {
      try archive.candidates(near: place, within: near)
    }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("archive repair") == true)
    // Concurrent changes of other programs are not lost.
    try connection.execute(
      "UPDATE items SET geometry = ST_SetSRID(ST_MakePoint(-74, 40), 4326) WHERE identifier = 'b'")
    #expect(try Self.repair(fixture).actions == ["rebuilt the tiles"])
    #expect(try archive.candidates(near: place, within: near).count == 2)
    try fixture.bring(.placed("c"))
    #expect(try archive.candidates(near: place, within: near).count == 3)
    #expect(try archive.verify(.full) == [])
  }

  @Test("A sound archive stays unchanged; orphaned corrections are removed, and no picture is")
  func repaired() throws {
    let fixture = try EngineFixture(.postGIS)
    let archive = try #require(fixture.archive as? PostGISArchive)
    try fixture.bring(.placed("a"), .placed("b"))
    let connection = try Self.connection(fixture)
    let entries = try archive.history().count
    #expect(try archive.repair() == RepairReport(actions: [], remaining: [], items: 2))
    try connection.execute(
      """
      INSERT INTO corrections (collection, identifier, field)
      SELECT collection, 'gone', 'title' FROM items WHERE identifier = 'a'
      """)
    let name = String(repeating: "a", count: 64)
    let path = try #require(archive.mediaStore.path(of: name))
    let shelf = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: shelf, withIntermediateDirectories: true)
    try Data("picture".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try archive.verify(.full).map(\.check) == [.corrections, .media])
    let report = try archive.repair()
    #expect(report.actions == ["removed 1 correction without an item"])
    // Another server's archive may have it: their folders are the same by default where databases
    // and schemas have the same names.
    #expect(report.remaining.map(\.check) == [.media])
    let left = try #require(report.remaining.first)
    #expect(!left.isRepairable && left.hint?.contains("no other archive") == true)
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(try archive.history().count == entries)
    let reader = try PostGISArchive(address: archive.location, mode: .readOnly)
    #expect(throws: ArchiveError.self) { try reader.repair() }
  }
}
