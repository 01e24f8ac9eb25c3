package import TimeWalkArchive

/// The items without a place of one collection, in the table `unplaced`.
package final class UnplacedTable {
  private let collection: Int64
  private let db: any SQLDatabase
  /// True if it is empty, which makes lookups unnecessary.
  private var isEmpty: Bool

  package init(_ collection: Int64, in db: any SQLDatabase) throws {
    self.collection = collection
    self.db = db
    isEmpty =
      try db.first(
        Bool.self, "SELECT NOT EXISTS (SELECT 1 FROM unplaced WHERE collection = ?)", [collection])
      ?? false
  }

  /// The key and the fields of an item; `nil` when it isn't here.
  package func find(_ identifier: String) throws -> (key: Int64, fields: [CatalogueColumn: String])?
  {
    guard !isEmpty,
      let row = try db.row(
        "SELECT key, fields FROM unplaced WHERE collection = ? AND identifier = ?",
        [collection, identifier])
    else { return nil }
    return (row[0], ItemFields.of(unplaced: row[1]))
  }

  package func insert(_ identifier: String, _ text: String) throws {
    try db.run(
      "INSERT INTO unplaced (collection, identifier, fields) VALUES (?, ?, ?)",
      [collection, identifier, text])
    isEmpty = false
  }

  package func update(_ key: Int64, _ text: String) throws {
    try db.run("UPDATE unplaced SET fields = ? WHERE key = ?", [text, key])
  }
}
