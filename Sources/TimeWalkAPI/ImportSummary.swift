package import TimeWalkArchive
internal import TimeWalkCore

/// What an import did, as every front writes it.
public struct ImportSummary: Codable, Hashable, Sendable {
  /// One thing that the import has to say about a row.
  public struct Finding: Codable, Hashable, Sendable {
    /// `fault` for what refused the row, `warning` for what is doubtful, `note` for what was read
    /// between the lines.
    public var severity: String
    /// The physical line where the row starts.
    public var line: Int?
    /// The record's path in a document, such as `features[3]`.
    public var path: String?
    /// The row's item.
    public var id: String?
    /// The column.
    public var column: String?
    /// What stands there.
    public var value: String?
    /// What is wrong.
    public var reason: String
    /// What may be done about it.
    public var hint: String?
    /// All of it on one line.
    public var text: String

    /// Takes what it says.
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

  /// Where one field's values were taken from.
  public struct Field: Codable, Hashable, Sendable {
    /// TimeWalk's name of it.
    public var field: String
    /// The source's name or path, or what they are made of.
    public var source: String
    /// `own` where the name is TimeWalk's, `given`, `preset` or `guessed`.
    public var basis: String
  }

  /// A correction by hand that the source contradicts anew; it is kept.
  public struct Conflict: Codable, Hashable, Sendable {
    /// The item's name, or the collection's where it is about that.
    public var id: String
    /// The field; absent for an item that was removed by hand and stays away.
    public var field: String?
    /// What stays; absent for nothing.
    public var kept: String?
    /// What the source says now; absent for nothing.
    public var source: String?
    /// What the source said before; absent for nothing.
    public var before: String?
  }

  /// A field of a collection's own statement that becomes different.
  public struct StatementChange: Codable, Hashable, Sendable {
    /// The collection.
    public var collection: String
    /// The field, as in `collection.json`.
    public var field: String
    /// What it said; absent for nothing.
    public var before: String?
    /// What it says now; absent for nothing.
    public var after: String?

    /// Takes what it says.
    package init(collection: String, field: String, before: String? = nil, after: String? = nil) {
      self.collection = collection
      self.field = field
      self.before = before
      self.after = after
    }
  }

  /// The collection.
  public var collection: String
  /// Whether nothing was kept, as asked.
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
  /// Fields that stay as a person set them by hand, although the source says something else.
  public var keptCorrections: Int
  /// Rows whose items a person removed, and that stay away; they count as unchanged.
  public var keptRemovals: Int
  /// Where the source contradicts a correction anew, the first thousand.
  public var conflicts: [Conflict]
  /// How many such conflicts there are.
  public var conflictCount: Int
  /// What becomes different in what the collections say of themselves.
  public var statementChanges: [StatementChange]
  /// Named eras that are new.
  public var erasAdded: Int
  /// The number of the change in the journal; absent when nothing was written.
  public var entry: Int64?
  /// What happens to which item, the first thousand of each kind.
  public var changes: [ItemChangeReport]
  /// Where each field's values were taken from.
  public var mapping: [Field]
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
  package init(_ field: FieldSource) {
    self.init(field: field.field, source: field.source, basis: field.basis)
  }
}
