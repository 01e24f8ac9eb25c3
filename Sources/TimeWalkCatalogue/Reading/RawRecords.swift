import TimeWalkArchive
import TimeWalkBase

/// The line of a record in its source.
struct SourceLine: Hashable, Sendable {
  /// The physical line, from 1, where it starts; `nil` when the source has no lines.
  var line: Int?
  /// Its path in a document, such as `features[3]`; `nil` when the line is sufficient.
  var path: String?
}

/// A source of records with named values, in any format: the protocol to implement for a new
/// format.
///
/// It is independent of TimeWalk's fields; a `FieldMapping` connects the two.
protocol RawRecords {
  /// The names of values, as far as they are known before the first record, in the order of the
  /// source.
  var names: [String] { get }

  /// The findings about the source before the first record.
  var findings: [ImportFinding] { get }

  /// Goes to the next record; `false` at the end. Throws when the source can't be read on.
  mutating func next() throws(ArchiveError) -> Bool

  /// The line of the current record.
  var place: SourceLine { get }

  /// The reason why the current record can't be read at all; `nil` when it can be.
  var problem: String? { get }

  /// The fault of the current record; the severity determines whether it is refused.
  var fault: (severity: ImportFinding.Severity, reason: String)? { get }

  /// The current record's value of a name, or of a path of names; `nil` when it has none that is a
  /// text.
  func text(_ name: String) -> String?

  /// The address that the current record's value of a name is a link to; `nil` when it is none.
  func address(_ name: String) -> String?

  /// The names that several columns have.
  var repeatedNames: [String] { get }

  /// The current record's values of such a name as a list; `nil` when it has none.
  func list(_ name: String) -> String?

  /// The encoding of the current record, if it isn't the file's.
  var otherEncoding: SingleByteEncoding? { get }

  /// The records behind the current one, which are read independently of this; `nil` where they
  /// can be read only once.
  var rest: Self? { get }

  /// True if the records are from a TimeWalk export; missing values were then unknown.
  var isOwnExport: Bool { get }

  /// The names of an export of ours that are no fields: its collection's, and those that a copy of
  /// our GeoPackage has.
  var madeNames: Set<String> { get }

  /// The collections that an export of ours describes, with its eras.
  var collections: [CollectionFile] { get }

  /// The fields that the current record says nothing about, although others have them.
  var untold: Set<CatalogueColumn> { get }

  /// The meaning of commas in numbers.
  var decimalCommas: DecimalCommas { get }

  /// The paths outside `names`, such as into a list, at which a record has a value; some formats
  /// look only at the first records.
  func reached(among paths: Set<String>) -> Set<String>

  /// The line among the next ten that looks more like a header than the first; `nil` when none
  /// does, or there are no headers.
  ///
  /// The records are then deleted.
  mutating func lineOfHeader() -> Int?
}

extension RawRecords {
  var findings: [ImportFinding] { [] }
  var fault: (severity: ImportFinding.Severity, reason: String)? { nil }
  var otherEncoding: SingleByteEncoding? { nil }
  var repeatedNames: [String] { [] }
  func list(_ name: String) -> String? { text(name) }
  func address(_ name: String) -> String? { nil }
  var rest: Self? { self }
  var madeNames: Set<String> { isOwnExport ? Self.madeNames(names) : [] }
  var collections: [CollectionFile] { [] }
  var untold: Set<CatalogueColumn> { [] }
  var decimalCommas: DecimalCommas { .none }
  func reached(among paths: Set<String>) -> Set<String> { [] }
  func lineOfHeader() -> Int? { nil }

  /// Exports have all columns that aren't optional, also those without a value.
  var isOwnExport: Bool { Self.hasOwnNames(names) }

  private static var prefix: String { "properties." }

  /// The names of the collection.
  static func collectionNames(_ names: [String]) -> Set<String> {
    Set([CatalogueColumn.collection, prefix + CatalogueColumn.collection]).intersection(names)
  }

  /// The names of the collection, and in a copy of our GeoPackage's layer those of the first and
  /// the last day.
  static func madeNames(_ names: [String]) -> Set<String> {
    let own = collectionNames(names)
    let days = Set(GeoPackageColumns.made.flatMap { [$0, prefix + $0] }).intersection(names)
    return days.count == GeoPackageColumns.made.count ? days : own
  }

  static func hasOwnNames(_ names: [String]) -> Bool {
    let own = Set(names.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 })
    return CatalogueColumn.allCases.allSatisfy {
      CatalogueColumn.optional.contains($0) || own.contains($0.name)
    }
  }
}

/// Names as they compare: small letters and digits, everything else one underscore.
enum PlainName {
  /// `date-is approximate?` becomes `date_is_approximate`.
  static func of(_ name: some StringProtocol) -> String {
    var plain = ""
    for character in name.lowercased() {
      if character.isLetter || character.isNumber {
        plain.append(character)
      } else if !plain.isEmpty, plain.last != "_" {
        plain.append("_")
      }
    }
    if plain.last == "_" { plain.removeLast() }
    return plain
  }
}
