import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkStorage
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("A sound archive")
struct SoundnessTests {
  private func fixture() throws -> ArchiveFixture {
    let fixture = try ArchiveFixture()
    try fixture.write("x", to: "a.jpg")
    try fixture.importCSV(
      """
      id,latitude,longitude,accuracy,date,media,copy_of
      a,40,-74,900,1911,a.jpg,
      b,41,-75,,1890/..,,a
      c,-90,179.99,5,,,

      """)
    #expect(try fixture.archive.verify() == [])
    return fixture
  }

  @Test("A place at the very edge of a float is in the index at its position")
  func edges() throws {
    let fixture = try ArchiveFixture()
    // SpatiaLite writes the box of the first with its last digits cut off.
    try fixture.importCSV(
      "id,latitude,longitude\na,40.72990115009007,-73.97781372070314\nb,40.75,-73.98845672607423\n")
    #expect(try fixture.archive.verify() == [])
  }

  @Test("Maps of any year are in the index, and a box that is wrong by a day is found")
  func yearsOfMaps() throws {
    let fixture = try ArchiveFixture()
    let outline = "POLYGON ((-74 40, -73.9 40, -73.9 40.1, -74 40))"
    let dates = ["1776", "-9999", "Y-20000", "Y170000002", "Y3388E2S3"]
    let rows = dates.enumerated().map { "\($0),\($1),\"\(outline)\"\n" }
    try fixture.importCSV("id,date,outline\n" + rows.joined())
    #expect(try fixture.archive.verify() == [])
    try breakIt(
      fixture,
      "UPDATE map_boxes SET earliest = earliest - 1e-6 WHERE key = (SELECT min(key) FROM items)")
    let found = try fixture.archive.verify()
    #expect(found.map(\.item?.description) == ["test:0"], "\(found)")
    #expect(found.map(\.check) == [.spatialIndex])
  }

  /// Breaks an archive by SQL, without the rules that keep it whole.
  private func breakIt(_ fixture: ArchiveFixture, _ sql: String) throws {
    var configuration = ArchiveFile.configuration
    configuration.foreignKeysEnabled = false
    try DatabaseQueue(path: fixture.archive.path, configuration: configuration)
      .writeWithoutTransaction { db in
        // As any other program that has SpatiaLite.
        try db.trustSchema()
        try db.withoutDefence { try db.execute(sql: sql) }
      }
  }

  /// Repairable faults: the SQL, the check that finds it, and whether it names an item.
  static let mended: [(sql: String, check: ArchiveProblem.Check, item: String?)] = [
    ("DELETE FROM idx_items_geometry WHERE pkid = 1", .spatialIndex, "test:a"),
    ("INSERT INTO idx_items_geometry VALUES (99, 1, 1, 1, 1)", .spatialIndex, nil),
    ("UPDATE idx_items_geometry SET xmin = 3, xmax = 4 WHERE pkid = 2", .spatialIndex, nil),
    ("DROP TABLE idx_items_geometry", .spatialIndex, nil),
    ("DELETE FROM tiles WHERE tile = (SELECT min(tile) FROM tiles)", .tiles, nil),
    ("INSERT INTO tiles VALUES (77, x'00')", .tiles, nil),
    ("UPDATE tiles SET data = substr(data, 1, 20) || x'00' || substr(data, 22)", .tiles, nil),
    ("UPDATE tile_levels SET reach = 1 WHERE level = 3", .tiles, nil),
    ("UPDATE item_counts SET items = items + 1", .counts, nil),
    ("DELETE FROM item_counts", .counts, nil), ("DELETE FROM review_counts", .counts, nil),
    ("DROP TABLE item_counts", .schema, nil), ("DROP TABLE review_counts", .schema, nil),
    ("DROP TRIGGER counts_update", .schema, nil), ("DROP INDEX items_with_doubt", .schema, nil),
    ("INSERT INTO item_words (item_words) VALUES ('delete-all')", .words, nil),
    ("DROP TABLE item_words", .schema, nil), ("DROP TABLE word_changes", .schema, nil),
    ("DROP TRIGGER words_update", .schema, nil),
    ("DROP TABLE tiles", .schema, nil), ("DROP TABLE tile_changes", .schema, nil),
    ("DROP TRIGGER tiles_update", .schema, nil),
    ("DROP TRIGGER gii_items_geometry", .schema, nil),
    ("DROP INDEX items_by_identifier", .schema, nil),
    (
      "DROP TRIGGER tiles_delete; CREATE TRIGGER tiles_delete AFTER DELETE ON items BEGIN SELECT 1; END",
      .schema, nil
    ),
    ("UPDATE items SET earliest = 5 WHERE key = 1", .items, "test:a"),
    ("UPDATE items SET latest_fuzzy = 5 WHERE key = 2", .items, "test:b"),
    ("DELETE FROM collections", .foreignKeys, nil),
    ("UPDATE sqlite_sequence SET seq = 1 WHERE name = 'items'", .journal, nil),
    ("DELETE FROM sqlite_sequence WHERE name = 'items'", .journal, nil),
    ("INSERT INTO item_versions (entry, key) VALUES (77, 1)", .journal, nil),
    ("INSERT INTO journal (entry, kind, undoes) VALUES (5, 'undo', 3)", .journal, nil),
  ]

  @Test("Verify finds what broke, repair mends it, and no item is lost", arguments: mended)
  func repair(sql: String, check: ArchiveProblem.Check, item: String?) throws {
    let fixture = try fixture()
    let before = try fixture.contents()
    try breakIt(fixture, sql)
    let found = try SpatiaLiteArchive(path: fixture.archive.path, mode: .readOnly).verify()
    let problem = try #require(found.first { $0.check == check }, "\(found)")
    #expect(problem.severity == .fault && problem.isRepairable && problem.hint != nil)
    if let item { #expect(found.contains { $0.check == check && $0.item?.description == item }) }

    let report = try SpatiaLiteArchive.repair(path: fixture.archive.path)
    #expect(!report.actions.isEmpty && report.remaining == [] && report.items == 3)
    let mended = try SpatiaLiteArchive(path: fixture.archive.path, mode: .readWrite)
    #expect(try mended.verify() == [])
    let after = try mended.search(ArchiveQuery()).hits
    #expect(Set(after.map(\.item.pose)) == Set(before.values.map(\.pose)))
    #expect(Set(after.map(\.item.date)) == Set(before.values.map(\.date)))
    if check != .foreignKeys {
      #expect(Dictionary(uniqueKeysWithValues: after.map { ($0.key, $0.item) }) == before)
    }
    // The triggers work again: a deleted item is missing from every index.
    try mended.writable().write { try $0.execute(sql: "DELETE FROM items WHERE key = 3") }
    #expect(try mended.verify() == [])
    #expect(try SpatiaLiteArchive.repair(path: fixture.archive.path).actions == [])
  }

  /// Faults that need a person, with their severity.
  static let told: [(sql: String, check: ArchiveProblem.Check, severity: ArchiveProblem.Severity)] =
    [
      ("UPDATE items SET date = '19xx or so' WHERE key = 1", .items, .fault),
      ("UPDATE items SET altitude = 9e99 WHERE key = 1", .items, .fault),
      ("UPDATE items SET heading_accuracy = 200 WHERE key = 1", .items, .fault),
      ("UPDATE items SET media_kind = 'file', media = '/absent.jpg' WHERE key = 1", .media, .fault),
      ("UPDATE items SET fingerprint_stamp = '1 2 3' WHERE key = 1", .media, .warning),
      ("UPDATE items SET copy_of = 'nobody' WHERE key = 1", .copies, .warning),
      ("UPDATE items SET copy_of = 'test:a' WHERE key = 1", .copies, .warning),
    ]

  @Test(
    "Faults that need a person are reported with their item, and left unchanged", arguments: told)
  func tell(sql: String, check: ArchiveProblem.Check, severity: ArchiveProblem.Severity) throws {
    let fixture = try fixture()
    try breakIt(fixture, sql)
    let found = try fixture.archive.verify()
    let problem = try #require(found.first { $0.check == check && !$0.isRepairable }, "\(found)")
    #expect(problem.item?.description == "test:a" && problem.severity == severity)
    let report = try SpatiaLiteArchive.repair(path: fixture.archive.path)
    #expect(report.remaining.contains { $0.check == check })
    #expect(report.items == 3)
  }

  /// Faults of the journal and of items without a place, and which of them need a person.
  static let toldOfOthers: [(sql: String, check: ArchiveProblem.Check, text: String)] = [
    ("UPDATE journal SET last_item = NULL", .journal, "no valid range"),
    ("UPDATE journal SET first_item = 9", .journal, "no valid range"),
    (
      "INSERT INTO journal (kind, first_item, last_item) VALUES ('import', 3, 4)", .journal,
      "of an earlier entry"
    ),
    ("UPDATE journal SET undoes = 2 WHERE entry = 2", .journal, "undoes a later entry"),
    (
      "INSERT INTO unplaced_versions (entry, key, collection, identifier, fields) VALUES (1, 1, 1, 'u', '{}')",
      .journal, "which belongs to entry 2"
    ),
    (
      "INSERT INTO item_versions (entry, key, collection, identifier, geometry) VALUES (1, 1, 1, 'a', x'00')",
      .journal, "is unreadable"
    ),
    ("UPDATE unplaced SET fields = '[]'", .items, "has unreadable fields"),
    ("UPDATE unplaced SET fields = '{\"title\":7}'", .items, "has unreadable fields"),
    ("UPDATE unplaced SET fields = '{\"shoe\":\"7\"}'", .items, "a field shoe"),
    ("UPDATE unplaced SET fields = '{\"latitude\":\"7\"}'", .items, "a field latitude"),
    (
      "UPDATE unplaced SET fields = '{\"heading\":\"sideways\"}'", .items, "has an invalid value"
    ),
    ("UPDATE unplaced SET identifier = 'a'", .items, "with and without a place"),
  ]

  @Test(
    "Faults of the journal and of items without a place are reported", arguments: toldOfOthers
  )
  func tellOthers(sql: String, check: ArchiveProblem.Check, text: String) throws {
    let fixture = try fixture()
    try fixture.importCSV("id,title,latitude,longitude\nu,Somewhere,,\n")
    #expect(try fixture.archive.verify() == [])
    try breakIt(fixture, sql)
    let found = try fixture.archive.verify()
    #expect(found.contains { $0.check == check && $0.detail.contains(text) }, "\(found)")
    let report = try SpatiaLiteArchive.repair(path: fixture.archive.path)
    #expect(report.items == 4 && report.remaining.contains { $0.detail.contains(text) })
  }

  @Test("An item without a place that has an invalid value stays as it is when it would get one")
  func invalidUnplaced() throws {
    let fixture = try fixture()
    try fixture.importCSV("id,title\nu,Somewhere\n")
    try breakIt(fixture, #"UPDATE unplaced SET fields = '{"heading":"sideways","title":"T"}'"#)
    let report = try fixture.importCSV("id,latitude,longitude\nu,1,2\n")
    #expect((report.unchanged, report.updated) == (1, 0))
    #expect(report.warnings.contains { $0.reason.contains("the item stays unchanged") })
    let items = try fixture.archive.unplacedItems().items
    #expect(items.map(\.fields) == [[.heading: "sideways", .title: "T"]])
  }

  @Test("Corrections without an item are reported, and removed by a repair")
  func staleCorrections() throws {
    let fixture = try fixture()
    try fixture.archive.set(
      ItemID(collection: "test", identifier: "b"), [.title: "By hand"])
    try fixture.archive.remove([ItemID(collection: "test", identifier: "c")])
    #expect(try fixture.archive.verify() == [])
    try breakIt(
      fixture,
      """
      INSERT INTO corrections (collection, identifier, field) VALUES (1, 'a', '*'), (1, 'gone', 'title'), (1, 'a', 'shoe');
      """)
    #expect(
      try fixture.archive.verify().map(\.check) == [.corrections, .corrections, .corrections])
    let report = try SpatiaLiteArchive.repair(path: fixture.archive.path)
    #expect(report.actions == ["removed 3 corrections without an item"] && report.remaining == [])
  }

  @Test("Of many problems of a kind some are listed, and the rest counted")
  func many() throws {
    let fixture = try ArchiveFixture()
    let rows = (0..<500).map { "i\($0),1,2,none\n" }.joined()
    try fixture.importCSV("id,latitude,longitude,copy_of\n" + rows)
    let found = try fixture.archive.verify()
    #expect(found.count == 201)
    #expect(found.last?.detail.hasPrefix("and 300 more") == true)
  }

  @Test("A row that an index lost is found again")
  func lostIndexEntry() throws {
    let fixture = try fixture()
    let entry = "name = 'items_by_identifier'"
    try breakIt(
      fixture,
      """
      PRAGMA writable_schema = ON;
      CREATE TABLE saved AS SELECT * FROM sqlite_master WHERE \(entry);
      DELETE FROM sqlite_master WHERE \(entry);
      """)
    try breakIt(
      fixture,
      """
      INSERT INTO items (collection, geometry, location_of, identifier, title)
        VALUES (1, MakePoint(1, 2, 4326), 'camera', 'd', '');
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_master SELECT * FROM saved;
      DELETE FROM sqlite_master WHERE name = 'saved';
      """)
    let found = try SpatiaLiteArchive(path: fixture.archive.path, mode: .readOnly).verify()
    #expect(found.contains { $0.check == .integrity && $0.isRepairable }, "\(found)")
  }

  @Test("A torn file is reported; it isn't repaired, backed up or made worse")
  func torn() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.sqlite")
    let csv = folder.path("items.csv")
    let rows = (0..<4000).map { "i\($0),some title number \($0),1,2\n" }.joined()
    try ("id,title,latitude,longitude\n" + rows).write(
      toFile: csv, atomically: true, encoding: .utf8)
    do {
      let archive = try SpatiaLiteArchive(path: path, mode: .create)
      #expect(try archive.importCatalogue(at: csv).added == 4000)
    }
    let page = try DatabaseQueue(path: path).read { db in
      try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'items'")
    }
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try handle.seek(toOffset: UInt64(4096 * (try #require(page) - 1)))
    try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    try handle.close()
    let before = try bytes(path)

    let archive = try SpatiaLiteArchive(path: path, mode: .readOnly)
    let found = try archive.verify()
    #expect(found.contains { $0.check == .integrity && !$0.isRepairable }, "\(found)")
    for attempt in [
      { _ = try SpatiaLiteArchive.repair(path: path) },
      { _ = try archive.backup(to: folder.path("b.sqlite")) },
    ] {
      let error = #expect(throws: ArchiveError.self) { try attempt() }
      #expect(error?.code == .damaged)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("b.sqlite")))
    #expect(try bytes(path) == before)
  }

  @Test("A number of a newer version is enough to keep hands off")
  func newer() throws {
    let fixture = try fixture()
    let path = fixture.archive.path
    try breakIt(fixture, "PRAGMA user_version = \(Schema.migrator.migrations.count + 1)")
    for attempt in [
      { _ = try SpatiaLiteArchive(path: path, mode: .readWrite) },
      { _ = try SpatiaLiteArchive(path: path, mode: .create) },
      { _ = try SpatiaLiteArchive.repair(path: path) },
    ] {
      let error = #expect(throws: ArchiveError.self) { try attempt() }
      #expect(error?.code == .newerVersion && error?.message.contains("newer") == true)
    }
    let archive = try SpatiaLiteArchive(path: path, mode: .readOnly)
    #expect(archive.isFromNewerVersion)
    #expect(try archive.verify() == [])
    #expect(try archive.backup(to: fixture.folder.path("b.sqlite")).items == 3)
  }
}

@Suite("A backup")
struct BackupTests {
  @Test("contains one state, during concurrent imports")
  func whileImporting() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\na,1,2\n", collection: "first")
    let rows = (0..<30_000).map { "i\($0),\(Double($0) / 1000),2\n" }.joined()
    let csv = try fixture.write("id,latitude,longitude\n" + rows, to: "many.csv")
    let archive = fixture.archive
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? archive.importCatalogue(at: csv)
      done.signal()
    }
    var counts: [Int] = []
    let reader = try SpatiaLiteArchive(path: archive.path, mode: .readOnly)
    var isDone = false
    repeat {
      // Once more after the import's end.
      isDone = done.wait(timeout: .now()) == .success
      let report = try reader.backup(to: fixture.folder.path("backup.sqlite"))
      let copy = try SpatiaLiteArchive(path: report.path, mode: .readOnly)
      #expect(try copy.verify() == [] && report.problems == [])
      #expect(try copy.statistics().items == report.items)
      counts.append(report.items)
    } while !isDone
    #expect(Set(counts).isSubset(of: [1, 30_001]))
    #expect(counts.last == 30_001)
    #expect(
      try SpatiaLiteArchive(path: fixture.folder.path("backup.sqlite"), mode: .readWrite).verify()
        == [])
  }

  @Test("takes the place of an archive, and of nothing else")
  func place() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\na,1,2\n")
    func code(_ name: String) -> ArchiveErrorCode? {
      #expect(throws: ArchiveError.self) {
        try fixture.archive.backup(to: fixture.folder.path(name))
      }?.code
    }
    #expect(try fixture.archive.backup(to: fixture.folder.path("b.sqlite")).items == 1)
    try fixture.importCSV("id,latitude,longitude\nb,1,2\n")
    #expect(try fixture.archive.backup(to: fixture.folder.path("b.sqlite")).items == 2)
    #expect(code("archive.sqlite") == .invalidExport)
    #expect(code("items.csv") == .outputFailed)
    #expect(code("no/b.sqlite") == .outputFailed)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.path("link.sqlite"), withDestinationPath: fixture.archive.path)
    #expect(code("link.sqlite") == .invalidExport)
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
    #expect(!names.contains { $0.hasPrefix(".") })
  }
}
