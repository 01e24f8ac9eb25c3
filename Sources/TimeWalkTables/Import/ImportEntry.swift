import TimeWalkArchive

/// The journal's entry of one import, of any number of collections.
///
/// It is opened at the first good row: a source without one leaves no entry and no collection.
final class ImportEntry {
  private let policy: ImportPolicy
  private let origin: String?
  private var entry: OpenEntry?
  private var counts = ChangeCounts()
  private var collections: [String] = []
  private var named: Set<String> = []

  init(_ policy: ImportPolicy, from origin: String?) {
    self.policy = policy
    self.origin = origin
  }

  /// The entry, for the rows of a collection.
  func open(for collection: String, in db: any SQLDatabase) throws -> OpenEntry {
    if named.insert(collection).inserted { collections.append(collection) }
    if let entry { return entry }
    let entry = try OpenEntry(
      .import, by: policy.provenance, source: origin, options: policy.journalOptions, in: db)
    self.entry = entry
    return entry
  }

  /// Adds the work for a collection.
  func count(_ report: ImportReport) {
    counts.added += report.added
    counts.updated += report.updated
    counts.unchanged += report.unchanged
    counts.refused += report.refused
    counts.removed += report.removed
  }

  /// Completes the entry, and gives its number; `nil` when there was no good row.
  func close() throws -> Int64? {
    guard let entry else { return nil }
    if collections.count > 1 {
      try entry.annotate("collections", collections.joined(separator: ", "))
    }
    try entry.close(
      counts, collection: collections.count == 1 ? collections.first : nil)
    return entry.number
  }
}
