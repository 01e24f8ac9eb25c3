import GRDB
import TimeWalkArchive
import TimeWalkCore

/// The items without a place of one collection, in the table `unplaced`.
final class UnplacedTable {
  private let collection: Int64
  private let select: Statement
  private let add: Statement
  private let change: Statement
  /// Whether there is none, so that nobody needs to look.
  private var isEmpty: Bool

  init(_ collection: Int64, in db: Database) throws {
    self.collection = collection
    select = try db.makeStatement(
      sql: "SELECT key, fields FROM unplaced WHERE collection = ? AND identifier = ?")
    add = try db.makeStatement(
      sql: "INSERT INTO unplaced (collection, identifier, fields) VALUES (?, ?, ?)")
    change = try db.makeStatement(sql: "UPDATE unplaced SET fields = ? WHERE key = ?")
    isEmpty =
      try Bool.fetchOne(
        db, sql: "SELECT NOT EXISTS (SELECT 1 FROM unplaced WHERE collection = ?)",
        arguments: [collection]) ?? false
  }

  /// The key and the fields of an item; `nil` when it isn't here.
  func find(_ identifier: String) throws -> (key: Int64, fields: [CatalogueColumn: String])? {
    guard !isEmpty,
      let row = try Row.fetchOne(select, arguments: [collection, identifier])
    else { return nil }
    return (row[0], ItemFields.of(unplaced: row[1]))
  }

  func insert(_ identifier: String, _ text: String) throws {
    try add.execute(arguments: [collection, identifier, text])
    isEmpty = false
  }

  func update(_ key: Int64, _ text: String) throws {
    try change.execute(arguments: [text, key])
  }
}
