package import TimeWalkCore

/// An item's values, by a catalogue's columns, with or without a place.
package enum ItemFields {
  /// The fields of an item, without `id` and unknown ones.
  package static func of(_ item: Item, copyOf: String?) -> [CatalogueColumn: String] {
    // Values inherited from the collection are left out.
    let record = CatalogueRecord(
      item, copyOf: copyOf, in: CollectionStatement(name: item.id.collection),
      media: MediaNames(folder: nil))
    var fields: [CatalogueColumn: String] = [:]
    for column in CatalogueColumn.allCases where column != .id {
      fields[column] = record.text(column)
    }
    return fields
  }

  /// The fields of an item without a place from the text of its row.
  package static func of(unplaced text: String?) -> [CatalogueColumn: String] {
    var fields: [CatalogueColumn: String] = [:]
    for (name, value) in FieldsText.dictionary(of: text) {
      guard let column = CatalogueColumn(named: name) else { continue }
      fields[column] = value
    }
    return fields
  }

  /// The text of a row for an item without a place.
  package static func text(of fields: [CatalogueColumn: String]) -> String {
    FieldsText.text(
      of: Dictionary(uniqueKeysWithValues: fields.map { ($0.key.name, $0.value) }))
  }
}
