internal import TimeWalkArchive

/// What an import did, as every front writes it.
public struct ImportSummary: Codable, Hashable, Sendable {
  /// One thing that the import has to say about a row.
  public struct Finding: Codable, Hashable, Sendable {
    /// `fault` for what refused the row, `warning` for the rest.
    public var severity: String
    /// The physical line where the row starts.
    public var line: Int?
    /// The row's item.
    public var id: String?
    /// The column.
    public var column: String?
    /// What stands there.
    public var value: String?
    /// What is wrong.
    public var reason: String
    /// All of it on one line.
    public var text: String
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
  /// Named eras that are new.
  public var erasAdded: Int
  /// The number of the change in the journal; absent when nothing was written.
  public var entry: Int64?
  /// What happens to which item, the first thousand of each kind.
  public var changes: [ItemChangeReport]
  /// All findings, in the order of the source.
  public var findings: [Finding]

  init(_ report: ImportReport) {
    collection = report.collection
    dryRun = report.isDryRun
    added = report.added
    updated = report.updated
    unchanged = report.unchanged
    refused = report.refused
    removed = report.removed
    unplaced = report.unplaced
    erasAdded = report.erasAdded
    entry = report.entry
    changes = report.changes.map(ItemChangeReport.init)
    findings = report.findings.map {
      Finding(
        severity: $0.severity.rawValue, line: $0.line, id: $0.identifier, column: $0.column,
        value: $0.value, reason: $0.reason, text: $0.description)
    }
  }
}

/// What an export did.
public struct ExportSummary: Codable, Hashable, Sendable {
  /// The collection.
  public var collection: String
  /// How many items were written.
  public var items: Int
  /// The file.
  public var path: String
  /// What to know about it.
  public var warnings: [String]
}
