import Foundation
import GRDB
import Testing
import TimeWalkCore
import TimeWalkTestSupport
import TimeWalkBase

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("An export that is imported again")
struct RoundTripTests {
  /// A fixture with a random catalogue and files of pictures, some with names that look like
  /// something else.
  private func fixture(seed: UInt64) throws -> ArchiveFixture {
    let fixture = try ArchiveFixture()
    let names = ["a.jpg", "sub/b c.jpg", "ü,\"q\".jpg"]
    for name in names { try fixture.write("x", to: name) }
    try fixture.write("x", to: "odd:name.jpg")
    var catalogue = RandomCatalogue(
      seed: seed, files: names + [fixture.folder.path("odd:name.jpg")])
    let report = try fixture.importCSV(catalogue.csv(rows: 60))
    #expect(report.added > 40, "\(report.faults.prefix(3))")
    return fixture
  }

  @Test(
    "A catalogue is exported unchanged, for any content",
    arguments: 1...8 as ClosedRange<UInt64>)
  func csv(seed: UInt64) throws {
    let fixture = try fixture(seed: seed)
    let path = fixture.folder.path("out.csv")
    let exported = try fixture.archive.export(to: .file(path: path))
    #expect(exported.warnings == [])
    let other = try ArchiveFixture()
    let report = try other.archive.importCatalogue(
      at: path, options: ImportOptions(collection: "test"))
    #expect(report.faults == [])
    #expect(try other.contents() == fixture.contents())
    #expect(try copies(other.archive) == copies(fixture.archive))
    _ = try other.archive.export(to: .file(path: fixture.folder.path("again.csv")))
    #expect(try bytes(fixture.folder.path("again.csv")) == bytes(path))
  }

  @Test(
    "It is unchanged in any format, also without a place",
    arguments: [ExportFormat.csv, .tsv, .ndjson, .geojson, .gpkg, .iiif, .stac],
    [11, 12] as [UInt64])
  func formats(format: ExportFormat, seed: UInt64) throws {
    let fixture = try fixture(seed: seed)
    try fixture.write(
      "id,latitude,longitude,title,date,heading,media,date_text,copy_of\n"
        + "u1,,,\"Un,placed \"\"x\"\"\",1911~,10.5,a.jpg,,\nu2,,,,,,,long ago,u1\n", to: "u.csv")
    try fixture.archive.importCatalogue(
      at: fixture.folder.path("u.csv"), options: ImportOptions(collection: "test"))
    let path = fixture.folder.path("out.\(format.rawValue)")
    let exported = try fixture.archive.export(
      to: .file(path: path), options: ExportOptions(hasFootprints: true))
    #expect(exported.unplaced == 2)
    let other = try ArchiveFixture()
    let report = try other.archive.importCatalogue(
      at: path, options: ImportOptions(collection: "test"))
    #expect(report.faults == [], "\(report.faults.first.map { "\($0)" } ?? "")")
    #expect(try other.contents() == fixture.contents())
    #expect(try unplaced(other.archive) == unplaced(fixture.archive))
    #expect(
      try fixture.archive.importCatalogue(at: path, options: ImportOptions(collection: "test"))
        .unchanged == exported.items)
  }

  private func unplaced(_ archive: SpatiaLiteArchive) throws -> [UnplacedItem] {
    try archive.unplacedItems().items
  }

  @Test("A folder includes the collection's statement and the named eras")
  func folder() throws {
    let fixture = try ArchiveFixture()
    try fixture.write("id,latitude,longitude\na,1,2\n", to: "c/items.csv")
    try fixture.write(
      #"{"name":"c \"x\"","title":"A\ntitle","license":"CC0-1.0","eras":[{"name":"Jazz Age","date":"1920/1929","description":"Loud"}]}"#,
      to: "c/collection.json")
    try fixture.archive.importCatalogue(at: fixture.folder.path("c"))
    try fixture.importCSV("id,latitude,longitude\na,1,2\n", collection: "../up")
    let out = fixture.folder.path("out")
    let report = try fixture.archive.export(to: .file(path: out + "/"))
    #expect(report.items == 2)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: out).sorted() == ["%2E.%2Fup", "c \"x\""])
    let other = try ArchiveFixture()
    for name in ["%2E.%2Fup", "c \"x\""] {
      let report = try other.archive.importCatalogue(at: out + "/" + name)
      #expect(report.findings == [])
    }
    #expect(try other.archive.collections() == fixture.archive.collections())
    #expect(try other.archive.eras() == fixture.archive.eras())
  }

  @Test("A collection's folder has one name, for any name of the collection")
  func folderName() {
    for name in ["a/\u{301}b", "../\u{301}x", ".\u{301}", "%\u{301}2F", "plain"] {
      let folder = CollectionFolder.name(for: name)
      #expect(!folder.utf8.contains(UInt8(ascii: "/")) && folder.utf8.first != UInt8(ascii: "."))
    }
    #expect(CollectionFolder.name(for: "a/b") == "a%2Fb")
  }

  @Test("collection.json of another collection stays unchanged")
  func otherCollection() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,latitude,longitude\na,1,2\n", collection: "one")
    let other = #"{"name":"other"}"#
    try fixture.write(other, to: "out/collection.json")
    let report = try fixture.archive.export(to: .file(path: fixture.folder.path("out")))
    #expect(report.warnings.count == 1)
    #expect(try bytes(fixture.folder.path("out/collection.json")) == Array(other.utf8))
  }

  @Test("NDJSON and GeoJSON hold every value, to the last bit", arguments: [3, 4] as [UInt64])
  func json(seed: UInt64) throws {
    let fixture = try fixture(seed: seed)
    let path = fixture.folder.path("out.csv")
    _ = try fixture.archive.export(to: .file(path: path))
    let expected = try CSVTable(path).rows
    _ = try fixture.archive.export(to: .file(path: fixture.folder.path("out.ndjson")))
    let lines = try bytes(fixture.folder.path("out.ndjson")).split(separator: 0x0A)
      .map { try JSON($0) }
    _ = try fixture.archive.export(to: .file(path: fixture.folder.path("out.geojson")))
    let features = try JSON(bytes(fixture.folder.path("out.geojson")))["features"]?.elements ?? []
    #expect(lines.count == expected.count && features.count == expected.count)
    for ((row, line), feature) in zip(zip(expected, lines), features) {
      for (name, text) in row {
        for found in [line[name], feature["properties"]?[name]] {
          let isNumeric = CatalogueColumn(named: name)?.isNumeric == true
          switch found {
          case .null: #expect(text.isEmpty, "\(name)")
          case .number(let number): #expect(isNumeric && number == Double(text), "\(name)")
          case .string(let found):
            let text = FormulaGuard.restored(text)
            #expect(!isNumeric && Array(found.utf8) == Array(text.utf8), "\(name)")
          default: Issue.record("\(name) is missing or no plain value")
          }
        }
      }
      let coordinates: [Double?]? = feature["geometry"]?["coordinates"]?.elements.map(\.number)
      let place: [Double?] = ["longitude", "latitude"].map { row[$0].flatMap(Double.init) }
      #expect(coordinates == place)
    }
  }

  private func copies(_ archive: SpatiaLiteArchive) throws -> [Int64: [String]] {
    try archive.copyRecords(keys: Array(1...60)).mapValues { $0.originals.map(\.description) }
  }
}

func bytes(_ path: String) throws -> [UInt8] {
  try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
}

/// A CSV read by the reader that imports use.
struct CSVTable {
  var rows: [[String: String]] = []

  init(_ path: String) throws {
    var reader = try CSVReader(ByteSource(path: path))
    var names: [String] = []
    while try reader.next() {
      let values = (0..<reader.count).map { reader.text($0) ?? "" }
      if names.isEmpty {
        names = values
      } else {
        rows.append(Dictionary(uniqueKeysWithValues: zip(names, values)))
      }
    }
  }
}
