import TimeWalkArchive
import TimeWalkCore

extension Model {
  /// The undo of an entry that is in force.
  func undo(of number: Int64) -> Int64? {
    journal.last { $0.said.undoes == number && undo(of: $0.number) == nil }?.number
  }

  /// Makes every row again what it was before an entry.
  mutating func undo(_ number: Int64, _ terms: ChangeTerms) throws -> String {
    guard let entry = journal.first(where: { $0.number == number }) else {
      throw ArchiveError(.noSuchEntry, "\(number)")
    }
    if let later = undo(of: number) { throw ArchiveError.isUndone(number, by: later) }
    let conflicts = conflicts(of: entry)
    guard conflicts.isEmpty else { throw ArchiveError.mustUndoFirst(conflicts, before: number) }
    return try change(.undo, terms, undoes: number) { model in
      let counts = Self.counts(entry.steps.map { (model.rows[$0], $1.before) })
      for (key, step) in entry.steps { model.set(key, step.before) }
      let collections = [entry.said.collection].compactMap(\.self)
      return Done(
        said: "\(number) \(counts)", counts: counts, collections: collections, hasEntry: true)
    }
  }

  /// The later entries that must be undone first, newest first, with those that depend on them.
  private func conflicts(of entry: Entry) -> [Int64] {
    var found: Set<Int64> = []
    var waiting = [entry]
    while let next = waiting.popLast() {
      waiting += entries(on: next).filter { found.insert($0.number).inserted }
    }
    return found.sorted(by: >)
  }

  /// The later entries that an entry can't be undone without.
  private func entries(on entry: Entry) -> [Entry] {
    let back = entry.steps.values.compactMap(\.before)
    let names = Set(back.map(\.name))
    // They changed the same rows, or removed the collection of a row that would be restored.
    let lost = back.compactMap(\.collection).filter {
      rows[$0] == nil && entry.steps[$0]?.before == nil
    }
    let changed = Set(entry.steps.keys).union(lost)
    // They made a row whose name would be restored, or an item of a collection that would be
    // removed.
    let going = entry.steps.filter { $1.before == nil && $1.after?.statement != nil }
    let made = rows.filter { key, row in
      entry.steps[key] == nil
        && (names.contains(row.name) || row.item.map { going[$0.collection] != nil } ?? false)
    }
    // An undo of an entry behind this one cancels out with it.
    return journal.filter { later in
      later.number > entry.number && undo(of: later.number) == nil
        && (later.said.undoes ?? 0) < entry.number
        && later.steps.contains { key, step in
          changed.contains(key) || (made[key] != nil && step.before == nil)
        }
    }
  }
}
