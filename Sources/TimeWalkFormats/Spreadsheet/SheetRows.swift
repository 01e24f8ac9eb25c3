package import TimeWalkArchive
internal import TimeWalkBase

/// The rows of a sheet that have anything in them, one after another.
package struct SheetRows {
  /// A non-empty cell.
  package struct Cell: Hashable {
    /// From 0.
    package var column: Int
    var text: String
  }

  /// Something in a cell that isn't a value.
  package enum CellFault: Hashable {
    /// A formula ended with an error, such as `#N/A`.
    case error(String)
    /// A formula was never computed.
    case uncomputed
  }

  /// The sheet.
  package let sheet: Workbook.Sheet
  private let book: Workbook
  private var xml: XMLReader
  private var areas: SheetAreas?
  private var isInside = false
  private var hasEnded = false
  /// The length of all texts and addresses so far, bytes; many cells may share one.
  private var total = 0

  /// The current row's number, from 1, as the sheet shows it.
  package private(set) var number = 0
  /// Its cells that aren't empty, by their columns.
  package private(set) var cells: [Cell] = []
  /// The faults of its cells, by their columns.
  package private(set) var cellFaults: [(column: Int, fault: CellFault)] = []
  /// The addresses of its cells' links, by their columns.
  private var addresses: [Int: String] = [:]
  /// The reason why it can't be read; `nil` when it can be.
  package private(set) var problem: String?

  init(_ xml: XMLReader, of sheet: Workbook.Sheet, in book: Workbook) {
    self.xml = xml
    self.sheet = sheet
    self.book = book
  }

  /// The address that a column's cell is a link to; `nil` when it is none.
  package func address(in column: Int) -> String? { addresses[column] }

  /// Takes the merged and linked cells below the current row, which is the header.
  package mutating func takeAreas() throws(ArchiveError) {
    areas = try book.areas(of: sheet, below: number)
  }

  /// The rows below the current one, which are read independently of this.
  package func rest() throws(ArchiveError) -> SheetRows {
    var rows = try book.rows(of: sheet)
    while rows.number < number, try rows.next() {}
    rows.areas = areas
    return rows
  }

  /// The text in a column, from 0; `nil` when the cell is empty.
  package func text(in column: Int) -> String? {
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].column < column { low = middle + 1 } else { high = middle }
    }
    return low < cells.count && cells[low].column == column ? cells[low].text : nil
  }

  /// Goes to the next row with anything in it; `false` at the end.
  ///
  /// Throws when the sheet can't be read on.
  package mutating func next() throws(ArchiveError) -> Bool {
    do throws(XMLFault) {
      while !hasEnded {
        guard try readRow() else { return false }
        if !cells.isEmpty || !cellFaults.isEmpty || problem != nil { return true }
      }
      return false
    } catch { throw OfficePackage.refusal(sheet.part, error) }
  }

  private mutating func readRow() throws(XMLFault) -> Bool {
    while true {
      switch try xml.next() {
      case .finish:
        hasEnded = true
        return false
      case .start where xml.depth == 1:
        guard xml.isNamed("worksheet") else { throw XMLFault("isn't a sheet of cells") }
      case .start where xml.depth == 2 && xml.isNamed("sheetData"): isInside = true
      case .end where xml.depth == 1 && isInside: isInside = false
      case .start where isInside && xml.depth == 3 && xml.isNamed("row"):
        try readCells(number: try xml.attribute("r"))
        return true
      default: continue
      }
    }
  }

  private mutating func readCells(number written: String?) throws(XMLFault) {
    let before = number
    number = before + 1
    if let written {
      guard let given = Int(written), given > before, given <= SheetLimits.rows else {
        throw XMLFault("has the row \(written.prefix(20)) after row \(before)")
      }
      number = given
    }
    guard number <= SheetLimits.rows else { throw SheetRows.tooMany }
    cells.removeAll(keepingCapacity: true)
    cellFaults.removeAll(keepingCapacity: true)
    if !addresses.isEmpty { addresses.removeAll(keepingCapacity: true) }
    problem = nil
    var (column, size) = (-1, 0)
    while true {
      switch try xml.next() {
      case .end where xml.depth == 2: return try completeCells(size)
      case .start where xml.depth == 4 && xml.isNamed("c"):
        let next = try place(try xml.attribute("r"), after: column)
        column = next
        guard let text = try value(in: column), !text.isEmpty else { continue }
        size += text.utf8.count
        guard size <= book.limits.row else { throw book.limits.longRow }
        cells.append(Cell(column: column, text: text))
      case .finish: throw XMLFault("ends too early")
      default: continue
      }
    }
  }

  static let tooMany = XMLFault("has more than \(SheetLimits.rows) rows")

  private mutating func completeCells(_ written: Int) throws(XMLFault) {
    var size = written
    if areas != nil {
      areas?.complete(number, &cells, &addresses)
      guard areas?.copies ?? 0 <= book.limits.copies else { throw book.limits.manyCopies }
      size = cells.reduce(0) { $0 + $1.text.utf8.count }
      guard size <= book.limits.row else { throw book.limits.longRow }
    }
    total += addresses.values.reduce(size) { $0 + $1.utf8.count }
    guard total <= book.limits.sheet else {
      throw XMLFault("has texts longer than \(book.limits.sheet >> 20) MB together")
    }
  }

  /// The column of a cell by its reference, such as `B12`; the next one for a cell without.
  private func place(_ reference: String?, after column: Int) throws(XMLFault) -> Int {
    guard let reference else {
      guard column + 1 < SheetLimits.columns else {
        throw XMLFault("has more than \(SheetLimits.columns) columns")
      }
      return column + 1
    }
    guard let (found, row) = ColumnName.cell(reference), row == number, found > column else {
      throw XMLFault("has the cell \(reference.prefix(20)) in the wrong place of row \(number)")
    }
    return found
  }

  /// The value of the cell that has just started; `nil` if empty.
  private mutating func value(in column: Int) throws(XMLFault) -> String? {
    let type = try xml.attribute("t") ?? "n"
    let style = try xml.attribute("s")
    var (written, inline): (String?, String?)
    var hasFormula = false
    var link: LinkFormula?
    while true {
      switch try xml.next() {
      case .start where xml.depth == 5 && xml.isNamed("v"): written = try xml.plainText()
      case .start where xml.depth == 5 && xml.isNamed("is"): inline = try xml.cellText()
      case .start where xml.depth == 5 && xml.isNamed("f"):
        hasFormula = true
        link = LinkFormula(try xml.plainText())
        addresses[column] = link?.address
      case .end where xml.depth == 3:
        if type == "inlineStr" { return inline.map { format(style).text(of: $0) } }
        // Programs that don't compute write an empty value.
        guard let written, type == "str" || !written.isEmpty else {
          if let link { return link.text }
          if hasFormula { cellFaults.append((column, .uncomputed)) }
          return nil
        }
        return value(written, type: type, style: style, in: column)
      case .finish: throw XMLFault("ends too early")
      default: continue
      }
    }
  }

  private func format(_ style: String?) -> NumberFormat {
    let index = style.flatMap { Int($0) } ?? 0
    return book.formats.indices.contains(index) ? book.formats[index] : .plain
  }

  private mutating func value(_ written: String, type: String, style: String?, in column: Int)
    -> String?
  {
    let cell = "\(ColumnName.of(column))\(number)"
    switch type {
    case "s":
      if let index = Int(written), let text = book.texts[index] {
        return format(style).text(of: text)
      }
      problem = "cell \(cell): a text that the workbook doesn't have"
    case "str": return format(style).text(of: CellEscape.undone(written))
    case "b":
      // As the sheet shows it.
      if written == "1" || written == "true" { return "TRUE" }
      if written == "0" || written == "false" { return "FALSE" }
      problem = "cell \(cell): neither true nor false"
    case "e": cellFaults.append((column, .error(written)))
    case "d": return written.hasSuffix("T00:00:00") ? String(written.dropLast(9)) : written
    case "n":
      if let text = format(style).text(written, isFrom1904: book.isFrom1904) { return text }
      problem = "cell \(cell): not a number"
    default: problem = "cell \(cell): a value of an unknown kind"
    }
    return nil
  }
}

/// The letters of columns: A, B, …, Z, AA, …, XFD.
package enum ColumnName {
  /// The letters of a column from 0.
  package static func of(_ column: Int) -> String {
    var (letters, rest) = ("", column)
    repeat {
      letters = String(Unicode.Scalar(UInt8(0x41 + rest % 26))) + letters
      rest = rest / 26 - 1
    } while rest >= 0
    return letters
  }

  /// The column, from 0, and the row, from 1, of a reference such as `B12`; `nil` for an invalid
  /// one.
  static func cell(_ reference: String) -> (column: Int, row: Int)? {
    var (column, row, hasDigits) = (0, 0, false)
    for byte in reference.utf8 {
      switch byte {
      case 0x41...0x5A where !hasDigits: column = column * 26 + Int(byte) - 0x40
      case 0x30...0x39 where column > 0:
        hasDigits = true
        row = row * 10 + Int(byte) - 0x30
      default: return nil
      }
      guard column <= SheetLimits.columns, row <= SheetLimits.rows else { return nil }
    }
    return hasDigits && row > 0 ? (column - 1, row) : nil
  }
}
