import TimeWalkArchive
import TimeWalkBase
import TimeWalkCore

/// Records whose values are known by TimeWalk's fields.
protocol MappedRecords {
  associatedtype Values: RowValues

  /// The findings before the first record.
  var findings: [ImportFinding] { get }
  /// Goes to the next record; `false` at the end.
  mutating func next() throws(ArchiveError) -> Bool
  /// The current record's values.
  var values: Values { get }
  /// The line of the current record.
  var place: SourceLine { get }
  /// The reason why it can't be read at all.
  var problem: String? { get }
  /// The fault of the current record, if any.
  var fault: (severity: ImportFinding.Severity, reason: String)? { get }
  /// The encoding of the current record, if it isn't the file's.
  var otherEncoding: SingleByteEncoding? { get }
  /// The fields that the current record says nothing about, although others have them.
  var untold: Set<CatalogueColumn> { get }
  /// The records behind the current one, which are read independently of this; `nil` where they
  /// can be read only once.
  var rest: Self? { get }
}

extension MappedRecords {
  /// The orders of day and month that the rest of a column shows.
  ///
  /// The rest is read to its end, or until both were seen. Standard input can't be read twice.
  func dateOrders(shownBy column: CatalogueColumn) -> Set<DateReading.NumberOrder> {
    var shown: Set<DateReading.NumberOrder> = []
    guard var rest else { return shown }
    while shown.count < 2, (try? rest.next()) == true {
      if let order = rest.values.text(column).flatMap(DateReading.NumberOrder.init(shownBy:)) {
        shown.insert(order)
      }
    }
    return shown
  }
}

extension MappedRecords {
  /// The meanings of the letter O that the headings of the rest show.
  func headingLetters() -> Set<LetterO> {
    var shown: Set<LetterO> = []
    guard var rest else { return shown }
    while shown.count < 2, (try? rest.next()) == true {
      if let letter = rest.values.text(.heading).flatMap({ LetterO(shownBy: $0) }) {
        shown.insert(letter)
      }
    }
    return shown
  }
}

/// The rows of a CSV whose columns are taken unchanged.
struct PlainCSVRecords: MappedRecords {
  private var records: CSVRecords
  private let columns: CSVColumns
  let findings: [ImportFinding]

  init(_ records: CSVRecords, columns: CSVColumns, findings: [ImportFinding]) {
    self.records = records
    self.columns = columns
    self.findings = findings
  }

  mutating func next() throws(ArchiveError) -> Bool { try records.next() }
  var values: CSVRowValues { CSVRowValues(reader: records.reader, columns: columns) }
  var place: SourceLine { records.place }
  var problem: String? { records.problem }
  var fault: (severity: ImportFinding.Severity, reason: String)? { records.fault }
  var otherEncoding: SingleByteEncoding? { records.otherEncoding }
  var untold: Set<CatalogueColumn> { [] }
  var rest: PlainCSVRecords? { records.rest == nil ? nil : self }
}

/// Records of any format, each mapped by rules, with the values of a joined file.
struct RuledRecords<Raw: RawRecords>: MappedRecords {
  private var records: Raw
  private let mapping: FieldMapping
  private let join: JoinedRecords?
  private let decimalCommas: DecimalCommas
  let findings: [ImportFinding]

  init(
    _ records: Raw, mapping: FieldMapping, join: JoinedRecords?,
    decimalCommas: DecimalCommas = .none,
    findings: [ImportFinding]
  ) {
    self.records = records
    self.mapping = mapping
    self.join = join
    self.decimalCommas = decimalCommas
    self.findings = findings
  }

  mutating func next() throws(ArchiveError) -> Bool {
    guard let comment = mapping.comment, let id = mapping.entries[.id]?.rule else {
      return try records.next()
    }
    while try records.next() {
      if id.text({ records.text($0) })?.hasPrefix(comment) != true { return true }
    }
    return false
  }

  var values: MappedRowValues {
    MappedRowValues(
      records, mapping: mapping, joined: join?.record { records.text($0) },
      decimalCommas: decimalCommas)
  }
  var place: SourceLine { records.place }
  var problem: String? { records.problem }
  var fault: (severity: ImportFinding.Severity, reason: String)? { records.fault }
  var otherEncoding: SingleByteEncoding? { records.otherEncoding }
  var untold: Set<CatalogueColumn> { records.untold }
  var rest: RuledRecords? {
    guard let records = records.rest else { return nil }
    var rest = self
    rest.records = records
    return rest
  }
}

/// Another file's records by their common value with the source's.
struct JoinedRecords {
  private let name: String
  private var records: [String: JSONRecord] = [:]

  /// Reads a JSON document; throws when it can't be read.
  init(path: String, on name: String) throws(ArchiveError) {
    self.name = name
    var document = try JSONDocument(ByteSource(path: path))
    while try document.next() {
      if let record = document.record, let key = record.text(name) { records[key] = record }
    }
  }

  /// The record that shares the value of the name.
  func record(_ look: (String) -> String?) -> JSONRecord? { look(name).flatMap { records[$0] } }
}
