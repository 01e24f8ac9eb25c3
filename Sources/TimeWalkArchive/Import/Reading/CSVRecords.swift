/// The rows of separated values after their header.
struct CSVRecords: RawRecords {
  let names: [String]
  /// The physical line of the header.
  let headerLine: Int
  /// Whether a number's comma is its point: where semicolons separate, it can't be anything else.
  let hasDecimalCommas: Bool
  private(set) var reader: CSVReader
  /// By the names as they are written, and as they compare.
  private let exactIndexes: [String: Int]
  private let indexes: [String: Int]
  private var number = 0

  /// Reads the header.
  ///
  /// A first line `sep=;`, which Excel writes, says the separator. Throws `.inputUnreadable` when there is no header that
  /// can be read.
  init(_ source: ByteSource, format: SourceFormat = .csv) throws(ArchiveError) {
    var source = source
    let head = try source.peek(SourceFormat.neededBytes)
    let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
    var delimiter = Delimiter.guess(start.prefix { $0 != 0x0A && $0 != 0x0D })
    if format == .tsv { delimiter = Delimiter.tab }
    let separatorLine = Array("sep=".utf8)
    let isExcels = start.starts(with: separatorLine)
    if isExcels, let said = start.dropFirst(4).first { delimiter = said }
    hasDecimalCommas = delimiter == Delimiter.semicolon
    reader = try CSVReader(source, delimiter: delimiter)
    if isExcels { _ = try reader.next() }
    guard try reader.next() else {
      throw ArchiveError(.inputUnreadable, "The file is empty: it has no header.")
    }
    if let problem = reader.problem {
      throw ArchiveError(.inputUnreadable, "The header can't be read: \(problem).")
    }
    var names: [String] = []
    for index in 0..<reader.count {
      guard let name = reader.text(index), !name.utf8.contains(0) else {
        throw ArchiveError(.inputUnreadable, "The header is not UTF-8 text.")
      }
      names.append(name.trimmed)
    }
    var indexes: [String: Int] = [:]
    for (index, name) in names.enumerated() where !name.isEmpty {
      let plain = PlainName.of(name)
      // A second column of a name is reached by no name, unless it is one that TimeWalk knows.
      if indexes[plain] != nil, CatalogueColumn(rawValue: plain) != nil {
        throw ArchiveError(.inputUnreadable, "The header names the column \(plain) twice.")
      }
      if indexes[plain] == nil { indexes[plain] = index }
    }
    self.names = names
    self.indexes = indexes
    exactIndexes = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    headerLine = reader.line
    // Other catalogues may well begin a text with an apostrophe.
    let written = CatalogueColumn.allCases.filter { !CatalogueColumn.optional.contains($0) }
    reader.isGuarded = names.starts(with: written.map(\.rawValue))
  }

  /// The index of a column, whatever its case and punctuation; `nil` when the file doesn't have it.
  func index(_ name: String) -> Int? {
    exactIndexes[name] ?? indexes[PlainName.of(name)]
  }

  mutating func next() throws(ArchiveError) -> Bool {
    number += 1
    return try reader.next()
  }

  /// The line among the next ten that looks more like a header than the first; `nil` when none does.
  ///
  /// The rows are gone then.
  mutating func lineOfHeader() -> Int? {
    for _ in 0..<10 {
      guard (try? reader.next()) == true else { return nil }
      let names = (0..<reader.count).map { reader.text($0)?.trimmed ?? "" }
      let guess = FieldGuess.mapping(of: names)
      if guess.entries[.id] != nil, guess.entries.count > 1 { return reader.line }
    }
    return nil
  }

  var place: RecordPlace { RecordPlace(line: reader.line) }

  var problem: String? { reader.problem }

  var oddity: (severity: ImportFinding.Severity, reason: String)? {
    if reader.count > names.count,
      (names.count..<reader.count).contains(where: { !reader.isEmpty($0) })
    {
      return (
        .fault,
        "has \(reader.count) values for \(names.count) columns; is a value with a comma not quoted?"
      )
    }
    if reader.count < names.count {
      return (
        .warning, "has \(reader.count) values for \(names.count) columns; the rest is unknown"
      )
    }
    return nil
  }

  func text(_ name: String) -> String? {
    if name == "@number" { return "\(number)" }
    return index(name).flatMap { reader.text($0) }
  }

  var isLegacyText: Bool { reader.isLegacyText }
}
