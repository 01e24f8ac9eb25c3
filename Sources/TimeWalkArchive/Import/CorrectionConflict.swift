package import TimeWalkCore

/// A correction by hand that a source contradicts anew; it is kept.
package struct CorrectionConflict: Hashable, Sendable {
  /// The item; without an identifier for the collection itself.
  package var id: ItemID
  /// The physical line of the source's row; `nil` when it has no lines.
  package var line: Int?
  /// The field; `nil` for an item that a person removed.
  package var column: CatalogueColumn?
  /// What the person left there, which stays; `nil` for nothing.
  package var kept: String?
  /// What the source says now; `nil` for nothing.
  package var source: String?
  /// What the source said before; `nil` for nothing.
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
