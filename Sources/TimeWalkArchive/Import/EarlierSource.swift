import Foundation
import TimeWalkCore

/// Prevents two files of one name from overwriting each other's items: an unnamed collection gets
/// its file's name.
///
/// A collection named by `--collection` or in `collection.json` is intended.
package struct EarlierSource {
  private static let listed = 5

  private let policy: ImportPolicy
  private let origin: String?

  /// Makes one of an import's policy and its source as the journal calls it; `nil` when it has no
  /// name.
  package init(policy: ImportPolicy, origin: String?) {
    self.policy = policy
    self.origin = origin
  }

  /// Stops an import that would change items from another source; a dry run only reports this.
  ///
  /// - Parameters:
  ///   - source: the source, read to its end.
  ///   - report: its result.
  ///   - entries: the journal, newest first, read if needed.
  /// - Throws: `.otherSource`, and the journal's errors.
  package func check(
    _ source: some ItemSource, _ report: inout ImportReport,
    journal entries: () throws -> [JournalEntry]
  ) throws {
    guard !policy.isCollectionGiven, !source.isNamed, report.updated + report.removed > 0,
      let origin, let last = EarlierSource.last(of: source.statement.name, try entries()),
      last != origin
    else { return }
    let name = source.statement.name
    let changed = report.changes.filter { $0.kind != .added }.map(\.id.description)
    let count = report.updated + report.removed
    let text =
      "The collection \(name) was last imported from \(last); \(origin) would change "
      + "\(count == 1 ? "1 of its items" : "\(count) of its items") ("
      + changed.prefix(EarlierSource.listed).joined(separator: ", ")
      + (count > EarlierSource.listed ? ", …" : "") + ")"
    let hint =
      "use --collection \(name) if it is the same collection, or --collection OTHER-NAME to keep them apart"
    guard policy.isDryRun else {
      throw ArchiveError(.otherSource, "\(text). Nothing was changed. U\(hint.dropFirst()).")
    }
    report.findings.insert(
      ImportFinding(.warning, line: nil, reason: text + "; the import would stop", hint: hint),
      at: 0)
  }

  /// The source of a collection's last import that is in force; `nil` when it has none, or one
  /// without a name.
  private static func last(of collection: String, _ entries: [JournalEntry]) -> String? {
    entries.first { entry in
      guard entry.kind == .import, entry.undoneBy == nil else { return false }
      return entry.collection == collection
        || entry.options["collections"]?.components(separatedBy: ", ").contains(collection) == true
    }?.source
  }
}
