import TimeWalkCore

extension ImportReport {
  /// Takes in what was done for another collection.
  package mutating func add(_ other: ImportReport) {
    added += other.added
    updated += other.updated
    unchanged += other.unchanged
    refused += other.refused
    removed += other.removed
    unplaced += other.unplaced
    erasAdded += other.erasAdded
    withoutRights += other.withoutRights
    granted += other.granted
    keptCorrections += other.keptCorrections
    keptRemovals += other.keptRemovals
    conflicts += other.conflicts
    conflictCount += other.conflictCount
    statementChanges += other.statementChanges
    entry = other.entry ?? entry
    changes += other.changes
    findings += other.findings
  }

  /// Puts findings that came after their rows in the order of the source.
  package mutating func order() {
    let places = findings.enumerated().sorted { a, b in
      let (one, other) = (a.element.line ?? 0, b.element.line ?? 0)
      return one != other ? one < other : a.offset < b.offset
    }
    findings = places.map(\.element)
  }
}

/// What an import did, or would have done.
package struct ImportReport: Hashable, Sendable {
  /// The collection's name.
  package var collection: String
  /// Whether nothing was written, as asked.
  package var isDryRun: Bool
  /// Rows that are new items.
  package var added = 0
  /// Rows that changed an item.
  package var updated = 0
  /// Rows that say what the archive has already.
  package var unchanged = 0
  /// Rows that were not taken; each has at least one fault.
  package var refused = 0
  /// Items that the source no longer has, and that are gone as it was to replace the collection.
  package var removed = 0
  /// Rows without a place, which count as added, updated or unchanged like the others.
  package var unplaced = 0
  /// Rows that were taken without rights, neither of their own nor of their collection.
  package var withoutRights = 0
  /// What rows left open.
  package var granted = AssumedValues()
  /// Fields that stay as a person set them by hand, although the source says something else.
  package var keptCorrections = 0
  /// Rows whose items a person removed, and that stay away; they count as unchanged.
  package var keptRemovals = 0
  /// What becomes different in what the collections say of themselves.
  package var statementChanges: [StatementChange] = []
  /// How many conflicts there are.
  package var conflictCount = 0
  /// Where the source contradicts anew what was corrected by hand, which stays; the first
  /// `ImportOptions.listedChanges`.
  package var conflicts: [CorrectionConflict] = []
  /// Named eras that are new.
  package var erasAdded = 0
  /// Where each field's values were taken from, in the order of the fields.
  package var mapping: [FieldSource] = []
  /// The number of the change in the journal; `nil` when nothing was written.
  package var entry: Int64?
  /// What happens to which item, in the order of the source, removals last; of each kind the first
  /// `ImportOptions.listedChanges`.
  package var changes: [ItemChange] = []
  /// All faults, warnings and notes, in the order of the source; beyond
  /// `ImportOptions.listedFindings` their number.
  package var findings: [ImportFinding] = []

  package init(collection: String, isDryRun: Bool) {
    self.collection = collection
    self.isDryRun = isDryRun
  }

  /// All rows of the source, blank lines not counted.
  package var rows: Int { added + updated + unchanged + refused }
  /// The findings that refused a row.
  package var faults: [ImportFinding] { findings.filter { $0.severity == .fault } }
  /// The findings that refused nothing.
  package var warnings: [ImportFinding] { findings.filter { $0.severity == .warning } }
}

extension ImportReport {
  /// What is to be said of all rows without rights together; `nil` when there is none.
  ///
  /// It is no finding on a row, so that it doesn't stand among them.
  package var rightsFinding: ImportFinding? {
    guard withoutRights > 0 else { return nil }
    let rows = withoutRights == 1 ? "1 row has" : "\(withoutRights) rows have"
    return ImportFinding(
      .note, line: nil, column: CatalogueColumn.license.rawValue,
      reason: "\(rows) no rights, and the collection has none either",
      hint: "set the collection's with archive rights")
  }
}
