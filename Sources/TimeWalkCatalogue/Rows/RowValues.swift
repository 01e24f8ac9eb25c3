import TimeWalkArchive

/// One record's values by TimeWalk's fields, before anything is judged.
protocol RowValues {
  /// The line of the record.
  var place: SourceLine { get }

  /// Returns true if the source has the field at all.
  func has(_ column: CatalogueColumn) -> Bool

  /// Returns true if there is not a single character.
  func isEmpty(_ column: CatalogueColumn) -> Bool

  /// The first byte of the source's text; `nil` if there is none.
  func firstByte(_ column: CatalogueColumn) -> UInt8?

  /// The text, "" if there is none; `nil` for invalid bytes.
  func text(_ column: CatalogueColumn) -> String?

  /// The number, where the text is just that of one.
  func number(_ column: CatalogueColumn) -> Double?

  /// Texts that a mapping's steps reduced to nothing, by field.
  var missed: [CatalogueColumn: String] { get }

  /// The doubt about a text with a whole place.
  var placeDoubt: PlaceDoubt? { get }

  /// Texts that may contain the camera's direction.
  var captions: [String] { get }

  /// The reading of `40,7`: as 40.7 or not.
  var decimalCommas: DecimalCommas { get }

  /// The record's values without a TimeWalk field.
  var others: [String: String] { get }
}

extension RowValues {
  /// None.
  var missed: [CatalogueColumn: String] { [:] }
  /// None.
  var placeDoubt: PlaceDoubt? { nil }
}

/// The values of a CSV's row whose columns are taken unchanged: strings are made only on request.
struct CSVRowValues: RowValues {
  let reader: CSVReader
  let columns: CSVColumns

  var place: SourceLine { SourceLine(line: reader.line) }

  func has(_ column: CatalogueColumn) -> Bool { columns.indexes[column.position] >= 0 }

  func isEmpty(_ column: CatalogueColumn) -> Bool {
    let index = columns.indexes[column.position]
    return index < 0 || reader.isEmpty(index)
  }

  func firstByte(_ column: CatalogueColumn) -> UInt8? {
    let index = columns.indexes[column.position]
    return index < 0 ? nil : reader.withBytes(index) { $0.first }
  }

  func text(_ column: CatalogueColumn) -> String? {
    let index = columns.indexes[column.position]
    return index < 0 ? "" : reader.text(index)
  }

  func number(_ column: CatalogueColumn) -> Double? {
    let index = columns.indexes[column.position]
    return index < 0 ? nil : reader.withBytes(index) { DecimalText.parse($0) }
  }

  var captions: [String] { columns.captions.compactMap { reader.text($0) } }

  var others: [String: String] {
    var others: [String: String] = [:]
    for (key, index, all) in columns.others where all != nil || !reader.isEmpty(index) {
      if let all {
        others[key] = HeaderNames.list(all.compactMap { reader.text($0) })
      } else if let text = reader.text(index)?.trimmed, !text.isEmpty {
        others[key] = text
      }
    }
    return others
  }

  var decimalCommas: DecimalCommas { columns.decimalCommas }
}

/// The columns of a CSV for each field.
struct CSVColumns {
  /// By a field's position; -1 for none.
  let indexes: [Int]
  let captions: [Int]
  /// With all columns of a name that several have.
  let others: [(key: String, index: Int, all: [Int]?)]
  let decimalCommas: DecimalCommas

  /// Resolves a mapping once; `nil` when a field is more than an unchanged column.
  init?(_ mapping: FieldMapping, in records: CSVRecords) {
    guard mapping.comment == nil else { return nil }
    var indexes = [Int](repeating: -1, count: CatalogueColumn.allCases.count)
    for (column, entry) in mapping.entries {
      guard let name = entry.rule.plainName, !name.hasPrefix("@") else { return nil }
      indexes[column.position] = records.index(name) ?? -1
    }
    self.indexes = indexes
    captions = mapping.captions.compactMap { records.index($0) }
    others = mapping.others.compactMap { other in
      records.index(other.name).map {
        (other.key, $0, other.isRepeated ? records.indexes(other.name) : nil)
      }
    }
    decimalCommas = records.decimalCommas
  }
}

/// The values of a record after its mapping.
struct MappedRowValues: RowValues {
  let place: SourceLine
  let captions: [String]
  let decimalCommas: DecimalCommas
  private(set) var missed: [CatalogueColumn: String] = [:]
  private(set) var others: [String: String] = [:]
  private(set) var placeDoubt: PlaceDoubt?
  private var texts = [String?](repeating: nil, count: CatalogueColumn.allCases.count)

  init(
    _ records: some RawRecords, mapping: FieldMapping, joined: JSONRecord? = nil,
    decimalCommas: DecimalCommas = .none
  ) {
    place = records.place
    self.decimalCommas = decimalCommas
    let look: (String) -> String? = { name in
      // The other file's geometry contains more than a bare point.
      if name.hasPrefix("@"), let text = joined?.text(name) { return text }
      return records.text(name) ?? joined?.text(name)
    }
    captions = mapping.captions.compactMap(look)
    for (column, entry) in mapping.entries {
      let text =
        column == .source || column == .media
        ? entry.rule.text { CellLink.value(of: records.address($0), in: column) ?? look($0) }
        : entry.rule.text(look)
      texts[column.position] = text ?? ""
      if text == nil, let lost = entry.rule.missed(look) { missed[column] = lost }
    }
    if let rule = mapping.entries[.latitude]?.rule {
      let latitude = texts[CatalogueColumn.latitude.position] ?? ""
      placeDoubt = PlaceDoubt.find(
        in: rule, mapping.entries[.longitude]?.rule, read: latitude.isEmpty ? nil : latitude, look)
      if placeDoubt?.isUnplaced == true {
        texts[CatalogueColumn.latitude.position] = ""
        texts[CatalogueColumn.longitude.position] = ""
      }
    }
    for other in mapping.others {
      let own = other.isRepeated ? records.list(other.name) : look(other.name)
      guard let text = own?.trimmed, !text.isEmpty,
        !other.fields.contains(where: { texts[$0.position] == text })
      else { continue }
      others[other.key] = text
    }
  }

  func has(_ column: CatalogueColumn) -> Bool { texts[column.position] != nil }

  func isEmpty(_ column: CatalogueColumn) -> Bool { texts[column.position]?.isEmpty ?? true }

  func firstByte(_ column: CatalogueColumn) -> UInt8? { texts[column.position]?.utf8.first }

  func text(_ column: CatalogueColumn) -> String? { texts[column.position] ?? "" }

  func number(_ column: CatalogueColumn) -> Double? {
    texts[column.position].flatMap { DecimalText.parse($0.utf8) }
  }
}
