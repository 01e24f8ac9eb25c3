package import TimeWalkArchive
package import TimeWalkCatalogue
package import TimeWalkCore

/// The result of storing a row.
package enum RowOutcome: Equatable {
  case added
  /// The fields are only included on request.
  case changed([FieldChange])
  case unchanged
}

/// Writes the items of one collection for an import or a user, and stores the old state.
///
/// Each engine has its own, because most of an import's time is spent here.
package protocol ItemWriter: AnyObject {
  /// The journal's entry, which is open.
  var entry: OpenEntry { get }
  /// The collection's key.
  var collection: Int64 { get }
  /// The collection's items without a place.
  var unplaced: UnplacedTable { get }

  /// Keeps an item with a place.
  ///
  /// If the archive has it with other values, the update completes the row with them first.
  func keep(
    _ item: Item, copyOf: String?, completing update: () -> RowUpdate?, listing: Bool
  ) throws -> RowOutcome

  /// The row of an item with a place, in the form of `ItemFields.selection`; `nil` for none.
  func placed(_ identifier: String) throws -> SQLRow?

  /// Restores the work that was left undone for speed.
  func finish() throws
}

extension ItemWriter {
  /// Keeps a row of a source, completed with the archive's values of the fields that it lacks.
  ///
  /// A place that the archive has stays if the row has none.
  func keep(
    _ row: SourceRow, completing update: () -> RowUpdate?, listing: Bool
  ) throws -> (RowOutcome, isUnplaced: Bool) {
    if let item = row.item {
      let outcome = try keep(
        item, copyOf: row.copyOf, completing: update, listing: listing)
      return (outcome, false)
    }
    guard let item = row.unplaced else { return (.unchanged, false) }
    if let (_, before) = try unplaced.find(item.id.identifier) {
      let known = UnplacedItem(id: item.id, fields: before)
      return (try keep(update()?.row(after: .unplaced(known)).unplaced ?? item), true)
    }
    guard let placed = try placed(item.id.identifier) else { return (try keep(item), true) }
    let whole = update()?.row(after: try ItemFields.item(placed))
    guard let item = whole?.item else { return (.unchanged, false) }
    let outcome = try keep(
      item, copyOf: whole?.copyOf, completing: { nil }, listing: listing)
    return (outcome, false)
  }

  /// Keeps an item without a place, even if it had one.
  package func keep(_ item: UnplacedItem) throws -> RowOutcome {
    let text = ItemFields.text(of: item.fields)
    if let (key, before) = try unplaced.find(item.id.identifier) {
      guard before != item.fields else { return .unchanged }
      try entry.remember(.unplaced, key: key)
      try unplaced.update(key, text)
      return .changed(FieldChange.between(before, item.fields))
    }
    guard let placed = try placed(item.id.identifier) else {
      try unplaced.insert(item.id.identifier, text)
      return .added
    }
    try remove(.items, key: placed[0])
    try unplaced.insert(item.id.identifier, text)
    let before = ItemFields.read(placed, of: .items)?.fields ?? [:]
    return .changed(FieldChange.between(before, item.fields))
  }

  /// Takes an item that gets a place out of those without one.
  ///
  /// - Returns: the item, completed, with its fields before, which are `nil` if it was none of
  ///   them; `nil` if the values are invalid together, and all stays as it is.
  package func takePlace(
    for item: Item, copyOf: String?, completing update: () -> RowUpdate?
  ) throws -> (item: Item, copyOf: String?, before: [CatalogueColumn: String]?)? {
    guard let (key, before) = try unplaced.find(item.id.identifier) else {
      return (item, copyOf, nil)
    }
    var (item, copyOf) = (item, copyOf)
    if let update = update() {
      let whole = update.row(after: .unplaced(UnplacedItem(id: item.id, fields: before)))
      guard let placed = whole.item else { return nil }
      (item, copyOf) = (placed, whole.copyOf)
    }
    try remove(.unplaced, key: key)
    return (item, copyOf, before)
  }

  /// Removes a row and remembers it.
  package func remove(_ table: VersionedTable, key: Int64) throws {
    try entry.remember(table, key: key)
    try entry.db.run("DELETE FROM \(table.rawValue) WHERE key = ?", [key])
  }

  /// Stores a user's edit of an item, marked as manual.
  func keepByHand(
    _ row: SourceRow, of id: ItemID, insteadOf before: [CatalogueColumn: String]
  ) throws {
    if let item = row.item {
      _ = try keep(item, copyOf: row.copyOf, completing: { nil }, listing: false)
    } else if let item = row.unplaced {
      _ = try keep(item)
    }
    let corrections = try CorrectionTable.corrections(of: id.identifier, in: collection, entry.db)
    try CorrectionTable.apply(
      corrections.steps(from: before, to: row.fields), to: id.identifier, in: collection, as: entry)
  }
}
