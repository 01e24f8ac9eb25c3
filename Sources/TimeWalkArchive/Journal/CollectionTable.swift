import GRDB

/// The table `collections`.
enum CollectionTable {
  /// The collection's key; what the statement says replaces what is there, what it leaves out stays.
  static func keep(
    _ statement: CollectionStatement, as entry: OpenEntry, in db: Database
  ) throws -> Int64 {
    let values: StatementArguments = [
      statement.name, statement.title, statement.description, statement.license, statement.credit,
      statement.homepage, statement.area?.json,
    ]
    guard let key = try key(of: statement.name, db) else {
      try db.execute(
        sql: """
          INSERT INTO collections (name, title, description, license, credit, homepage, area)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """, arguments: values)
      return db.lastInsertedRowID
    }
    let differs = """
      NOT (title IS coalesce(?2, title) AND description IS coalesce(?3, description)
        AND license IS coalesce(?4, license) AND credit IS coalesce(?5, credit)
        AND homepage IS coalesce(?6, homepage) AND area IS coalesce(?7, area))
      """
    let isOther = try Bool.fetchOne(
      db, sql: "SELECT \(differs) FROM collections WHERE name = ?1", arguments: values)
    if isOther == true {
      try entry.remember(.collections, key: key)
      try db.execute(
        sql: """
          UPDATE collections SET title = coalesce(?2, title),
            description = coalesce(?3, description), license = coalesce(?4, license),
            credit = coalesce(?5, credit), homepage = coalesce(?6, homepage),
            area = coalesce(?7, area)
          WHERE name = ?1
          """, arguments: values)
    }
    return key
  }

  /// The key of a collection; `nil` when there is none of the name.
  static func key(of name: String, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT key FROM collections WHERE name = ?", arguments: [name])
  }
}
