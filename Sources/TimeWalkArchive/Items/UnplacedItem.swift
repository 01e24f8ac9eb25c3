package import TimeWalkCore

/// A historical image that its catalogue knows no place for.
///
/// It can't be a candidate for any view. It is kept as it was written, so that it can be counted,
/// listed, reviewed and exported, and becomes an item once somebody says where it belongs.
package struct UnplacedItem: Hashable, Sendable {
  /// The name that it has, and will have as an item.
  package var id: ItemID
  /// What the catalogue says of it, as an export writes it: the column's text, after the same
  /// checks as an item's.
  ///
  /// Never holds `id`, `latitude` or `longitude`, nor an empty text. `date` is EDTF; `media` an
  /// address or an absolute path; `copy_of` as it stands in the source.
  package var fields: [CatalogueColumn: String]

  /// Makes one.
  package init(id: ItemID, fields: [CatalogueColumn: String]) {
    self.id = id
    self.fields = fields
  }
}

extension UnplacedItem {
  /// What its catalogue says in columns that TimeWalk has no field for, by their names.
  package var otherColumns: [String: String] { FieldsText.dictionary(of: fields[.otherColumns]) }

  /// Makes one of an item that is good in everything but its coordinate, which is not looked at.
  package init(_ item: Item) {
    var fields = ItemFields.of(item, copyOf: nil)
    fields[.latitude] = nil
    fields[.longitude] = nil
    self.init(id: item.id, fields: fields)
  }

  /// The same with another text in a field, unless that is `nil`.
  package func with(_ column: CatalogueColumn, _ text: String?) -> UnplacedItem {
    guard let text else { return self }
    var changed = self
    changed.fields[column] = text
    return changed
  }
}
