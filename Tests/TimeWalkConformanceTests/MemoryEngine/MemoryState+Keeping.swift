import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension MemoryState {
  /// What became of a row.
  enum Outcome {
    case added
    case changed([FieldChange])
    case unchanged
    /// The row has no place, and the archive knows one.
    case keptPlace
  }

  /// Keeps an item with or without a place; with `mayUnplace` without one even if it had one.
  mutating func keep(
    _ row: SourceRow, in collection: Int64, mayUnplace: Bool = false
  ) -> Outcome {
    guard let id = row.id else { return .unchanged }
    let key = key(of: id)
    let known = key.flatMap { rows[$0] }
    let new: MemoryRow
    if let item = row.item {
      var kept = MemoryItem(collection: collection, item: item, copyOf: row.copyOf)
      // What a picture looks like goes with the picture.
      if case .item(let old) = known, old.item.media == item.media {
        kept.fingerprint = old.fingerprint
      }
      new = .item(kept)
    } else if let item = row.unplaced {
      if case .item = known, !mayUnplace { return .keptPlace }
      new = .unplaced(item, collection: collection)
    } else {
      return .unchanged
    }
    guard known != new else { return .unchanged }
    if let key, key.table == new.table {
      set(key, new)
    } else {
      if let key { set(key, nil) }
      add(new)
    }
    guard let before = known?.current?.fields else { return .added }
    return .changed(FieldChange.between(before, row.fields))
  }

  /// Keeps what a person made of an item, and that it was a person.
  mutating func keepByHand(_ row: SourceRow, of id: ItemID, insteadOf before: ItemEdit.Current) {
    guard let collection = collection(id.collection) else { return }
    _ = keep(row, in: collection, mayUnplace: true)
    let corrections = corrections(of: id.identifier, in: collection)
    apply(
      corrections.steps(from: before.fields, to: row.fields), to: id.identifier, in: collection)
  }

  /// Keeps what a source says of its collection.
  mutating func keep(_ statement: CollectionStatement) -> Int64 {
    let key = collection(statement.name).map { MemoryKey(table: .collections, number: $0) }
    let kept = statement.kept(over: key.flatMap { self.statement($0.number) })
    guard let key else { return add(.collection(kept)).number }
    set(key, .collection(kept))
    return key.number
  }

  /// The era of a name, with its key.
  func era(named name: String) -> (key: MemoryKey, era: NamedEra)? {
    for (key, row) in sorted(.eras) {
      if case .era(let era) = row, era.isNamed(name) { return (key, era) }
    }
    return nil
  }

  /// Adds an era whose name is new, or a description where there was none; says whether it was
  /// added.
  mutating func keep(_ era: NamedEra) -> Bool {
    guard let known = self.era(named: era.name) else {
      add(.era(era))
      return true
    }
    if known.era.description == nil, era.description != nil,
      let described = try? NamedEra(
        name: known.era.name, date: known.era.era.date.edtf, description: era.description)
    {
      set(known.key, .era(described))
    }
    return false
  }
}
