import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkSpatiaLite
import TimeWalkTestSupport

@Suite("Findings on very many rows") struct ManyFindingsTests {
  @Test("Those that aren't listed are counted", arguments: [(0, 10), (4, 6), (10, 0), (11, 0)])
  func counted(listed: Int, more: Int) throws {
    let fixture = try ArchiveFixture()
    let rows = (0..<10).map { "r\($0),91,0\n" }.joined()
    let path = try fixture.write("id,latitude,longitude\n" + rows)
    var options = ImportOptions(collection: "c")
    options.listedFindings = listed
    let report = try fixture.archive.importCatalogue(at: path, options: options)
    #expect((report.refused, report.faults.count) == (10, min(listed, 10)))
    let said = report.warnings.map(\.reason)
    #expect(said == (more > 0 ? ["\(more) more findings of the kind fault are not listed"] : []))
  }
}
