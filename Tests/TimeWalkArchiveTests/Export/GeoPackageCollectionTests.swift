import Foundation
import GRDB
import Testing
import TimeWalkBase
import TimeWalkCore
import TimeWalkFormats
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue

@Suite("The collections of a GeoPackage")
struct GeoPackageCollectionTests {
  /// Writes an export whose items a statement has replaced.
  private func write(_ insert: String, in fixture: ArchiveFixture) throws -> String {
    _ = try fixture.importCSV("id,title\na,A\n")
    let path = fixture.folder.path("a.gpkg")
    _ = try fixture.archive.export(to: .file(path: path), options: ExportOptions())
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      let triggers = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
      for name in triggers { try db.execute(sql: "DROP TRIGGER \"\(name)\"") }
      try db.execute(sql: "DELETE FROM items; \(insert)")
    }
    try queue.close()
    return path
  }

  private func identifiers(_ source: any ItemSource) throws -> [String] {
    var source = source
    var found: [String] = []
    while let row = try source.next() { found.append(row.id?.identifier ?? "refused") }
    return found
  }

  @Test("Each has its rows in their order; the first one refuses those without a collection")
  func mixed() throws {
    let insert = """
      INSERT INTO items (fid, id, collection) VALUES
        (1, 'a', 'y'), (2, 'b', 'x'), (3, 'c', NULL), (5, 'd', 'x'), (6, 'e', 'x'), (9, 'f', 'y'),
        (-4, 'g', 'y'), (12, 'h', 'caf' || char(233)), (13, 'i', 'cafe' || char(769)), (14, 'j', '')
      """
    let fixture = try ArchiveFixture()
    let path = try write(insert, in: fixture)
    let sources = try SourceOpening.openGeoPackage(
      URL(fileURLWithPath: path), options: ImportOptions())
    #expect(sources.map(\.statement.name) == ["café", "café", "x", "y"])
    let right = [["refused", "i", "refused"], ["h"], ["b", "d", "e"], ["g", "a", "f"]]
    #expect(try sources.map(identifiers) == right)
  }

  @Test("An import of more than 1,000 collections is refused; one of them is imported alone")
  func tooMany() throws {
    let fixture = try ArchiveFixture()
    let insert = """
      WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n WHERE x < 1000)
      INSERT INTO items (id, collection) SELECT 'i' || x, 'c' || x FROM n
      """
    let package = try write(insert, in: fixture)
    let names = CatalogueColumn.allCases.map(\.name).filter { $0 != "other_columns" }
    let fixed = ["latitude": "40.75", "longitude": "-73.98"]
    func record(_ number: Int) -> [String] {
      names.map { $0 == "id" ? "i\(number)" : fixed[$0] ?? "" } + ["c\(number)", "", ""]
    }
    let header = names + ["collection", "earliest", "latest"]
    let csv = try fixture.write(
      ([header] + (0..<1_001).map(record)).map { $0.joined(separator: ",") }.joined(separator: "\n")
    )
    let objects = (0..<1_001).map { number in
      JSONValue.object(
        Dictionary(uniqueKeysWithValues: zip(header, record(number).map(JSONValue.string))))
    }
    var text = JSONText()
    text.value(.array(objects))
    let json = try fixture.write(text.bytes, to: "a.json")
    for path in [package, csv, json] {
      let error = #expect(throws: ArchiveError.self) {
        try fixture.archive.importCatalogue(at: path, options: ImportOptions(isDryRun: true))
      }
      #expect(error?.code == .inputUnreadable && error?.message.contains("1001") == true, "\(path)")
      let options = ImportOptions(collection: "c7", isDryRun: true)
      #expect(try fixture.archive.importCatalogue(at: path, options: options).rows == 1, "\(path)")
    }
  }

  @Test("A collection for each row takes time in proportion to the rows", .timeLimit(.minutes(1)))
  func many() throws {
    let count = 40_000
    let insert = """
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(count))
      INSERT INTO items (id, collection) SELECT 'i' || x, 'c' || x FROM n
      """
    let fixture = try ArchiveFixture()
    let file = try GeoPackageFile(path: try write(insert, in: fixture))
    let layer = try #require(file.layers.first { $0.name == "items" })
    let collections = try file.stretches(of: "collection", in: layer)
    #expect(collections.count == count)
    for (_, rows) in collections {
      #expect(try rows.flatMap { try file.page(of: layer, in: $0).lines }.count == 1)
    }
  }
}
