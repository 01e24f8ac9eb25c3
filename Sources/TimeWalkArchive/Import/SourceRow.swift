package import TimeWalkCore

/// One row of a source.
package struct SourceRow {
  /// The item; `nil` when a fault refuses the row, or when it has no place.
  package var item: Item?
  /// The item without a place; `nil` when the row has one, or when a fault refuses it.
  package var unplaced: UnplacedItem?
  /// Everything that is wrong or doubtful.
  package var findings: [ImportFinding]
  /// The name of its original, as written in the source; `nil` when it declares none.
  package var copyOf: String?
  /// The physical line, from 1, where the row starts; `nil` when the source has no lines.
  package var line: Int?
  /// The fields that the source has.
  package var given = GivenFields.all
  /// Columns whose values are left out; they say nothing, unlike empty ones.
  package var lost: Set<CatalogueColumn> = []
  /// True if its date names no year, or its words for a date can't be understood; it then replaces
  /// no date.
  package var isYearUnknown = false

  /// Makes one.
  package init(
    item: Item? = nil, unplaced: UnplacedItem? = nil, findings: [ImportFinding],
    copyOf: String? = nil, line: Int? = nil
  ) {
    self.item = item
    self.unplaced = unplaced
    self.findings = findings
    self.copyOf = copyOf
    self.line = line
  }

  /// The item's name; `nil` when the row is refused.
  package var id: ItemID? { item?.id ?? unplaced?.id }

  /// The values of its item; empty for a refused row.
  package var fields: [CatalogueColumn: String] {
    item.map { ItemFields.of($0, copyOf: copyOf) } ?? unplaced?.fields ?? [:]
  }
}
