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
  /// Named eras that are new.
  public var erasAdded: Int
  /// All findings, in the order of the source.
  public var findings: [Finding]

  init(_ report: ImportReport) {
    collection = report.collection
    dryRun = report.isDryRun
    added = report.added
    updated = report.updated
    unchanged = report.unchanged
    refused = report.refused
    erasAdded = report.erasAdded
    findings = report.findings.map {
      Finding(
        severity: $0.severity.rawValue, line: $0.line, id: $0.identifier, column: $0.column,
        value: $0.value, reason: $0.reason, text: $0.description)
    }
  }
}
