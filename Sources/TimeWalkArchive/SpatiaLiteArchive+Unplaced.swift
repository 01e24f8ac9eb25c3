import GRDB
public import TimeWalkCore

extension SpatiaLiteArchive {
  /// An item without a place, by its name; `nil` when there is none.
  public func unplacedItem(_ id: ItemID) throws(ArchiveError) -> UnplacedItem? {
    try ArchiveError.typed {
      try reader.read { db in
        guard try db.tableExists("unplaced") else { return nil }
        let text = try String.fetchOne(
          db,
          sql: """
            SELECT fields FROM unplaced JOIN collections ON collections.key = unplaced.collection
            WHERE collections.name = ? AND identifier = ?
            """, arguments: [id.collection, id.identifier])
        return text.map { UnplacedItem(id: id, fields: ItemFields.of(unplaced: $0)) }
      }
    }
  }

  /// A page of the items without a place, by collection and identifier, and how many there are on all pages.
  ///
  /// An unknown collection has none. None in a file of an earlier version.
  public func unplacedItems(
    collection: String? = nil, limit: Int? = nil, offset: Int = 0
  ) throws(ArchiveError) -> (items: [UnplacedItem], total: Int) {
    try ArchiveError.typed {
      try reader.read { db in
        guard try db.tableExists("unplaced") else { return ([], 0) }
        let source = """
          FROM unplaced JOIN collections ON collections.key = unplaced.collection
          WHERE ?1 IS NULL OR collections.name = ?1
          """
        let total =
          try Int.fetchOne(db, sql: "SELECT count(*) \(source)", arguments: [collection]) ?? 0
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT collections.name, identifier, fields \(source)
            ORDER BY collections.name, identifier LIMIT ?2 OFFSET ?3
            """, arguments: [collection, limit ?? -1, max(0, offset)])
        let items = rows.map {
          UnplacedItem(
            id: ItemID(collection: $0[0], identifier: $0[1]),
            fields: ItemFields.of(unplaced: $0[2]))
        }
        return (items, total)
      }
    }
  }
}
