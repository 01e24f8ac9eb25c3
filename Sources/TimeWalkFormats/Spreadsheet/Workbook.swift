package import TimeWalkArchive
internal import TimeWalkBase

/// A workbook of Office Open XML (ECMA-376, part 1), the format `.xlsx`: its sheets, and the shared
/// data of their cells.
///
/// A spreadsheet of OpenDocument (ISO/IEC 26300-1), the format `.ods`, is read as one.
/// It is read strictly and within `SheetLimits`. Formulas are not computed; their last results are
/// taken.
package struct Workbook {
  /// One sheet of cells.
  package struct Sheet: Hashable {
    /// The name on its tab.
    package var name: String
    /// True if its tab is hidden.
    package var isHidden: Bool
    /// Its part of the package.
    var part: String
    /// Its place among those of an OpenDocument, from 0; `nil` for a part of its own.
    var number: Int?
  }

  /// The sheets in the order of their tabs, without charts.
  package let sheets: [Sheet]
  /// True if days are counted from 1904.
  let isFrom1904: Bool
  /// The number formats of cells, by the number of the style that a cell names.
  let formats: [NumberFormat]
  /// The texts that cells name by number.
  let texts: SharedTexts
  private let package: OfficePackage

  var limits: SheetLimits { package.limits }

  /// Reads all but the cells.
  ///
  /// Throws `.inputUnreadable` for a file that isn't a workbook, is damaged, or exceeds a limit.
  package init(
    _ bytes: [UInt8], limits: SheetLimits = SheetLimits()
  ) throws(ArchiveError) {
    let package = try OfficePackage(bytes, limits: limits)
    self.package = package
    if package.names.contains(OpenDocumentSheet.part) {
      guard let sheets = Workbook.openDocument(package) else {
        throw Workbook.refusal(of: package.names)
      }
      guard sheets.count <= SheetLimits.sheets else {
        throw OfficePackage.refusal(OpenDocumentSheet.part, SheetLimits.manySheets)
      }
      (self.sheets, isFrom1904, formats, texts) = (sheets, false, [], SharedTexts())
      return
    }
    guard
      let part = try package.links(of: nil).values.first(where: { $0.type == "officeDocument" }),
      !part.part.hasSuffix(".bin")
    else { throw Workbook.refusal(of: package.names) }
    let links = try package.links(of: part.part)
    let book = try package.read(part.part) { xml throws(XMLFault) in
      try Workbook.book(&xml, links: links)
    }
    guard let book else { throw Workbook.refusal(of: package.names) }
    (sheets, isFrom1904) = book
    func shared(_ type: String) -> String? { links.values.first { $0.type == type }?.part }
    formats =
      try shared("styles").map { part throws(ArchiveError) in
        try package.read(part) { xml throws(XMLFault) in try Workbook.formats(&xml) }
      } ?? []
    texts =
      try shared("sharedStrings").map { part throws(ArchiveError) in
        try package.read(part, limit: limits.texts) { xml throws(XMLFault) in
          try SharedTexts(&xml)
        }
      } ?? SharedTexts()
  }

  /// Starts to read the first of some sheets, in their order, whose first row is wanted, or else
  /// the first that has a row.
  ///
  /// Returns that row; `nil` if there is none.
  package func rows(
    of sheets: [Sheet], whereFirst isWanted: (SheetRows) -> Bool
  ) throws(ArchiveError) -> SheetRows? {
    var first: Sheet?
    let document = try sheets.first?.number == nil ? nil : document()
    for sheet in sheets {
      var rows = try rows(of: sheet, in: document)
      guard try rows.next() else { continue }
      if isWanted(rows) { return rows }
      if first == nil { first = sheet }
    }
    guard let first else { return nil }
    var rows = try rows(of: first)
    return try rows.next() ? rows : nil
  }

  /// Starts to read a sheet's cells.
  func rows(of sheet: Sheet) throws(ArchiveError) -> SheetRows {
    try rows(of: sheet, in: sheet.number == nil ? nil : document())
  }

  /// Starts to read an OpenDocument.
  private func document() throws(ArchiveError) -> OpenDocumentSheet {
    OpenDocumentSheet(
      try package.open(OpenDocumentSheet.part, limit: limits.sheet), limits: limits)
  }

  /// Starts to read a sheet's cells; an OpenDocument is read on from its earlier sheet.
  private func rows(
    of sheet: Sheet, in document: OpenDocumentSheet?
  ) throws(ArchiveError) -> SheetRows {
    guard let document, let number = sheet.number else {
      return SheetRows(
        try package.open(sheet.part, limit: limits.sheet), of: sheet, in: self)
    }
    do throws(XMLFault) {
      try document.go(to: number)
      let xml = try XMLReader { buffer throws(XMLFault) in try document.write(into: &buffer) }
      return SheetRows(xml, of: sheet, in: self)
    } catch { throw OfficePackage.refusal(sheet.part, error) }
  }

  /// The sheets of an OpenDocument; `nil` for one of another kind.
  private static func openDocument(_ package: OfficePackage) -> [Sheet]? {
    let list = try? package.read(OpenDocumentSheet.part, limit: package.limits.sheet) {
      xml throws(XMLFault) in try OpenDocumentSheet.list(&xml)
    }
    return list?.enumerated().map { number, sheet in
      Sheet(
        name: sheet.name, isHidden: sheet.isHidden, part: OpenDocumentSheet.part, number: number)
    }
  }

  /// The merged and linked cells of a sheet below its header; `nil` when it has none.
  func areas(of sheet: Sheet, below row: Int) throws(ArchiveError) -> SheetAreas? {
    if let number = sheet.number { return try areas(ofOpenDocument: number, below: row) }
    guard
      try package.contains(SheetAreas.elements, in: sheet.part, limit: limits.sheet)
    else { return nil }
    let addresses = try package.addresses(of: sheet.part)
    return try package.read(sheet.part, limit: limits.sheet) { xml throws(XMLFault) in
      try SheetAreas(&xml, addresses: addresses, below: row, most: limits.areas)
    }
  }

  private func areas(
    ofOpenDocument number: Int, below row: Int
  ) throws(ArchiveError) -> SheetAreas? {
    let part = OpenDocumentSheet.part
    guard
      try package.contains(OpenDocumentSheet.marks, in: part, limit: limits.sheet)
    else { return nil }
    let sheet = try document()
    do throws(XMLFault) {
      try sheet.go(to: number)
      var buffer: [UInt8] = []
      while try sheet.write(into: &buffer) { buffer.removeAll(keepingCapacity: true) }
      return SheetAreas(merged: sheet.merged, linked: sheet.linked, below: row)
    } catch { throw OfficePackage.refusal(part, error) }
  }

  /// The message for a zip that isn't a workbook.
  private static func refusal(of names: Set<String>) -> ArchiveError {
    let kind =
      if names.contains(where: { $0.hasPrefix("xl/") && $0.hasSuffix(".bin") }) {
        "a binary workbook (.xlsb): save it as .xlsx"
      } else if names.contains("content.xml") {
        "an OpenDocument file without a readable sheet: save its table as .ods, .xlsx or CSV"
      } else if names.contains("word/document.xml") {
        "a text document: save its table as .xlsx or CSV"
      } else if names.contains("doc.kml") {
        "a KMZ file: export it as GeoJSON"
      } else {
        "a ZIP file without a workbook in it: unpack it first"
      }
    return ArchiveError(.inputUnreadable, "The source is \(kind).")
  }

  /// The sheets in the order of their tabs, and the system of dates; `nil` for the document of
  /// another program.
  private static func book(
    _ xml: inout XMLReader, links: [String: (type: String, part: String)]
  ) throws(XMLFault) -> (sheets: [Sheet], isFrom1904: Bool)? {
    var sheets: [Sheet] = []
    var isFrom1904 = false
    while true {
      switch try xml.next() {
      case .finish: return (sheets, isFrom1904)
      case .start where xml.depth == 1:
        guard xml.isNamed("workbook") else { return nil }
      case .start where xml.isNamed("workbookPr"):
        let word = try xml.attribute("date1904")
        isFrom1904 = word == "1" || word == "true"
      case .start where xml.isNamed("sheet"):
        // The identifier of the link has a prefix, unlike `sheetId`.
        guard let name = try xml.attribute("name"), let id = try xml.attribute("id"),
          let link = links[id]
        else { throw XMLFault("has a sheet without a file") }
        guard link.type == "worksheet" else { continue }
        guard sheets.count < SheetLimits.sheets else { throw SheetLimits.manySheets }
        guard !sheets.contains(where: { $0.part == link.part }) else {
          throw XMLFault("has two sheets of the file \(link.part.prefix(200))")
        }
        let state = try xml.attribute("state")
        sheets.append(
          Sheet(
            name: name, isHidden: state == "hidden" || state == "veryHidden", part: link.part))
      default: continue
      }
    }
  }

  /// The formats of cells by their styles' numbers.
  private static func formats(_ xml: inout XMLReader) throws(XMLFault) -> [NumberFormat] {
    var codes: [Int: NumberFormat] = [:]
    var formats: [NumberFormat] = []
    var isOfCells = false
    while true {
      switch try xml.next() {
      case .finish: return formats
      case .start where xml.isNamed("numFmt"):
        guard let id = try xml.attribute("numFmtId").flatMap({ Int($0) }),
          let code = try xml.attribute("formatCode")
        else { continue }
        codes[id] = NumberFormat(code: code)
      case .start where xml.isNamed("cellXfs"): isOfCells = true
      case .end where xml.isNamed("cellXfs"): isOfCells = false
      case .start where isOfCells && xml.isNamed("xf"):
        let id = try xml.attribute("numFmtId").flatMap { Int($0) } ?? 0
        formats.append(codes[id] ?? NumberFormat(builtIn: id))
      default: continue
      }
    }
  }
}

/// The texts that the cells of all sheets share, in one piece of memory.
struct SharedTexts {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// No style.
  init() {}

  /// Reads all of them.
  init(_ xml: inout XMLReader) throws(XMLFault) {
    while true {
      switch try xml.next() {
      case .finish: return
      case .start where xml.isNamed("si"):
        bytes += try xml.cellText().utf8
        ends.append(bytes.count)
      default: continue
      }
    }
  }

  /// The text of a number; `nil` when there is none.
  subscript(index: Int) -> String? {
    guard ends.indices.contains(index) else { return nil }
    return String(decoding: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]], as: UTF8.self)
  }
}

extension XMLReader {
  /// The text of the cell's or shared item's element that has just started, its runs joined,
  /// without phonetic text.
  mutating func cellText() throws(XMLFault) -> String {
    let inside = depth
    var text = ""
    while depth >= inside {
      guard try next() == .start else { continue }
      if isNamed("rPh") {
        try skipElement()
      } else if isNamed("t") {
        text += try plainText()
        try XMLReader.check(text)
      }
    }
    return CellEscape.undone(text)
  }

  /// The text of the element that has just started, without the text of nested elements.
  mutating func plainText() throws(XMLFault) -> String {
    let inside = depth
    var whole = ""
    while depth >= inside {
      if try next() == .text, depth == inside {
        whole += try text()
        try XMLReader.check(whole)
      }
    }
    return whole
  }

  /// Refuses a text that is too long for a cell.
  private static func check(_ text: String) throws(XMLFault) {
    let longest = Limits().token
    guard text.utf8.count <= longest else {
      throw XMLFault("has a text longer than \(longest) bytes")
    }
  }
}

/// Characters that XML can't have, as spreadsheets write them: `_x000D_` (ECMA-376, part 1,
/// 22.9.2.19).
enum CellEscape {
  static func undone(_ text: String) -> String {
    guard text.contains("_x") else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      let piece = rest.prefix(7)
      let digits = piece.dropFirst(2).dropLast()
      if piece.count == 7, piece.starts(with: "_x".unicodeScalars), piece.last == "_",
        digits.allSatisfy(\.properties.isASCIIHexDigit),
        let value = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(value)
      {
        result.append(scalar)
        rest = rest.dropFirst(7)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(result)
  }
}
