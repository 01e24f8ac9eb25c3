import GRDB
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension ItemEdit {
  /// What stands there; throws `.noSuchItem`.
  func current(_ db: Database) throws -> Current {
    guard let current = try find(db) else { throw ArchiveError.noItem(id) }
    return current
  }

  /// What stands there; `nil` when nothing does.
  func find(_ db: Database) throws -> Current? {
    let names: StatementArguments = [id.collection, id.identifier]
    let which = "WHERE collections.name = ? AND x.identifier = ?"
    let join = "AS x JOIN collections ON collections.key = x.collection"
    let items = try db.cachedStatement(
      sql:
        "SELECT \(ItemFields.selection(of: .items, as: "x")) FROM items \(join) \(which)"
    )
    if let row = try Row.fetchOne(items, arguments: names) {
      return .item(
        try ItemColumns.item(from: row, inheriting: false), copyOf: row[5 + ItemColumns.names.count]
      )
    }
    if let text = try String.fetchOne(
      db, sql: "SELECT x.fields FROM unplaced \(join) \(which)", arguments: names)
    {
      return .unplaced(UnplacedItem(id: id, fields: ItemFields.of(unplaced: text)))
    }
    return nil
  }
}
