package import TimeWalkCore

/// A manual correction that a source newly contradicts; it stays.
package struct CorrectionConflict: Hashable, Sendable {
  /// The item; without an identifier for the collection itself.
  package var id: ItemID
  /// The physical line of the source's row; `nil` when it has no lines.
  package var line: Int?
  /// The field; `nil` for an item that a person removed.
  package var column: CatalogueColumn?
  /// The user's value, which stays; `nil` for none.
  package var kept: String?
  /// The source's new value; `nil` for none.
  package var source: String?
  /// The source's old value; `nil` for none.
  package var before: String?

  /// Makes one.
  package init(
    id: ItemID, line: Int? = nil, column: CatalogueColumn? = nil, kept: String? = nil,
    source: String? = nil, before: String? = nil
  ) {
    self.id = id
    self.line = line
    self.column = column
    self.kept = kept
    self.source = source
    self.before = before
  }
}

extension CorrectionConflict {
  /// True if it is about the collection's own statement, and no item.
  package var isOfCollection: Bool { id.identifier.isEmpty }

  /// The report's sentence about it.
  package var finding: ImportFinding {
    let hint = "use --overwrite-corrections to accept the source's value"
    guard let column else {
      return ImportFinding(
        .warning, line: line, identifier: id.identifier,
        reason: "was removed by hand and stays removed; the source has changed since: "
          + "\(source ?? "") instead of \(before ?? "")", hint: hint)
    }
    func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "nothing" }
    return ImportFinding(
      .warning, line: line, identifier: isOfCollection ? nil : id.identifier,
      column: column.name, value: source ?? "",
      reason: (isOfCollection ? "of the collection " : "")
        + "was corrected by hand to \(quoted(kept)) and stays so; the source had "
        + "\(quoted(before)) before", hint: hint)
  }
}
