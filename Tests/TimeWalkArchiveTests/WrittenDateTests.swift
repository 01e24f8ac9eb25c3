import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

/// A date in a catalogue's form, its reading, and the curator's findings.
struct DateCase: Sendable, CustomTestStringConvertible {
  var written: String
  /// EDTF; `nil` for an unknown date.
  var edtf: String?
  /// A part of the one warning; `nil` for none.
  var warning: String?
  /// The stored words; unchanged by default.
  var kept: String?

  init(_ written: String, _ edtf: String?, _ warning: String? = nil) {
    (self.written, self.edtf, self.warning, kept) = (written, edtf, warning, written)
  }

  /// EDTF, of which no words are kept.
  init(edtf: String, _ warning: String? = nil) {
    (written, self.edtf, self.warning, kept) = (edtf, edtf, warning, nil)
  }

  var testDescription: String { written }
}

@Suite("Dates as catalogues write them")
struct WrittenDateTests {
  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private func item(_ identifier: String = "a", of fixture: ArchiveFixture) throws -> Item {
    try #require(try fixture.archive.item(ItemID(collection: "test", identifier: identifier)))
  }

  @Test(
    "words are read and kept, and a doubtful reading is a warning",
    arguments: [
      DateCase("c. 1905", "1905~"), DateCase("ca. 1934", "1934~"),
      DateCase("[between 1916 and 1918]", "1916/1918"), DateCase("[192-?]", "192X?"),
      DateCase("after 1900", "1900/"), DateCase("1905; 1924", "{1905,1924}"),
      DateCase("Summer 1953", "1953-22"), DateCase("44 BCE", "-0043"),
      DateCase("n.d.", nil), DateCase("undated", nil), DateCase("unknown", nil),
      DateCase("Date unknown", nil), DateCase("[?]", nil),
      DateCase("03/04/1905", "1905-03-04", "swapped"),
      DateCase("25/12/1905", "1905-12-25"), DateCase("3.4.1905", "1905-04-03"),
      DateCase("1900s", "19XX", "ten years or a hundred"),
      DateCase("about 1911, tinted", "1911~", "ignored: tinted"),
      DateCase(edtf: "1905~"), DateCase(edtf: "1911-05"), DateCase(edtf: "-0043"),
      DateCase(edtf: "Y-17E7"), DateCase(edtf: "../1900"), DateCase(edtf: "{1905,1924}"),
      // EDTF is never read as prose.
      DateCase(edtf: "[1903]"), DateCase(edtf: "1910-30", "range of years"),
      DateCase(edtf: "1900-05"),
    ])
  func reading(_ example: DateCase) throws {
    let fixture = try ArchiveFixture()
    let report = try fixture.importCSV(
      "id,latitude,longitude,date\na,1,2,\(quoted(example.written))\n")
    #expect((report.added, report.refused) == (1, 0), "\(report.findings)")
    let item = try item(of: fixture)
    #expect(item.date?.edtf == example.edtf)
    #expect(item.dateText == example.kept)
    #expect(report.findings.count == (example.warning == nil ? 0 : 1), "\(report.findings)")
    if let warning = example.warning {
      let finding = try #require(report.warnings.first)
      #expect((finding.line, finding.column, finding.value) == (2, "date", example.written))
      #expect(finding.reason.contains(warning), "\(finding.reason)")
    }
    #expect(try fixture.archive.verify() == [])
  }

  @Test(
    "a text without a date refuses its row, with the remedy",
    arguments: [
      ("banana", "it has no date"), ("1899-13-45", "month 13 does not exist"),
      ("1905-02-30", "30 February"), ("05/12/05", "century"),
      ("1930/1890", "ends before it starts"),
      (String(repeating: "1905 or ", count: 400), "longer than"),
    ])
  func refusal(text: String, reason: String) throws {
    let fixture = try ArchiveFixture()
    let report = try fixture.importCSV("id,latitude,longitude,date\na,1,2,\(text)\nb,1,2,1905\n")
    #expect((report.added, report.refused) == (1, 1))
    let fault = try #require(report.faults.first)
    #expect((fault.line, fault.identifier, fault.column) == (2, "a", "date"))
    #expect(fault.reason.contains(reason), "\(fault.reason)")
    #expect(fault.reason.contains("date_text"))
    // The way out: there the words are kept, and the item with them.
    let again = try fixture.importCSV("id,latitude,longitude,date_text\na,1,2,\(text)\n")
    #expect((again.added, again.refused, again.warnings.count) == (1, 0, 1))
    #expect(again.warnings.first?.column == "date_text")
    let kept = try item(of: fixture)
    #expect(kept.date == nil)
    #expect(kept.dateText == text.trimmingCharacters(in: .whitespaces))
  }

  @Test(
    "a month that may be years is doubtful only in a catalogue that writes words, also before them")
  func doubtfulMonths() throws {
    let fixture = try ArchiveFixture()
    let rows = "a,1,2,1900-05\nb,1,2,1911-05\nc,91,2,1905\nd,1,2,1905-06\n"
    let plain = try fixture.importCSV("id,latitude,longitude,date\n" + rows)
    #expect(plain.findings.map(\.column) == ["latitude"])
    let words = try fixture.importCSV(
      "id,latitude,longitude,date\n" + rows + "e,1,2,c. 1905\nf,1,2,1903-09\n")
    #expect(words.findings.map(\.line) == [2, 4, 5, 7])
    #expect(words.warnings.map(\.value) == ["1900-05", "1905-06", "1903-09"])
    #expect(words.warnings.allSatisfy { $0.reason.contains("range of years") })
  }

  @Test(
    "with both columns, date is the date and date_text the words",
    arguments: [
      ("1905~", "c. 1905", "1905~", "c. 1905", 0), ("1906", "c. 1905", "1906", "c. 1905", 0),
      ("", "c. 1905", "1905~", "c. 1905", 0), ("", "n.d.", nil, "n.d.", 0),
      ("", "", nil, nil, 0), ("1905", "", "1905", nil, 0), ("1900-05", "", "1900-05", nil, 0),
      ("c. 1905", "", "1905~", "c. 1905", 0), ("c. 1905", "um 1905", "1905~", "um 1905", 1),
      ("c. 1905", "c. 1905", "1905~", "c. 1905", 0), ("None", "n.d.", nil, "n.d.", 1),
      ("", "3/4/1905", "1905-03-04", "3/4/1905", 1),
    ] as [(String, String, String?, String?, Int)])
  func bothColumns(
    date: String, words: String, edtf: String?, kept: String?, warnings: Int
  ) throws {
    let fixture = try ArchiveFixture()
    let report = try fixture.importCSV(
      "id,latitude,longitude,date,date_text\na,1,2,\(date),\(words)\n")
    #expect((report.added, report.warnings.count) == (1, warnings), "\(report.findings)")
    let item = try item(of: fixture)
    #expect(item.date?.edtf == edtf)
    #expect(item.dateText == kept)
  }

  @Test(
    "the order of day and month can be given, and contradictions are reported",
    arguments: [
      ("3/4/1905", .dayMonth, "1905-04-03", nil), ("3/4/1905", .monthDay, "1905-03-04", nil),
      ("3.4.1905", .monthDay, "1905-03-04", nil), ("5/5/1905", nil, "1905-05-05", nil),
      ("25/12/1905", .dayMonth, "1905-12-25", nil),
      ("25/12/1905", .monthDay, "1905-12-25", "in the other order"),
      ("12/25/1905", .dayMonth, "1905-12-25", "in the other order"),
    ] as [(String, DateReading.NumberOrder?, String, String?)])
  func order(
    text: String, order: DateReading.NumberOrder?, edtf: String, warning: String?
  ) throws {
    let fixture = try ArchiveFixture()
    let path = try fixture.write("id,latitude,longitude,date\na,1,2,\(text)\n")
    let report = try fixture.archive.importCatalogue(
      at: path, options: ImportOptions(collection: "test", dateOrder: order))
    #expect(try item(of: fixture).date?.edtf == edtf)
    #expect(report.findings.count == (warning == nil ? 0 : 1))
    #expect(report.warnings.first?.reason.contains(warning ?? "") ?? (warning == nil))
  }

  /// The dates of a catalogue in a file, by their row, and the rows with findings.
  private func dates(
    _ texts: [String], order: DateReading.NumberOrder? = nil
  ) throws -> (edtf: [String?], doubtful: [Int?]) {
    let fixture = try ArchiveFixture()
    let rows = texts.enumerated().map { "i\($0.offset),1,2,\(quoted($0.element))\n" }.joined()
    let path = try fixture.write("id,latitude,longitude,date\n" + rows)
    let report = try fixture.archive.importCatalogue(
      at: path, options: ImportOptions(collection: "test", dateOrder: order))
    #expect(report.refused == 0, "\(report.findings)")
    let dates = try texts.indices.map { try item("i\($0)", of: fixture).date?.edtf }
    return (dates, report.findings.map { $0.line.map { $0 - 2 } })
  }

  @Test("the column decides which of day and month is first, also by rows that come later")
  func columnOrder() throws {
    var read = try dates(["15/6/1944", "3/4/1944", "28/6/1944"])
    #expect(read.edtf == ["1944-06-15", "1944-04-03", "1944-06-28"] && read.doubtful.isEmpty)
    read = try dates(["3/4/1944", "c. 1900", "5/6/1944", "25/12/1944"])
    #expect(read.edtf == ["1944-04-03", "1900~", "1944-06-05", "1944-12-25"])
    #expect(read.doubtful.isEmpty)
    read = try dates(["3/4/1944", "12/25/1944"])
    #expect(read.edtf == ["1944-03-04", "1944-12-25"] && read.doubtful.isEmpty)
    // Rows that contradict each other, and none that decides.
    read = try dates(["25/12/1944", "3/4/1944", "12/26/1944", "5/6/1944"])
    #expect(read.edtf == ["1944-12-25", "1944-03-04", "1944-12-26", "1944-05-06"])
    #expect(read.doubtful == [1, 3])
    read = try dates(["3/4/1944", "5/5/1944", "3.4.1944"])
    #expect(read.edtf == ["1944-03-04", "1944-05-05", "1944-04-03"] && read.doubtful == [0])
    // The order that is given is above all.
    read = try dates(["15/6/1944", "3/4/1944"], order: .monthDay)
    #expect(read.edtf == ["1944-06-15", "1944-03-04"] && read.doubtful == [0])
  }

  @Test("a long column decides for its first row, and a file is read on where it was")
  func longColumn() throws {
    let texts = ["3/4/1944"] + Array(repeating: "1944", count: 20_000) + ["25/12/1944"]
    // Different places: many items at one exact place are a finding.
    let rows = texts.enumerated().map {
      "i\($0.offset),1,\(2 + Double($0.offset) / 1e6),\($0.element)\n"
    }
    let fixture = try ArchiveFixture()
    let report = try fixture.importCSV("id,latitude,longitude,date\n" + rows.joined())
    #expect((report.added, report.findings) == (20_002, []))
    #expect(try item("i0", of: fixture).date?.edtf == "1944-04-03")
    #expect(try item("i20001", of: fixture).date?.edtf == "1944-12-25")
  }

  @Test("lines of JSON, and bytes that can be read once only, decide by the earlier rows")
  func orderOfOthers() throws {
    let lines = ["3/4/1944", "25/12/1944"].enumerated().map {
      #"{"id": "i\#($0.offset)", "latitude": 1, "longitude": 2, "date": "\#($0.element)"}"#
    }
    let fixture = try ArchiveFixture()
    let path = fixture.folder.path("a.ndjson")
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let report = try fixture.archive.importCatalogue(
      at: path, options: ImportOptions(collection: "test"))
    #expect((report.added, report.findings) == (2, []))
    #expect(try item("i0", of: fixture).date?.edtf == "1944-04-03")
  }

  @Test("Commons' dates go whole through the reader, and their words are kept")
  func commons() throws {
    let fixture = try ArchiveFixture()
    let path = try fixture.write(
      """
      title,pageid,date,latitude,longitude,license
      File:A.jpg,1,circa 1911,1,2,CC0
      File:B.jpg,2,3 May 1911,1,2,CC0
      File:C.jpg,3,1911 or 1912,1,2,CC0
      File:D.jpg,4,"circa 1911date QS:P571,+1911-00-00T00:00:00Z/9,P1480,Q5727902",1,2,CC0
      File:E.jpg,5,2008-10-22 16:28:39,1,2,CC0
      """)
    let report = try fixture.archive.importCatalogue(
      at: path,
      options: ImportOptions(collection: "test", preset: Preset.bundled["commons"]))
    #expect((report.added, report.faults) == (5, []))
    let items = try ["1", "2", "3", "4", "5"].map { try item($0, of: fixture) }
    #expect(
      items.map { $0.date?.edtf } == ["1911~", "1911-05-03", "[1911,1912]", "1911~", "2008-10-22"])
    #expect(
      items.map(\.dateText) == ["circa 1911", "3 May 1911", "1911 or 1912", "circa 1911", nil])
  }

  @Test("a date without a year has no era; an undecidable one is unknown with a warning")
  func yearless() throws {
    let fixture = try ArchiveFixture()
    let report = try fixture.importCSV(
      """
      id,latitude,longitude,date
      mangled,1,2,Aug-05
      season,1,2,summer
      bound,1,2,not 1905
      right,1,2,1905
      """)
    #expect(report.added == 4)
    #expect(report.warnings.map(\.line) == [2, 3, 4])
    #expect(report.warnings.map { $0.reason.contains("date is unknown") } == [true, false, true])
    #expect(try item("mangled", of: fixture).dateText == "Aug-05")
    let era = try Era(edtf: "1900/1910")
    for isStrict in [true, false] {
      let query = ArchiveQuery(era: era, isEraStrict: isStrict)
      let found = try fixture.archive.search(query).hits.map(\.item.id.identifier)
      #expect(found.contains("right") && found.contains("season") == !isStrict)
    }
    #expect(try fixture.archive.verify() == [])
  }

  @Test("words are exported equal, and the column exists only if there are any")
  func roundTrip() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(
      """
      id,latitude,longitude,date
      a,1,2,"c. 1905, perhaps"
      b,1,2,n.d.
      c,1,2,1900-05
      d,1,2,
      e,1,2,03/04/1905
      """)
    let path = fixture.folder.path("out.csv")
    _ = try fixture.exportCSV(to: path)
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(written.hasPrefix("id,title,date,"))
    #expect(written.split(separator: "\n").first?.hasSuffix(",media,date_text") == true)

    let other = try ArchiveFixture()
    let options = ImportOptions(collection: "test", dateOrder: .dayMonth)
    let again = try other.archive.importCatalogue(at: path, options: options)
    // The doubts were reported at the reading; the order can't change EDTF now.
    #expect((again.added, again.findings) == (5, []))
    #expect(try other.contents() == fixture.contents())
    #expect(try fixture.archive.importCatalogue(at: path, options: options).unchanged == 5)

    try other.importCSV("id,latitude,longitude,date\na,1,2,1905\n", collection: "plain")
    _ = try other.exportCSV(to: path, collection: "plain")
    #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("date_text"))
  }

  @Test("a changed wording updates the item, the same one changes nothing")
  func update() throws {
    let fixture = try ArchiveFixture()
    func text(_ date: String) -> String { "id,latitude,longitude,date\na,1,2,\(date)\n" }
    try fixture.importCSV(text("c. 1905"))
    #expect(try fixture.importCSV(text("c. 1905")).unchanged == 1)
    #expect(try fixture.importCSV(text("circa 1905")).updated == 1)
    #expect(try item(of: fixture).dateText == "circa 1905")
    #expect(try fixture.importCSV(text("1905~")).unchanged == 1)
    #expect(try item(of: fixture).dateText == "circa 1905")
    #expect(try fixture.importCSV(text("1906")).updated == 1)
    #expect(try item(of: fixture).dateText == nil)
  }

  @Test("a strict search leaves out sets whose members lie around the era")
  func strictSets() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(
      """
      id,latitude,longitude,date
      set,1,2,"{1905,1924}"
      choice,1,2,"[1914,1924]"
      span,1,2,1905/1924
      none,1,2,n.d.
      rough,1,2,1913~
      """)
    func found(_ era: String, isStrict: Bool) throws -> [String] {
      let query = ArchiveQuery(era: try Era(edtf: era), isEraStrict: isStrict)
      let results = try fixture.archive.search(query)
      #expect(results.total == results.hits.count)
      return results.hits.map(\.item.id.identifier).sorted()
    }
    #expect(try found("1914/1915", isStrict: true) == ["choice", "span"])
    #expect(
      try found("1914/1915", isStrict: false) == ["choice", "none", "rough", "set", "span"])
    #expect(try found("1924/..", isStrict: true) == ["choice", "set", "span"])
  }
}

/// The readings of real catalogues' dates.
@Suite("Dates of real catalogues")
struct RealDateTests {
  /// Imports some texts as the dates of as many items.
  private func importDates(_ dates: [String], into fixture: ArchiveFixture) throws -> ImportReport {
    var text = "id,latitude,longitude,date\n"
    for (index, date) in dates.enumerated() {
      text += CommaSeparated.line(["\(index)", "43.\(index)", "-79.4", date])
    }
    let report = try fixture.importCSV(text)
    // Each row is either refused, or keeps its words beside any date that is not they.
    let refused = Set(report.faults.compactMap(\.identifier))
    for item in try fixture.contents().values {
      let index = try #require(Int(item.id.identifier))
      let written = dates[index].trimmingCharacters(in: .whitespaces)
      #expect(!refused.contains(item.id.identifier))
      #expect(item.dateText ?? item.date?.edtf ?? "" == written)
    }
    let export = fixture.folder.path("out.csv")
    _ = try fixture.exportCSV(to: export)
    let options = ImportOptions(collection: "test")
    let again = try fixture.archive.importCatalogue(at: export, options: options)
    #expect((again.unchanged, again.findings) == (dates.count - report.refused, []))
    #expect(try fixture.archive.verify() == [])
    return report
  }

  @Test("Toronto: of 7,798 only the one without a year is refused", TestData.isPresent)
  func toronto() throws {
    let text = String(decoding: try TestData.bytes("archives/oldtoronto.csv"), as: UTF8.self)
    let dates = CommaSeparated.rows(text).map { $0["dates"] ?? "" }
    #expect(dates.count == 7798)
    let report = try importDates(dates, into: try ArchiveFixture())
    #expect(report.faults.map(\.value) == ["[after ]"])
    #expect(report.added == 7797)
  }

  @Test("New York: every one of 9,729 is read", TestData.isPresent)
  func newYork() throws {
    let lines = try TestData.bytes("archives/oldnyc.ndjson").split(separator: 0x0A)
    let dates = try lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      return object?["date"] as? String ?? ""
    }
    #expect(dates.count == 9729)
    let report = try importDates(dates, into: try ArchiveFixture())
    #expect(report.refused == 0, "\(report.faults.prefix(20))")
  }

  @Test(
    "Libraries' own columns: every date is read", TestData.isPresent,
    arguments: TestData.files(in: "archives/collectionbuilder"))
  func libraries(file: String) throws {
    let bytes = try TestData.bytes("archives/collectionbuilder/" + file)
    let dates = CommaSeparated.rows(String(decoding: bytes, as: UTF8.self)).map { $0["date"] ?? "" }
    #expect(!dates.isEmpty)
    let report = try importDates(dates, into: try ArchiveFixture())
    #expect(report.refused == 0, "\(report.faults.prefix(20))")
  }
}
