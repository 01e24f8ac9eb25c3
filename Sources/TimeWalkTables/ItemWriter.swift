package import TimeWalkArchive
import TimeWalkCatalogue
package import TimeWalkCore

/// What became of a row that was kept.
package enum RowOutcome: Equatable {
  case added
  /// The fields are only told where they are asked for.
  case changed([FieldChange])
  case unchanged
  /// The row has no place, and the archive knows one.
  case keptPlace
}

/// Writes what an import or a person says of the items of one collection, and remembers what was
/// there; each engine has its own, as most of an import's time goes here.
package protocol ItemWriter: AnyObject {
  /// The journal's entry, which is open.
  var entry: OpenEntry { get }
  /// The collection's key.
  var collection: Int64 { get }

  /// Keeps an item with a place.
  func keep(_ item: Item, copyOf: String?, listing: Bool) throws -> RowOutcome

  /// Keeps an item without a place; with `mayUnplace` even if it had one.
  func keep(_ item: UnplacedItem, listing: Bool, mayUnplace: Bool) throws -> RowOutcome

  /// Removes a row and remembers it.
  func remove(_ table: KeptTable, key: Int64) throws

  /// Makes again what was left undone for speed.
  func finish() throws
}

extension ItemWriter {
  /// Keeps what a person made of an item, and that it was a person.
  func keepByHand(
    _ row: SourceRow, of id: ItemID, insteadOf before: [CatalogueColumn: String]
  ) throws {
    if let item = row.item {
      _ = try keep(item, copyOf: row.copyOf, listing: false)
    } else if let item = row.unplaced {
      _ = try keep(item, listing: false, mayUnplace: true)
    }
    let corrections = try CorrectionTable.corrections(of: id.identifier, in: collection, entry.db)
    try CorrectionTable.apply(
      corrections.steps(from: before, to: row.fields), to: id.identifier, in: collection, as: entry)
  }
}
