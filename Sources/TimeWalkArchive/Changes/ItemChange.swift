package import TimeWalkCore

/// A field of an item that became different.
package struct FieldChange: Hashable, Sendable {
  /// The field, by its column in a catalogue.
  package var column: CatalogueColumn
  /// What it said, as a catalogue writes it; `nil` for nothing.
  package var before: String?
  /// What it says now; `nil` for nothing.
  package var after: String?

  /// Makes a change.
  package init(_ column: CatalogueColumn, before: String?, after: String?) {
    self.column = column
    self.before = before
    self.after = after
  }

  /// The fields that differ, in the order of a catalogue's columns.
  package static func between(
    _ before: [CatalogueColumn: String], _ after: [CatalogueColumn: String]
  ) -> [FieldChange] {
    CatalogueColumn.allCases.compactMap { column in
      before[column] == after[column]
        ? nil : FieldChange(column, before: before[column], after: after[column])
    }
  }
}

/// What a change did to one item.
package struct ItemChange: Hashable, Sendable {
  /// What became of it.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It is new.
    case added
    /// Fields of it are different.
    case changed
    /// It is gone.
    case removed
  }

  /// The item.
  package var id: ItemID
  /// What became of it.
  package var kind: Kind
  /// What is different.
  ///
  /// Of a new item all that it says, of a removed one all that it said; an import's report leaves
  /// these out. Empty for a change of what no catalogue has a column for, such as the look of its
  /// picture.
  package var fields: [FieldChange]

  /// Makes a change.
  package init(_ id: ItemID, _ kind: Kind, fields: [FieldChange] = []) {
    self.id = id
    self.kind = kind
    self.fields = fields
  }
}
