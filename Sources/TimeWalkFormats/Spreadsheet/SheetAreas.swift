import TimeWalkArchive
import TimeWalkBase

/// The merged cells and the linked cells of a sheet, which it lists behind its rows.
///
/// A merged cell's value counts for all its rows. Of several columns only the first counts.
struct SheetAreas {
  /// Cells of a column, with the text and the address that they share.
  struct Area {
    var column: Int
    var rows: ClosedRange<Int>
    var text: String?
    var address: String?
  }

  /// The names of the elements, which a sheet without such cells doesn't have.
  static let elements = ["mergeCell", "hyperlink"]

  /// Those that begin in later rows, the last first, and those of the current row by column.
  private var mergedBelow: [Area] = []
  private var merged: [Int: Area] = [:]
  private var linkedBelow: [Area] = []
  private var linked: [Int: Area] = [:]
  /// The number of cells so far that lie in an area of an earlier row.
  private(set) var copies = 0

  /// Reads a sheet.
  ///
  /// - Parameters:
  ///   - xml: the sheet from its beginning.
  ///   - addresses: the targets of its links.
  ///   - row: the row of the header, whose cells aren't those of records.
  ///   - most: the most merged cells, and the most linked ones.
  /// - Throws: `XMLFault` for damaged XML, and for more cells than `most`.
  init(
    _ xml: inout XMLReader, addresses: [String: String], below row: Int, most: Int
  ) throws(XMLFault) {
    var (merged, linked): ([Area], [Area]) = ([], [])
    while true {
      switch try xml.next() {
      case .finish:
        self.init(merged: merged, linked: linked, below: row)
        return
      case .start where xml.depth == 2 && xml.isNamed("sheetData"): try xml.skipElement()
      case .start where xml.depth == 3 && xml.isNamed("mergeCell"):
        guard let area = SheetAreas.area(try xml.attribute("ref")) else { continue }
        try SheetAreas.add(area, to: &merged, most: most)
      case .start where xml.depth == 3 && xml.isNamed("hyperlink"):
        guard var area = SheetAreas.area(try xml.attribute("ref")),
          let id = try xml.attribute("id"), let address = addresses[id]
        else { continue }
        // Excel keeps the fragment apart.
        let fragment = try xml.attribute("location").map { "#" + $0 } ?? ""
        area.address = address + fragment
        try SheetAreas.add(area, to: &linked, most: most)
      default: continue
      }
    }
  }

  /// Takes those below the row of a header, in any order.
  init(merged: [Area], linked: [Area], below row: Int) {
    mergedBelow = merged.filter { $0.rows.lowerBound > row }
      .sorted { $0.rows.lowerBound > $1.rows.lowerBound }
    linkedBelow = linked.filter { $0.rows.upperBound > row }
      .sorted { $0.rows.lowerBound > $1.rows.lowerBound }
  }

  /// Adds cells to those of their kind.
  static func add(_ area: Area, to areas: inout [Area], most: Int) throws(XMLFault) {
    guard areas.count < most else {
      throw XMLFault("has more than \(most) merged or linked cells")
    }
    areas.append(area)
  }

  /// The cells of a reference such as `B2` or `B2:B5`; `nil` for an invalid one.
  private static func area(_ reference: String?) -> Area? {
    let corners = (reference ?? "").split(separator: ":").map { ColumnName.cell(String($0)) }
    guard corners.count <= 2, let first = corners.first ?? nil, let last = corners.last ?? nil,
      first.row <= last.row
    else { return nil }
    return Area(column: first.column, rows: first.row...last.row)
  }

  /// Completes the next row that the sheet has.
  ///
  /// A row with nothing but merged cells of earlier rows stays empty.
  mutating func complete(
    _ row: Int, _ cells: inout [SheetRows.Cell], _ addresses: inout [Int: String]
  ) {
    SheetAreas.open(&linkedBelow, &linked, at: row)
    for (column, area) in linked {
      if area.rows.lowerBound < row { copies += 1 }
      if addresses[column] == nil { addresses[column] = area.address }
    }
    SheetAreas.open(&mergedBelow, &merged, at: row)
    guard !merged.isEmpty else { return }
    for cell in cells where merged[cell.column]?.rows.lowerBound == row {
      merged[cell.column]?.text = cell.text
    }
    for (column, area) in merged where area.rows.lowerBound == row {
      merged[column]?.address = addresses[column]
    }
    let inside = merged.filter { $0.value.rows.lowerBound < row }
    guard !inside.isEmpty else { return }
    copies += inside.count
    cells.removeAll { inside[$0.column] != nil }
    guard !cells.isEmpty else { return }
    for (column, area) in inside {
      if let text = area.text { cells.append(SheetRows.Cell(column: column, text: text)) }
      addresses[column] = area.address
    }
    cells.sort { $0.column < $1.column }
  }

  /// Moves the areas that a row crosses to the open ones.
  private static func open(_ below: inout [Area], _ open: inout [Int: Area], at row: Int) {
    for (column, area) in open where area.rows.upperBound < row { open[column] = nil }
    while let area = below.last, area.rows.lowerBound <= row {
      below.removeLast()
      if area.rows.upperBound >= row { open[area.column] = area }
    }
  }
}

/// A formula that is a link: `HYPERLINK("https://…","picture")`.
struct LinkFormula {
  private static let name = "HYPERLINK("

  let address: String
  /// The text of its cell.
  let text: String

  /// `nil` for any other formula, and for one that computes its address.
  init?(_ formula: String) {
    let plain = formula.drop(while: \.isWhitespace)
    guard plain.prefix(LinkFormula.name.count).uppercased() == LinkFormula.name else { return nil }
    var rest = plain.dropFirst(LinkFormula.name.count)
    guard let address = LinkFormula.text(&rest), let next = rest.popFirst(), ",;)".contains(next)
    else { return nil }
    self.address = address
    text = (next == ")" ? nil : LinkFormula.text(&rest)) ?? address
  }

  /// Takes a text in quotation marks, with the blanks around it.
  private static func text(_ rest: inout Substring) -> String? {
    rest = rest.drop(while: \.isWhitespace)
    guard rest.popFirst() == "\"" else { return nil }
    var text = ""
    while let end = rest.firstIndex(of: "\"") {
      text += rest[..<end]
      rest = rest[rest.index(after: end)...]
      // A doubled mark is one of the text.
      guard rest.first == "\"" else {
        rest = rest.drop(while: \.isWhitespace)
        return text
      }
      text.append("\"")
      rest.removeFirst()
    }
    return nil
  }
}
