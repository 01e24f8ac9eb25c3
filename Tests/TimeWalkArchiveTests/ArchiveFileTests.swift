import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

/// The file's content for other programs.
@Suite struct ArchiveFileTests {
  private static let hasTools =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/spatialite")
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")

  @Test(.enabled(if: hasTools, "spatialite-bin or sqlite3 is not installed"))
  func `spatialite and sqlite3 open the file as it is`() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude,accuracy\na,40.7,-74,900\nb,41,-75,\n")
    func ask(_ program: String, _ sql: String) throws -> String? {
      try output(of: program, [fixture.archive.path, sql])?
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    #expect(try ask("spatialite", "SELECT CheckSpatialIndex('items', 'geometry')") == "1")
    #expect(try ask("spatialite", "SELECT CheckSpatialMetaData()") == "3")
    #expect(
      try ask("spatialite", "SELECT AsText(geometry), SRID(geometry) FROM items LIMIT 1")
        == "POINT(-74 40.7)|4326")
    #expect(
      try ask(
        "sqlite3",
        "SELECT geometry_type, coord_dimension, srid, spatial_index_enabled FROM geometry_columns")
        == "1|2|4326|1")
    #expect(try ask("sqlite3", "PRAGMA integrity_check") == "ok")
    #expect(try ask("sqlite3", "PRAGMA application_id") == "\(0x546D_576B)")
    #expect(try ask("sqlite3", "PRAGMA user_version") == "4")
    // The point must be the very bytes that SpatiaLite itself would write.
    #expect(
      try ask("spatialite", "SELECT geometry = MakePoint(-75, 41, 4326) FROM items WHERE key = 2")
        == "1")
  }

  @Test func `a new archive doesn't take the log of a lost one for its own`() throws {
    let fixture = try ArchiveFixture()
    // A reader keeps the log from being emptied.
    let reader = try fixture.archive.snapshot()
    try fixture.importCSV("id,latitude,longitude\na,40,-74\n")
    let folder = try TemporaryFolder()
    let log = folder.path("new.sqlite-wal")
    try FileManager.default.copyItem(atPath: fixture.archive.path + "-wal", toPath: log)
    #expect(FileManager.default.contents(atPath: log)?.isEmpty == false)
    let made = try SpatiaLiteArchive(path: folder.path("new.sqlite"), mode: .create)
    #expect(try made.verify() == [])
    #expect(try made.search(ArchiveQuery()).hits.isEmpty)
    withExtendedLifetime(reader) {}
  }

  @Test(.enabled(if: hasTools, "spatialite-bin or sqlite3 is not installed"))
  func `an edit by another program keeps both indexes true`() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(
      "id,latitude,longitude,accuracy\na,40,-74,900\nb,41,-75,900\nc,42,-76,5\n")
    for sql in [
      "UPDATE items SET geometry = MakePoint(179.999, 10, 4326), accuracy = 5000 WHERE key = 1",
      "DELETE FROM items WHERE key = 2", "UPDATE items SET accuracy = 70 WHERE key = 3",
    ] { _ = try output(of: "spatialite", [fixture.archive.path, sql]) }
    let problems = try fixture.archive.verify()
    #expect(problems == [], "\(problems)")
    let beyond = try #require(Coordinate(latitude: 10, longitude: -179.9))
    #expect(try fixture.archive.candidates(near: beyond, within: .zero).map(\.key) == [1])
    let near = try #require(Coordinate(latitude: 42, longitude: -76.002))
    #expect(try fixture.archive.candidates(near: near, within: .zero).map(\.key) == [3])
  }

  @Test(
    .enabled(if: hasTools, "spatialite-bin or sqlite3 is not installed"),
    arguments: [
      ("DELETE FROM idx_items_geometry WHERE pkid = 1", "spatialIndex"),
      ("DELETE FROM tiles WHERE tile = (SELECT min(tile) FROM tiles)", "tiles"),
      ("INSERT INTO tiles VALUES (77, x'00')", "tiles"),
      ("INSERT INTO tiles SELECT 77, data FROM tiles LIMIT 1", "tiles"),
      ("UPDATE tiles SET data = substr(data, 2)", "tiles"),
      ("UPDATE tiles SET data = substr(data, 1, 20) || x'00' || substr(data, 22)", "tiles"),
      ("UPDATE item_counts SET dated = dated + 1", "counts"), ("DELETE FROM item_counts", "counts"),
      ("UPDATE items SET date = '19xx or so' WHERE key = 1", "items"),
      ("UPDATE items SET earliest = 5 WHERE key = 1", "items"),
      ("PRAGMA foreign_keys = OFF; DELETE FROM collections", "foreignKeys"),
      ("UPDATE items SET media_kind = 'file', media = '/absent.jpg' WHERE key = 1", "media"),
    ])
  func `verify finds what somebody broke`(sql: String, check: String) throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude,accuracy,date\na,40,-74,900,1911\nb,41,-75,,\n")
    #expect(try fixture.archive.verify() == [])
    _ = try output(of: "spatialite", [fixture.archive.path, sql])
    let found = try fixture.archive.verify()
    #expect(found.contains { $0.check.rawValue == check }, "\(found)")
  }

  @Test(.enabled(if: hasTools, "spatialite-bin or sqlite3 is not installed"))
  func `a file of a newer version is read and never written`() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\na,40,-74\n")
    let path = fixture.archive.path
    #expect(!fixture.archive.isFromNewerVersion)
    _ = try output(of: "sqlite3", [path, "INSERT INTO grdb_migrations VALUES ('2 something new')"])
    for mode in [SpatiaLiteArchive.Mode.readWrite, .create] {
      let error = #expect(throws: ArchiveError.self) {
        try SpatiaLiteArchive(path: path, mode: mode)
      }
      #expect(error?.code == .newerVersion)
      #expect(error?.message.contains(path) == true)
    }
    let reader = try SpatiaLiteArchive(path: path, mode: .readOnly)
    #expect(reader.isFromNewerVersion)
    #expect(try reader.statistics().items == 1)
  }

  @Test(.enabled(if: hasTools, "spatialite-bin or sqlite3 is not installed"))
  func `a database of something else is refused and left as it is`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("other.sqlite")
    _ = try output(of: "sqlite3", [path, "CREATE TABLE items (x); CREATE TABLE collections (y)"])
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for mode in [SpatiaLiteArchive.Mode.readOnly, .readWrite, .create] {
      let error = #expect(throws: ArchiveError.self) {
        try SpatiaLiteArchive(path: path, mode: mode)
      }
      #expect(error?.code == .notAnArchive)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test(arguments: [
    "not a database at all, but a text of some length", "SQLite format 3\u{0}and then not",
  ])
  func `a file that is no database is refused and left as it is`(text: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("notes.txt")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    for mode in [SpatiaLiteArchive.Mode.readOnly, .readWrite, .create] {
      let error = #expect(throws: ArchiveError.self) {
        try SpatiaLiteArchive(path: path, mode: mode)
      }
      #expect(error?.code == .notAnArchive)
      #expect(error?.message.contains(path) == true)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["notes.txt"])
  }

  @Test func `an absent file is missing, unless it may be created`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("new.sqlite")
    for mode in [SpatiaLiteArchive.Mode.readOnly, .readWrite] {
      let error = #expect(throws: ArchiveError.self) {
        try SpatiaLiteArchive(path: path, mode: mode)
      }
      #expect(error?.code == .missing)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    let nowhere = #expect(throws: ArchiveError.self) {
      try SpatiaLiteArchive(path: folder.path("no/folder.sqlite"), mode: .create)
    }
    #expect(nowhere?.code == .missing)
    let directory = #expect(throws: ArchiveError.self) {
      try SpatiaLiteArchive(path: folder.url.path, mode: .create)
    }
    #expect(directory?.code == .notAnArchive)

    #expect(FileManager.default.createFile(atPath: path, contents: Data()))
    let empty = #expect(throws: ArchiveError.self) {
      try SpatiaLiteArchive(path: path, mode: .readOnly)
    }
    #expect(empty?.code == .notAnArchive)
    #expect(try SpatiaLiteArchive(path: path, mode: .create).statistics().items == 0)
    #expect(try SpatiaLiteArchive(path: path, mode: .create).verify() == [])
    #expect(try SpatiaLiteArchive(path: path, mode: .readWrite).collections().isEmpty)
  }

  @Test func `names that look like addresses or options are only names`() throws {
    let folder = try TemporaryFolder()
    for name in ["file:x?mode=memory", "a b%20c#d?.sqlite", "日本.sqlite"] {
      let path = folder.path(name)
      let archive = try SpatiaLiteArchive(path: path, mode: .create)
      #expect(archive.path == path)
      #expect(FileManager.default.fileExists(atPath: path))
      #expect(try SpatiaLiteArchive(path: path, mode: .readOnly).statistics().items == 0)
    }
  }

  @Test func `a closed archive is one file`() throws {
    let folder = try TemporaryFolder()
    let csv = folder.path("items.csv")
    try "id,latitude,longitude\na,1,2\n".write(toFile: csv, atomically: true, encoding: .utf8)
    do {
      let archive = try SpatiaLiteArchive(path: folder.path("a.sqlite"), mode: .create)
      #expect(try archive.importCatalogue(at: csv).added == 1)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(names == ["a.sqlite", "items.csv"])
  }

  @Test(arguments: [true, false])
  func `opening two hundred times leaves no file open`(isHeldOpen: Bool) throws {
    let fixture = try ArchiveFixture()
    let path = fixture.folder.path("counted.sqlite")
    var held: SpatiaLiteArchive? = try SpatiaLiteArchive(path: path, mode: .create)
    if !isHeldOpen { held = nil }
    // Only descriptors of this archive count, as other tests run beside this one.
    func open() throws -> Int {
      let folder = "/proc/self/fd"
      return try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        return target?.hasPrefix(path) == true
      }.count
    }
    var counts: [Int] = []
    for round in 0..<200 {
      let archive = try SpatiaLiteArchive(path: path, mode: round % 2 == 0 ? .readOnly : .readWrite)
      #expect(try archive.statistics().items == 0)
      counts.append(try open())
    }
    // While another connection holds locks, SQLite keeps a few closed descriptors to use again.
    #expect(counts[190...].max() == counts[20...30].max())
    withExtendedLifetime(held) {}
    held = nil
    #expect(try open() == 0)
  }
}
