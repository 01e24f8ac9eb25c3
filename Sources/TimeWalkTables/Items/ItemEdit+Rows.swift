import TimeWalkArchive
package import TimeWalkCatalogue
import TimeWalkCore

extension ItemEdit {
  /// The stored values; throws `.noSuchItem`.
  package func current(_ db: any SQLDatabase) throws -> Current {
    guard let current = try find(db) else { throw ArchiveError.noItem(id) }
    return current
  }

  /// The stored values; `nil` for none.
  package func find(_ db: any SQLDatabase) throws -> Current? {
    let names = [id.collection, id.identifier]
    let which = "WHERE collections.name = ? AND x.identifier = ?"
    let join = "AS x JOIN collections ON collections.key = x.collection"
    let items = "SELECT \(ItemFields.selection(of: .items, as: "x")) FROM items \(join) \(which)"
    if let row = try db.row(items, names) {
      return try ItemFields.item(row)
    }
    let text = try db.first(
      String.self, "SELECT x.fields FROM unplaced \(join) \(which)", names)
    return text.map { .unplaced(UnplacedItem(id: id, fields: ItemFields.of(unplaced: $0))) }
  }
}
