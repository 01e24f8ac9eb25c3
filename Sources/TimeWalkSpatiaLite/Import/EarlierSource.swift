import Foundation
import GRDB
import TimeWalkArchive
import TimeWalkCore

/// Keeps two files of one name from overwriting each other's items: a collection that nobody named
/// is called after its file.
///
/// Whoever names the collection, by `--collection` or in `collection.json`, means it.
struct EarlierSource {
  private static let listed = 5

  let policy: ImportPolicy
  /// The source as the journal calls it; `nil` when it has no name.
  let origin: String?

  /// Stops an import that would change items which came from another source; a dry run only says
  /// that it would stop.
  func check(_ source: some ItemSource, _ report: inout ImportReport, in db: Database) throws {
    guard !policy.isCollectionGiven, !source.isNamed, report.updated + report.removed > 0,
      let origin, let last = try EarlierSource.last(of: source.statement.name, db), last != origin
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
      "--collection \(name) goes on if it is the same collection; --collection OTHER-NAME keeps both apart"
    guard policy.isDryRun else {
      throw ArchiveError(.otherSource, "\(text). Nothing was changed. \(hint).")
    }
    report.findings.insert(
      ImportFinding(.warning, line: nil, reason: text + ", and the import would stop", hint: hint),
      at: 0)
  }

  /// The source of a collection's last import that is in force; `nil` when it has none, or one
  /// without a name.
  private static func last(of collection: String, _ db: Database) throws -> String? {
    try JournalTable.entries(db).first { entry in
      guard entry.kind == .import, entry.undoneBy == nil else { return false }
      return entry.collection == collection
        || entry.options["collections"]?.components(separatedBy: ", ").contains(collection) == true
    }?.source
  }
}
