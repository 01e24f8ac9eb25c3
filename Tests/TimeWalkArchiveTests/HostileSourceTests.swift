import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

/// Files that are made to break readers: each is imported or refused, and a refused one changes
/// nothing.
@Suite struct HostileSourceTests {
  @Test(TestData.isPresent, arguments: ["csv", "geojson", "json", "strings"])
  func `no file crashes the import or leaves half of itself`(_ folder: String) throws {
    let root = try #require(TestData.folder)
    let names = TestData.files(in: "hostile/\(folder)")
    #expect(!names.isEmpty)
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\nkept,40.7,-74\n", collection: "kept")
    var taken = 0
    for name in names {
      let path = root.appendingPathComponent("hostile/\(folder)/\(name)").path
      let before = try Data(contentsOf: URL(fileURLWithPath: fixture.archive.path))
      // With and without an id to be found.
      for map in [[:], [CatalogueColumn.id: "@number"]] {
        do {
          let report = try fixture.archive.importCatalogue(
            at: path, options: ImportOptions(collection: "hostile", map: map))
          taken += report.added
          #expect(report.rows == report.added + report.updated + report.unchanged + report.refused)
          if report.refused > 0 { #expect(!report.faults.isEmpty, "\(name)") }
        } catch {
          #expect([.inputUnreadable, .inputMissing].contains(error.code), "\(name): \(error)")
          #expect(!error.message.isEmpty)
          if taken == 0 {
            let after = try Data(contentsOf: URL(fileURLWithPath: fixture.archive.path))
            #expect(after == before, "\(name)")
          }
        }
      }
    }
    #expect(try fixture.archive.verify() == [])
    #expect(try fixture.contents().values.contains { $0.id.identifier == "kept" })
  }

  @Test func `deep, long and broken JSON is one clear error or one refused record`() throws {
    let fixture = try ArchiveFixture()
    func reading(_ text: String) throws -> ImportReport {
      try fixture.archive.importCatalogue(
        at: fixture.write(text, to: "x.json"), options: ImportOptions(collection: "test"))
    }
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: ArchiveError.self) { try reading(deep) }
    let good = #"{"id": "a", "lat": 1, "lon": 2}"#
    for bad in [
      #"{"id": "b", "id": "c", "lat": 1, "lon": 2}"#, #"{"id": "\ud800", "lat": 1, "lon": 2}"#,
      #"{"id": "b", "lat": 1e999, "lon": 2}"#, "7", "null", #"{"lat": 1, "lon": 2}"#,
      #"{"id": "b", "lat": "1e400", "lon": 2}"#,
    ] {
      let report = try reading("[\(good), \(bad)]")
      #expect(report.refused == 1, "\(bad)")
      #expect(report.faults.first?.path == "[1]", "\(bad)")
    }
    let lines = try fixture.archive.importCatalogue(
      at: fixture.write(
        "\(good)\n\(good.replacing("\"a\"", with: "\"b\""))\n{\"id\":\n\n[]\n", to: "x.ndjson"),
      options: ImportOptions(collection: "test"))
    #expect(lines.faults.map(\.line) == [3, 5])
  }
}
