import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkStorage
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// A damaged archive is an error or a finding; a trap would end this run of the tests.
@Suite("A damaged archive")
struct DamagedArchiveTests {
  private let folder: TemporaryFolder
  private let path: String
  private let damaged: DamagedArchive

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("archive.sqlite")
    damaged = try DamagedArchive.shared.get()
  }

  /// Statements that damage a row, with the check that reports it and a part of the report.
  static let found: [(sql: String, check: ArchiveProblem.Check, text: String)] = [
    ("UPDATE items SET identifier = NULL WHERE key = 1", .items, "row 1 of items"),
    (
      "UPDATE unplaced SET identifier = NULL", .items,
      "identifier is NULL in the row name 'test', identifier NULL"
    ),
    ("UPDATE unplaced SET fields = NULL", .items, "fields is NULL"),
    ("UPDATE unplaced SET fields = 7", .items, "has unreadable fields"),
    ("UPDATE item_versions SET entry = NULL", .journal, "entry is NULL in the row entry NULL"),
    (
      "UPDATE item_versions SET entry = 'x' WHERE key = 1", .journal,
      "entry is a text in the row entry 'x'"
    ),
    ("UPDATE journal SET first_item = 'x' WHERE entry = 1", .journal, "no valid range"),
    ("UPDATE tile_levels SET reach = NULL", .tiles, "reach is NULL"),
    ("INSERT INTO tile_changes VALUES ('x', 1)", .tiles, "tile 0"),
    ("UPDATE collections SET name = NULL", .items, "NULL value in collections.name"),
  ]

  @Test("A value of another type is a finding that names the row", arguments: found)
  func findings(sql: String, check: ArchiveProblem.Check, text: String) throws {
    #expect(try damaged.change(sql, to: path) > 0)
    let found = try SpatiaLiteArchive(path: path, mode: .readOnly).verify()
    #expect(
      found.contains { $0.check == check && $0.description.contains(text) },
      "\(found.map(\.description))")
    use("\(sql)")
  }

  @Test("A key beyond all others is no number of rows")
  func hugeRange() throws {
    let last = Int64.max
    #expect(
      try damaged.change(
        "UPDATE journal SET first_item = -9, last_item = \(last) WHERE entry = 5", to: path) == 1)
    use("a huge range")
    #expect(
      try damaged.change(
        "UPDATE sqlite_sequence SET seq = \(last) WHERE name = 'items'", to: path) == 1)
    use("the last key")
  }

  @Test("Flipped bits end no program")
  func flippedBits() throws {
    var random = SeededGenerator(seed: 51)
    var (turn, bits) = (0, 0)
    while bits < Project.times(90, all: 3_000) {
      bits += try damaged.flip(&random, to: path)
      use("turn \(turn)", turn: turn)
      turn += 1
    }
  }

  @Test("Changed values end no program")
  func changedValues() throws {
    var random = SeededGenerator(seed: 51)
    var (turn, values) = (0, 0)
    while values < Project.times(60, all: 1_000) {
      let statements = try damaged.change(&random, to: path)
      use("\(statements)", turn: turn)
      turn += 1
      values += statements.count
    }
  }

  @Test("A number at the end of its type ends no program")
  func extremes() throws {
    for (turn, statement) in damaged.extremes.enumerated() {
      // The short check tries one end of each column.
      guard Project.isLongCheck || turn % 4 == turn / 4 % 4 else { continue }
      // A key can't be there twice.
      guard (try? damaged.change(statement, to: path)) ?? 0 > 0 else { continue }
      use(statement, turn: turn)
    }
  }

  // MARK: Uses

  /// Uses the archive as commands do; each use may fail with an archive's error alone.
  ///
  /// - Parameters:
  ///   - damage: the damage, for the message of a failure.
  ///   - turn: the number of the damage: one of the changing uses follows the others in turn; all
  ///     when `nil`.
  private func use(_ damage: String, turn: Int? = nil) {
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch { #expect(error is ArchiveError, "\(damage): \(error)") }
    }
    attempt {
      let archive = try SpatiaLiteArchive(path: path, mode: .readOnly)
      for read in Self.reads { attempt { try read(archive, folder) } }
    }
    for (index, write) in Self.writes.enumerated() where turn.map({ $0 % 4 == index }) ?? true {
      attempt { try write(path) }
    }
    for ending in ["", "-wal", "-shm", "-journal", "-index"] {
      try? FileManager.default.removeItem(atPath: path + ending)
    }
  }

  private static let id = ItemID(collection: "test", identifier: "a")

  /// The readings of verify, doctor, match, search, show, export and the map's page.
  private static let reads: [@Sendable (SpatiaLiteArchive, TemporaryFolder) throws -> Void] = [
    { archive, _ in _ = try archive.verify() },
    { archive, _ in _ = try (archive.statistics(), archive.collections(), archive.rights()) },
    { archive, _ in try match(archive) },
    { archive, _ in _ = try archive.search(ArchiveQuery()) },
    { archive, _ in
      let query = ArchiveQuery(
        text: "flatiron", area: try area(), era: try Era(edtf: "1900/1910"), collection: "test")
      _ = try (archive.search(query), archive.unplacedItems())
    },
    { archive, _ in _ = try (archive.item(id), archive.copies(of: id), archive.history(of: id)) },
    { archive, folder in
      for format in [ExportFormat.csv, .geojson] {
        _ = try archive.export(
          to: .file(path: folder.path("out")), options: ExportOptions(format: format))
      }
    },
    { archive, _ in
      for entry in try archive.history() { try archive.forEachChange(of: entry.number) { _ in } }
    },
    { archive, _ in _ = try (archive.review(), archive.nearDuplicates(), archive.eras()) },
    { archive, _ in
      for zoom in [0, 14] {
        guard let tile = MapTile(zoom: zoom, x: zoom == 0 ? 0 : 4824, y: zoom == 0 ? 0 : 6157)
        else { continue }
        _ = try archive.content(of: tile, era: nil)
      }
    },
  ]

  /// The changes, each of a file that the one before may have changed.
  private static let writes: [@Sendable (String) throws -> Void] = [
    { try SpatiaLiteArchive(path: $0, mode: .readWrite).undo(5) },
    { try SpatiaLiteArchive(path: $0, mode: .readWrite).undo(1) },
    { try SpatiaLiteArchive(path: $0, mode: .readWrite).set(id, [.title: "Another"]) },
    { _ = try SpatiaLiteArchive.repair(path: $0) },
  ]

  private static func place() throws -> Coordinate {
    try #require(Coordinate(latitude: 40.7421, longitude: -73.9893))
  }

  private static func area() throws -> ArchiveQuery.Area {
    ArchiveQuery.Area(center: try place(), radius: try #require(Distance(meters: 500)))
  }

  private static func match(_ archive: SpatiaLiteArchive) throws {
    let photo = Viewpoint(coordinate: try place(), heading: Heading(degrees: 190))
    let near = try archive.candidates(near: place(), within: try #require(Distance(meters: 1_000)))
    let verdicts = Matcher().judge(
      MatchQuery(viewpoint: photo, minimumConfidence: 0), candidates: near
    ).verdicts
    let records = try archive.records(keys: verdicts.map(\.key))
    for verdict in verdicts {
      guard let item = records[verdict.key]?.item else { continue }
      #expect(!Match(item: item, verdict: verdict, viewpoint: photo).reason.isEmpty)
    }
    let maps = try archive.maps(around: place())
    let places = try PlaceFinder(spot: place(), era: Era(edtf: "1900/1910")).find(
      among: near, maps: maps, excluding: []
    ) { try archive.items(keys: $0) }
    for place in places { #expect(!place.reason().isEmpty) }
  }
}

/// The throwing reading of rows, where GRDB's subscripts end the program.
@Suite("A row's value of another type")
struct UnreadableValueTests {
  private func select(_ values: String) throws -> Row {
    try #require(try DatabaseQueue().read { try Row.fetchOne($0, sql: "SELECT \(values)") })
  }

  @Test("Values of the expected type are read, NULL as nil")
  func read() throws {
    let row = try select("7 AS number, 'a' AS text, NULL AS empty, 1.5 AS half, x'41' AS blob")
    let (number, text, half): (Int64, String, Double) = try (
      row.read(0), row.read("text"), row.read(3)
    )
    #expect((number, text, half) == (7, "a", 1.5))
    let (nothing, none, missing): (Int?, String?, Int?) = try (
      row.read(2), row.read("empty"), row.read("missing")
    )
    #expect((nothing, none, missing) == (nil, nil, nil))
    let (blob, value, real): (Data, DatabaseValue, Double) = try (
      row.read(4), row.read(2), row.read(0)
    )
    #expect((blob, value, real) == (Data([0x41]), .null, 7))
  }

  @Test(
    "Other values are an error with the column, the type and the row",
    arguments: [
      ("NULL", "n is NULL", "k 3, n NULL"), ("'x'", "n is a text", "k 3, n 'x'"),
      ("x'00'", "n is a blob", "k 3, n 1 bytes"), ("9e999", "n is a number", "k 3, n inf"),
    ])
  func throwing(value: String, description: String, text: String) throws {
    let row = try select("3 AS k, \(value) AS n")
    for attempt in [{ _ = try row.read(1) as Int }, { _ = try row.read("n") as Int }] {
      let error = #expect(throws: UnreadableValue.self) { try attempt() }
      #expect(error?.description == description && error?.row == text)
    }
  }

  @Test("An archive's error names the row, and is of a damaged archive")
  func archiveError() throws {
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveError.typed { _ = try select("3 AS key, NULL AS name").read("name") as String }
    }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("name is NULL in the row key 3, name NULL") == true)
  }
}
