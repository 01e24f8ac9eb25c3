internal import TimeWalkArchive
internal import TimeWalkCore
import TimeWalkSpatiaLite

/// What an import did, as every front writes it.
package struct ImportSummary: Codable, Hashable, Sendable {
  /// One thing that the import has to say about a row.
  package struct Finding: Codable, Hashable, Sendable {
    /// `fault` for what refused the row, `warning` for what is doubtful, `note` for what was read
    /// between the lines.
    package var severity: String
    /// The physical line where the row starts.
    package var line: Int?
    /// The record's path in a document, such as `features[3]`.
    package var path: String?
    /// The row's item.
    package var id: String?
    /// The column.
    package var column: String?
    /// What stands there.
    package var value: String?
    /// What is wrong.
    package var reason: String
    /// What may be done about it.
    package var hint: String?
    /// All of it on one line.
    package var text: String
  }

  /// Where one field's values were taken from.
  package struct Field: Codable, Hashable, Sendable {
    /// TimeWalk's name of it.
    package var field: String
    /// The source's name or path, or what they are made of.
    package var source: String
    /// `own` where the name is TimeWalk's, `given`, `preset` or `guessed`.
    package var basis: String
  }

  /// A correction by hand that the source contradicts anew; it is kept.
  package struct Conflict: Codable, Hashable, Sendable {
    /// The item's name, or the collection's where it is about that.
    package var id: String
    /// The field; absent for an item that was removed by hand and stays away.
    package var field: String?
    /// What stays; absent for nothing.
    package var kept: String?
    /// What the source says now; absent for nothing.
    package var source: String?
    /// What the source said before; absent for nothing.
    package var before: String?
  }

  /// A field of a collection's own statement that becomes different.
  package struct StatementChange: Codable, Hashable, Sendable {
    /// The collection.
    package var collection: String
    /// The field, as in `collection.json`.
    package var field: String
    /// What it said; absent for nothing.
    package var before: String?
    /// What it says now; absent for nothing.
    package var after: String?
  }

  /// The collection.
  package var collection: String
  /// Whether nothing was kept, as asked.
  package var dryRun: Bool
  /// New items.
  package var added: Int
  /// Items that changed.
  package var updated: Int
  /// Items that were the same.
  package var unchanged: Int
  /// Rows that were refused.
  package var refused: Int
  /// Items that went, as the source no longer has them.
  package var removed: Int
  /// Rows that have no place; they count as added, updated or unchanged like the others.
  package var unplaced: Int
  /// Rows that were taken without rights, neither of their own nor of their collection.
  package var withoutRights: Int
  /// Fields that stay as a person set them by hand, although the source says something else.
  package var keptCorrections: Int
  /// Rows whose items a person removed, and that stay away; they count as unchanged.
  package var keptRemovals: Int
  /// Where the source contradicts a correction anew, the first thousand.
  package var conflicts: [Conflict]
  /// How many such conflicts there are.
  package var conflictCount: Int
  /// What becomes different in what the collections say of themselves.
  package var statementChanges: [StatementChange]
  /// Named eras that are new.
  package var erasAdded: Int
  /// The number of the change in the journal; absent when nothing was written.
  package var entry: Int64?
  /// What happens to which item, the first thousand of each kind.
  package var changes: [ItemChangeReport]
  /// Where each field's values were taken from.
  package var mapping: [Field]
  /// All findings, in the order of the source.
  package var findings: [Finding]

  init(_ report: ImportReport) {
    collection = report.collection
    dryRun = report.isDryRun
    added = report.added
    updated = report.updated
    unchanged = report.unchanged
    refused = report.refused
    removed = report.removed
    unplaced = report.unplaced
    withoutRights = report.withoutRights
    keptCorrections = report.keptCorrections
    keptRemovals = report.keptRemovals
    conflicts = report.conflicts.map {
      Conflict(
        id: $0.isOfCollection ? $0.id.collection : $0.id.description, field: $0.column?.rawValue,
        kept: $0.kept, source: $0.source, before: $0.before)
    }
    conflictCount = report.conflictCount
    statementChanges = report.statementChanges.map {
      StatementChange(
        collection: $0.collection, field: $0.field, before: $0.before, after: $0.after)
    }
    erasAdded = report.erasAdded
    entry = report.entry
    changes = report.changes.map(ItemChangeReport.init)
    let closing = [report.rightsFinding, report.grantedFinding].compactMap(\.self)
    findings = (report.findings + closing).map {
      Finding(
        severity: $0.severity.rawValue, line: $0.line, path: $0.path, id: $0.identifier,
        column: $0.column, value: $0.value, reason: $0.reason, hint: $0.hint, text: $0.description)
    }
    mapping = report.mapping.map(Field.init)
  }
}

extension ImportSummary.Field {
  init(_ field: FieldSource) {
    self.init(field: field.field, source: field.source, basis: field.basis)
  }
}
