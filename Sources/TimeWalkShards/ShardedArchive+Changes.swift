package import TimeWalkArchive
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
    if edit.fields[.latitude] != nil || edit.fields[.longitude] != nil
      || edit.fields[.accuracy] != nil || edit.fields[.viewDistance] != nil
      || edit.fields[.altitude] != nil
    {
      try checkStays(id, edit, in: part)
    }
    if edit.fields[.outline] != nil || edit.fields[.georeference] != nil, part != roster.plan.rest {
      throw refused("Placing a map")
    }
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

  /// Makes sure that an item stays in its shard where its place changes.
  private func checkStays(
    _ id: ItemID, _ edit: FieldEdit, in part: Int
  ) throws(ArchiveError) {
    let plan = roster.plan
    guard let item = try roster.shards[part].archive().item(id) else {
      guard edit.fields[.latitude].map(\.isEmpty) ?? true else { throw elsewhere(id) }
      return
    }
    var moved = item
    func number(_ column: CatalogueColumn) -> Double? {
      edit.fields[column].flatMap { DecimalText.parse($0.utf8) }
    }
    let isEmptied = edit.fields[.latitude]?.isEmpty ?? false
    guard !isEmptied || part == plan.rest else { throw elsewhere(id) }
    let place = item.pose.coordinate
    guard
      let coordinate = Coordinate(
        latitude: number(.latitude) ?? place.latitude,
        longitude: number(.longitude) ?? place.longitude)
    else { return }
    moved.pose.coordinate = coordinate.with(
      horizontalAccuracy: edit.fields[.accuracy] == nil
        ? place.horizontalAccuracy : number(.accuracy).flatMap(Distance.init(meters:)))
    if let distance = number(.viewDistance) { moved.pose.viewDistance = Distance(meters: distance) }
    if let altitude = number(.altitude), let own = item.pose.altitude {
      moved.pose.altitude = Altitude(
        meters: altitude, reference: own.reference, accuracy: own.accuracy)
    }
    guard plan.part(of: moved) == part else { throw elsewhere(id) }
  }

  private func elsewhere(_ id: ItemID) -> ArchiveError {
    ArchiveError(
      .invalidField,
      "The item \(id) would lie in another shard. Remove it, and import it with its new place.")
  }

  /// See `CuratedArchive.remove(_:terms:)`; only items of one shard at a time.
  package func remove(
    _ ids: [ItemID], terms: ChangeTerms
  ) throws(ArchiveError) -> RemovalReport {
    var parts: Set<Int> = []
    for id in ids { parts.insert(try part(of: id)) }
    guard let part = parts.first else { return RemovalReport(count: 0) }
    guard parts.count == 1 else { throw refused("Removing items of several shards at once") }
    var report = try roster.shards[part].archive().remove(ids, terms: terms)
    report.entry = report.entry.map { ShardKey.key($0, of: part) }
    return report
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
    var whole = RemovalReport(count: 0)
    let found = try askAll { (archive) throws(ArchiveError) in
      try archive.statements().contains { $0.name == name }
    }
    for said in found where said.value {
      let report = try roster.shards[said.part].archive().remove(collection: name, terms: terms)
      whole.count += report.count
      whole.entry = whole.entry ?? report.entry.map { ShardKey.key($0, of: said.part) }
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
    try require(collection: collection)
    let found = try askAll { (archive) throws(ArchiveError) in
      try archive.statements().contains { $0.name == collection }
    }
    var all: (entry: Int64?, doubt: String?) = (nil, nil)
    for said in found where said.value {
      let (entry, doubt) = try roster.shards[said.part].archive().setRights(
        of: collection, to: text, terms: terms)
      all = (all.entry ?? entry.map { ShardKey.key($0, of: said.part) }, doubt)
    }
    return all
  }

  /// See `CuratedArchive.undo(_:terms:)`.
  ///
  /// An import is undone in every shard that it went to, after each was asked whether it can be;
  /// what is undone there already is passed over, so that the same again completes it.
  package func undo(_ number: Int64, terms: ChangeTerms) throws(ArchiveError) -> UndoReport {
    let entry = try entry(number)
    let first = ShardKey.part(of: number)
    var entries = [(part: first, number: ShardKey.local(number))]
    if let group = entry.options[ShardedArchive.importNote] {
      let found = try askAll { (archive) throws(ArchiveError) -> Int64? in
        try archive.history(limit: nil).first {
          $0.options[ShardedArchive.importNote] == group && $0.undoneBy == nil
        }?.number
      }
      for said in found where said.part != first {
        if let number = said.value { entries.append((said.part, number)) }
      }
    }
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

  /// The shard of an item, with a place or without.
  private func part(of id: ItemID) throws(ArchiveError) -> Int {
    if let home = try home(of: id) { return home.part }
    let found = try find { (archive) throws(ArchiveError) in try archive.unplacedItem(id) }
    guard let part = found.first?.part else { throw .noItem(id) }
    return part
  }
}
