import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension Model {
  /// Sets fields of an item, and returns the differences.
  private mutating func edit(_ id: ItemID, _ edit: FieldEdit) throws -> ItemChange {
    let (key, before) = try require(id)
    let row = try ItemEdit(id, edit).row(after: before.row.standing(id))
    let change = ItemChange(
      id, .changed, fields: FieldChange.between(before.fields, row.fields))
    guard !change.fields.isEmpty else { return change }
    set(key, .item(Kept(row, id, in: before.collection)))
    correct(id.identifier, in: before.collection, from: before.fields, to: row.fields)
    return change
  }

  mutating func set(
    _ id: ItemID, _ edit: FieldEdit, as kind: JournalEntry.Kind, _ terms: ChangeTerms
  ) throws -> String {
    try change(kind, terms) { model in
      let change = try model.edit(id, edit)
      return Done(said: change.fields.isEmpty ? "same" : "\(change)")
    }
  }

  mutating func set(
    all query: ArchiveQuery, _ edit: FieldEdit, _ terms: ChangeTerms
  ) throws -> String {
    try change(.set, terms) { model in
      let found = model.hits(query).map(\.item.id) + model.unplacedItems(query).map(\.id)
      let changes = try found.map { try model.edit($0, edit) }.filter { !$0.fields.isEmpty }
      return Done(said: "\(found.count) \(changes.count) \(changes)")
    }
  }

  mutating func remove(_ ids: [ItemID], _ terms: ChangeTerms) throws -> String {
    try change(.remove, terms) { model in
      let found = try Set(ids).map { try model.require($0) }
      for (key, kept) in found {
        model.set(key, nil)
        model.correct(removalOf: kept)
      }
      return Done(said: "\(found.count)")
    }
  }

  mutating func remove(collection name: String, _ terms: ChangeTerms) throws -> String {
    try change(.remove, terms) { model in
      let collection = try model.require(name)
      let gone = model.rows.filter { $0.value.collection == collection }
      let count = gone.values.count { $0.item != nil }
      guard terms.isAgreed || terms.isDryRun || count == 0 else {
        throw ArchiveError(.unconfirmed, name)
      }
      for key in [collection] + gone.keys { model.set(key, nil) }
      return Done(said: "\(count)")
    }
  }
}

extension SourceRow {
  /// Its item as edits take it.
  func standing(_ id: ItemID) -> ItemEdit.Current {
    item.map { .item($0, copyOf: copyOf) }
      ?? .unplaced(unplaced ?? UnplacedItem(id: id, fields: [:]))
  }
}
