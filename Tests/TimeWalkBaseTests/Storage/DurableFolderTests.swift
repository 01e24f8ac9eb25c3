import Foundation
import GRDB
import Testing
import TimeWalkTestSupport

@testable import TimeWalkStorage

@Suite("Folders and databases that survive a power cut")
struct DurableFolderTests {
  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test("A folder is made with its parents, for this user alone if requested")
  func make() throws {
    let folder = try TemporaryFolder()
    try DurableFolder.make(folder.path("a/b/c"), isPrivate: true)
    for path in ["a", "a/b", "a/b/c"] { #expect(try mode(folder.path(path)) == 0o700) }
    try DurableFolder.make(folder.path("a/b/d"))
    #expect(try mode(folder.path("a/b/d")) & 0o700 == 0o700)
    #expect(try mode(folder.path("a")) == 0o700, "what was there stays as it was")
    try DurableFolder.make(folder.path("a/b/c"), isPrivate: false)
    #expect(try mode(folder.path("a/b/c")) == 0o700, "what was there stays as it was")
  }

  @Test("A file in a folder's place is an error that names it")
  func file() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url.appendingPathComponent("file"))
    let error = #expect(throws: StorageError.self) {
      try DurableFolder.make(folder.path("file"))
    }
    #expect(error?.errno == EEXIST)
    #expect(error?.description.hasSuffix("file: File exists") == true)
    #expect(throws: StorageError.self) { try DurableFolder.make(folder.path("file/inner")) }
  }

  @Test("A new file has its bytes, doesn't replace another, and leaves no other name")
  func newFile() throws {
    let folder = try TemporaryFolder()
    let bytes = [UInt8](repeating: 7, count: 300_000)
    try DurableFile.make(folder.path("new"), bytes)
    try DurableFile.make(folder.path("new"), [1])
    #expect(FileManager.default.contents(atPath: folder.path("new")) == Data(bytes))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["new"])
    let error = #expect(throws: StorageError.self) {
      try DurableFile.make(folder.path("missing/new"), bytes)
    }
    #expect(error?.errno == ENOENT)
  }

  @Test("A file takes its name in one step")
  func rename() throws {
    let folder = try TemporaryFolder()
    try Data("new".utf8).write(to: folder.url.appendingPathComponent("temporary"))
    try Data("old".utf8).write(to: folder.url.appendingPathComponent("file"))
    try DurableFolder.rename(folder.path("temporary"), to: folder.path("file"))
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("file")) == Data("new".utf8))
    #expect(throws: StorageError.self) {
      try DurableFolder.rename(folder.path("temporary"), to: folder.path("file"))
    }
  }

  @Test("A pipe, a device and a name of an open file are not replaced")
  func streams() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let links = [("null", "/dev/null"), ("open", "/proc/self/exe")]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: target)
    }
    try Data("new".utf8).write(to: folder.url.appendingPathComponent("temporary"))
    for name in ["pipe", "null", "open"] {
      let error = #expect(throws: StorageError.self) {
        try DurableFolder.rename(folder.path("temporary"), to: folder.path(name))
      }
      #expect(error?.description.contains("\(name), because it isn't a file") == true)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == ["null", "open", "pipe", "temporary"])
    for (name, target) in links {
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: folder.path(name)) == target)
    }
  }

  @Test(
    "A pool waits for the disk at each commit, and its files are private if requested")
  func pool() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("private.sqlite")
    let pool = try DurablePool.open(path, configuration: Configuration(), isPrivate: true)
    try pool.write { try $0.execute(sql: "CREATE TABLE t (x)") }
    #expect(
      try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    for ending in ["", "-wal", "-shm"] { #expect(try mode(path + ending) == 0o600) }
  }
}

@Suite("An untrusted database")
struct GuardTests {
  private func guarded(_ schema: String, longestValue: Int = 1 << 20) throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { db in
      db.add(function: DatabaseFunction("own_function", argumentCount: 0) { _ in "called" })
      try db.execute(sql: schema)
      try db.guardAgainstFile(longestValue: longestValue)
    }
    return queue
  }

  @Test("Triggers don't run until the schema is trusted")
  func triggers() throws {
    let queue = try guarded(
      """
      CREATE TABLE t (x); CREATE TABLE log (x);
      CREATE TRIGGER spy AFTER INSERT ON t BEGIN INSERT INTO log VALUES (own_function()); END;
      """)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "INSERT INTO t VALUES (1)")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM log") == 0)
      try db.trustSchema()
      try db.execute(sql: "INSERT INTO t VALUES (2)")
      #expect(try String.fetchAll(db, sql: "SELECT x FROM log") == ["called"])
    }
  }

  @Test("Views and functions of the schema can't be used")
  func views() throws {
    let queue = try guarded(
      """
      CREATE TABLE t (x, y DEFAULT (own_function())); CREATE VIEW v AS SELECT 1;
      """)
    queue.writeWithoutTransaction { db in
      #expect(throws: DatabaseError.self) { try Int.fetchOne(db, sql: "SELECT * FROM v") }
      #expect(throws: DatabaseError.self) { try db.execute(sql: "INSERT INTO t (x) VALUES (1)") }
    }
  }

  @Test("A value beyond the limit is refused, and the limit can be raised for a while")
  func limit() throws {
    let queue = try guarded("CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(2000000))")
    try queue.writeWithoutTransaction { db in
      let error = #expect(throws: DatabaseError.self) {
        try Data.fetchOne(db, sql: "SELECT x FROM t")
      }
      #expect(error?.resultCode == .SQLITE_TOOBIG)
      let data = try db.withLongestValue(4 << 20) { try Data.fetchOne(db, sql: "SELECT x FROM t") }
      #expect(data?.count == 2_000_000)
      #expect(throws: DatabaseError.self) { try Data.fetchOne(db, sql: "SELECT x FROM t") }
    }
  }

  @Test("The tables of an R*Tree are written only without the defence")
  func defence() throws {
    let queue = try guarded("CREATE VIRTUAL TABLE r USING rtree (k, a, b)")
    try queue.writeWithoutTransaction { db in
      #expect(throws: DatabaseError.self) { try db.execute(sql: "DELETE FROM r_node") }
      try db.withoutDefence { try db.execute(sql: "DELETE FROM r_node") }
      #expect(throws: DatabaseError.self) { try db.execute(sql: "DELETE FROM r_rowid") }
    }
  }
}
