import TimeWalkArchive
import TimeWalkCore

extension Model {
  /// The undo of an entry that is in force.
  func undo(of number: Int64) -> Int64? {
    journal.last { $0.said.undoes == number && undo(of: $0.number) == nil }?.number
  }

  /// Makes every row again what it was before an entry.
  mutating func undo(_ number: Int64, _ terms: ChangeTerms) throws -> String {
    let entry = try entry(number)
    if let later = undo(of: number) { throw ArchiveError.isUndone(number, by: later) }
    let conflicts = conflicts(of: entry)
    guard conflicts.isEmpty else { throw ArchiveError.mustUndoFirst(conflicts, before: number) }
    return try change(.undo, terms, undoes: number) { model in
      var counts = ChangeCounts()
      for (key, step) in entry.steps {
        if (step.before ?? step.after)?.item != nil {
          switch (step.before, model.rows[key]) {
          case (nil, _?): counts.removed += 1
          case (_?, nil): counts.added += 1
          case (_?, _?): counts.updated += 1
          case (nil, nil): break
          }
        }
        model.set(key, step.before)
      }
      let collections = [entry.said.collection].compactMap(\.self)
      return Done(
        said: "\(number) \(counts)", counts: counts, collections: collections, hasEntry: true)
    }
  }

  /// The later entries that must be undone first, newest first, with those that stand on them.
  private func conflicts(of entry: Entry) -> [Int64] {
    var found: [Int64: Entry] = [:]
    var waiting = [entry]
    while let next = waiting.popLast() {
      for later in entries(on: next) where found[later.number] == nil {
        found[later.number] = later
        waiting.append(later)
      }
    }
    return found.keys.sorted(by: >)
  }

  /// The later entries that an entry can't be undone without.
  private func entries(on entry: Entry) -> [Entry] {
    let back = entry.steps.values.compactMap(\.before)
    let names = Set(back.map(\.name))
    // They changed the same rows, or removed the collection of a row that would come back.
    let lost = back.compactMap(\.collection).filter {
      rows[$0] == nil && entry.steps[$0]?.before == nil
    }
    let changed = Set(entry.steps.keys).union(lost)
    // They made a row whose name would come back, or an item of a collection that would go.
    let going = entry.steps.filter { key, step in
      guard case .collection? = step.after else { return false }
      return step.before == nil
    }.keys
    let made = rows.filter { key, row in
      entry.steps[key] == nil
        && (names.contains(row.name)
          || row.item.map { going.contains($0.collection) } ?? false)
    }.keys
    return journal.filter { later in
      later.number > entry.number && shows(later, since: entry)
        && (later.steps.keys.contains { changed.contains($0) }
          || made.contains { key in
            later.steps[key].map { $0.before == nil } ?? false
          })
    }
  }

  /// Whether an entry is in force and no undo of an entry behind the earlier one, with which it
  /// cancels out.
  private func shows(_ later: Entry, since earlier: Entry) -> Bool {
    undo(of: later.number) == nil && (later.said.undoes ?? 0) < earlier.number
  }
}
