import TimeWalkCore

extension ImportReport {
  /// Adds the report for another collection.
  package mutating func add(_ other: ImportReport) {
    added += other.added
    updated += other.updated
    unchanged += other.unchanged
    refused += other.refused
    removed += other.removed
    unplaced += other.unplaced
    erasAdded += other.erasAdded
    withoutRights += other.withoutRights
    assumed += other.assumed
    keptCorrections += other.keptCorrections
    keptRemovals += other.keptRemovals
    conflicts += other.conflicts
    conflictCount += other.conflictCount
    statementChanges += other.statementChanges
    entry = other.entry ?? entry
    changes += other.changes
    findings += other.findings
    absent.formUnion(other.absent)
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

/// The effect of an import or a dry run.
package struct ImportReport: Hashable, Sendable {
  /// The collection's name.
  package var collection: String
  /// True if nothing was written, as asked.
  package var isDryRun: Bool
  /// Rows that are new items.
  package var added = 0
  /// Rows that changed an item.
  package var updated = 0
  /// Rows equal to the archive's content.
  package var unchanged = 0
  /// Rows that were not taken; each has at least one fault.
  package var refused = 0
  /// Removed items: the source lacks them and replaced the collection.
  package var removed = 0
  /// Rows without a place, which count as added, updated or unchanged like the others.
  package var unplaced = 0
  /// Imported rows that have neither their own rights nor the collection's.
  package var withoutRights = 0
  /// The values that rows left open.
  package var assumed = AssumedValues()
  /// Manually corrected fields that stay although the source differs.
  package var keptCorrections = 0
  /// Rows whose items were manually removed and stay so; they count as unchanged.
  package var keptRemovals = 0
  /// The changes of the collections' statements.
  package var statementChanges: [StatementChange] = []
  /// The number of conflicts.
  package var conflictCount = 0
  /// The manual corrections, which stay, with a new contradiction of the source; the first
  /// `ImportOptions.listedChanges`.
  package var conflicts: [CorrectionConflict] = []
  /// Named eras that are new.
  package var erasAdded = 0
  /// The source of each field's values, in the order of the fields.
  package var mapping: [FieldSource] = []
  /// The fields that the source doesn't have, if it names items that the archive has; these keep
  /// theirs.
  package var absent: Set<CatalogueColumn> = []
  /// The number of the change in the journal; `nil` when nothing was written.
  package var entry: Int64?
  /// The changes of items, in the order of the source, removals last; of each kind the first
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
  /// One message about all rows without rights; `nil` when there is none.
  ///
  /// It concerns no single row and is therefore not among the findings.
  package var rightsFinding: ImportFinding? {
    guard withoutRights > 0 else { return nil }
    let rows = withoutRights == 1 ? "1 row has" : "\(withoutRights) rows have"
    return ImportFinding(
      .note, line: nil, column: CatalogueColumn.license.name,
      reason: "\(rows) no rights, and the collection has none either",
      hint: "set the collection's with archive rights")
  }
}
