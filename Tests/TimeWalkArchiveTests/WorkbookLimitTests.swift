import Testing
import TimeWalkArchive
import TimeWalkBase
import TimeWalkTestSupport

@testable import TimeWalkCatalogue
@testable import TimeWalkFormats

/// The sizes of a workbook, with small limits in place of the large ones.
@Suite("A workbook at its limits")
struct WorkbookLimitTests {
  /// The error of reading all of a workbook; `nil` if there is none.
  private func error(of bytes: [UInt8], _ limits: SheetLimits) -> String? {
    do throws(ArchiveError) {
      var records = try SheetRecords(ByteSource(bytes: bytes), limits: limits)
      while try records.next() {}
      return nil
    } catch { return error.message }
  }

  /// Reads a workbook with a limit that is its size, and with a limit that is less by one.
  private func expect(
    _ bytes: [UInt8], with size: Int, of limit: WritableKeyPath<SheetLimits, Int>,
    refusal words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var limits = SheetLimits()
    limits[keyPath: limit] = size
    #expect(error(of: bytes, limits) == nil, sourceLocation: sourceLocation)
    limits[keyPath: limit] = size - 1
    let error = error(of: bytes, limits)
    #expect(error?.contains(words) == true, "\(error ?? "")", sourceLocation: sourceLocation)
  }

  @Test("The file, a sheet, the shared texts and another part")
  func parts() throws {
    let book = WorkbookBuilder([["id", "title"], ["a", "A"]])
    let bytes = book.bytes()
    let sizes = book.parts.mapValues(\.utf8.count)
    let (sheetPart, textsPart) = ("xl/worksheets/sheet1.xml", "xl/sharedStrings.xml")
    let sheet = try #require(sizes[sheetPart])
    let texts = try #require(sizes[textsPart])
    let part = try #require(sizes.filter { ![sheetPart, textsPart].contains($0.key) }.values.max())
    expect(bytes, with: bytes.count, of: \.file, refusal: "The source is larger than")
    expect(bytes, with: sheet, of: \.sheet, refusal: "more than the limit of")
    expect(bytes, with: texts, of: \.texts, refusal: "more than the limit of")
    expect(bytes, with: part, of: \.part, refusal: "more than the limit of")
    let usual = SheetLimits()
    #expect([usual.file, usual.sheet, usual.texts] == [512 << 20, 2 << 30, 512 << 20])
    #expect([usual.part, usual.row, usual.areas] == [64 << 20, 16 << 20, 1_048_576])
    #expect([usual.copies, SheetLimits.sheets] == [8_388_608, 256])
  }

  @Test("The sheets, each of a file of its own")
  func sheets() {
    func book(_ count: Int) -> WorkbookBuilder {
      WorkbookBuilder((0..<count).map { .init("S\($0)", row([#"t="str"><v>id</v>"#])) })
    }
    #expect(error(of: book(256).bytes(), SheetLimits()) == nil)
    #expect(
      error(of: book(257).bytes(), SheetLimits())?.contains("has more than 256 sheets") == true)
    var shared = book(2)
    let links = "xl/_rels/workbook.xml.rels"
    shared.parts[links] = shared.parts[links]?.replacing("sheet2", with: "sheet1")
    let words = "has two sheets of the file xl/worksheets/sheet1.xml"
    #expect(error(of: shared.bytes(), SheetLimits())?.contains(words) == true)
    let empty = "</table><table>"
    for (count, isRead) in [(255, true), (256, false)] {
      let rows = "<table-row>\(cell("id"))</table-row>" + String(repeating: empty, count: count)
      let error = error(of: WorkbookBuilder.zip([("content.xml", content(rows))]), SheetLimits())
      #expect(error?.contains("has more than 256 sheets") == (isRead ? nil : true))
    }
  }

  @Test("A text that cells share, and the texts of all rows")
  func sharedTexts() {
    func book(_ text: String) -> WorkbookBuilder {
      let header = row([#"t="str"><v>id</v>"#, #"t="str"><v>title</v>"#])
      let others = (0..<3).map { row(["><v>\($0)</v>", #"t="s"><v>0</v>"#]) }
      return WorkbookBuilder([.init("S", header + others.joined())], texts: [text])
    }
    let half = String(repeating: "x", count: 1 << 19)
    let run = "<r><t>\(half)</t></r>"
    #expect(error(of: book(run + run).bytes(), SheetLimits()) == nil)
    let long = error(of: book(run + run + "<r><t>x</t></r>").bytes(), SheetLimits())
    #expect(long?.contains("has a text longer than 1048576 bytes") == true, "\(long ?? "")")
    // The header, the three identifiers, and the same title three times.
    expect(
      book("<t>\(half)</t>").bytes(), with: 7 + 3 + 3 << 19, of: \.sheet,
      refusal: "has texts longer than 1 MB together")
    var linked = WorkbookBuilder([["id", "title"]] + (0..<4).map { ["\($0)", "t"] })
    let address = "https://example.org/" + half
    linked.append(
      #"<hyperlinks><hyperlink ref="B2:B5" r:id="rId1"/></hyperlinks>"#, addresses: [address])
    expect(
      linked.bytes(), with: 7 + 4 * (2 + address.utf8.count), of: \.sheet,
      refusal: "has texts longer than 2 MB together")
  }

  /// A row of cells, each by its XML behind `<c `.
  private func row(_ cells: [String]) -> String {
    "<row>\(cells.map { "<c \($0)</c>" }.joined())</row>"
  }

  @Test("Cells that repeat others, in columns, in rows, and in merged cells")
  func copies() {
    let words = "has more than 5 cells that repeat others"
    let header = ["id", "title", "x"].map { cell($0) }
    let columns = [cell("a", #"number-columns-repeated="3""#)]
    expect(
      openDocument([header] + [columns, columns, columns]), with: 6, of: \.copies,
      refusal: words)
    expect(
      openDocument([header, [cell("a"), cell("b")]], repeats: 4), with: 6, of: \.copies,
      refusal: words)
    // An empty cell may be repeated in all columns of all rows.
    let empty = #"<table-cell number-columns-repeated="16384"/>"#
    var none = SheetLimits()
    none.copies = 0
    #expect(error(of: openDocument([header, [empty]], repeats: 1_000_000), none) == nil)
    var merged = WorkbookBuilder(
      [["id", "title", "x"]] + (0..<4).map { ["\($0)", "t", "x"] })
    merged.append(
      #"<mergeCells><mergeCell ref="B2:B5"/><mergeCell ref="C2:C5"/></mergeCells>"#)
    expect(merged.bytes(), with: 6, of: \.copies, refusal: words)
  }

  @Test("The texts of a row, with those of merged cells")
  func rows() {
    let long = String(repeating: "x", count: 20)
    let words = "has a row longer than 39 bytes"
    let plain = WorkbookBuilder([["id", "title", "x"], [long, long]])
    expect(plain.bytes(), with: 40, of: \.row, refusal: words)
    var merged = WorkbookBuilder([["id", "title"], ["a", long], [long]])
    merged.append(#"<mergeCells><mergeCell ref="B2:B3"/></mergeCells>"#)
    expect(merged.bytes(), with: 40, of: \.row, refusal: words)
  }

  @Test("Merged cells, and linked cells")
  func areas() {
    let rows = [["id", "title"], ["a", "A"], ["b", "B"], ["c", "C"]]
    let words = "has more than 2 merged or linked cells"
    let cells = ["B2", "B3", "B4"]
    var merged = WorkbookBuilder(rows)
    merged.append(
      "<mergeCells>\(cells.map { #"<mergeCell ref="\#($0)"/>"# }.joined())</mergeCells>")
    expect(merged.bytes(), with: 3, of: \.areas, refusal: words)
    var linked = WorkbookBuilder(rows)
    linked.append(
      "<hyperlinks>\(cells.map { #"<hyperlink ref="\#($0)" r:id="rId1"/>"# }.joined())</hyperlinks>",
      addresses: ["https://example.org"])
    expect(linked.bytes(), with: 3, of: \.areas, refusal: words)
    let span = #"number-rows-spanned="2""#
    let document = [["id", "title"].map { cell($0) }] + (0..<3).map { [cell("\($0)", span)] }
    expect(openDocument(document), with: 3, of: \.areas, refusal: words)
    let link = "<text:a href=\"https://example.org\">page</text:a>"
    let links = [["id", "title"].map { cell($0) }] + (0..<3).map { [cell("\($0)"), cell(link)] }
    expect(openDocument(links), with: 3, of: \.areas, refusal: words)
  }

  // MARK: OpenDocument

  private func cell(_ text: String, _ attributes: String = "") -> String {
    "<table-cell value-type=\"string\" \(attributes)><text:p>\(text)</text:p></table-cell>"
  }

  /// The document with a sheet of such rows.
  private func content(_ rows: String) -> [UInt8] {
    Array(
      "<c><body><spreadsheet><table name=\"S\">\(rows)</table></spreadsheet></body></c>".utf8)
  }

  private func openDocument(_ rows: [[String]], repeats: Int = 1) -> [UInt8] {
    let rows = rows.enumerated().map { index, cells in
      "<table-row number-rows-repeated=\"\(index == 0 ? 1 : repeats)\">\(cells.joined())</table-row>"
    }
    return WorkbookBuilder.zip([("content.xml", content(rows.joined()))])
  }

  @Test("The sheets of an OpenDocument are read one after another, from its beginning once")
  func documentOnce() throws {
    let rows = ["a", "b", "c"].map { "<table-row>\(cell($0))</table-row>" }
    let bytes = content(rows.joined(separator: "</table><table>"))
    var pieces = [bytes]
    let document = OpenDocumentSheet(
      try XMLReader { buffer throws(XMLFault) in
        guard let piece = pieces.popLast() else { return false }
        buffer += piece
        return true
      }, limits: SheetLimits())
    for (number, text) in [(0, "a"), (2, "c")] {
      try document.go(to: number)
      var buffer: [UInt8] = []
      while !buffer.contains(UInt8(ascii: "v")), try document.write(into: &buffer) {}
      #expect(String(decoding: buffer, as: UTF8.self).contains("<v>\(text)</v>"))
    }
  }

  @Test("The sheet of an OpenDocument with a header is read, or else its first one with a row")
  func documentSheets() throws {
    for (header, ids) in [("id", ["2"]), ("Other", ["1"])] {
      let tables = [["Read me", "1"], [header, "2"], [header, "3"]].map { texts in
        texts.map { "<table-row>\(cell($0))</table-row>" }.joined()
      }
      let bytes = content((["<p/>"] + tables).joined(separator: "</table><table>"))
      var records = try SheetRecords(
        ByteSource(bytes: WorkbookBuilder.zip([("content.xml", bytes)])))
      var found: [String] = []
      let name = try #require(records.names.first)
      while try records.next() { found.append(records.text(name) ?? "") }
      #expect(found == ids)
    }
  }

  @Test("Repeated rows of an OpenDocument count as often as they are")
  func repeatedRows() {
    let long = String(repeating: "x", count: 1000)
    let document = openDocument([["id", "title"].map { cell($0) }, [cell(long)]], repeats: 100)
    var limits = SheetLimits()
    for (size, isRead) in [(200_000, true), (100_000, false)] {
      limits.sheet = size
      let error = error(of: document, limits)
      #expect(error?.contains("has a sheet longer than") == (isRead ? nil : true), "\(error ?? "")")
    }
  }

  @Test(
    "A row of an OpenDocument is not read beyond the limit",
    arguments: [
      #"<p>0123456789</p></table-cell></wrong>"#,
      #"<p><s c="10"/><s c="10"/><s c="10"/></wrong>"#,
    ])
  func repeatedColumns(rest: String) throws {
    let repeats = rest.contains("<s") ? 1 : 3
    let row = "<table-row><table-cell number-columns-repeated=\"\(repeats)\">" + rest
    for (size, isRead) in [(30, true), (29, false)] {
      var limits = SheetLimits()
      limits.row = size
      let fault = #expect(throws: XMLFault.self) {
        let sheet = OpenDocumentSheet(try XMLReader(content(row)), limits: limits)
        try sheet.go(to: 0)
        var buffer: [UInt8] = []
        while try sheet.write(into: &buffer) {}
      }
      // The fault behind the row is found only in a row that is read.
      #expect(fault?.reason.contains("has a row longer than") == !isRead, "\(fault?.reason ?? "")")
    }
  }
}
