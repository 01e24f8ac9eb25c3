import Foundation
package import TimeWalkArchive
import TimeWalkCatalogue
package import TimeWalkCore

// Changes that concern one shard, or the same of each.
extension ShardedArchive {
  /// See `CuratedArchive.set(_:_:as:terms:)`; a place in another shard is refused.
  package func set(
    _ id: ItemID, _ edit: FieldEdit, as kind: JournalEntry.Kind, terms: ChangeTerms
  ) throws(ArchiveError) -> EditReport {
    let roster = roster
    let part = try part(of: id)
    let shard = try roster.shards[part].archive()
    try checkStays(id, edit, in: part)
    var basis = edit
    basis.basis = try edit.basis.map { (number) throws(ArchiveError) in
      guard number > 0 else { return number }
      // A change in another shard is older than all that this one knows of the item.
      return ShardKey.part(of: number) == part ? ShardKey.local(number) : 0
    }
    var report = try shard.set(id, basis, as: kind, terms: terms)
    report.entry = report.entry.map { ShardKey.key($0, of: part) }
    return report
  }

  /// See `CuratedArchive.set(all:_:terms:)`: shard by shard, after each was asked whether it can.
  package func set(
    all query: ArchiveQuery, _ edit: FieldEdit, terms: ChangeTerms
  ) throws(ArchiveError) -> ManyEditsReport {
    let roster = roster
    var query = query
    (query.limit, query.offset) = (nil, 0)
    let parts = try parts(having: query.collection)
    if edit.mayMove {
      for part in parts {
        let shard = try roster.shards[part].archive()
        let unplaced = try shard.unplacedItems(query).items.map(\.id)
        for id in try shard.search(query).hits.map(\.item.id) + unplaced {
          try checkStays(id, edit, in: part)
        }
      }
    }
    let terms = terms.grouped()
    var trial = terms
    trial.isDryRun = true
    for part in parts { _ = try roster.shards[part].archive().set(all: query, edit, terms: trial) }
    var whole = ManyEditsReport()
    for part in parts {
      let report = try roster.shards[part].archive().set(all: query, edit, terms: terms)
      whole.found += report.found
      whole.changed += report.changed
      whole.changes += report.changes
      whole.entry = whole.entry ?? report.entry.map { ShardKey.key($0, of: part) }
      for warning in report.warnings where !whole.warnings.contains(warning) {
        whole.warnings.append(warning)
      }
    }
    return whole
  }

  /// See `CuratedArchive.decide(_:folder:terms:)`: shard by shard; what would bring an item to
  /// another shard can't be followed.
  package func decide(
    _ decisions: [ReviewDecision], folder: String?, terms: ChangeTerms
  ) throws(ArchiveError) -> DecisionReport {
    let roster = roster
    var whole = DecisionReport()
    var split: [Int: [(index: Int, decision: ReviewDecision)]] = [:]
    for (index, decision) in decisions.enumerated() {
      do throws(ArchiveError) {
        let part = try part(of: decision.item)
        if case .set(let fields) = decision.verdict {
          try checkStays(decision.item, FieldEdit(fields, folder: folder), in: part)
        }
        split[part, default: []].append((index, decision))
      } catch {
        guard [.noSuchItem, .invalidField].contains(error.code) else { throw error }
        whole.faults.append(DecisionReport.Fault(index: index, reason: error.message))
      }
    }
    let terms = terms.grouped()
    for part in split.keys.sorted() {
      let own = split[part] ?? []
      let report = try roster.shards[part].archive().decide(
        own.map(\.decision), folder: folder, terms: terms)
      whole.changed += report.changed
      whole.dismissed += report.dismissed
      whole.unchanged += report.unchanged
      whole.faults += report.faults.map {
        DecisionReport.Fault(index: own[$0.index].index, reason: $0.reason)
      }
      whole.entry = whole.entry ?? report.entry.map { ShardKey.key($0, of: part) }
    }
    whole.faults.sort { $0.index < $1.index }
    return whole
  }

  /// Makes sure that an item stays in its shard where an edit changes its place or how far it
  /// reaches; what else is wrong with the edit, its shard says.
  private func checkStays(
    _ id: ItemID, _ edit: FieldEdit, in part: Int
  ) throws(ArchiveError) {
    guard edit.mayMove else { return }
    let plan = roster.plan
    let shard = try roster.shards[part].archive()
    let current: ItemEdit.Current
    if let item = try shard.item(id) {
      current = .item(item, copyOf: nil)
    } else if let item = try shard.unplacedItem(id) {
      current = .unplaced(item)
    } else {
      throw .noItem(id)
    }
    let row = try ItemEdit(id, edit).row(after: current)
    guard row.item.map(plan.part(of:)) ?? plan.rest == part else {
      throw ArchiveError(
        .invalidField,
        "The item \(id) would lie in another shard. Remove it, and import it with its new place.")
    }
  }

  /// See `CuratedArchive.remove(_:terms:)`: shard by shard, after each was asked whether it can.
  package func remove(
    _ ids: [ItemID], terms: ChangeTerms
  ) throws(ArchiveError) -> RemovalReport {
    let roster = roster
    let ids = Set(ids).sorted { $0.description < $1.description }
    guard terms.isAgreed || terms.isDryRun || ids.count <= freelyRemoved else {
      throw ArchiveError.unconfirmed(removing: ids)
    }
    var split: [Int: [ItemID]] = [:]
    for id in ids { split[try part(of: id), default: []].append(id) }
    let terms = terms.grouped()
    var trial = terms
    trial.isDryRun = true
    for (part, ids) in split { _ = try roster.shards[part].archive().remove(ids, terms: trial) }
    var whole = RemovalReport(count: 0)
    for part in split.keys.sorted() {
      let report = try roster.shards[part].archive().remove(split[part] ?? [], terms: terms)
      whole.count += report.count
      whole.entry = whole.entry ?? report.entry.map { ShardKey.key($0, of: part) }
    }
    return whole
  }

  /// See `CuratedArchive.remove(collection:terms:)`: shard by shard; one that fails leaves what the
  /// ones before it removed, and the same again completes it.
  package func remove(
    collection name: String, terms: ChangeTerms
  ) throws(ArchiveError) -> RemovalReport {
    try require(collection: name)
    let count = try collections().first { $0.statement.name == name }.map { $0.items + $0.unplaced }
    guard terms.isAgreed || terms.isDryRun || count == 0 else {
      throw .unconfirmed(removing: name, count: count ?? 0)
    }
    let terms = terms.grouped()
    var whole = RemovalReport(count: 0)
    for part in try parts(having: name) {
      let report = try roster.shards[part].archive().remove(collection: name, terms: terms)
      whole.count += report.count
      whole.entry = whole.entry ?? report.entry.map { ShardKey.key($0, of: part) }
    }
    return whole
  }

  /// See `CuratedArchive.addEra(_:terms:)`: in the shard of the rest.
  package func addEra(
    _ era: NamedEra, terms: ChangeTerms
  ) throws(ArchiveError) -> (era: NamedEra, entry: Int64?) {
    if let known = try eras().first(where: { $0.isNamed(era.name) }) {
      guard known.era == era.era else { throw .eraExists(known) }
      return (known, nil)
    }
    let rest = roster.plan.rest
    let (kept, entry) = try roster.shards[rest].archive().addEra(era, terms: terms)
    return (kept, entry.map { ShardKey.key($0, of: rest) })
  }

  /// See `CuratedArchive.removeEra(named:terms:)`: in all shards that know it.
  package func removeEra(
    named name: String, terms: ChangeTerms
  ) throws(ArchiveError) -> (era: NamedEra, entry: Int64?) {
    let found = try askAll { (archive) throws(ArchiveError) in
      try archive.eras().contains { $0.isNamed(name) }
    }
    let terms = terms.grouped()
    var removed: (era: NamedEra, entry: Int64?)?
    for said in found where said.value {
      let (era, entry) = try roster.shards[said.part].archive().removeEra(
        named: name, terms: terms)
      removed = removed ?? (era, entry.map { ShardKey.key($0, of: said.part) })
    }
    guard let removed else { throw .noEra(name) }
    return removed
  }

  /// See `CuratedArchive.setRights(of:to:terms:)`: in all shards that have the collection.
  package func setRights(
    of collection: String, to text: String, terms: ChangeTerms
  ) throws(ArchiveError) -> (entry: Int64?, doubt: String?) {
    let terms = terms.grouped()
    var all: (entry: Int64?, doubt: String?) = (nil, nil)
    for part in try parts(having: collection) {
      let (entry, doubt) = try roster.shards[part].archive().setRights(
        of: collection, to: text, terms: terms)
      all = (all.entry ?? entry.map { ShardKey.key($0, of: part) }, doubt)
    }
    return all
  }

  /// See `CuratedArchive.undo(_:terms:)`.
  ///
  /// What was done in several shards is undone in each, after each was asked whether it can be;
  /// what is undone there already is passed over, so that the same again completes it.
  package func undo(_ number: Int64, terms: ChangeTerms) throws(ArchiveError) -> UndoReport {
    let entry = try entry(number)
    let first = ShardKey.part(of: number)
    var entries = [(part: first, number: ShardKey.local(number))]
    if let group = entry.options[Provenance.groupNote] {
      let found = try askAll { (archive) throws(ArchiveError) -> Int64? in
        try archive.history(limit: nil).first {
          $0.options[Provenance.groupNote] == group && $0.undoneBy == nil
        }?.number
      }
      for said in found where said.part != first {
        if let number = said.value { entries.append((said.part, number)) }
      }
    }
    let terms = entries.count > 1 ? terms.grouped() : terms
    var trial = terms
    trial.isDryRun = true
    for (part, number) in entries {
      _ = try roster.shards[part].archive().undo(number, terms: trial)
    }
    // The named one comes last: while it stands, the same undo can be asked for again.
    var counts = ChangeCounts()
    var last: Int64?
    for (part, number) in entries.reversed() {
      let report = try roster.shards[part].archive().undo(number, terms: terms)
      counts.added += report.counts.added
      counts.updated += report.counts.updated
      counts.removed += report.counts.removed
      last = report.entry.map { ShardKey.key($0, of: part) } ?? last
    }
    return UndoReport(undone: entry, entry: last, counts: counts)
  }

  /// The shards that have a collection, all where none is named; throws `.noSuchCollection`.
  private func parts(having collection: String?) throws(ArchiveError) -> [Int] {
    try require(collection: collection)
    return try askAll { (archive) throws(ArchiveError) in
      guard let collection else { return true }
      return try archive.statements().contains { $0.name == collection }
    }.filter(\.value).map(\.part)
  }

  /// The shard of an item, with a place or without.
  private func part(of id: ItemID) throws(ArchiveError) -> Int {
    if let home = try home(of: id) { return home.part }
    let found = try find { (archive) throws(ArchiveError) in try archive.unplacedItem(id) }
    guard let part = found.first?.part else { throw .noItem(id) }
    return part
  }
}

extension FieldEdit {
  /// Whether it may change where an item lies, or how far it reaches.
  fileprivate var mayMove: Bool {
    let columns: [CatalogueColumn] = [
      .latitude, .longitude, .accuracy, .viewDistance, .altitude, .altitudeReference,
      .altitudeAccuracy, .locationOf, .outline, .georeference, .viewPose,
    ]
    return columns.contains { fields[$0] != nil }
  }
}

extension Provenance {
  /// The note by which the entries of one change in several shards know each other.
  static let groupNote = "shards"

  /// The same for a change in several shards, which one undo takes back.
  func grouped() -> Provenance {
    var provenance = self
    provenance.notes[Provenance.groupNote] = UUID().uuidString
    return provenance
  }
}

extension ChangeTerms {
  /// See `Provenance.grouped()`.
  fileprivate func grouped() -> ChangeTerms {
    var terms = self
    terms.provenance = provenance.grouped()
    return terms
  }
}
