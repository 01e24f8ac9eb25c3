import TimeWalkArchive
import TimeWalkBase
import TimeWalkFormats

/// The rows of separated values after their header.
struct CSVRecords: RawRecords {
  private let header: HeaderNames
  /// The physical line of the header.
  let headerLine: Int
  /// With semicolons as separators, a comma is a decimal point.
  let decimalCommas: DecimalCommas
  let findings: [ImportFinding]
  private(set) var reader: CSVReader
  private var number = 0

  var names: [String] { header.names }
  var rest: CSVRecords? { reader.isRepeatable ? self : nil }

  /// Reads the header.
  ///
  /// A first line `sep=;`, which Excel writes, sets the separator. Without an encoding, the bytes
  /// show it. Throws `.inputUnreadable` without a readable header.
  init(
    _ source: ByteSource, format: SourceFormat = .csv, encoding: FileEncoding? = nil
  ) throws(ArchiveError) {
    var source = source
    let head = try source.peek(SourceFormat.neededBytes)
    let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
    var delimiter = Delimiter.guess(start.prefix { $0 != 0x0A && $0 != 0x0D })
    if format == .tsv { delimiter = Delimiter.tab }
    let separatorLine = Array("sep=".utf8)
    let isExcels = start.starts(with: separatorLine)
    if isExcels, let said = start.dropFirst(4).first { delimiter = said }
    decimalCommas =
      switch delimiter {
      case Delimiter.semicolon: .all
      case Delimiter.comma: .none
      default: .unlessThousands
      }
    reader = try CSVReader(source, delimiter: delimiter)
    if let encoding {
      (reader.encoding, findings) = (encoding, [])
    } else {
      (reader.encoding, findings) = try EncodingSurvey.encoding(of: source)
    }
    if isExcels { _ = try reader.next() }
    guard try reader.next() else {
      throw ArchiveError(.inputUnreadable, "The file is empty; it needs a header.")
    }
    if let problem = reader.problem {
      throw ArchiveError(.inputUnreadable, "Can't read the header: \(problem).")
    }
    guard reader.count <= SheetLimits.columns else {
      throw ArchiveError(
        .inputUnreadable, "The header has more than \(SheetLimits.columns) columns.")
    }
    var names: [String] = []
    for index in 0..<reader.count {
      guard let name = reader.text(index), !name.utf8.contains(0) else {
        throw ArchiveError(
          .inputUnreadable,
          "The header isn't UTF-8 text. Set the file's encoding with --encoding NAME.")
      }
      names.append(name.trimmed)
    }
    // Other catalogues may well begin a text with an apostrophe.
    let written = CatalogueColumn.allCases.filter { !CatalogueColumn.optional.contains($0) }
    reader.isGuarded = names.starts(with: written.map(\.name))
    header = try HeaderNames(names, areOwn: reader.isGuarded)
    headerLine = reader.line
  }

  /// The index of a column, ignoring case and punctuation; `nil` when the file doesn't have it.
  func index(_ name: String) -> Int? { header.index(name) }

  /// The indexes of all columns of a name.
  func indexes(_ name: String) -> [Int] { header.indexes(name) }

  mutating func next() throws(ArchiveError) -> Bool {
    number += 1
    return try reader.next()
  }

  mutating func lineOfHeader() -> Int? {
    for _ in 0..<10 {
      guard (try? reader.next()) == true else { return nil }
      let names = (0..<reader.count).map { reader.text($0)?.trimmed ?? "" }
      if FieldGuess.isHeader(names) { return reader.line }
    }
    return nil
  }

  var place: SourceLine { SourceLine(line: reader.line) }

  var problem: String? { reader.problem }

  var fault: (severity: ImportFinding.Severity, reason: String)? {
    if reader.count > names.count,
      (names.count..<reader.count).contains(where: { !reader.isEmpty($0) })
    {
      return (
        .fault,
        "has \(reader.count) values for \(names.count) columns; put quotation marks around a value with a comma"
      )
    }
    if reader.count < names.count {
      return (
        .warning, "has \(reader.count) values for \(names.count) columns; the others are unknown"
      )
    }
    return nil
  }

  func text(_ name: String) -> String? {
    if name == "@number" { return "\(number)" }
    return index(name).flatMap { reader.text($0) }
  }

  var repeatedNames: [String] { header.repeatedNames }

  func list(_ name: String) -> String? {
    HeaderNames.list(header.indexes(name).compactMap { reader.text($0) })
  }

  var otherEncoding: SingleByteEncoding? { reader.otherEncoding }
}
