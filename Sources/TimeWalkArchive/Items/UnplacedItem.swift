package import TimeWalkCore

/// A historical image without a place in its catalogue.
///
/// It can't be a candidate for a view. It is stored unchanged for counting, listing, reviewing and
/// exporting, and becomes an item once it gets a place.
package struct UnplacedItem: Hashable, Sendable {
  /// The name that it has, and will have as an item.
  package var id: ItemID
  /// The catalogue's values in export form: the column's text, after the same checks as an item's.
  ///
  /// Never contains `id`, `latitude` or `longitude`, nor an empty text. `date` is EDTF; `media` an
  /// address or an absolute path; `copy_of` is unchanged from the source.
  package var fields: [CatalogueColumn: String]

  /// Makes one.
  package init(id: ItemID, fields: [CatalogueColumn: String]) {
    self.id = id
    self.fields = fields
  }
}

extension UnplacedItem {
  /// The catalogue's values in columns without a TimeWalk field, by column name.
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
