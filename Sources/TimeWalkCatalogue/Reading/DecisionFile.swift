import Foundation
package import TimeWalkArchive
import TimeWalkCore
import TimeWalkBase

/// The CSV of a review: written with the open entries, and read again with a user's decisions.
package enum DecisionFile {
  /// A row that has a decision.
  package struct Row: Hashable, Sendable {
    /// The physical line, from 1.
    package var line: Int
    /// The item.
    package var item: String
    /// The kind of the entry.
    package var kind: String
    /// The other item; `nil` if there is none.
    package var other: String?
    /// The decision, in words.
    package var decision: String
    /// The reason; `nil` if unknown.
    package var note: String?
  }

  private static let header = "item,kind,other,reason,suggestion,decision,note"
  private static let needed = ["item", "kind", "decision"]

  /// Writes entries with an empty column for decisions; complete or not at all.
  ///
  /// Throws `.outputFailed`.
  package static func write(_ entries: [ReviewEntry], to path: String) throws(ArchiveError) {
    let file = try OutputFile(replacing: URL(fileURLWithPath: path))
    // A byte order mark, without which Excel takes UTF-8 for something else.
    try file.write("\u{FEFF}\(header)\n")
    for entry in entries {
      let suggestion = entry.suggestion.map { "\($0.key.name)=\($0.value)" }.sorted()
        .joined(separator: "; ")
      let values = [
        entry.item.description, entry.kind.rawValue, entry.other?.description ?? "", entry.reason,
        suggestion, "", "",
      ]
      try file.write(SeparatedText().row(values.map(FormulaGuard.guarded)))
    }
    try file.finish()
  }

  /// Reads the rows that have a decision; columns go by their names, in any order.
  ///
  /// Throws `.inputMissing` and `.inputUnreadable` when the file, or a row of it, can't be read.
  package static func read(_ path: String) throws(ArchiveError) -> [Row] {
    var records = try CSVRecords(try ByteSource(path: path))
    for name in needed where records.index(name) == nil {
      throw ArchiveError(.inputUnreadable, "\(path) has no column \(name).")
    }
    var rows: [Row] = []
    while try records.next() {
      let line = records.place.line ?? 0
      let fault = records.fault.flatMap { $0.severity == .fault ? $0.reason : nil }
      if let problem = records.problem ?? fault {
        throw ArchiveError(.inputUnreadable, "\(path), line \(line): \(problem).")
      }
      func text(_ name: String) -> String {
        FormulaGuard.restored(records.text(name)?.trimmed ?? "")
      }
      let decision = text("decision")
      guard !decision.isEmpty else { continue }
      let (other, note) = (text("other"), text("note"))
      rows.append(
        Row(
          line: line, item: text("item"), kind: text("kind"), other: other.isEmpty ? nil : other,
          decision: decision, note: note.isEmpty ? nil : note))
    }
    return rows
  }
}
