import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkFormats
@testable import TimeWalkSpatiaLite

@Suite("A workbook")
struct WorkbookTests {
  private typealias Sheet = WorkbookBuilder.Sheet

  private static let header =
    #"<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="inlineStr"><is><t>title</t></is></c>"#
    + #"<c r="C1" t="inlineStr"><is><t>Other</t></is></c></row>"#

  /// The texts of the records of a workbook, row by row.
  private func rows(_ book: WorkbookBuilder, table: String? = nil) throws -> [[String]] {
    var records = try SheetRecords(ByteSource(bytes: book.bytes()), table: table)
    var rows: [[String]] = []
    while try records.next() {
      try #require(records.problem == nil, "\(records.problem ?? "")")
      rows.append(records.names.map { records.text($0) ?? "" })
    }
    return rows
  }

  /// The error of reading all of a workbook.
  private func refusal(_ bytes: [UInt8]) -> String {
    do throws(ArchiveError) {
      var records = try SheetRecords(ByteSource(bytes: bytes))
      while try records.next() {}
      return "nothing is wrong"
    } catch {
      #expect(error.code == .inputUnreadable)
      return error.message
    }
  }

  @Test("All kinds of cells are read as the sheet shows them")
  func kinds() throws {
    let cells = [
      #"t="s"><v>0</v>"#: "Böse & <gut>", #"t="s"><v>1</v>"#: "Broadway",
      #"t="inlineStr"><is><r><t>a </t></r><r><rPr><b/></rPr><t>b</t></r></is>"#: "a b",
      #"t="str"><f>A1&amp;"x"</f><v>ax</v>"#: "ax", #"t="str"><v>a_x000D_b_x00_</v>"#: "a\rb_x00_",
      #"t="b"><v>1</v>"#: "TRUE", #"t="b"><v>0</v>"#: "FALSE", "><v>1905</v>": "1905",
      "><v>40.758000000000003</v>": "40.758", "><v>1E3</v>": "1000", "><v>-7.5e-3</v>": "-0.0075",
      "><v>123456789012345678</v>": "123456789012345678",
      #"t="d"><v>1905-06-12T00:00:00</v>"#:
        "1905-06-12", #"s="1"><v>1990</v>"#: "1905-06-12",
      #"s="2"><v>1990.5</v>"#: "1905-06-12T12:00:00",
      #"s="2"><v>1990</v>"#: "1905-06-12", #"s="3"><v>1990.25</v>"#: "1905",
      #"s="4"><v>1990</v>"#: "1905-06",
      #"s="5"><v>42</v>"#: "00042", #"s="6"><v>0.5625</v>"#: "13:30:00",
      #"s="7"><v>0.5</v>"#: "0.50m",
      #"s="1"><v>60</v>"#: "1900-02-29", #"s="1"><v>59</v>"#: "1900-02-28",
      #"s="1"><v>61</v>"#: "1900-03-01",
      #"s="1"><v>1</v>"#: "1900-01-01", #"s="1"><v>-1</v>"#: "-1",
      #"s="1"><v>2958466</v>"#: "2958466",
      #"s="8"><v>1.5</v>"#: "36:00:00", #"s="99"><v>5</v>"#: "5",
    ]
    for (cell, text) in cells {
      let book = WorkbookBuilder(
        [
          Sheet(
            "S", Self.header + #"<row r="2"><c r="A2"><v>1</v></c><c r="C2" \#(cell)</c></row>"#)
        ],
        texts: [
          "<t>Böse &amp; &lt;gut&gt;</t>",
          #"<r><t>Broad</t></r><r><t>way</t></r><rPh sb="0" eb="1"><t>ブロード</t></rPh>"#,
        ],
        formats: [
          "14", "22", "yyyy", "mmm\\ yyyy", "00000", "18", "0.00&quot;m&quot;", "[h]:mm",
        ])
      #expect(try rows(book).first?.last == text, "\(cell)")
    }
  }

  @Test("Codes of formats distinguish dates from numbers")
  func codes() {
    let day = NumberFormat.date(.day, hasTime: false)
    for (code, format) in [
      ("dd/mm/yyyy", day), ("[$-409]d\\-mmm\\-yy;@", day), (#"yyyy"年"m"月"d"日""#, day),
      ("yyyy-mm-dd hh:mm", .date(.day, hasTime: true)),
      ("mmmm yyyy", .date(.month, hasTime: false)),
      ("General", .plain), ("0.00E+00", .plain),
      ("#,##0.00_);[Red](#,##0.00)", .plain),
      ("0", .plain), ("mm:ss", .time), ("[hh]:mm", .time), ("@", .plain),
      ("", .plain),
    ] {
      #expect(NumberFormat(code: code) == format, "\(code)")
    }
    // The second part is for negative numbers.
    #expect(NumberFormat(code: "0;yyyy") != .date(.year, hasTime: false))
  }

  @Test("Days count from 1904 if the workbook uses that system")
  func from1904() throws {
    let book = WorkbookBuilder(
      [
        Sheet(
          "S",
          Self.header
            + #"<row r="2"><c r="A2"><v>1</v></c><c r="B2" s="1"><v>0</v></c><c r="C2" s="1"><v>528</v></c></row>"#
        )
      ], formats: ["14"], isFrom1904: true)
    #expect(try rows(book) == [["1", "1904-01-01", "1905-06-12"]])
  }

  @Test("Empty cells and rows may be left out, and references be missing")
  func sparse() throws {
    let book = WorkbookBuilder([
      Sheet(
        "S",
        Self.header + #"<row r="3"><c r="A3"><v>1</v></c><c r="C3"><v>3</v></c></row><row r="4"/>"#
          + #"<row r="5"><c r="B5" s="2"/></row><row><c><v>4</v></c><c><v>5</v></c></row>"#)
    ])
    var records = try SheetRecords(ByteSource(bytes: book.bytes()))
    #expect(try records.next())
    #expect(records.text("Other") == "3" && records.text("title") == "" && records.place.line == 3)
    #expect(try records.next())
    #expect(records.text("id") == "4" && records.text("title") == "5" && records.place.line == 6)
    #expect(try !records.next())
  }

  @Test("The first visible sheet with a header is read; another by its name")
  func sheets() throws {
    let row = #"<row r="2"><c r="A2"><v>1</v></c></row>"#
    let book = WorkbookBuilder([
      Sheet("Old", Self.header + row.replacing("<v>1", with: "<v>7"), state: "hidden"),
      Sheet(
        "Read me", #"<row r="1"><c r="A1" t="inlineStr"><is><t>Our pictures</t></is></c></row>"#),
      Sheet("Data", Self.header + row),
      Sheet("More", Self.header + row.replacing("<v>1", with: "<v>8")),
    ])
    #expect(try rows(book).map(\.first) == ["1"])
    #expect(try rows(book, table: "More").map(\.first) == ["8"])
    #expect(try rows(book, table: "Old").map(\.first) == ["7"])
    let records = try SheetRecords(ByteSource(bytes: book.bytes()))
    #expect(
      records.findings.first?.reason == #"reading the sheet "Data", not "Read me", "More""#)
    let error = #expect(throws: ArchiveError.self) { try rows(book, table: "Nope") }
    #expect(error?.message.contains(#"it has "Old", "Read me", "Data", "More""#) == true)
  }

  @Test("An invalid value loses the cell, not the row, and is reported")
  func cellFaults() throws {
    let book = WorkbookBuilder([
      Sheet(
        "S",
        Self.header
          + #"<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="C2"><f>A1</f><v></v></c></row>"#
          + #"<row r="3"><c r="A3"><v>2</v></c><c r="XFD3"><v>9</v></c></row>"#
          + #"<row r="4"><c r="A4"><v>3</v></c><c r="B4" t="s"><v>9</v></c></row>"#)
    ])
    let fixture = try ArchiveFixture()
    let report = try fixture.archive.importCatalogue(at: fixture.write(book.bytes(), to: "t.xlsx"))
    #expect(report.added == 2 && report.refused == 1)
    let said = report.findings.map(\.description).joined(separator: "\n")
    #expect(
      said.contains(
        "line 2: title has the error #DIV/0!; read as empty; Other has a formula"))
    #expect(said.contains("line 3: the values in XFD have no column name"))
    #expect(said.contains("line 4: cell B4: a text that the workbook doesn't have"))
  }

  @Test("The largest that a sheet may have is read")
  func largest() throws {
    let long = String(repeating: "&quot;", count: 32_767)
    let book = WorkbookBuilder([
      Sheet(
        "S",
        Self.header
          + #"<row r="1048576"><c r="A1048576"><v>1</v></c><c r="B1048576" t="str"><v>\#(long)</v></c>"#
          + #"<c r="XFD1048576"/></row>"#)
    ])
    #expect(try rows(book).first?[1].count == 32_767)
  }

  @Test("A title above the header is reported")
  func title() throws {
    let fixture = try ArchiveFixture()
    let path = try fixture.write(
      WorkbookBuilder([["Our pictures"], [], ["id", "title", "lat", "lon"], ["1", "A", "1", "2"]])
        .bytes(), to: "t.xlsx")
    let error = #expect(throws: ArchiveError.self) {
      try fixture.archive.importCatalogue(at: path)
    }
    #expect(error?.message.contains("Line 3 looks like the header") == true)
  }

  @Test("Other files of zips and offices are named")
  func others() throws {
    func zip(_ name: String) -> [UInt8] { WorkbookBuilder.zip([(name, [1, 2, 3])]) }
    for (name, words) in [
      ("content.xml", "an OpenDocument file"),
      ("word/document.xml", "a text document"),
      ("doc.kml", "a KMZ"),
      ("xl/workbook.bin", "a binary workbook"),
      ("a.csv", "a ZIP file without a workbook in it"),
    ] {
      #expect(refusal(zip(name)).contains(words), "\(name)")
    }
    let fixture = try ArchiveFixture()
    let path = try fixture.write([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], to: "t.xlsx")
    let error = #expect(throws: ArchiveError.self) {
      try fixture.archive.importCatalogue(at: path)
    }
    #expect(error?.message.contains("password") == true)
  }

  @Test("A workbook that is damaged or hostile is refused with its reason")
  func hostile() throws {
    let row = #"<row r="2"><c r="A2"><v>1</v></c></row>"#
    let good = WorkbookBuilder([Sheet("S", Self.header + row)])
    #expect(refusal(good.bytes()) == "nothing is wrong")
    let sheet = "xl/worksheets/sheet1.xml"
    func changed(_ part: String, _ change: (String) -> String) -> String {
      var book = good
      book.parts[part] = change(book.parts[part] ?? "")
      return refusal(book.bytes())
    }
    func rows(_ rows: String) -> String {
      changed(sheet) { _ in "<worksheet><sheetData>\(rows)</sheetData></worksheet>" }
    }
    #expect(
      changed(sheet) { #"<!DOCTYPE a [<!ENTITY b "c">]>"# + $0 }.contains(
        "declares a document type"))
    #expect(rows(Self.header + "<row>&lol;</row>") == "nothing is wrong")
    #expect(
      rows(#"<row r="1"><c t="str"><v>&lol;</v></c></row>"#).contains(
        "has the unknown reference &lol;"))
    #expect(
      rows(String(repeating: "<a>", count: 100)).contains("is nested deeper than 64 elements"))
    #expect(
      rows(#"<row><c t="str"><v>\#(String(repeating: "a", count: 3 << 20))</v></c></row>"#)
        .contains("has a text longer than"))
    #expect(rows(#"<row r="2"/><row r="2"/>"#).contains("has the row 2 after row 2"))
    #expect(rows(#"<row r="1048577"/>"#).contains("has the row 1048577"))
    let swapped = rows(#"<row r="1"><c r="B1"/><c r="A1"/></row>"#)
    #expect(swapped.contains("has the cell A1 in the wrong place"))
    for (xml, words) in [
      (#"<row r="1"><c r="XFE1"/></row>"#, "has the cell XFE1"),
      (#"<row r="1"><c r="A2"/></row>"#, "has the cell A2"),
      ("<row></c></row>", "closes an element that isn't open"),
      ("<row a=\"1\" a=\"2\"/>", "the same attribute twice"),
      ("<row a=1/>", "an invalid attribute"),
    ] {
      #expect(rows(xml).contains(words), "\(xml)")
    }
    #expect(
      rows("<row><c t=\"str\"><v>\u{1}</v></c></row>").contains("characters that XML can't have"))
    #expect(
      rows("<row " + (0..<65).map { "a\($0)=\"\"" }.joined(separator: " ") + "/>")
        .contains("more than 64 attributes"))
    #expect(changed(sheet) { String($0.dropLast(20)) }.contains("ends too early"))
    #expect(changed(sheet) { $0 + "<b/>" }.contains("has two roots"))
    #expect(changed(sheet) { _ in "<chartsheet/>" }.contains("isn't a sheet of cells"))
    #expect(
      changed("xl/_rels/workbook.xml.rels") { $0.replacing("sheet1", with: "sheet9") }
        .contains("its part xl/worksheets/sheet9.xml is missing"))
    #expect(
      changed("xl/workbook.xml") { $0.replacing("rId1\"", with: "rId77\"") }.contains(
        "without a file"))
    #expect(
      changed("xl/workbook.xml") {
        $0.replacing("<sheets>", with: "<sheets").replacing(">", with: "")
      }
      .contains("xl/workbook.xml"))
  }

  @Test("A zip that lies or bursts is refused before it takes memory")
  func bombs() throws {
    let texts = "xl/sharedStrings.xml"
    let good = WorkbookBuilder([Sheet("S", Self.header)]).bytes(isCompressed: false)
    #expect(refusal(good) == "nothing is wrong")
    /// The start of a part's entry in the directory.
    let entry = try #require(
      good.indices.last {
        good[$0...].starts(with: [0x50, 0x4B, 1, 2])
          && good[($0 + 46)...].starts(with: Array(texts.utf8))
      })
    func changed(_ at: Int, _ bytes: [UInt8]) -> String {
      var zip = good
      zip.replaceSubrange((entry + at)..<(entry + at + bytes.count), with: bytes)
      return refusal(zip)
    }
    // Sizes: uncompressed and compressed.
    for (place, bytes, words) in [
      (24, [0, 0, 0, 0x60], "has 1536 MB, more than the limit of 512 MB"),
      (24, [1, 0, 0, 0], "is longer than its declared length"),
      (20, [0xFF, 0xFF, 0xFF, 0], "is outside it"),
      (42, [0xFF, 0xFF, 0xFF, 0], "is outside it"),
      (42, [0, 0, 0, 0], "two of its files share bytes"),
      (16, [1, 2, 3, 4], "is damaged"),
      (8, [1, 0], "is encrypted"),
      (10, [9, 0], "uses an unsupported compression"),
      (10, [8, 0], "is damaged"),
    ] as [(Int, [UInt8], String)] {
      #expect(changed(place, bytes).contains(words), "\(place) \(bytes)")
    }
    #expect(refusal(Array(good.dropLast(30))).contains("it isn't a complete zip"))
    #expect(refusal([0x50, 0x4B, 3, 4]).contains("it isn't a complete zip"))
    let many = WorkbookBuilder.zip((0...10_000).map { ("\($0)", []) })
    #expect(refusal(many).contains("more than 10000 files"))
  }
}
