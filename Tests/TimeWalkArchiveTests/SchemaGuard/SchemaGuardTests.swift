import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkStorage
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("An untrusted archive")
struct SchemaGuardTests {
  /// An archive with three items, closed, into which SQL was written as any program may.
  private func made(_ sql: String) throws -> (folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    let path = folder.path("archive.sqlite")
    try Data("id,title,latitude,longitude\na,A,1,2\nb,B,3,4\nc,C,5,6\n".utf8)
      .write(to: folder.url.appendingPathComponent("v.csv"))
    do {
      let archive = try SpatiaLiteArchive(path: path, mode: .create)
      try archive.importCatalogue(at: folder.path("v.csv"))
    }
    try DatabaseQueue(path: path).writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA writable_schema = ON")
      try db.execute(sql: sql)
    }
    return (folder, path)
  }

  private func titles(_ archive: SpatiaLiteArchive) throws -> [String] {
    try archive.search(ArchiveQuery()).hits.sorted { $0.key < $1.key }.map(\.item.title)
  }

  static let foreignObjects = [
    "CREATE TRIGGER evil AFTER UPDATE ON items BEGIN UPDATE items SET title = 'x'; END",
    "CREATE TRIGGER evil AFTER INSERT ON journal BEGIN DELETE FROM item_versions; END",
    "CREATE TRIGGER evil AFTER INSERT ON tile_changes BEGIN UPDATE items SET title = 'x'; END",
    "CREATE TRIGGER evil BEFORE UPDATE ON items BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER evil BEFORE UPDATE ON items BEGIN SELECT BlobToFile('a', '/tmp/x'); END",
    "CREATE TRIGGER evil AFTER UPDATE ON items BEGIN SELECT \"BlobToFile\" ('a', '/tmp/x'); END",
    "CREATE TRIGGER evil AFTER UPDATE ON items BEGIN SELECT RTreeAlign('other', 1, 1); END",
    "CREATE TRIGGER evil AFTER UPDATE ON geometry_columns_time BEGIN DELETE FROM items; END",
    "DROP TRIGGER tiles_delete; CREATE TRIGGER tiles_delete AFTER DELETE ON items BEGIN DELETE FROM items; END",
    "CREATE INDEX evil ON items (abs(accuracy))",
    "CREATE INDEX evil ON items (title) WHERE length(title) > 3",
  ]

  @Test(
    "is refused for writing if its code would run, reported by verify, and repaired",
    arguments: foreignObjects)
  func refused(sql: String) throws {
    let (folder, path) = try made(sql)
    defer { withExtendedLifetime(folder) {} }
    let error = #expect(throws: ArchiveError.self) {
      try SpatiaLiteArchive(path: path, mode: .readWrite)
    }
    #expect(error?.code == .notAnArchive)
    #expect(error?.message.contains("archive repair") == true)
    let name = sql.contains("evil") ? "evil" : "tiles_delete"
    #expect(error?.message.contains(name) == true)
    do {
      let reading = try SpatiaLiteArchive(path: path, mode: .readOnly)
      #expect(try titles(reading) == ["A", "B", "C"])
      let problems = try reading.verify().filter { $0.check == .schema }
      #expect(
        problems.contains { $0.detail.contains(name) && $0.isRepairable && $0.severity == .fault })
    }
    let report = try SpatiaLiteArchive.repair(path: path)
    #expect(report.actions.contains { $0.contains("removed") && $0.contains(name) })
    #expect(report.remaining == [])
    let mended = try SpatiaLiteArchive(path: path, mode: .readWrite)
    try mended.set(ItemID(collection: "v", identifier: "a"), [.title: "New"])
    #expect(try titles(mended) == ["New", "B", "C"])
    #expect(try mended.verify() == [])
  }

  static let spoiled = [
    "ALTER TABLE eras RENAME TO other; CREATE VIEW eras AS SELECT * FROM other",
    "ALTER TABLE media RENAME TO other; CREATE VIRTUAL TABLE media USING fts5 (origin)",
    "DROP TABLE dismissals; CREATE TABLE dismissals (key, item AS (hex(zeroblob(1000000))))",
    """
    UPDATE sqlite_master SET sql = 'CREATE TABLE tile_news (tile INTEGER PRIMARY KEY
      CHECK (BlobToFile(1, 2)))' WHERE name = 'tile_news'
    """,
    "DROP TABLE eras; CREATE TABLE eras (key, name UNIQUE ON CONFLICT REPLACE, edtf, description)",
  ]

  @Test("is not even read where a table is something else", arguments: spoiled)
  func unreadable(sql: String) throws {
    let (folder, path) = try made(sql)
    defer { withExtendedLifetime(folder) {} }
    for mode in [SpatiaLiteArchive.Mode.readOnly, .readWrite] {
      let error = #expect(throws: ArchiveError.self) {
        try SpatiaLiteArchive(path: path, mode: mode)
      }
      #expect(error?.code == .notAnArchive, "\(error?.message ?? "")")
    }
  }

  static let harmlessTexts = [
    // QGIS's objects for styles and projects.
    """
    CREATE TABLE layer_styles (id INTEGER PRIMARY KEY AUTOINCREMENT, f_table_name VARCHAR(256),
      styleQML TEXT, update_time TIMESTAMP DEFAULT CURRENT_TIMESTAMP);
    CREATE TABLE qgis_projects (name TEXT PRIMARY KEY, metadata BLOB, content BLOB);
    """,
    "ALTER TABLE items ADD COLUMN \"my notes\" TEXT DEFAULT 'none'",
    "ALTER TABLE items ADD COLUMN code VARCHAR(20)",
    "CREATE INDEX by_title ON items (title COLLATE NOCASE DESC)",
    "CREATE VIEW recent AS SELECT * FROM items",
    "CREATE TABLE mine (x); CREATE TRIGGER mine_too AFTER INSERT ON mine BEGIN DELETE FROM mine; END",
    "CREATE TRIGGER careful BEFORE DELETE ON items WHEN old.title = 'X' BEGIN SELECT RAISE(ABORT, 'no'); END",
    "ANALYZE",
  ]

  @Test("with tables and columns of other programs is used unchanged", arguments: harmlessTexts)
  func harmless(sql: String) throws {
    let (folder, path) = try made(sql)
    defer { withExtendedLifetime(folder) {} }
    let archive = try SpatiaLiteArchive(path: path, mode: .readWrite)
    try archive.set(ItemID(collection: "v", identifier: "a"), [.title: "New"])
    #expect(try titles(archive) == ["New", "B", "C"])
    #expect(try archive.verify().filter { $0.severity == .fault } == [])
    #expect(try archive.backup(to: folder.path("backup.sqlite")).problems == [])
  }

  @Test("whose foreign table changes with a removal is refused")
  func cascade() throws {
    let (folder, path) = try made(
      """
      CREATE TABLE friend (item INTEGER REFERENCES "Items" (key) ON DELETE CASCADE);
      CREATE TRIGGER evil AFTER DELETE ON friend BEGIN DELETE FROM collections; END;
      """)
    defer { withExtendedLifetime(folder) {} }
    let error = #expect(throws: ArchiveError.self) {
      try SpatiaLiteArchive(path: path, mode: .readWrite)
    }
    #expect(error?.message.contains("friend") == true)
  }

  @Test("with a title of 100 MB is an error that names the limit, and takes little memory")
  func longTitle() throws {
    let (folder, path) = try made(
      "UPDATE items SET title = CAST(zeroblob(100000000) AS TEXT) WHERE key = 2")
    defer { withExtendedLifetime(folder) {} }
    let archive = try SpatiaLiteArchive(path: path, mode: .readOnly)
    let error = #expect(throws: ArchiveError.self) { try archive.search(ArchiveQuery()) }
    #expect(error?.code == .overLimit)
    #expect(error?.message.contains("\(ArchiveLimits.longestValue) bytes") == true)
    let problems = try archive.verify()
    #expect(
      problems.contains { $0.detail.contains("\(ArchiveLimits.longestValue) bytes") }, "\(problems)"
    )
  }

  @Test("A text at the limit is accepted, one beyond it is refused by name")
  func textLimit() throws {
    let fixture = try ArchiveFixture()
    let text = String(repeating: "x", count: ArchiveLimits.longestText)
    let report = try fixture.importCSV(
      "id,title,latitude,longitude\na,\(text),1,2\nb,\(text)x,1,2\n")
    #expect(report.added == 1 && report.refused == 1)
    #expect(report.faults.first?.reason.contains("longer than 16384 bytes") == true)
  }

  @Test("All that TimeWalk and SpatiaLite make themselves is known")
  func known() throws {
    let folder = try TemporaryFolder()
    let pool = try ArchiveFile.openForWriting(folder.path("a.sqlite"))
    #expect(try pool.read { try SchemaGuard.foreignObjects($0) } == [])
    let missing = try Soundness.expectedSchema().filter { $0.type == "table" }.map(\.name)
      .map { $0.lowercased() }
      .filter { !SchemaObject.ours.contains($0) && !SchemaObject.spatiaLites.contains($0) }
    #expect(missing == [], "a new table isn't in SchemaObject.ours")
  }
}

@Suite("The words of an SQL text")
struct SQLTokenTests {
  @Test("Names, texts, numbers, comments and signs are distinguished as in SQLite")
  func tokens() {
    #expect(
      SQLToken.all(of: "CREATE /* a ' */ \"T\"\"x\" -- b\n ('it''s', [a b], `c`, 1.5e3, é$1)")
        == [
          .word("create"), .name("t\"x"), .sign(0x28), .text("it's"), .sign(0x2C), .name("a b"),
          .sign(0x2C), .name("c"), .sign(0x2C), .number, .sign(0x2C), .word("é$1"), .sign(0x29),
        ])
  }

  @Test(
    "A text that SQLite rejects has no tokens", arguments: ["'open", "\"open", "[open", "a\u{0}b"])
  func broken(text: String) { #expect(SQLToken.all(of: text) == nil) }
}
