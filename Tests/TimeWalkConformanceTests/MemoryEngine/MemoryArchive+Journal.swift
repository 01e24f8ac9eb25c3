import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension MemoryArchive {
  func history(limit: Int?) -> [JournalEntry] { history(limit: limit, of: state) }

  /// The entries of a state, newest first.
  func history(limit: Int?, of state: MemoryState) -> [JournalEntry] {
    let undoneBy = state.reversals.undoneBy
    return state.journal.reversed().prefix(limit ?? .max).map { entry in
      var entry = entry.entry
      entry.undoneBy = undoneBy[entry.number]
      return entry
    }
  }

  func entry(_ number: Int64) throws(ArchiveError) -> JournalEntry {
    let found = history(limit: nil).first { $0.number == number }
    guard let found else { throw ArchiveError.noEntry(number) }
    return found
  }

  func forEachChange(
    of number: Int64, _ body: (ItemChange) throws -> Void
  ) throws(ArchiveError) {
    let state = state
    let entry = try state.entry(number)
    do { try state.changes(of: entry).forEach(body) } catch {
      throw error as? ArchiveError ?? ArchiveError(.storage, "\(error)", cause: error)
    }
  }

  func history(of id: ItemID) -> [(JournalEntry, ItemChange)] {
    let state = state
    return history(limit: nil, of: state).reversed().flatMap { entry in
      let changes = (try? state.entry(entry.number)).map(state.changes(of:)) ?? []
      return changes.filter { $0.id == id }.map { (entry, $0) }
    }
  }

  func undo(_ number: Int64, terms: ChangeTerms) throws(ArchiveError) -> UndoReport {
    let undone = try entry(number)
    return try change(isDryRun: terms.isDryRun) { state in
      let entry = try state.entry(number)
      if let undo = state.reversals.undoneBy[number] {
        throw ArchiveError.isUndone(number, by: undo)
      }
      let conflicts = try state.conflicts(of: entry)
      guard conflicts.isEmpty else { throw ArchiveError.mustUndoFirst(conflicts, before: number) }
      state.begin(.undo, by: terms.provenance, undoes: number)
      let counts = state.takeBack(entry)
      let undo = state.close(counts, collection: entry.entry.collection)
      return UndoReport(undone: undone, entry: terms.isDryRun ? nil : undo, counts: counts)
    }
  }
}

extension MemoryState {
  var reversals: Reversals {
    Reversals(
      Dictionary(
        uniqueKeysWithValues: journal.compactMap { entry in
          entry.entry.undoes.map { (entry.entry.number, $0) }
        }))
  }

  func entry(_ number: Int64) throws(ArchiveError) -> MemoryEntry {
    guard let entry = journal.first(where: { $0.entry.number == number }) else {
      throw ArchiveError.noEntry(number)
    }
    return entry
  }

  // MARK: What an entry changed

  /// The changes item by item, in the order of the keys; an item that was placed is one.
  func changes(of entry: MemoryEntry) -> [ItemChange] {
    var order: [ItemID] = []
    var before: [ItemID: [CatalogueColumn: String]] = [:]
    var after: [ItemID: [CatalogueColumn: String]] = [:]
    for key in entry.before.keys.sorted() where key.isOfItem {
      let (old, new) = (entry.before[key].flatMap(\.self), row(key, after: entry))
      guard let id = (new ?? old)?.id else { continue }
      if !order.contains(id) { order.append(id) }
      if let fields = old?.current?.fields { before[id] = fields }
      if let fields = new?.current?.fields { after[id] = fields }
    }
    return order.map { id in
      ItemChange(
        id, before[id] == nil ? .added : after[id] == nil ? .removed : .changed,
        fields: FieldChange.between(before[id] ?? [:], after[id] ?? [:]))
    }
  }

  /// A row as an entry left it, which is as the next one that touched it found it, or as it is now.
  private func row(_ key: MemoryKey, after entry: MemoryEntry) -> MemoryRow? {
    let next = journal.first { $0.entry.number > entry.entry.number && $0.before[key] != nil }
    return next.map { $0.before[key].flatMap(\.self) } ?? rows[key]
  }

  // MARK: Undoing

  /// The later entries that must be undone first, newest first, with those that stand on them.
  func conflicts(of entry: MemoryEntry) throws(ArchiveError) -> [Int64] {
    var found = Set<Int64>()
    var waiting = [entry]
    while let entry = waiting.popLast() {
      for number in directConflicts(of: entry) where found.insert(number).inserted {
        waiting.append(try self.entry(number))
      }
    }
    return found.sorted(by: >)
  }

  /// The later entries in force that touched the same rows, made rows of names that would come
  /// back, removed collections of items that would, or filled collections that would go.
  private func directConflicts(of entry: MemoryEntry) -> [Int64] {
    let reversals = reversals
    let back = entry.before.values.compactMap(\.self)
    let inTheWay = back.compactMap { key($0.name) }.filter { entry.before[$0] == nil }
    let goneCollections = Set(back.compactMap(\.collection)).map {
      MemoryKey(table: .collections, number: $0)
    }.filter { rows[$0] == nil && (entry.before[$0].flatMap(\.self)) == nil }
    let going = Set(
      entry.before.filter { $0.key.table == .collections && $0.value == nil }.map(\.key.number))
    let fillers = rows.filter { key, row in
      key.isOfItem && row.collection.map(going.contains) ?? false && entry.before[key] == nil
    }.map(\.key)
    return journal.filter { later in
      let makes = { (key: MemoryKey) in later.before[key] == .some(nil) }
      return later.entry.number > entry.entry.number
        && reversals.shows(later.entry.number, since: entry.entry.number)
        && (entry.before.keys.contains { later.before[$0] != nil }
          || inTheWay.contains(where: makes)
          || goneCollections.contains { later.before[$0] != nil } || fillers.contains(where: makes))
    }.map(\.entry.number)
  }

  /// Makes every row what it was before an entry, and says how many items came back, changed and
  /// went.
  fileprivate mutating func takeBack(_ entry: MemoryEntry) -> ChangeCounts {
    var counts = ChangeCounts()
    var gone: Set<MemoryName> = []
    // What goes makes room for what comes back under its name.
    for (key, before) in entry.before where before == nil {
      guard let row = rows[key] else { continue }
      if key.isOfItem {
        counts.removed += 1
        gone.insert(row.name)
      }
      set(key, nil)
    }
    for (key, before) in entry.before {
      guard let before else { continue }
      if key.isOfItem {
        if rows[key] != nil { counts.updated += 1 } else { counts.added += 1 }
      }
      set(key, before)
    }
    // An item that loses its place, or gets it back, has another row and is one that changes.
    let moved = entry.before.filter { $0.key.isOfItem }.values.compactMap(\.self)
      .count { gone.contains($0.name) }
    counts.removed -= moved
    counts.added -= moved
    counts.updated += moved
    return counts
  }
}
