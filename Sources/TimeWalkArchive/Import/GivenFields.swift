/// The fields that a source has.
///
/// An absent one says nothing: an item that the archive has keeps its value.
package struct GivenFields: Hashable, Sendable {
  /// TimeWalk's columns; with `otherColumns`, all columns without a TimeWalk field are replaced.
  package let columns: Set<CatalogueColumn>
  /// The columns without a TimeWalk field.
  package let others: Set<String>

  /// Every field, as an archive and a person's edit have them.
  package static let all = GivenFields(columns: Set(CatalogueColumn.allCases))

  /// Makes one.
  package init(columns: Set<CatalogueColumn>, others: Set<String> = []) {
    self.columns = columns
    self.others = others
  }

  /// The same without some columns.
  package func without(_ lost: Set<CatalogueColumn>) -> GivenFields {
    lost.isEmpty ? self : GivenFields(columns: columns.subtracting(lost), others: others)
  }

  /// True if none is absent.
  package var isAll: Bool { columns.count == CatalogueColumn.allCases.count }

  /// The absent columns that a catalogue can have, in their order.
  package var absent: [CatalogueColumn] {
    CatalogueColumn.named.filter { !columns.contains($0) }
  }

  /// The values without a TimeWalk field, where the source's replace the archive's.
  package func others(_ incoming: String?, over stored: String?) -> String? {
    if columns.contains(.otherColumns) { return incoming }
    if incoming == stored { return stored }
    let (new, old) = (FieldsText.dictionary(of: incoming), FieldsText.dictionary(of: stored))
    let all = old.filter { !others.contains($0.key) }.merging(new) { $1 }
    return all.isEmpty ? nil : FieldsText.text(of: all)
  }
}
