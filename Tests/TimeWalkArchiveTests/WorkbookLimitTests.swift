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
        var sheet = try OpenDocumentSheet(
          XMLReader(content(row)), number: 0, limits: limits)
        var buffer: [UInt8] = []
        while try sheet.write(into: &buffer) {}
      }
      // The fault behind the row is found only in a row that is read.
      #expect(fault?.reason.contains("has a row longer than") == !isRead, "\(fault?.reason ?? "")")
    }
  }
}
