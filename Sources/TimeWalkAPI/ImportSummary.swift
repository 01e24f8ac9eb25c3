package import TimeWalkArchive
internal import TimeWalkCore

/// The result of an import, for every front.
public struct ImportSummary: Codable, Hashable, Sendable {
  /// A finding of the import about a row.
  public struct Finding: Codable, Hashable, Sendable {
    /// `fault` if the row was refused, `warning` for a doubt, `note` for an assumption.
    public var severity: String
    /// The physical line where the row starts.
    public var line: Int?
    /// The record's path in a document, such as `features[3]`.
    public var path: String?
    /// The row's item.
    public var id: String?
    /// The column.
    public var column: String?
    /// The value.
    public var value: String?
    /// The fault.
    public var reason: String
    /// The remedy.
    public var hint: String?
    /// All of it on one line.
    public var text: String

    /// Makes it from its values.
    package init(
      severity: String, line: Int? = nil, path: String? = nil, id: String? = nil,
      column: String? = nil, value: String? = nil, reason: String, hint: String? = nil, text: String
    ) {
      self.severity = severity
      self.line = line
      self.path = path
      self.id = id
      self.column = column
      self.value = value
      self.reason = reason
      self.hint = hint
      self.text = text
    }
  }

  /// The source of one field's values.
  public struct Field: Codable, Hashable, Sendable {
    /// TimeWalk's name of it.
    public var field: String
    /// The source's name or path, or its components.
    public var source: String
    /// `own` where the name is TimeWalk's, `given`, `preset` or `guessed`.
    public var basis: String
  }

  /// A manual correction that the source newly contradicts; it stays.
  public struct Conflict: Codable, Hashable, Sendable {
    /// The item's name, or the collection's if it is about that.
    public var id: String
    /// The field; absent for an item that was manually removed and stays so.
    public var field: String?
    /// The value that stays; absent for none.
    public var kept: String?
    /// The source's new value; absent for none.
    public var source: String?
    /// The source's old value; absent for none.
    public var before: String?
  }

  /// A field of a collection's own statement that becomes different.
  public struct StatementChange: Codable, Hashable, Sendable {
    /// The collection.
    public var collection: String
    /// The field, as in `collection.json`.
    public var field: String
    /// The old value; absent for none.
    public var before: String?
    /// The new value; absent for none.
    public var after: String?

    /// Makes it from its values.
    package init(collection: String, field: String, before: String? = nil, after: String? = nil) {
      self.collection = collection
      self.field = field
      self.before = before
      self.after = after
    }
  }

  /// The collection.
  public var collection: String
  /// True if it was a dry run.
  public var dryRun: Bool
  /// New items.
  public var added: Int
  /// Items that changed.
  public var updated: Int
  /// Items that were the same.
  public var unchanged: Int
  /// Rows that were refused.
  public var refused: Int
  /// Items that went, as the source no longer has them.
  public var removed: Int
  /// Rows that have no place; they count as added, updated or unchanged like the others.
  public var unplaced: Int
  /// Rows that were taken without rights, neither of their own nor of their collection.
  public var withoutRights: Int
  /// Manually corrected fields that stay although the source differs.
  public var keptCorrections: Int
  /// Rows whose items were manually removed and stay so; they count as unchanged.
  public var keptRemovals: Int
  /// New contradictions between the source and a correction, the first thousand.
  public var conflicts: [Conflict]
  /// The number of such conflicts.
  public var conflictCount: Int
  /// The changes of the collections' statements.
  public var statementChanges: [StatementChange]
  /// Named eras that are new.
  public var erasAdded: Int
  /// The number of the change in the journal; absent when nothing was written.
  public var entry: Int64?
  /// The changes of items, the first thousand of each kind.
  public var changes: [ItemChangeReport]
  /// The source of each field's values.
  public var mapping: [Field]
  /// The fields that the source doesn't have, if it names items that the archive has; these keep
  /// theirs.
  public var absent: [String]
  /// All findings, in the order of the source.
  public var findings: [Finding]

  package init(_ report: ImportReport) {
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
    conflicts = report.conflicts.flatMap { conflict in
      let id = conflict.isOfCollection ? conflict.id.collection : conflict.id.description
      guard conflict.column != nil else {
        return [Conflict(id: id, source: conflict.source, before: conflict.before)]
      }
      return conflict.columns.map {
        Conflict(id: id, field: $0.name, kept: $0.kept, source: $0.source, before: $0.before)
      }
    }
    conflictCount = report.conflictCount
    statementChanges = report.statementChanges.map {
      StatementChange(
        collection: $0.collection, field: $0.field, before: $0.before, after: $0.after)
    }
    erasAdded = report.erasAdded
    entry = report.entry
    changes = report.changes.map(ItemChangeReport.init)
    let closing = [report.rightsFinding, report.assumptionFinding].compactMap(\.self)
    findings = (report.findings + closing).map {
      Finding(
        severity: $0.severity.rawValue, line: $0.line, path: $0.path, id: $0.identifier,
        column: $0.column, value: $0.value, reason: $0.reason, hint: $0.hint, text: $0.description)
    }
    mapping = report.mapping.map(Field.init)
    absent = CatalogueColumn.named.filter(report.absent.contains).map(\.name)
  }
}

extension ImportSummary.Field {
  package init(_ field: FieldSource) {
    self.init(field: field.field, source: field.source, basis: field.basis)
  }
}
