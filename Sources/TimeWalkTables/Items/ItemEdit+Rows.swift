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
    let columns = ItemFields.selection(of: .items, as: "x")
    if let row = try db.row("SELECT \(columns) FROM items \(Self.which)", names) {
      return try ItemFields.item(row)
    }
    return try findUnplaced(db).map { .unplaced($0) }
  }

  /// The rights that the archive has of the item, without its other fields.
  package func license(_ db: any SQLDatabase) throws -> String? {
    if let row = try db.row("SELECT x.license FROM items \(Self.which)", names) {
      return row[0]
    }
    return try findUnplaced(db)?.fields[.license]
  }

  private func findUnplaced(_ db: any SQLDatabase) throws -> UnplacedItem? {
    try db.first(String.self, "SELECT x.fields FROM unplaced \(Self.which)", names).map {
      UnplacedItem(id: id, fields: ItemFields.of(unplaced: $0))
    }
  }

  private static let which = """
    AS x JOIN collections ON collections.key = x.collection
    WHERE collections.name = ? AND x.identifier = ?
    """

  private var names: [String] { [id.collection, id.identifier] }
}
