import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite struct ExportTests {
  private let header =
    "id,title,date,latitude,longitude,accuracy,location_of,heading,heading_accuracy,field_of_view,"
    + "pitch,altitude,creator,license,credit,source,media"

  @Test func `imported values are exported unchanged`() throws {
    let fixture = try ArchiveFixture()
    try fixture.write("x", to: "a.jpg")
    let text =
      header + """
        ,view_distance,copy_of
        1,"Say ""A"", then
        B",1911,40.758,-73.96838092,12.5,subject,270.25,5,54.4,-3,12,Hine,CC0-1.0,NYPL,https://example.org/1,a.jpg,340.5,two:2
        two:2,,,-0.000012,179.9999999,,camera,,,,,,,,,,https://example.org/a%20b.jpg,,
        3,ü,1888,90,-180,0,camera,0,0,360,90,-400,,,,,,,

        """
    let report = try fixture.importCSV(text)
    #expect(report.findings == [])
    let path = fixture.folder.path("out.csv")
    let exported = try fixture.exportCSV(to: path)
    #expect((exported.collection, exported.items) == ("test", 3))
    #expect(exported.warnings == [])
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      written.split(separator: "\n").first.map(String.init) == header + ",view_distance,copy_of")
    #expect(written.contains("-73.96838092,"))

    let other = try ArchiveFixture()
    let again = try other.archive.importCatalogue(
      at: path, options: ImportOptions(collection: "test"))
    #expect((again.added, again.refused) == (3, 0))
    #expect(try other.contents() == fixture.contents())
    #expect(
      try fixture.archive.importCatalogue(at: path, options: ImportOptions(collection: "test"))
        .unchanged == 3)
    _ = try other.exportCSV(to: fixture.folder.path("again.csv"), collection: "test")
    #expect(
      try String(contentsOfFile: fixture.folder.path("again.csv"), encoding: .utf8) == written)
  }

  @Test func `a manifest that was exported comes back as all its items`() throws {
    let fixture = try ArchiveFixture()
    try fixture.write("x", to: "a.jpg")
    try fixture.importCSV(
      header + """
        ,view_distance,date_text,copy_of
        1,"<b>Say ""A"" &amp; </b>",1911,40.758,-73.96838092,12.5,subject,270.25,5,54.4,-3,12,Hine,CC0-1.0,NYPL,https://example.org/1,a.jpg,340.5,,two:2
        two:2,,,-0.000012,179.9999999,,camera,,,,,,,,,,https://example.org/a%20b.jpg,,n.d.,
        3,ü,1888~,90,-180,0,camera,0,0,360,90,-400,,,,,,,about 1888,
        4,Nowhere,1901,,,,,,,,,,A. Person,,,,https://example.org/4.jpg,,,

        """)
    let path = fixture.folder.path("out.json")
    let exported = try fixture.archive.export(
      to: .file(path: path), options: ExportOptions(format: .iiif))
    #expect(exported.items == 4)
    for format in [nil, SourceFormat.iiif] {
      let other = try ArchiveFixture()
      let report = try other.archive.importCatalogue(
        at: path, options: ImportOptions(collection: "test", format: format))
      #expect((report.added, report.refused, report.unplaced) == (4, 0, 1), "\(report.findings)")
      #expect(try other.contents() == fixture.contents())
      #expect(
        try other.archive.unplacedItems().items == fixture.archive.unplacedItems().items)
      #expect(
        try other.dump().filter { $0.hasPrefix("items") }
          == fixture.dump().filter { $0.hasPrefix("items") })
    }
    #expect(
      try fixture.archive.importCatalogue(at: path, options: ImportOptions(collection: "test"))
        .unchanged == 4)
  }

  @Test func `inherited values aren't written as the item's own`() throws {
    let fixture = try ArchiveFixture()
    try fixture.write("id,latitude,longitude\na,1,2\n", to: "c/items.csv")
    try fixture.write("{\"name\":\"c\",\"license\":\"CC0-1.0\"}", to: "c/collection.json")
    try fixture.archive.importCatalogue(at: fixture.folder.path("c"))
    _ = try fixture.exportCSV(to: fixture.folder.path("out.csv"))
    let written = try String(contentsOfFile: fixture.folder.path("out.csv"), encoding: .utf8)
    #expect(written == header + "\na,,,1,2,,,,,,,,,,,,\n")
  }

  /// The columns that only some catalogues have.
  static let optional: [(columns: String, values: String)] = [
    ("", ""), ("view_distance", "340.5"), ("date_text", "long ago"),
    ("copy_of", "b"),
    ("view_distance,date_text,copy_of", "340.5,long ago,b"),
  ]

  @Test(arguments: optional)
  func `a column that the contract doesn't name is written where an item fills it`(
    columns: String, values: String
  ) throws {
    let fixture = try ArchiveFixture()
    func after(_ text: String) -> String { text.isEmpty ? "" : "," + text }
    try fixture.importCSV(
      "id,latitude,longitude\(after(columns))\na,1,2\(after(values))\nb,1,2\(after(values).filter { $0 == "," })\n"
    )
    let path = fixture.folder.path("out.csv")
    _ = try fixture.exportCSV(to: path, collection: "test")
    let written = try String(contentsOfFile: path, encoding: .utf8)
    let lines = written.split(separator: "\n").map(String.init)
    #expect(lines.first == header + after(columns))
    #expect(lines.dropFirst().first?.hasSuffix("," + after(values)) == true)
    let other = try ArchiveFixture()
    try other.archive.importCatalogue(at: path, options: ImportOptions(collection: "test"))
    #expect(try other.contents() == fixture.contents())
    _ = try other.exportCSV(to: fixture.folder.path("again.csv"), collection: "test")
    #expect(
      try String(contentsOfFile: fixture.folder.path("again.csv"), encoding: .utf8) == written)
  }

  @Test func `pictures outside the folder are named whole, and can be allowed back in`() throws {
    let fixture = try ArchiveFixture()
    let other = try TemporaryFolder()
    try fixture.write("x", to: "scans/a.jpg")
    try fixture.importCSV("id,latitude,longitude,media\na,1,2,scans/a.jpg\n")
    let path = other.path("out.csv")
    #expect(try fixture.exportCSV(to: path).warnings.count == 1)
    let left = try fixture.archive.importCatalogue(
      at: path, options: ImportOptions(collection: "test"))
    #expect((left.unchanged, left.warnings.map(\.column)) == (1, ["media"]))
    let allowed = try fixture.archive.importCatalogue(
      at: path,
      options: ImportOptions(collection: "test", mediaFolders: [fixture.folder.url.path]))
    #expect(allowed.unchanged == 1)
  }

  @Test func `a collection must be known, and named where there are several`() throws {
    let fixture = try ArchiveFixture()
    let path = fixture.folder.path("out.csv")
    func code(_ collection: String?) -> ArchiveErrorCode? {
      #expect(throws: ArchiveError.self) {
        try fixture.exportCSV(to: path, collection: collection)
      }?.code
    }
    #expect(code(nil) == .noSuchCollection)
    try fixture.importCSV("id,latitude,longitude\na,1,2\n", collection: "one")
    try fixture.importCSV("id,latitude,longitude\na,1,2\n", collection: "two")
    #expect(code(nil) == .noSuchCollection)
    #expect(code("three") == .noSuchCollection)
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
    #expect(!names.contains { $0.contains("out.csv") })
    let nowhere = #expect(throws: ArchiveError.self) {
      try fixture.exportCSV(to: fixture.folder.path("no/out.csv"), collection: "one")
    }
    #expect(nowhere?.code == .outputFailed)
  }
}
