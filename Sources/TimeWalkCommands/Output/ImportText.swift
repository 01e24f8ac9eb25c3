internal import TimeWalk

/// The result of an import or a dry run, as text.
enum ImportText {
  /// The number of changes of each kind that are listed.
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
      line += "; \(CountText.items(summary.unplaced)) without a place"
    }
    line += kept(summary)
    Console.tellUndo(of: summary.entry)
    return statements(summary) + plan(summary) + absent(summary) + [line]
  }

  /// The fields that stay in items that change, because the source lacks them.
  private static func absent(_ summary: ImportSummary) -> [String] {
    guard summary.updated > 0, !summary.absent.isEmpty else { return [] }
    return [
      "not in the source, unchanged in known items: " + summary.absent.joined(separator: ", ")
    ]
  }

  /// The next steps, a line each.
  static func next(_ summary: ImportSummary, archive: String?) -> [String] {
    let place = archive.map { " --archive " + ShellWord.quoted($0) } ?? ""
    if summary.dryRun { return ["next: run this again without --dry-run to import"] }
    var lines: [String] = []
    if summary.refused > 0 {
      lines.append(
        "next: correct the \(CountText.number(summary.refused, "refused row")) and import the file again; "
          + "imported rows stay")
    }
    if summary.unplaced > 0 {
      lines.append(
        "next: timewalk archive list --unplaced\(place) lists the items without a place; "
          + "timewalk archive move gives them one")
    }
    if summary.added + summary.updated + summary.unchanged > summary.unplaced {
      lines.append(
        "next: timewalk submit PHOTO.jpg\(place) finds historical images of the same view")
    }
    return lines
  }

  /// The manual corrections that stay.
  private static func kept(_ summary: ImportSummary) -> String {
    var text = ""
    if summary.keptCorrections > 0 {
      text += "; \(CountText.number(summary.keptCorrections, "correction")) made by hand kept"
    }
    if summary.keptRemovals > 0 {
      text += "; \(CountText.number(summary.keptRemovals, "removal")) made by hand kept"
    }
    if summary.conflictCount > 0 {
      text += "; \(CountText.number(summary.conflictCount, "conflict")) with the source"
    }
    return text
  }

  /// A dry run's changes of the collections' statements, and the corrections that it would keep.
  private static func statements(_ summary: ImportSummary) -> [String] {
    guard summary.dryRun else { return [] }
    var lines: [String] = []
    var collection: String?
    for change in summary.statementChanges {
      if change.collection != collection { lines.append("~ collection \(change.collection)") }
      collection = change.collection
      lines += JournalText.fields([
        .init(field: change.field, before: change.before, after: change.after)
      ])
    }
    for conflict in summary.conflicts.prefix(longest) {
      lines.append("! \(conflict.id)")
      let kept = JournalText.value(conflict.kept)
      let (now, before) = (JournalText.value(conflict.source), JournalText.value(conflict.before))
      lines.append(
        conflict.field.map {
          "    \($0): kept \(kept); the source has \(now), previously \(before)"
        }
          ?? "    stays removed; the source has \(now), previously \(before)")
    }
    let rest = summary.conflictCount - min(longest, summary.conflicts.count)
    if rest > 0 { lines.append("  and \(CountText.number(rest, "conflict")) more") }
    return lines
  }

  /// A dry run's changes, and all removals.
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
