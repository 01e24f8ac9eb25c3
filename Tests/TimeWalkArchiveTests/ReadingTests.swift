import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("Items that are read while others write")
struct ReadingTests {
  private let fixture: ArchiveFixture
  private let keys: [Int64]

  init() throws {
    fixture = try ArchiveFixture()
    try fixture.importCSV(ItemsByKeyTests.catalogue(40))
    keys = try fixture.contents().keys.sorted()
  }

  private func reader() throws -> SpatiaLiteArchive {
    try SpatiaLiteArchive(path: fixture.archive.path, mode: .readOnly)
  }

  @Test("Reading gives the archive's content, from several threads and after each commit")
  func commits() async throws {
    let reader = try reader()
    for round in 0..<3 {
      try fixture.importCSV(ItemsByKeyTests.catalogue(40, title: "Round \(round)"))
      let all = try fixture.contents()
      #expect(all.count == 40)
      let differences = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask {
            (0..<60).count { _ in (try? reader.items(keys: Array(all.keys))) != all }
          }
        }
        return await group.reduce(0, +)
      }
      #expect(differences == 0)
    }
  }

  @Test("An archive that is open is read to its end, also when another was put in its place")
  func otherFile() throws {
    let other = try ArchiveFixture()
    try other.importCSV(ItemsByKeyTests.catalogue(40, title: "Another"))
    try other.archive.writable().writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    let all = try fixture.contents()
    let reader = try reader()
    let moved = fixture.folder.path("moved.sqlite")
    try FileManager.default.moveItem(atPath: fixture.archive.path, toPath: moved)
    try FileManager.default.copyItem(atPath: other.archive.path, toPath: fixture.archive.path)
    for _ in 0..<30 { #expect(try reader.items(keys: keys) == all) }
  }
}
