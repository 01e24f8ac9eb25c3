import TimeWalkCore

/// A catalogue that can be read one row after another, in whatever format.
///
/// A source reads and judges; it never touches the archive. `SpatiaLiteArchive.apply` does that.
protocol ItemSource: SendableMetatype {
  /// What the source says of its collection.
  var statement: CollectionStatement { get }

  /// Whether the source itself says its collection's name, which is else that of its file.
  var isNamed: Bool { get }

  /// The eras that it names, to be known in the archive.
  var eras: [NamedEra] { get }

  /// What is to be said before the first row.
  var findings: [ImportFinding] { get }

  /// Where its fields' values come from.
  var mapping: [FieldSource] { get }

  /// What is to be said after the last row.
  var closingFindings: [ImportFinding] { get }

  /// What the rows so far leave open.
  var granted: TakenForGranted { get }

  /// The next row, or `nil` at the end; throws when the source can't be read on.
  mutating func next() throws(ArchiveError) -> SourceRow?
}

extension ItemSource {
  /// No.
  var isNamed: Bool { false }
  /// None.
  var eras: [NamedEra] { [] }
  /// None.
  var mapping: [FieldSource] { [] }
  /// None.
  var closingFindings: [ImportFinding] { [] }
  /// Nothing.
  var granted: TakenForGranted { TakenForGranted() }
}

/// One row of a source.
struct SourceRow {
  /// The item; `nil` when a fault refuses the row, or when it has no place.
  var item: Item?
  /// The item without a place; `nil` when the row has one, or when a fault refuses it.
  var unplaced: UnplacedItem?
  /// Everything that is wrong or doubtful.
  var findings: [ImportFinding]
  /// The name of the item that this one is a copy of, as it stands in the source; `nil` when it
  /// declares none.
  var copyOf: String?
  /// The physical line, from 1, where the row starts; `nil` when the source has no lines.
  var line: Int?

  /// The item's name; `nil` when the row is refused.
  var id: ItemID? { item?.id ?? unplaced?.id }

  /// What it says of its item; nothing when it is refused.
  var fields: [CatalogueColumn: String] {
    item.map { ItemFields.of($0, copyOf: copyOf) } ?? unplaced?.fields ?? [:]
  }
}
