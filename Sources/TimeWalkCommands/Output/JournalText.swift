internal import TimeWalk
internal import TimeWalkBase

/// The journal as text.
enum JournalText {
  /// An entry on one line.
  static func line(_ entry: EntryReport) -> String {
    var parts = ["\(entry.entry)", entry.at ?? "unknown time", entry.by ?? "unknown", what(entry)]
    let counts = [
      ("added", entry.added), ("updated", entry.updated), ("removed", entry.removed),
      ("unchanged", entry.unchanged), ("refused", entry.refused),
    ]
    parts.append(
      counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", "))
    if let undo = entry.undoneBy { parts.append("undone by \(undo)") }
    return VisibleText.columns(parts.filter { !$0.isEmpty })
  }

  private static func what(_ entry: EntryReport) -> String {
    var words = [entry.kind]
    if let undone = entry.undoes { words.append("of \(undone)") }
    if let collection = entry.collection { words.append(collection) }
    if let source = entry.source { words.append("from \(source)") }
    words += entry.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return words.joined(separator: " ")
  }

  /// The change of an item: a line for it, and one for each field.
  static func lines(_ change: ItemChangeReport) -> [String] {
    ["\(mark(change.kind)) \(change.id)"] + fields(change.fields)
  }

  /// The fields that differ, a line each.
  static func fields(_ fields: [ItemChangeReport.Field]) -> [String] {
    fields.map { "    \($0.field): \(value($0.before)) -> \(value($0.after))" }
  }

  private static func mark(_ kind: String) -> String {
    switch kind {
    case "added": "+"
    case "removed": "-"
    default: "~"
    }
  }

  /// A value in quotes, which shows an empty text.
  static func value(_ text: String?) -> String {
    text.map { "\"\($0)\"" } ?? "nothing"
  }
}
