import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension Model {
  /// Gives fields of an item new values, and says how they differ.
  private mutating func edit(_ id: ItemID, _ edit: FieldEdit) throws -> [FieldChange] {
    let (key, before) = try require(id)
    let row = try ItemEdit(id, edit).row(after: before.standing)
    let changes = FieldChange.between(before.fields, row.fields)
    guard !changes.isEmpty else { return [] }
    set(key, .item(Kept(row, id, over: before)))
    correct(id.identifier, in: before.collection, from: before.fields, to: row.fields)
    return changes
  }

  mutating func set(
    _ id: ItemID, _ edit: FieldEdit, as kind: JournalEntry.Kind, _ terms: ChangeTerms
  ) throws -> String {
    try change(kind, terms) { model in
      let changes = try model.edit(id, edit)
      var done = Done(said: "same", collections: [id.collection])
      if !changes.isEmpty { done.said = "\(ItemChange(id, .changed, fields: changes))" }
      done.counts.updated = 1
      return done
    }
  }

  mutating func set(
    all query: ArchiveQuery, _ edit: FieldEdit, _ terms: ChangeTerms
  ) throws -> String {
    try change(.set, terms) { model in
      let found = model.hits(query).map(\.item.id) + model.unplacedItems(query).map(\.id)
      let changes = try found.map { id in
        ItemChange(id, .changed, fields: try model.edit(id, edit))
      }.filter { !$0.fields.isEmpty }
      var done = Done(said: "\(found.count) \(changes.count) \(changes)")
      done.counts.updated = changes.count
      done.collections = changes.map(\.id.collection)
      return done
    }
  }

  mutating func remove(_ ids: [ItemID], _ terms: ChangeTerms) throws -> String {
    try change(.remove, terms) { model in
      let found = try Set(ids).map { try model.require($0) }
      for (key, kept) in found {
        model.set(key, nil)
        model.correct(removalOf: kept)
      }
      var done = Done(said: "\(found.count)", collections: found.map(\.kept.id.collection))
      done.counts.removed = found.count
      return done
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
      for key in gone.keys { model.set(key, nil) }
      model.set(collection, nil)
      var done = Done(said: "\(count)", collections: [name])
      done.counts.removed = count
      return done
    }
  }
}
