import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension Model {
  /// Corrections by their fields; `nil` stands for the item's removal.
  typealias Corrections = [CatalogueColumn?: Fields]

  func corrections(of identifier: String, in collection: Int) -> Corrections {
    let own = rows.values.compactMap(\.correction).filter {
      ($0.collection, $0.identifier) == (collection, identifier)
    }
    return Corrections(uniqueKeysWithValues: own.map { ($0.column, $0.source) })
  }

  mutating func keep(_ corrections: Corrections, of identifier: String, in collection: Int) {
    for column in CatalogueColumn.allCases.map(Optional.some) + [nil] {
      let row = corrections[column].map {
        Row.correction(
          Correction(collection: collection, identifier: identifier, column: column, source: $0))
      }
      let known = key("correction", "\(collection)", identifier, column?.name ?? "")
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

  /// A user removed an item: the source's values are kept, to detect later changes.
  mutating func correct(removalOf kept: Kept) {
    var source = kept.fields
    for (column, said) in corrections(of: kept.id.identifier, in: kept.collection) {
      if let column { source[column] = said[column] }
    }
    keep([CatalogueColumn?.none: source], of: kept.id.identifier, in: kept.collection)
  }

  /// Puts the fields that a person set in place of a row's, and notes that in the report of an
  /// import.
  ///
  /// Returns `false` where a person removed the item.
  mutating func resolve(
    _ row: inout SourceRow, _ id: ItemID, in collection: Int, _ policy: ImportPolicy,
    _ report: inout ImportReport
  ) -> Bool {
    let known = corrections(of: id.identifier, in: collection)
    guard !known.isEmpty else { return true }
    var (corrections, conflicts) = (known, [CorrectionConflict]())
    defer {
      keep(corrections, of: id.identifier, in: collection)
      report.conflicts += conflicts.prefix(max(0, policy.listedChanges - report.conflicts.count))
      report.conflictCount += conflicts.count
    }
    if let removed = known[CatalogueColumn?.none], !policy.overwritesCorrections {
      report.keptRemovals += 1
      let incoming = Self.fields(of: row, after: removed)
      if incoming != removed {
        corrections[CatalogueColumn?.none] = incoming
        conflicts = [CorrectionConflict(id: id)]
      }
      return false
    }
    guard !policy.overwritesCorrections, let current = find(id)?.kept else {
      corrections = [:]
      return true
    }
    let fields = current.fields
    var last = fields
    for (column, said) in known { if let column { last[column] = said[column] } }
    let incoming = Self.fields(of: row, after: last)
    var kept: [CatalogueColumn] = []
    for column in CatalogueColumn.allCases where known[column] != nil {
      let group = column.companions.filter { known[$0] != nil }
      guard group.first == column else { continue }
      if group.allSatisfy({ incoming[$0] == fields[$0] }) {
        for column in group { corrections[column] = nil }
        continue
      }
      kept += group
      for column in group where incoming[column] != known[column]?[column] {
        corrections[column] = incoming.filter { $0.key == column }
        conflicts.append(
          CorrectionConflict(
            id: id, column: column, kept: fields[column], source: incoming[column],
            before: known[column]?[column]))
      }
    }
    report.keptCorrections += kept.count { incoming[$0] != fields[$0] }
    if !kept.isEmpty { Self.put(kept, of: current, into: &row) }
    return true
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
    // The blank place of a row says nothing.
    if row.unplaced != nil, columns.contains(.latitude) {
      for column in placeColumns where row.fields[column] == nil {
        edit[column] = fields[column] ?? ""
      }
    }
    let read = try? ItemEdit(current.id, FieldEdit(edit)).row(after: row.standing(current.id))
    guard !isSame, let read else { return row = current.row }
    row = read
    guard columns.contains(.media) else { return }
    row.item?.media = fields[.media].map(ItemEdit.media)
    row.unplaced?.fields[.media] = fields[.media]
  }
}
