package import TimeWalkCore

/// A field of an item that became different.
package struct FieldChange: Hashable, Sendable {
  /// The field, by its column in a catalogue.
  package var column: CatalogueColumn
  /// The old value in a catalogue's form; `nil` for none.
  package var before: String?
  /// The new value; `nil` for none.
  package var after: String?

  /// Makes a change.
  package init(_ column: CatalogueColumn, before: String?, after: String?) {
    self.column = column
    self.before = before
    self.after = after
  }

  /// The change by the names of a catalogue's columns, of which those without a TimeWalk field are
  /// one field.
  package var columns: [(name: String, before: String?, after: String?)] {
    guard column == .otherColumns else { return [(column.name, before, after)] }
    let (old, new) = (FieldsText.dictionary(of: before), FieldsText.dictionary(of: after))
    return Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map {
      ($0, old[$0], new[$0])
    }
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

/// A change of one item.
package struct ItemChange: Hashable, Sendable {
  /// The kind of change.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It is new.
    case added
    /// Fields of it are different.
    case changed
    /// It is removed.
    case removed
  }

  /// The item.
  package var id: ItemID
  /// The kind of change.
  package var kind: Kind
  /// The differences.
  ///
  /// A new item has all its values, a removed one all its old values; an import's report leaves
  /// these out. Empty for a change outside the catalogue's columns, such as a picture's
  /// fingerprint.
  package var fields: [FieldChange]

  /// Makes a change.
  package init(_ id: ItemID, _ kind: Kind, fields: [FieldChange] = []) {
    self.id = id
    self.kind = kind
    self.fields = fields
  }
}
