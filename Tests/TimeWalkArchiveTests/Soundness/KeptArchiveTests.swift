import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive

/// Real files that earlier versions made; see `Tests/Kept/README.md`.
@Suite("A kept archive of each earlier version")
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
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "gzip", "-dc", Self.folder.appendingPathComponent("archive-\(version).sqlite.gz").path,
    ]
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    try output.close()
    #expect(process.terminationStatus == 0)
    return path
  }

  private func number(_ pragma: String, _ archive: SpatiaLiteArchive) throws -> Int? {
    try archive.reader.read { try Int.fetchOne($0, sql: "PRAGMA \(pragma)") }
  }

  private func schemaFaults(_ archive: SpatiaLiteArchive) throws -> [ArchiveProblem] {
    try archive.reader.read { try Soundness.schema($0) }
  }

  /// What every one of the files says.
  private func expectItems(_ archive: SpatiaLiteArchive, version: Int) throws {
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
          dateText: version >= 3 ? "about 1902" : nil,
          pose: RecordedPose(
            coordinate: try #require(place), heading: Heading(degrees: 190),
            headingAccuracy: Angle(degrees: 5), fieldOfView: FieldOfView(degrees: 55),
            pitch: Angle(degrees: 3), altitude: Altitude(meters: 2, reference: .unknown),
            viewDistance: version >= 4 ? Distance(meters: 250) : nil),
          creator: "A. Person", license: "CC0-1.0", credit: "A library",
          source: "https://example.org/f", media: .url("https://example.org/f.jpg")))
    #expect(
      hits.map { $0.item.date?.edtf } == [
        nil, "1902~", "1890/1930", "-0132", "1909-04-06/..", "{1911,1912}",
      ])
    #expect(try archive.eras().map(\.name) == (version >= 3 ? ["New Amsterdam"] : []))
    #expect(
      try archive.copyRecords(keys: [1])[1]?.originals.map(\.identifier)
        == (version >= 4 ? ["far"] : version == 0 ? nil : archive.mode == .readOnly ? nil : []))
    let beyond = try #require(Coordinate(latitude: -16.5, longitude: -179.9999))
    #expect(
      try archive.candidates(near: beyond, within: try #require(Distance(meters: 100))).keys == [4])
    #expect(try archive.collections().first?.statement.title == "A kept collection")
    #expect(try archive.verify() == [])
  }

  @Test("There is one for every version before this one")
  func complete() {
    let before = Set(1..<Schema.migrator.migrations.count)
    #expect(before.subtracting(Self.versions) == [])
  }

  @Test("is read as it is, and stays byte for byte", arguments: versions)
  func reading(version: Int) throws {
    let folder = try TemporaryFolder()
    let path = try archive(version, in: folder)
    let before = try bytes(path)
    do {
      let archive = try SpatiaLiteArchive(path: path, mode: .readOnly)
      #expect(!archive.isFromNewerVersion)
      #expect(try number("user_version", archive) == version)
      try expectItems(archive, version: version)
      for format in ExportFormat.allCases {
        let report = try archive.export(
          to: .file(path: folder.path("out")), options: ExportOptions(format: format))
        #expect(report.items == 6)
      }
      #expect(try archive.backup(to: folder.path("backup.sqlite")).problems == [])
    }
    #expect(try bytes(path) == before)
    try expectItems(
      SpatiaLiteArchive(path: folder.path("backup.sqlite"), mode: .readOnly), version: version)
  }

  @Test("is brought up to date, with the tables of a new one", arguments: versions)
  func migrating(version: Int) throws {
    let folder = try TemporaryFolder()
    let path = try archive(version, in: folder)
    let archive = try SpatiaLiteArchive(path: path, mode: .readWrite)
    #expect(try number("user_version", archive) == Schema.migrator.migrations.count)
    try expectItems(archive, version: version)
    #expect(try schemaFaults(archive) == [])
    let csv = folder.path("new.csv")
    try "id,latitude,longitude,date\nplain,0,0,\nnew,1,2,c. 1905\n".write(
      toFile: csv, atomically: true, encoding: .utf8)
    let report = try archive.importCatalogue(at: csv, options: ImportOptions(collection: "kept"))
    #expect((report.added, report.faults.count) == (1, 0))
    #expect(try archive.verify() == [])
    let repaired = try SpatiaLiteArchive.repair(path: path)
    #expect((repaired.actions, repaired.items) == ([], 7))
  }

  @Test("is brought up to date once by programs that open it at the same time", arguments: versions)
  func migratingSideBySide(version: Int) async throws {
    let folder = try TemporaryFolder()
    let path = try archive(version, in: folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<6 {
        group.addTask { _ = try SpatiaLiteArchive(path: path, mode: .readWrite) }
      }
      try await group.waitForAll()
    }
    let archive = try SpatiaLiteArchive(path: path, mode: .readWrite)
    #expect(try number("user_version", archive) == Schema.migrator.migrations.count)
    try expectItems(archive, version: version)
    #expect(try schemaFaults(archive) == [])
  }
}
