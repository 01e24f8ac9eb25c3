import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkSpatiaLite
import TimeWalkTestSupport

@testable import TimeWalkFormats

@Suite("A sheet as it is shown")
struct ShownSheetTests {
  typealias Imported = CuratorFileTests.Imported

  private static let header = ["id", "title", "date", "latitude", "longitude", "source", "media"]

  /// A workbook with rows below the header, each with its cells by column.
  private func book(_ rows: [[String: String]]) -> WorkbookBuilder {
    let header = Self.header.enumerated().map { index, name in
      (String(Unicode.Scalar(UInt8(0x41 + index))), #"t="inlineStr"><is><t>\#(name)</t></is>"#)
    }
    let all = [Dictionary(uniqueKeysWithValues: header)] + rows
    let lines = all.enumerated().map { index, cells in
      let row = index + 1
      let texts = cells.sorted { $0.key < $1.key }.map { column, cell in
        #"<c r="\#(column)\#(row)" \#(cell)</c>"#
      }
      return #"<row r="\#(row)">\#(texts.joined())</row>"#
    }
    return WorkbookBuilder(
      [WorkbookBuilder.Sheet("S", lines.joined())],
      formats: ["&quot;NH-&quot;0000", "0.00", "0.00&quot;°&quot;", "&quot;NH-&quot;@"])
  }

  private func text(_ text: String) -> String { #"t="inlineStr"><is><t>\#(text)</t></is>"# }

  private func number(_ number: Double, style: Int = 0) -> String {
    #"s="\#(style)"><v>\#(number)</v>"#
  }

  // MARK: Formats

  @Test(
    "fixed text and leading zeros of a format count, and other numbers stay as stored",
    arguments: [
      (#""NH-"0000"#, "42", "NH-0042"), (#""NH-"0000"#, "123456", "NH-123456"),
      ("00000", "42", "00042"), ("000000", "-42", "-000042"), ("0.00", "40.748817", "40.748817"),
      (#"0.00"°""#, "45.5", "45.50°"), (#"0.00"°""#, "40.748817", "40.748817°"),
      (#"0000\-000"#, "1905012", "1905-012"), ("000-00-0000", "12345678", "012-34-5678"),
      ("\"Inv. \"#,##0", "1234567", "Inv. 1234567"), ("#,##0", "1500", "1500"),
      ("$#,##0.00", "12.5", "12.5"), (#"#,##0.00\ "€""#, "12.5", "12.5"),
      ("[$EUR] 0.00", "12.5", "12.5"), ("#\\ ##0", "1500", "1500"),
      (#"_-* #,##0.00\ _€_-;\-* #,##0.00\ _€_-"#, "-12.5", "-12.5"),
      ("0.00_);(0.00)", "-12.5", "-12.5"), ("0.00E+00", "12345", "12345"), ("0%", "0.5", "0.5"),
      ("# ?/?", "0.5", "0.5"), (#"0.0,"k""#, "12500", "12500"),
      (#"0.0"N";0.0"S""#, "-12.5", "12.5S"), (#"[<1000]"A-"000;"B-"0"#, "7", "A-007"),
      (#"[<1000]"A-"000;"B-"0"#, "1234", "B-1234"), (#"General" m""#, "12.5", "12.5 m"),
      (#"0 "days""#, "3", "3 days"), (#""NH-"@"#, "42", "NH-42"),
      (#"0.0;-0.0;"none""#, "0", "none"), (#"0.0;-0.0;"none""#, "5", "5"), ("@", "5", "5"),
    ])
  func numbers(code: String, written: String, shown: String) {
    #expect(NumberFormat(code: code).text(written, isFrom1904: false) == shown)
  }

  @Test("an id has its format's text, and a place its stored digits")
  func formats() throws {
    let read = try Imported(
      book([
        [
          "A": number(42, style: 1), "D": number(40.748817, style: 2), "E": number(-73.5, style: 3),
        ],
        ["A": #"s="4" t="inlineStr"><is><t>43</t></is>"#],
      ]).bytes(), as: "t.xlsx")
    #expect((read.report.added, read.report.faults) == (2, []))
    let place = try #require(try read.item("NH-0042")).pose.coordinate
    #expect(place.latitude == 40.748817 && place.longitude == -73.5)
    #expect(try read.fixture.archive.unplacedItems().items.map(\.id.identifier) == ["NH-43"])
  }

  @Test("the file with formats of text", TestData.isPresent)
  func formatsFound() throws {
    let read = try Imported(found: "xlsx-number-format-with-text-lost.xlsx")
    // Two rows have the same number, one of them shown as a power of ten.
    #expect((read.report.added, read.report.refused) == (6, 1))
    for id in ["00042", "NH-0042", "201900012345", "1234567890123456", "7", "12345"] {
      let item = try #require(try read.item(id), "\(id)")
      #expect(item.date?.edtf == "1905" && item.pose.heading?.degrees == 45.5)
      #expect(item.pose.coordinate.latitude == 40.748817)
    }
  }

  // MARK: Merged cells

  @Test("a merged cell's value counts for all its rows")
  func merged() throws {
    var book = book([
      ["A": text("a"), "B": text("Harbour"), "C": text("1905"), "D": number(1), "E": number(2)],
      // A value that the sheet hides, and a row with nothing of its own.
      ["A": text("b"), "B": text("hidden"), "D": number(1), "E": number(2)],
      ["B": text("hidden")],
      ["A": text("c"), "D": number(1), "E": number(2)],
      ["A": text("d"), "D": number(1), "E": number(2)],
    ])
    book.append(
      #"<mergeCells count="4"><mergeCell ref="A1:B1"/><mergeCell ref="B2:B5"/>"#
        + #"<mergeCell ref="C2:C3"/><mergeCell ref="nowhere"/></mergeCells>"#)
    let read = try Imported(book.bytes(), as: "t.xlsx")
    #expect((read.report.added, read.report.faults) == (4, []))
    let ids = ["a", "b", "c", "d"]
    #expect(
      try ids.map { try read.item($0)?.title } == ["Harbour", "Harbour", "Harbour", ""])
    #expect(try ids.map { try read.item($0)?.date?.edtf } == ["1905", "1905", nil, nil])
  }

  // MARK: Links

  @Test("a cell's link is the value of a medium and of a source, and of nothing else")
  func links() throws {
    var book = book([
      [
        "A": text("a"), "B": #"><f>HYPERLINK("https://example.org","Title")</f><v></v>"#,
        "D": number(1), "E": number(2), "F": text("page"),
        "G": #"t="str"><f>HYPERLINK( "https://example.org/a.jpg","picture")</f><v>picture</v>"#,
      ],
      ["A": text("b"), "D": number(1), "E": number(2), "G": text("scan")],
      [
        "A": text("c"), "D": number(1), "E": number(2), "F": text("https://example.org/c"),
        "G": #"t="str"><f>HYPERLINK(A1,"x")</f><v>https://example.org/c.jpg</v>"#,
      ],
    ])
    book.append(
      #"<mergeCells><mergeCell ref="F2:F3"/></mergeCells><hyperlinks>"#
        + #"<hyperlink ref="B2" r:id="rId1"/><hyperlink ref="F2:F3" r:id="rId1" location="x"/>"#
        + #"<hyperlink ref="G3" r:id="rId2"/><hyperlink ref="F4" r:id="rId3"/></hyperlinks>"#,
      addresses: ["https://example.org/p?a=1&amp;b", "scans/my%20scan.jpg", "mailto:a@example.org"])
    let fixture = try ArchiveFixture()
    try fixture.write([0xFF], to: "scans/my scan.jpg")
    let report = try fixture.archive.importCatalogue(
      at: fixture.write(book.bytes(), to: "t.xlsx"))
    #expect((report.added, report.findings.filter { $0.severity != .note }) == (3, []))
    let items = try fixture.contents().values.sorted { $0.id.identifier < $1.id.identifier }
    #expect(items.map(\.title) == ["Title", "", ""])
    let page = "https://example.org/p?a=1&b#x"
    #expect(items.map(\.source) == [page, page, "https://example.org/c"])
    let scan = fixture.folder.url.standardizedFileURL.path + "/scans/my scan.jpg"
    #expect(
      items.map(\.media) == [
        .url("https://example.org/a.jpg"), .file(path: scan), .url("https://example.org/c.jpg"),
      ])
  }

  @Test("the file with links", TestData.isPresent)
  func linksFound() throws {
    let read = try Imported(found: "xlsx-hyperlinks-lost.xlsx")
    #expect(
      try ["A2", "A3"].map { try read.item($0)?.media } == [
        .url("https://example.org/a.jpg"), .url("https://example.org/b.jpg"),
      ])
  }

  // MARK: Columns

  @Test("all rows behind a date that its column decides are read")
  func undecided() throws {
    // More than the reader of the file holds at once.
    let rows = (0..<2000).map { index in
      [
        "A": text("i\(index)"), "C": text(index == 0 ? "3/4/1944" : "15/6/1944"), "D": number(1),
        "E": number(2),
      ]
    }
    let read = try Imported(book(rows).bytes(), as: "t.xlsx")
    #expect((read.report.added, read.report.faults) == (2000, []))
    #expect(try read.item("i0")?.date?.edtf == "1944-04-03")
  }

  // MARK: OpenDocument

  /// A spreadsheet of OpenDocument with these rows.
  private func openDocument(_ rows: String) -> [UInt8] {
    let header = Self.header.map {
      #"<table:table-cell office:value-type="string"><text:p>\#($0)</text:p></table:table-cell>"#
    }
    let content = """
      <?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" \
      xmlns:style="s" xmlns:table="t" xmlns:text="x" xmlns:xlink="l"><office:automatic-styles>\
      <style:style style:name="ta2" style:family="table"><style:table-properties \
      table:display="false"/></style:style></office:automatic-styles><office:body>\
      <office:spreadsheet><table:table table:name="Old" table:style-name="ta2"><table:table-row>\
      <table:table-cell office:value-type="string"><text:p>id</text:p></table:table-cell>\
      </table:table-row></table:table><table:table table:name="S"><table:table-column/>\
      <table:table-header-rows><table:table-row>\(header.joined())</table:table-row>\
      </table:table-header-rows>\(rows)<table:table-row table:number-rows-repeated="1048000">\
      <table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>\
      </office:spreadsheet></office:body></office:document-content>
      """
    return WorkbookBuilder.zip([
      ("mimetype", Array("application/vnd.oasis.opendocument.spreadsheet".utf8)),
      ("content.xml", Array(content.utf8)),
    ])
  }

  @Test("a spreadsheet of OpenDocument is read alike")
  func openDocuments() throws {
    func cell(_ attributes: String, _ content: String) -> String {
      "<table:table-cell \(attributes)>\(content)</table:table-cell>"
    }
    func float(_ value: String, _ shown: String) -> String {
      cell(
        #"office:value-type="float" office:value="\#(value)""#, "<text:p>\(shown)</text:p>")
    }
    func string(_ text: String, _ attributes: String = "") -> String {
      cell(#"\#(attributes) office:value-type="string""#, "<text:p>\(text)</text:p>")
    }
    let date = #"office:value-type="date" office:date-value="1905-06-12""#
    let link =
      #"table:formula="of:=HYPERLINK(&quot;https://example.org/b.jpg&quot;;&quot;b&quot;)""#
    let rows = [
      float("42", "NH-0042")
        + string(
          #"Harbour<text:s text:c="1"/>_x0041_<office:annotation><text:p>no</text:p>"#
            + "</office:annotation>", #"table:number-rows-spanned="2""#)
        + cell(date, "<text:p>12.06.05</text:p>") + float("40.748817", "40,75")
        + float("-73.5", "-73,50°")
        + cell(
          #"office:value-type="string""#,
          #"<text:p><text:a xlink:href="https://example.org/p">page</text:a></text:p>"#)
        + string("a.jpg", #"table:formula="of:=A1""#),
      float("7", "007") + "<table:covered-table-cell/>"
        + string("#N/A", #"table:formula="of:=VLOOKUP(1)""#) + float("1", "1") + float("2", "2")
        + "<table:table-cell/>" + string("b", link),
    ].map { "<table:table-row>\($0)</table:table-row>" }
    let fixture = try ArchiveFixture()
    try fixture.write([0xFF], to: "a.jpg")
    let report = try fixture.archive.importCatalogue(
      at: fixture.write(openDocument(rows.joined()), to: "t.ods"),
      options: ImportOptions(collection: "test"))
    #expect((report.added, report.faults) == (2, []))
    #expect(report.warnings.map(\.line) == [3])
    func item(_ identifier: String) throws -> Item {
      try #require(
        try fixture.archive.item(ItemID(collection: "test", identifier: identifier)))
    }
    let (first, second) = (try item("NH-0042"), try item("007"))
    #expect(first.title == "Harbour _x0041_" && second.title == first.title)
    #expect(first.date?.edtf == "1905-06-12" && second.date == nil)
    #expect(first.pose.coordinate.latitude == 40.748817)
    #expect(first.pose.coordinate.longitude == -73.5)
    #expect(first.source == "https://example.org/p" && second.source == nil)
    #expect(second.media == .url("https://example.org/b.jpg") && first.media != nil)
  }

  @Test(
    "a number of OpenDocument is the stored one, but for fixed text and leading zeros",
    arguments: [
      ("42", "NH-0042", "NH-0042"), ("42", "00042", "00042"), ("40.748817", "40,75", "40.748817"),
      ("40.748817", "40.75°", "40.748817°"), ("45.5", "45,50°", "45.5°"), ("1500", "1,500", "1500"),
      ("1500", "1.500 m", "1500 m"), ("-12.5", "-12,50 €", "-12.5"), ("12345", "1.23E+04", "12345"),
      ("1905012", "1905-012", "1905-012"), ("0.5", "50%", "0.5"), ("0.5", "1/2", "0.5"),
      ("7", "", "7"), ("0", "none", "none"), ("-42", "-000042", "-000042"),
    ])
  func shownNumbers(stored: String, shown: String, text: String) {
    #expect(ShownNumber.text(of: stored, shown: shown) == text)
  }
}
