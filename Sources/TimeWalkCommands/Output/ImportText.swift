internal import TimeWalk

/// What an import did, or would do, as text.
enum ImportText {
  /// How many changes of each kind are listed.
  private static let longest = 20

  static func lines(_ summary: ImportSummary) -> [String] {
    let what = summary.dryRun ? "would be " : ""
    var line =
      "\(summary.collection): \(summary.added) \(what)added, \(summary.updated) \(what)updated, "
      + "\(summary.unchanged) unchanged, \(summary.refused) refused"
    if summary.removed > 0 { line += ", \(summary.removed) \(what)removed" }
    if summary.erasAdded > 0 {
      line += ", \(summary.erasAdded) named era\(summary.erasAdded == 1 ? "" : "s") \(what)added"
    }
    if summary.unplaced > 0 {
      line += "; \(Counted.items(summary.unplaced)) without a place"
    }
    Console.tellUndo(of: summary.entry)
    return plan(summary) + [line]
  }

  /// What a dry run would change, and what is removed in any case.
  private static func plan(_ summary: ImportSummary) -> [String] {
    let kinds = summary.dryRun ? ["added", "changed", "removed"] : ["removed"]
    let totals = ["added": summary.added, "changed": summary.updated, "removed": summary.removed]
    return kinds.flatMap { kind in
      let changes = summary.changes.filter { $0.kind == kind }.prefix(longest)
      let rest = (totals[kind] ?? 0) - changes.count
      return changes.flatMap(JournalText.lines)
        + (rest > 0 && !changes.isEmpty ? ["  and \(rest) more \(kind)"] : [])
    }
  }
}
