import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkTestSupport

/// Catalogues as curators have them, each kind with a made-up text and with a file from elsewhere.
@Suite("Catalogues of curators")
struct CuratorFileTests {
  /// An import with what became of its items.
  struct Imported {
    let fixture: ArchiveFixture
    var report = ImportReport(collection: "", isDryRun: false)

    init(_ text: String, as name: String = "items.csv", preset: String? = nil) throws {
      try self.init(Array(text.utf8), as: name, preset: preset)
    }

    init(_ bytes: [UInt8], as name: String, preset: String? = nil) throws {
      fixture = try ArchiveFixture()
      let path = try fixture.write(bytes, to: name)
      report = try fixture.archive.importCatalogue(
        at: path,
        options: ImportOptions(collection: "test", preset: preset.flatMap { Preset.bundled[$0] }))
    }

    /// A file of the development data.
    init(found name: String, preset: String? = nil) throws {
      try self.init(TestData.bytes("found/catalogues/\(name)"), as: name, preset: preset)
    }

    func item(_ identifier: String) throws -> Item? {
      try fixture.archive.item(ItemID(collection: "test", identifier: identifier))
    }
  }

  // MARK: Columns

  @Test("columns of one name are kept as a list, which a note says", arguments: [",", "\t"])
  func repeatedColumns(separator: String) throws {
    let text = """
      id,latitude,longitude,subject,photographer,Subject,photographer
      a,1,2,Bridges,Meyer,Rivers,Huber
      b,1,2,,Meyer,Rivers,Meyer
      """
    let read = try Imported(text.replacing(",", with: separator))
    #expect(
      try read.item("a")?.otherColumns
        == ["subject": "Bridges; Rivers", "photographer": "Meyer; Huber"])
    #expect(try read.item("a")?.creator == "Meyer")
    #expect(
      try read.item("b")?.otherColumns == ["subject": "Rivers", "photographer": "Meyer"])
    let notes = read.report.findings.filter { $0.reason.contains("kept as a list") }
    #expect(notes.map(\.column) == ["photographer", "subject"])
    #expect(throws: ArchiveError.self) {
      try Imported("id,latitude,longitude,date,Date\na,1,2,,\n")
    }
  }

  @Test("the file with columns of one name", TestData.isPresent)
  func repeatedColumnsFound() throws {
    let read = try Imported(found: "csv-duplicate-other-column-lost.csv")
    #expect(try read.item("a1")?.otherColumns == ["subject": "Bridges; Rivers"])
  }
}
