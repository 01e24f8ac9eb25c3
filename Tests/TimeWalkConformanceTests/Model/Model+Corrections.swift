import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension Model {
  /// Corrections by their fields; `nil` stands for the item's removal.
  typealias Corrections = [CatalogueColumn?: Fields]

  /// The effect of corrections on one row of a source.
  struct Outcome {
    /// Whether a user removed the item; the row is then skipped.
    var isRemoved = false
    var keptFields = 0
    var conflicts: [CorrectionConflict] = []
    /// The corrections afterwards.
    var corrections: Corrections
  }

  func corrections(of identifier: String, in collection: Int) -> Corrections {
    var found: Corrections = [:]
    for case .correction(let row) in rows.values
    where (row.collection, row.identifier) == (collection, identifier) {
      found[row.column] = row.source
    }
    return found
  }

  mutating func keep(_ corrections: Corrections, of identifier: String, in collection: Int) {
    for column in CatalogueColumn.allCases.map(Optional.some) + [nil] {
      let row = corrections[column].map {
        Row.correction(
          Correction(collection: collection, identifier: identifier, column: column, source: $0))
      }
      let known = key("correction", "\(collection)", identifier, column?.rawValue ?? "")
      if let known { set(known, row) } else if let row { add(row) }
    }
  }

  /// A person changed fields: those that differ from their source now are corrections.
  mutating func correct(
    _ identifier: String, in collection: Int, from before: Fields, to after: Fields
  ) {
    let known = corrections(of: identifier, in: collection)
    var corrections = known
    for change in FieldChange.between(before, after) {
      let group = change.column.companions
      var source: Fields = [:]
      for column in group { source[column] = (known[column] ?? before)[column] }
      let isAsInSource = group.allSatisfy { after[$0] == source[$0] }
      for column in group {
        corrections[column] = isAsInSource ? nil : source.filter { $0.key == column }
      }
    }
    keep(corrections, of: identifier, in: collection)
  }

  /// A manually removed item: the source's values stay known, to detect new ones.
  mutating func correct(removalOf kept: Kept) {
    var source = kept.fields
    for (column, said) in corrections(of: kept.id.identifier, in: kept.collection) {
      if let column { source[column] = said[column] }
    }
    keep([CatalogueColumn?.none: source], of: kept.id.identifier, in: kept.collection)
  }

  /// Puts the fields that a person set in place of a row's.
  func resolve(_ row: inout SourceRow, _ id: ItemID, in collection: Int, overwrites: Bool)
    -> Outcome?
  {
    var outcome = Outcome(corrections: corrections(of: id.identifier, in: collection))
    let (known, incoming) = (outcome.corrections, row.fields)
    guard !known.isEmpty else { return nil }
    if let removed = known[CatalogueColumn?.none], !overwrites {
      outcome.isRemoved = true
      if incoming != removed {
        outcome.corrections[CatalogueColumn?.none] = incoming
        outcome.conflicts = [CorrectionConflict(id: id)]
      }
      return outcome
    }
    guard !overwrites, let current = key(of: id).flatMap({ rows[$0]?.item }) else {
      outcome.corrections = [:]
      return outcome
    }
    let fields = current.fields
    var kept: [CatalogueColumn] = []
    for column in CatalogueColumn.allCases where known[column] != nil {
      let group = column.companions.filter { known[$0] != nil }
      guard group.first == column else { continue }
      if group.allSatisfy({ incoming[$0] == fields[$0] }) {
        for column in group { outcome.corrections[column] = nil }
        continue
      }
      kept += group
      for column in group where incoming[column] != known[column]?[column] {
        outcome.corrections[column] = incoming.filter { $0.key == column }
        outcome.conflicts.append(
          CorrectionConflict(
            id: id, column: column, kept: fields[column], source: incoming[column],
            before: known[column]?[column]))
      }
    }
    outcome.keptFields = kept.count { incoming[$0] != fields[$0] }
    if !kept.isEmpty { Self.put(kept, of: current, into: &row) }
    return outcome
  }

  /// Puts fields of an item into a row, by the rules of a catalogue; the item stays as it is where
  /// they don't go together.
  private static func put(
    _ columns: [CatalogueColumn], of current: Kept, into row: inout SourceRow
  ) {
    let fields = current.fields
    let isSame = columns.reduce(into: row.fields) { $0[$1] = fields[$1] } == fields
    var edit: Fields = [:]
    for column in columns where column != .media { edit[column] = fields[column] ?? "" }
    var source = current
    (source.item, source.unplaced, source.copyOf) = (row.item, row.unplaced, row.copyOf)
    guard !isSame,
      let read = try? ItemEdit(current.id, FieldEdit(edit)).row(after: source.standing)
    else {
      (row.item, row.unplaced, row.copyOf) = (current.item, current.unplaced, current.copyOf)
      return
    }
    (row.item, row.unplaced, row.copyOf) = (read.item, read.unplaced, read.copyOf)
    guard columns.contains(.media) else { return }
    row.item?.media = fields[.media].map(ItemEdit.media)
    row.unplaced?.fields[.media] = fields[.media]
  }
}

extension Model.Kept {
  /// The item as edits take it.
  var standing: ItemEdit.Current {
    if let item { return .item(item, copyOf: copyOf) }
    return .unplaced(unplaced ?? UnplacedItem(id: id, fields: [:]))
  }
}
