import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

/// One value of one row, and the import's expected finding.
struct ValueCase: Sendable, CustomTestStringConvertible {
  var column: String
  var value: String
  var reason: String

  init(_ column: String, _ value: String, _ reason: String) {
    self.column = column
    self.value = value
    self.reason = reason
  }

  var testDescription: String { "\(column) \(value.prefix(40))" }
}

/// A row that is good but for one value, after a row that is good altogether.
private func catalogue(_ column: String, _ value: String) -> String {
  var values = ["id": "b", "latitude": "40.7", "longitude": "-74"]
  values[column] = value
  let columns = values.keys.sorted()
  let good = ["id": "a", "latitude": "40.7", "longitude": "-74"]
  let quoted = columns.map {
    "\"" + (values[$0] ?? "").replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
  return columns.joined(separator: ",") + "\n"
    + columns.map { good[$0] ?? "" }.joined(separator: ",") + "\n"
    + quoted.joined(separator: ",") + "\n"
}

@Suite struct CatalogueFaultTests {
  @Test(arguments: [
    ValueCase("id", "", "is empty"), ValueCase("id", "  ", "is empty"),
    ValueCase("id", "a", "line 2"), ValueCase("id", " a ", "line 2"),
    ValueCase("latitude", "", "is empty"), ValueCase("latitude", "90.001", "between -90 and 90"),
    ValueCase("latitude", "-91", "between"), ValueCase("latitude", "north", "isn't a number"),
    ValueCase("latitude", "nan", "isn't a number"), ValueCase("latitude", "inf", "isn't a number"),
    ValueCase("latitude", "40,7", "decimal comma"), ValueCase("latitude", "0x10", "isn't a number"),
    ValueCase("latitude", "40\u{0}7", "NUL"), ValueCase("latitude", "1e400", "isn't a number"),
    ValueCase("longitude", "", "is empty"), ValueCase("longitude", "180.5", "between -180 and 180"),
    ValueCase("longitude", "-200", "between"), ValueCase("longitude", "74N", "isn't a number"),
    ValueCase("accuracy", "-1", "between 0"), ValueCase("accuracy", "5 km", "isn't a number"),
    ValueCase("accuracy", "1e12", "between 0"),
    ValueCase("location_of", "object", "camera or subject"),
    ValueCase("date", "yesterday", "isn't an EDTF date"), ValueCase("date", "1911-13-45", "EDTF"),
    ValueCase("title", "a\u{0}b", "NUL"), ValueCase("creator", "\u{0}", "NUL"),
    ValueCase("source", "javascript:alert(1)", "http"), ValueCase("source", "file:///x", "http"),
  ])
  func `a faulty value refuses its row alone, with line, column and reason`(
    _ fault: ValueCase
  ) throws {
    let fixture = try ArchiveFixture()
    let path = try fixture.write(catalogue(fault.column, fault.value), to: "catalogue/items.csv")

    let report = try fixture.archive.importCatalogue(at: path)
    #expect(report.refused == 1)
    #expect(report.added == 1)
    #expect(report.faults.count == 1)
    let finding = try #require(report.faults.first)
    #expect(finding.line == 3)
    #expect(finding.column == fault.column)
    #expect(finding.value == fault.value)
    #expect(finding.reason.contains(fault.reason), "\(finding.reason)")
    #expect(try fixture.contents().values.map(\.id.identifier) == ["a"])
  }

  @Test(arguments: [
    ValueCase("heading", "361", "0 to 360"), ValueCase("heading", "-181", "0 to 360"),
    ValueCase("heading", "sideways", "isn't a number"),
    ValueCase("heading_accuracy", "-1", "between 0 and 180"),
    ValueCase("heading_accuracy", "181", "between 0 and 180"),
    ValueCase("field_of_view", "0", "more than 0"), ValueCase("field_of_view", "-5", "more than 0"),
    ValueCase("field_of_view", "361", "at most 360"),
    ValueCase("pitch", "91", "between -90 and 90"), ValueCase("pitch", "up", "isn't a number"),
    ValueCase("altitude", "high", "isn't a number"), ValueCase("altitude", "1e99", "between"),
    ValueCase("view_distance", "0", "more than 0"),
    ValueCase("media", "absent.jpg", "absent.jpg"), ValueCase("media", "folder", "is a folder"),
    ValueCase("media", "ftp://example.org/a.jpg", "kind ftp"),
    ValueCase("media", "data:image/png;base64,AA", "kind data"),
    ValueCase("media", "../secret.jpg", "outside"), ValueCase("media", "/etc/passwd", "outside"),
    ValueCase("media", "a/../../secret.jpg", "outside"), ValueCase("media", "..", "outside"),
    ValueCase("media", "link.jpg", "outside"), ValueCase("media", ".", "outside"),
  ])
  func `a value that can't be read costs its field where a row can do without`(
    _ lost: ValueCase
  ) throws {
    let fixture = try ArchiveFixture()
    try fixture.write("private", to: "secret.jpg")
    try fixture.write("", to: "catalogue/folder/placeholder")
    let link = fixture.folder.url.appendingPathComponent("catalogue/link.jpg")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: fixture.folder.url.appendingPathComponent("secret.jpg"))
    let path = try fixture.write(catalogue(lost.column, lost.value), to: "catalogue/items.csv")
    let report = try fixture.archive.importCatalogue(at: path)
    #expect(report.added == 2 && report.refused == 0)
    let finding = try #require(report.warnings.first { $0.column == lost.column })
    #expect(finding.line == 3 && finding.value == lost.value)
    #expect(finding.reason.contains(lost.reason) && finding.reason.contains("ignored in this row"))
    // The rest is common to both rows.
    let poses = Set(try fixture.contents().values.map(\.pose))
    #expect(poses.count == 1)
    #expect(try fixture.contents().values.allSatisfy { $0.media == nil })
  }

  @Test(arguments: [
    ValueCase("heading", "-90", "read as 270"), ValueCase("heading", "-180", "read as 180"),
    ValueCase("license", "unknown", "SPDX"), ValueCase("license", "CC BY", "ignored"),
    ValueCase("source", "box 12, folder 3", "isn't an http"),
    ValueCase("date", "None", "read as unknown"), ValueCase("date", "null", "read as unknown"),
    ValueCase("heading_accuracy", "5", "needs a heading"),
  ])
  func `a doubtful value is taken with a warning`(_ doubt: ValueCase) throws {
    let report = try ArchiveFixture().importCSV(catalogue(doubt.column, doubt.value))
    #expect(report.added == 2)
    #expect(report.faults.isEmpty)
    #expect(report.warnings.count == 1)
    #expect(report.warnings.first?.column == doubt.column)
    #expect(report.warnings.first?.reason.contains(doubt.reason) == true)
  }

  @Test(arguments: [
    ValueCase("heading", "360", ""), ValueCase("heading", "0", ""),
    ValueCase("heading", " 12.5 ", ""), ValueCase("heading", "90°", ""),
    ValueCase("heading", "90.5 degrees", ""), ValueCase("pitch", "−5 deg", ""),
    ValueCase("field_of_view", "60 °", ""), ValueCase("accuracy", "5 m", ""),
    ValueCase("view_distance", "1500 metres", ""), ValueCase("altitude", "-12.5m", ""),
    ValueCase("field_of_view", "360", ""), ValueCase("accuracy", "0", ""),
    ValueCase("latitude", "90", ""), ValueCase("latitude", "-90", ""),
    ValueCase("longitude", "180", ""), ValueCase("longitude", "-180", ""),
    ValueCase("location_of", "Subject", ""), ValueCase("altitude", "-12.5", ""),
    ValueCase("license", "CC-BY-SA-4.0", ""), ValueCase("license", "CC0-1.0 OR MIT", ""),
    ValueCase("license", "http://rightsstatements.org/vocab/NoC-US/1.0/", ""),
    ValueCase("media", "HTTPS://example.org/a.jpg", ""), ValueCase("date", "1911", ""),
    ValueCase("id", "x:y/z \u{1F5FD}", ""), ValueCase("title", "Line one\nline \"two\", three", ""),
  ])
  func `a legal value is taken in silence`(_ good: ValueCase) throws {
    let report = try ArchiveFixture().importCSV(catalogue(good.column, good.value))
    #expect(report.added == 2)
    #expect(report.findings == [])
  }

  @Test func `an address that is not whole costs the picture, not the row`() throws {
    let fixture = try ArchiveFixture()
    let report = try fixture.importCSV(catalogue("media", "http://"))
    #expect((report.added, report.refused) == (2, 0))
    #expect(report.findings.map(\.column) == ["media"])
    #expect(
      report.findings.first?.reason.contains("isn't a complete http or https address") == true)
    #expect(try fixture.contents().values.filter { $0.media == .url("http://") }.isEmpty)
  }

  @Test func `every fault of every row is reported`() throws {
    let report = try ArchiveFixture().importCSV(
      """
      id,latitude,longitude,heading,accuracy,date
      ,95,-200,400,-1,nonsense
      good,1,2,3,4,1911

      "two
      lines",x,y,z,-5,
      good,1,2,,,
      """)
    #expect((report.added, report.refused) == (1, 3))
    #expect(
      report.faults.map { "\($0.line ?? 0) \($0.column ?? "")" } == [
        "2 id", "2 latitude", "2 longitude", "2 accuracy", "2 date", "5 latitude",
        "5 longitude", "5 accuracy", "7 id",
      ])
    #expect(report.faults.last?.identifier == "good")
  }

  @Test
  func `bytes that are not UTF-8 are read as Windows-1252, and those that can't be are a fault`()
    throws
  {
    let fixture = try ArchiveFixture()
    let bytes =
      Array("id,title,latitude,longitude\na,x,1,2\nb,caf".utf8) + [0xE9]
      + Array(",1,2\nc,".utf8) + [0x81] + Array(",1,2\n".utf8)
    let path = try fixture.write(bytes, to: "latin.csv")
    let report = try fixture.archive.importCatalogue(at: path)
    #expect(report.collection == "latin")
    #expect(report.added == 2)
    #expect(try fixture.contents().values.contains { $0.title == "café" })
    #expect(report.warnings.map(\.reason) == ["the file isn't UTF-8; read as Windows-1252"])
    #expect(report.faults.map(\.line) == [4])
    #expect(report.faults.first?.column == "title")
    #expect(report.faults.first?.hint?.contains("--encoding") == true)
  }

  @Test func `rows of another length than the header's`() throws {
    let report = try ArchiveFixture().importCSV(
      """
      id,latitude,longitude,title,date
      short,1,2
      long,1,2,Houses, gardens,1911
      padded,1,2,,1911,,
      shorter,1
      broken,1,2,"Title" x,1911
      """)
    #expect((report.added, report.refused) == (2, 3))
    // The long row shifts "gardens" into the date, which is a fault too.
    #expect(report.faults.map(\.line) == [3, 3, 5, 6])
    #expect(report.warnings.map(\.line) == [2, 5])
  }

  @Test(arguments: [
    ("", "empty"), ("\n\n", "empty"), ("title,date\nx,1911", "--map id="),
    ("{\"a\": 1", "as JSON"), ("[1, 2]", "no list of objects"), ("\u{1}\u{2}\u{3}", "binary"),
    ("%PDF-1.4", "PDF"), ("{\"type\": \"Point\", \"coordinates\": [1, 2]}", "bare Point"),
    ("id,latitude,longitude,ID\n", "twice"), ("\"id,latitude,longitude\n", "header"),
    ("id,latitude,longitude" + String(repeating: ",", count: 16_384), "more than 16384 columns"),
  ])
  func `a file without a usable header is one clear error and makes no collection`(
    text: String, message: String
  ) throws {
    let fixture = try ArchiveFixture()
    let error = #expect(throws: ArchiveError.self) { try fixture.importCSV(text) }
    #expect(error?.code == .inputUnreadable)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(try fixture.archive.collections().isEmpty)
  }

  @Test func `a missing source and an unreadable one have different errors`() throws {
    let fixture = try ArchiveFixture()
    let absent = #expect(throws: ArchiveError.self) {
      try fixture.archive.importCatalogue(at: fixture.folder.path("absent.csv"))
    }
    #expect(absent?.code == .inputMissing)
    let empty = #expect(throws: ArchiveError.self) {
      try fixture.archive.importCatalogue(at: fixture.folder.url.path)
    }
    #expect(empty?.code == .inputMissing)
  }

  @Test(arguments: ["", "a:b", " a", "a\n", String(repeating: "x", count: 201)])
  func `a collection needs a usable name`(name: String) throws {
    let fixture = try ArchiveFixture()
    let error = #expect(throws: ArchiveError.self) {
      try fixture.importCSV("id,latitude,longitude\na,1,2", collection: name)
    }
    #expect(error?.code == .invalidName)
  }
}
