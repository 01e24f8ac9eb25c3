import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

@Suite("Archives as sources") struct ArchiveSourceTests {
  /// A catalogue of all columns with random values, of which each row leaves many out.
  static func catalogue(seed: UInt64, rows: Int) -> String {
    var random = SeededGenerator(seed: seed)
    func maybe(_ text: @autoclosure () -> String) -> String {
      Bool.random(using: &random) ? text() : ""
    }
    func number(_ range: ClosedRange<Double>) -> String {
      "\(Double.random(in: range, using: &random))"
    }
    var text =
      CatalogueColumn.allCases.map(\.name).joined(separator: ",") + "\n"
    for row in 0..<rows {
      let isPlaced = Int.random(in: 0..<5, using: &random) > 0
      let values = CatalogueColumn.allCases.map { column -> String in
        switch column {
        case .id: "item \(row)"
        case .title: maybe("\"Title, \(row) ü\"")
        case .date:
          maybe(
            ["1905", "1905~", "189X", "1908/1912", "c. 1911"].randomElement(using: &random) ?? "")
        case .latitude: isPlaced ? number(-90...90) : ""
        case .longitude: isPlaced ? number(-180...180) : ""
        case .accuracy, .viewDistance, .altitudeAccuracy: maybe(number(1...5_000))
        case .locationOf: maybe(["camera", "subject"].randomElement(using: &random) ?? "")
        case .heading: maybe(number(0...359.9))
        case .headingAccuracy: maybe(number(0...90))
        case .fieldOfView: maybe(number(1...180))
        case .pitch: maybe(number(-90...90))
        case .altitude: maybe(number(-400...9_000))
        case .altitudeReference:
          maybe(["seaLevel", "ground", "ellipsoid"].randomElement(using: &random) ?? "")
        case .creator, .credit: maybe("Somebody \(row)")
        case .license: maybe("CC0-1.0")
        case .source, .media: maybe("https://example.org/\(row).jpg")
        case .dateText: ""
        case .viewPose: maybe("\"12.5,-3.0,0.5,61.0\"")
        case .kind: maybe(["map", "print", "Photo", "gouache"].randomElement(using: &random) ?? "")
        case .outline: maybe("\"POLYGON ((170 10, 190 10, 190 20.5, 170 20, 170 10))\"")
        case .georeference: ""
        case .copyOf: maybe("item \(Int.random(in: 0..<rows, using: &random))")
        // Among them is `other_columns`, which a catalogue may have; its value is kept unchanged.
        default: maybe("Word \(row)")
        }
      }
      text += values.joined(separator: ",") + "\n"
    }
    return text
  }

  /// All that a person could see of an archive.
  static func everything(_ archive: SpatiaLiteArchive) throws -> [String] {
    let items = try archive.search(ArchiveQuery()).hits.map { hit in
      // A dictionary has no order of its own.
      var item = hit.item
      item.otherColumns = [:]
      return "\(item) \(hit.item.otherColumns.sorted { $0.key < $1.key })"
    }
    let unplaced = try archive.unplacedItems().items.map { item in
      "\(item.id) \(item.fields.sorted { $0.key.name < $1.key.name })"
    }
    return try (items + unplaced).sorted() + archive.collections().map { "\($0)" }
      + archive.eras().map { "\($0)" }
  }

  /// An archive of two collections, with statements, eras and areas.
  static func filled(seed: UInt64) throws -> ArchiveFixture {
    let fixture = try ArchiveFixture()
    for (index, name) in ["one", "two"].enumerated() {
      try fixture.write(
        """
        {"name": "\(name)", "title": "T", "license": "CC0-1.0", "area": [-180, -90, 179.5, 90],
         "eras": [{"name": "Era \(name)", "date": "1890/1910"}]}
        """, to: "\(name)/collection.json")
      try fixture.write(catalogue(seed: seed + UInt64(index), rows: 60), to: "\(name)/items.csv")
      let report = try fixture.archive.importCatalogue(at: fixture.folder.path(name))
      #expect(report.refused == 0, "\(report.faults.first?.description ?? "")")
    }
    return fixture
  }

  @Test("An import from another archive is exported equal", arguments: [1, 2, 3] as [UInt64])
  func roundTrip(seed: UInt64) throws {
    let first = try Self.filled(seed: seed * 10)
    let second = try ArchiveFixture()
    let report = try second.archive.importCatalogue(at: first.archive.path)
    #expect(report.collection == "one, two")
    #expect((report.added, report.refused) == (120, 0), "\(report.faults.first?.description ?? "")")
    #expect(report.unplaced > 0)
    #expect(try Self.everything(second.archive) == Self.everything(first.archive))
    let again = try second.archive.importCatalogue(at: first.archive.path)
    #expect((again.added, again.updated, again.unchanged) == (0, 0, 120))
    #expect(again.entry != nil)
  }

  @Test("A written catalogue is exported equal, including the references of heights")
  func throughCSV() throws {
    let first = try Self.filled(seed: 77)
    let folder = first.folder.path("out")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try first.archive.export(to: .file(path: folder), options: ExportOptions(format: .csv))
    let second = try ArchiveFixture()
    for name in ["one", "two"] {
      try second.archive.importCatalogue(at: folder + "/" + name)
    }
    #expect(try Self.everything(second.archive) == Self.everything(first.archive))
  }

  @Test("One collection can be requested, and a missing one is refused") func one() throws {
    let first = try Self.filled(seed: 5)
    let second = try ArchiveFixture()
    let report = try second.archive.importCatalogue(
      at: first.archive.path, options: ImportOptions(collection: "two"))
    #expect((report.collection, report.added) == ("two", 60))
    #expect(try second.archive.collections().map(\.statement.name) == ["two"])
    let error = #expect(throws: ArchiveError.self) {
      try second.archive.importCatalogue(
        at: first.archive.path, options: ImportOptions(collection: "three"))
    }
    #expect(error?.code == .noSuchCollection)
    #expect(error?.message.contains("one, two") == true)
  }

  @Test("A dry run keeps nothing, and an archive can't be its own source") func careful() throws {
    let first = try Self.filled(seed: 6)
    let second = try ArchiveFixture()
    let report = try second.archive.importCatalogue(
      at: first.archive.path, options: ImportOptions(isDryRun: true))
    #expect(report.added == 120)
    #expect(try second.archive.collections().isEmpty)
    #expect(throws: ArchiveError.self) {
      try first.archive.importCatalogue(at: first.archive.path)
    }
  }

  @Test("A file outside the archive's folder needs a word") func media() throws {
    let first = try ArchiveFixture()
    try first.write("x", to: "a.jpg")
    try first.importCSV("id,latitude,longitude,media\na,1,2,a.jpg\n")
    let second = try ArchiveFixture()
    let elsewhere = second.folder.path("moved.sqlite")
    try FileManager.default.copyItem(atPath: first.archive.path, toPath: elsewhere)
    let refused = try second.archive.importCatalogue(at: elsewhere)
    #expect((refused.added, refused.refused) == (1, 0))
    #expect(refused.warnings.first?.hint?.contains("--media-folder") == true)
    let taken = try second.archive.importCatalogue(
      at: elsewhere, options: ImportOptions(mediaFolders: [first.folder.url.path]))
    #expect((taken.updated, taken.warnings.count) == (1, 0))
  }

  @Test("Archives of every earlier version can be imported", arguments: KeptArchiveTests.versions)
  func earlierVersions(version: Int) throws {
    let fixture = try ArchiveFixture()
    let folder = try TemporaryFolder()
    let kept = try KeptArchiveTests().archive(version, in: folder)
    let source = try SpatiaLiteArchive(path: kept, mode: .readOnly)
    let items = try source.search(ArchiveQuery()).hits.map(\.item).map { "\($0)" }.sorted()
    let report = try fixture.archive.importCatalogue(at: kept)
    #expect(report.refused == 0, "\(report.faults.first?.description ?? "")")
    #expect(
      try fixture.archive.search(ArchiveQuery()).hits.map(\.item).map { "\($0)" }.sorted()
        == items)
  }
}
