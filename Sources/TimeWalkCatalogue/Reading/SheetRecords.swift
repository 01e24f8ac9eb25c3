import TimeWalkArchive
import TimeWalkFormats

/// The rows of a workbook's sheet after its header, as records.
///
/// The sheet is the requested one, else the first visible one whose first row looks like a header.
struct SheetRecords: RawRecords {
  private let header: HeaderNames
  private var rows: SheetRows
  private var count = 0
  let findings: [ImportFinding]

  var names: [String] { header.names }

  /// Reads the workbook and the header.
  ///
  /// - Parameters:
  ///   - source: the bytes.
  ///   - table: the sheet's name; `nil` looks for the first with a header.
  ///   - wanted: further names of a header, besides the usual ones.
  ///   - limits: the greatest sizes of the workbook.
  /// - Throws: `.inputUnreadable` for anything but a workbook, a missing sheet, or an unreadable
  ///   header.
  init(
    _ source: ByteSource, table: String? = nil, wanted: [String] = [],
    limits: SheetLimits = SheetLimits()
  ) throws(ArchiveError) {
    var source = source
    let book = try Workbook(
      source.readAll(limit: limits.file, advice: "Save the sheet as CSV, which has no limit."),
      limits: limits)
    let visible = book.sheets.filter { !$0.isHidden }
    let names = book.sheets.map { "\"\($0.name)\"" }.joined(separator: ", ")
    if let table, !book.sheets.contains(where: { $0.name == table }) {
      throw ArchiveError(
        .inputUnreadable, "The workbook has no sheet \"\(table)\"; it has \(names).")
    }
    let asked = table.map { name in book.sheets.filter { $0.name == name } }
    let found = try book.rows(of: asked ?? visible) { rows in
      let header = SheetRecords.header(rows)
      return wanted.contains(where: header.contains)
        || FieldGuess.mapping(of: header).entries[.id] != nil
    }
    guard let rows = found else {
      throw ArchiveError(
        .inputUnreadable,
        "The workbook has no data in \(table == nil ? "its sheets" : "that sheet").")
    }
    if let problem = rows.problem {
      throw ArchiveError(.inputUnreadable, "Can't read the header: it \(problem).")
    }
    self.rows = rows
    try self.rows.takeAreas()
    header = try HeaderNames(SheetRecords.header(rows))
    let others = visible.filter { $0.name != rows.sheet.name }.map { "\"\($0.name)\"" }
    findings =
      others.isEmpty || table != nil
      ? []
      : [
        ImportFinding(
          .note, line: nil,
          reason:
            "reading the sheet \"\(rows.sheet.name)\", not \(others.joined(separator: ", "))",
          hint: "choose another with --table NAME")
      ]
  }

  private static func header(_ rows: SheetRows) -> [String] {
    (0...(rows.cells.last?.column ?? 0)).map { rows.text(in: $0)?.trimmed ?? "" }
  }

  mutating func next() throws(ArchiveError) -> Bool {
    count += 1
    return try rows.next()
  }

  var place: SourceLine { SourceLine(line: rows.number) }

  var problem: String? { rows.problem }

  var fault: (severity: ImportFinding.Severity, reason: String)? {
    var reasons = rows.cellFaults.map { column, fault in
      let name =
        names.indices.contains(column) && !names[column].isEmpty
        ? names[column] : "column \(ColumnName.of(column))"
      return switch fault {
      case .error(let word): "\(name) has the error \(word.prefix(20)); read as empty"
      case .uncomputed:
        "\(name) has a formula without a result; read as empty. Open the workbook in a spreadsheet "
          + "program and save it"
      }
    }
    let nameless = rows.cells.filter {
      !names.indices.contains($0.column) || names[$0.column].isEmpty
    }
    if !nameless.isEmpty {
      let letters = nameless.prefix(10).map { ColumnName.of($0.column) }.joined(separator: ", ")
      reasons.append(
        "the values in \(letters) have no column name; left out")
    }
    return reasons.isEmpty ? nil : (.warning, reasons.joined(separator: "; "))
  }

  func text(_ name: String) -> String? {
    if name == "@number" { return "\(count)" }
    return header.index(name).map { rows.text(in: $0) ?? "" }
  }

  func address(_ name: String) -> String? { header.index(name).flatMap(rows.address) }

  var rest: SheetRecords? {
    guard let rows = try? rows.rest() else { return nil }
    var rest = self
    rest.rows = rows
    return rest
  }

  var decimalCommas: DecimalCommas { .unlessThousands }

  var repeatedNames: [String] { header.repeatedNames }

  func list(_ name: String) -> String? {
    HeaderNames.list(header.indexes(name).compactMap { rows.text(in: $0) })
  }

  mutating func lineOfHeader() -> Int? {
    for _ in 0..<10 {
      guard (try? rows.next()) == true else { return nil }
      if FieldGuess.isHeader(SheetRecords.header(rows)) { return rows.number }
    }
    return nil
  }
}
