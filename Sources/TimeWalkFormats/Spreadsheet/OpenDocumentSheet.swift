import TimeWalkArchive
import TimeWalkBase

/// Rewrites a sheet of an OpenDocument spreadsheet (ISO/IEC 26300-1) as the XML of a worksheet, row
/// by row.
///
/// Texts are as the sheet shows them, and numbers by `ShownNumber`; dates and times are in ISO
/// 8601.
final class OpenDocumentSheet {
  /// The part with all sheets.
  static let part = "content.xml"
  /// Words of which a document with merged or linked cells has at least one.
  static let marks = ["rows-spanned", "text:a ", "HYPERLINK"]

  private let limits: SheetLimits
  private var xml: XMLReader
  /// Its place among all, from 0.
  private var number = -1
  private var row = 0
  /// The cells of the current row, and the number of rows that have the same.
  private var cells: [(column: Int, type: String, text: String)] = []
  private var repeats = 0
  private var size = 0
  /// The number of cells written so far that the document doesn't have itself.
  private var copies = 0
  private var hasBegun = false
  private var hasEnded = false
  /// The merged and the linked cells of the rows so far.
  private(set) var merged: [SheetAreas.Area] = []
  private(set) var linked: [SheetAreas.Area] = []

  /// The sheets of a document, with true for hidden ones; `nil` if it isn't a spreadsheet.
  ///
  /// Of too many sheets, one more than `SheetLimits.sheets` is listed.
  static func list(_ xml: inout XMLReader) throws(XMLFault) -> [(name: String, isHidden: Bool)]? {
    var hidden: Set<String> = []
    var style = ""
    var sheets: [(name: String, isHidden: Bool)] = []
    var isSpreadsheet = false
    while true {
      switch try xml.next() {
      case .finish: return isSpreadsheet ? sheets : nil
      case .start where xml.isNamed("style"): style = try xml.attribute("name") ?? ""
      case .start where xml.isNamed("table-properties"):
        if try xml.attribute("display") == "false" { hidden.insert(style) }
      case .start where xml.depth == 3 && xml.isNamed("spreadsheet"): isSpreadsheet = true
      case .start where isSpreadsheet && xml.depth == 4 && xml.isNamed("table"):
        let own = try xml.attribute("style-name") ?? ""
        sheets.append((try xml.attribute("name") ?? "", hidden.contains(own)))
        if sheets.count > SheetLimits.sheets { return sheets }
        try xml.skipElement()
      default: continue
      }
    }
  }

  /// Starts before the first sheet.
  init(_ document: XMLReader, limits: SheetLimits) {
    self.limits = limits
    xml = document
  }

  /// Goes to a later sheet, by its place among all, from 0.
  func go(to wanted: Int) throws(XMLFault) {
    (row, cells, repeats, size, copies) = (0, [], 0, 0, 0)
    (hasBegun, hasEnded, merged, linked) = (false, false, [], [])
    while true {
      switch try xml.next() {
      case .finish: throw XMLFault("has too few sheets")
      case .start where xml.depth == 4 && xml.isNamed("table"):
        number += 1
        guard number < wanted else { return }
        try xml.skipElement()
      default: continue
      }
    }
  }

  /// Appends the next piece of the worksheet; returns whether there was any.
  func write(into buffer: inout [UInt8]) throws(XMLFault) -> Bool {
    guard !hasEnded else { return false }
    var piece = ""
    if !hasBegun {
      hasBegun = true
      piece = "<worksheet><sheetData>"
    } else if repeats > 0 {
      repeats -= 1
      row += 1
      guard row <= SheetLimits.rows else { throw SheetRows.tooMany }
      copies += cells.count
      guard copies <= limits.copies else { throw limits.manyCopies }
      piece = "<row r=\"\(row)\">"
      for cell in cells {
        piece += "<c r=\"\(ColumnName.of(cell.column))\(row)\" t=\"\(cell.type)\"><v>"
        piece += cell.text + "</v></c>"
      }
      piece += "</row>"
    } else if try !nextRow() {
      hasEnded = true
      piece = "</sheetData></worksheet>"
    } else {
      piece = " "
    }
    size += piece.utf8.count
    guard size <= limits.sheet else {
      throw XMLFault("has a sheet longer than \(limits.sheet >> 20) MB")
    }
    buffer += piece.utf8
    return true
  }

  /// Reads the next row; `false` at the end of the sheet.
  private func nextRow() throws(XMLFault) -> Bool {
    while true {
      switch try xml.next() {
      case .end where xml.depth == 3: return false
      case .finish: throw XMLFault("ends too early")
      case .start where xml.isNamed("table-row"):
        try readRow()
        return true
      default: continue
      }
    }
  }

  private func readRow() throws(XMLFault) {
    let inside = xml.depth
    repeats = try count("number-rows-repeated")
    cells = []
    var (column, size) = (0, 0)
    while xml.depth >= inside {
      guard try xml.next() == .start, xml.depth == inside + 1 else { continue }
      guard xml.isNamed("table-cell") || xml.isNamed("covered-table-cell") else {
        try xml.skipElement()
        continue
      }
      let columns = try count("number-columns-repeated")
      let rows = try count("number-rows-spanned")
      if rows > 1 {
        let area = SheetAreas.Area(column: column, rows: row + 1...row + rows)
        try SheetAreas.add(area, to: &merged, most: limits.areas)
      }
      if let cell = try readCell(in: column) {
        guard column + columns <= SheetLimits.columns else {
          throw XMLFault("has more than \(SheetLimits.columns) columns")
        }
        copies -= 1
        size += columns * cell.text.utf8.count
        guard size <= limits.row else { throw limits.longRow }
        for next in column..<(column + columns) { cells.append((next, cell.type, cell.text)) }
      }
      column += columns
    }
    // Sheets end with a million empty rows.
    if cells.isEmpty { (row, repeats) = (row + repeats, 0) }
  }

  /// A number of rows or columns, at least 1.
  private func count(_ attribute: StaticString) throws(XMLFault) -> Int {
    let count = try xml.attribute(attribute).flatMap { Int($0) } ?? 1
    return min(max(count, 1), SheetLimits.rows)
  }

  /// The cell that has just started, with its text as XML; `nil` if empty.
  private func readCell(in column: Int) throws(XMLFault) -> (type: String, text: String)? {
    let inside = xml.depth
    let type = try xml.attribute("value-type")
    let formula = try xml.attribute("formula")
    var value: String?
    for name: StaticString in [
      "value", "date-value", "time-value", "boolean-value", "string-value",
    ]
    where value == nil {
      value = try xml.attribute(name)
    }
    var shown = ""
    var address = formula.flatMap {
      LinkFormula(String($0.drop { $0 != "=" }.dropFirst()))?.address
    }
    while xml.depth >= inside {
      guard try xml.next() == .start else { continue }
      // Comments and drawings are not the cell's.
      guard xml.depth == inside + 1, xml.isNamed("p") else {
        try xml.skipElement()
        continue
      }
      if !shown.isEmpty { shown += "\n" }
      try readParagraph(&shown, &address)
    }
    if let address {
      let area = SheetAreas.Area(column: column, rows: row + 1...row + 1, address: address)
      try SheetAreas.add(area, to: &linked, most: limits.areas)
    }
    if formula != nil, type == "string", shown.hasPrefix("#") || shown.hasPrefix("Err:") {
      return ("e", XMLText.escaped(shown))
    }
    let text = OpenDocumentSheet.text(type, value, shown)
    // The reader of worksheets takes _x0041_ for a character.
    return text.isEmpty ? nil : ("str", XMLText.escaped(text).replacing("_x", with: "_x005F_x"))
  }

  private func readParagraph(
    _ shown: inout String, _ address: inout String?
  ) throws(XMLFault) {
    let inside = xml.depth
    while xml.depth >= inside {
      switch try xml.next() {
      case .text: shown += try xml.text()
      case .start where xml.isNamed("s"):
        let count = try xml.attribute("c").flatMap { Int($0) } ?? 1
        shown += String(repeating: " ", count: min(max(count, 0), 1_000))
      case .start where xml.isNamed("tab"): shown += "\t"
      case .start where xml.isNamed("line-break"): shown += "\n"
      case .start where xml.isNamed("a"):
        if address == nil { address = try xml.attribute("href") }
      case .start where xml.isNamed("note") || xml.isNamed("annotation"): try xml.skipElement()
      default: continue
      }
      guard shown.utf8.count <= limits.row else { throw limits.longRow }
    }
  }

  /// A value as text.
  private static func text(_ type: String?, _ value: String?, _ shown: String) -> String {
    guard let value else { return shown }
    switch type {
    case "float": return ShownNumber.text(of: value, shown: shown)
    case "percentage", "currency":
      return NumberFormat.plain.text(value, isFrom1904: false) ?? shown
    case "date":
      if shown.count == 4, value.hasPrefix(shown) { return shown }
      return value.hasSuffix("T00:00:00") ? String(value.dropLast(9)) : value
    case "time": return clock(value) ?? shown
    case "boolean": return value.uppercased()
    default: return shown.isEmpty ? value : shown
    }
  }

  /// `13:30:00` for `PT13H30M00S`.
  private static func clock(_ duration: String) -> String? {
    guard let match = duration.wholeMatch(of: #/PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,]\d+)?S/#),
      let hours = Int(match.1), let minutes = Int(match.2), let seconds = Int(match.3)
    else { return nil }
    return SerialDate.clock(seconds: hours * 3600 + minutes * 60 + seconds)
  }
}

/// A number by its stored value and by the text that a sheet shows.
enum ShownNumber {
  /// The shown text where it has fixed text or leading zeros, else the stored number.
  ///
  /// The shown text has the stored decimals.
  static func text(of written: String, shown: String) -> String {
    guard let plain = NumberFormat.plain.text(written, isFrom1904: false) else { return shown }
    let digits = plain.drop { $0 == "-" }
    let text = shown.trimmed
    guard let first = text.firstIndex(where: isDigit), let last = text.lastIndex(where: isDigit)
    else { return text.contains(where: \.isLetter) ? text : plain }
    let (start, end) = (text[..<first], text[text.index(after: last)...])
    let middle = text[first...last]
    guard !end.contains("%") else { return plain }
    let isFixed = (start + end).contains {
      !$0.isWhitespace && !"()+-\u{2212}.,'".contains($0) && !$0.isCurrencySymbol
    }
    let isMarked = middle.contains {
      !isDigit($0) && !".,'\u{2019}".contains($0) && !$0.isWhitespace
    }
    let hasZeros = middle.first == "0" && middle.dropFirst().first.map(isDigit) == true
    let bare = String(middle.filter(isDigit).drop { $0 == "0" })
    if digits.allSatisfy(isDigit), bare == (digits == "0" ? "" : String(digits)) {
      guard isFixed || isMarked || hasZeros else { return plain }
      return String(start + (isMarked || hasZeros ? middle : digits) + end)
    }
    return isFixed ? String(start + digits + end) : plain
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }
}
