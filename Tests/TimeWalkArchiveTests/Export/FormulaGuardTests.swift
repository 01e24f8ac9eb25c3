import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport
import TimeWalkBase

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("Texts that a spreadsheet would compute")
struct FormulaGuardTests {
  static let computed = [
    "=1+1", "=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "'=1",
    "''-1",
    "-", "=", "'@",
  ]
  static let plain = [
    "", "a=1", "1-2", "'", "''", "'a", "'tis 5 o'clock", " =1", "é", "'\u{301}=1",
  ]

  @Test("get an apostrophe, and lose it again", arguments: computed)
  func guarded(text: String) {
    #expect(FormulaGuard.guarded(text) == "'" + text)
    #expect(FormulaGuard.restored(FormulaGuard.guarded(text)) == text)
  }

  @Test("are the only ones that are changed", arguments: plain)
  func untouched(text: String) {
    #expect(FormulaGuard.guarded(text) == text)
    #expect(FormulaGuard.restored(text) == text)
  }

  @Test(
    "are exported guarded and imported unchanged; numbers and dates stay",
    arguments: ["csv", "tsv"])
  func roundTrip(ending: String) throws {
    let fixture = try ArchiveFixture()
    let texts = Self.computed.map(\.trimmed).filter { !$0.isEmpty } + ["plain"]
    var csv = "id,title,creator,latitude,longitude,date\n"
    for (row, text) in texts.enumerated() {
      let cell = "\"" + text.replacing("\"", with: "\"\"") + "\""
      csv += "\"\(row)\",\(cell),\(cell),-40.5,-73.98,-0132\n"
    }
    #expect(try fixture.importCSV(csv).added == texts.count)
    let path = fixture.folder.path("out.\(ending)")
    _ = try fixture.archive.export(to: .file(path: path))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let separator: Character = ending == "csv" ? "," : "\t"
    for row in text.split(separator: "\n").dropFirst() {
      for cell in row.split(separator: separator) {
        let first = cell.first { $0 != "\"" }
        guard let first, "=+-@＝".contains(first) else { continue }
        #expect(Double(cell) != nil || cell == "-0132", "\(cell)")
      }
    }
    #expect(text.contains("-73.98") && text.contains("\(separator)-40.5\(separator)"))
    #expect(text.contains("\(separator)-0132\(separator)"))
    let other = try ArchiveFixture()
    try other.archive.importCatalogue(at: path, options: ImportOptions(collection: "test"))
    #expect(try other.contents() == fixture.contents())
    let titles = try other.contents().values.map(\.title)
    #expect(Set(titles) == Set(texts))
  }

  @Test("of foreign catalogues keep their apostrophes")
  func foreign() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV("id,title,latitude,longitude\na,'=5 dollars,1,2\n")
    #expect(try fixture.contents().values.map(\.title) == ["'=5 dollars"])
  }
}
