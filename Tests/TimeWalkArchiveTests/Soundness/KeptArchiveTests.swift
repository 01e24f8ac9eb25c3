import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// Real files that were made by versions up to this one; see `Tests/Kept/README.md`.
@Suite("A kept archive of each version")
struct KeptArchiveTests {
  static let folder = Project.root.appendingPathComponent("Tests/Kept")

  /// The versions that have a file.
  static let versions: [Int] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).compactMap { name in
      name.wholeMatch(of: /archive-(\d+)\.sqlite\.gz/).flatMap { Int($0.output.1) }
    }.sorted()
  }()

  /// Unpacks a file.
  func archive(_ version: Int, in folder: TemporaryFolder) throws -> String {
    let path = folder.path("archive.sqlite")
    try KeptFile.unpack("archive-\(version).sqlite", to: path)
    return path
  }

  private func number(_ pragma: String, _ archive: SpatiaLiteArchive) throws -> Int? {
    try archive.reader.read { try Int.fetchOne($0, sql: "PRAGMA \(pragma)") }
  }

  /// The migrations of this version with one more, as a later version would have it.
  private static var later: DatabaseMigrator {
    var migrator = Schema.migrator
    let number = migrator.migrations.count + 1
    migrator.registerMigration("\(number) of a later version") { db in
      try db.execute(
        sql: "ALTER TABLE items ADD COLUMN later TEXT; PRAGMA user_version = \(number)")
    }
    return migrator
  }

  /// The common content of all files.
  private func expectItems(_ archive: SpatiaLiteArchive) throws {
    let hits = try archive.search(ArchiveQuery()).hits.sorted { $0.key < $1.key }
    #expect(
      hits.map(\.item.id.description) == [
        "kept:plain", "kept:full", "kept:far", "kept:dateline", "kept:pole", "kept:south:pole",
      ])
    let full = try #require(hits.dropFirst().first?.item)
    let place = Coordinate(
      latitude: 40.7421, longitude: -73.9893, horizontalAccuracy: Distance(meters: 10))
    #expect(
      full
        == Item(
          id: ItemID(collection: "kept", identifier: "full"),
          title: "The \"Flatiron\",\nfrom the north", date: try CaptureDate(edtf: "1902~"),
          dateText: "about 1902",
          pose: RecordedPose(
            coordinate: try #require(place), heading: Heading(degrees: 190),
            headingAccuracy: Angle(degrees: 5), fieldOfView: FieldOfView(degrees: 55),
            pitch: Angle(degrees: 3), altitude: Altitude(meters: 2, reference: .unknown),
            viewDistance: Distance(meters: 250)),
          creator: "A. Person", license: "CC0-1.0", credit: "A library",
          source: "https://example.org/f", media: .url("https://example.org/f.jpg")))
    #expect(
      hits.map { $0.item.date?.edtf } == [
        nil, "1902~", "1890/1930", "-0132", "1909-04-06/..", "{1911,1912}",
      ])
    #expect(try archive.eras().map(\.name) == ["New Amsterdam"])
    #expect(
      try archive.copyRecords(keys: [1])[1]?.originals.map(\.identifier)
        == ["far"])
    let beyond = try #require(Coordinate(latitude: -16.5, longitude: -179.9999))
    #expect(
      try archive.candidates(near: beyond, within: try #require(Distance(meters: 100))).keys == [4])
    #expect(try archive.collections().first?.statement.title == "A kept collection")
    #expect(try archive.verify() == [])
  }

  @Test("Every version has one")
  func complete() {
    #expect(Self.versions == Array(1...Schema.migrator.migrations.count))
  }

  @Test("is read directly, and stays byte for byte", arguments: versions)
  func reading(version: Int) throws {
    let folder = try TemporaryFolder()
    let path = try archive(version, in: folder)
    let before = try bytes(path)
    do {
      let archive = try SpatiaLiteArchive(path: path, mode: .readOnly)
      #expect(!archive.isFromNewerVersion)
      #expect(try number("user_version", archive) == version)
      try expectItems(archive)
      for format in ExportFormat.allCases {
        let report = try archive.export(
          to: .file(path: folder.path("out")), options: ExportOptions(format: format))
        // None of them is a map.
        #expect(report.items == (format == .georef ? 0 : 6))
      }
      #expect(try archive.backup(to: folder.path("backup.sqlite")).problems == [])
    }
    #expect(try bytes(path) == before)
    try expectItems(SpatiaLiteArchive(path: folder.path("backup.sqlite"), mode: .readOnly))
  }

  @Test("is taken further by this version", arguments: versions)
  func writing(version: Int) throws {
    let folder = try TemporaryFolder()
    let path = try archive(version, in: folder)
    let archive = try SpatiaLiteArchive(path: path, mode: .readWrite)
    #expect(try number("user_version", archive) == Schema.migrator.migrations.count)
    try expectItems(archive)
    #expect(try archive.reader.read { try Soundness.schema($0) } == [])
    let csv = folder.path("new.csv")
    try "id,latitude,longitude,date\nplain,0,0,\nnew,1,2,c. 1905\n".write(
      toFile: csv, atomically: true, encoding: .utf8)
    let report = try archive.importCatalogue(at: csv, options: ImportOptions(collection: "kept"))
    #expect((report.added, report.faults.count) == (1, 0))
    #expect(try archive.verify() == [])
    let repaired = try SpatiaLiteArchive.repair(path: path)
    #expect((repaired.actions, repaired.items) == ([], 7))
  }

  @Test(
    "is updated to a later version once by programs that open it together", arguments: versions)
  func migratingSideBySide(version: Int) async throws {
    let folder = try TemporaryFolder()
    let path = try archive(version, in: folder)
    let later = Self.later
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<6 {
        group.addTask { _ = try ArchiveFile.openForWriting(path, migrator: later) }
      }
      try await group.waitForAll()
    }
    let pool = try ArchiveFile.openForWriting(path, migrator: later)
    let (number, items, applied) = try await pool.read { db in
      (
        try Int.fetchOne(db, sql: "PRAGMA user_version"),
        try Int.fetchOne(db, sql: "SELECT count(*) FROM items WHERE later IS NULL"),
        try later.appliedIdentifiers(db)
      )
    }
    #expect(number == later.migrations.count && items == 6)
    #expect(applied == Set(later.migrations))
    try pool.close()
    // This version reads a later one's archive, and doesn't change it.
    try expectItems(SpatiaLiteArchive(path: path, mode: .readOnly))
    let error = #expect(throws: ArchiveError.self) {
      try SpatiaLiteArchive(path: path, mode: .readWrite)
    }
    #expect(error?.code == .newerVersion)
  }
}
