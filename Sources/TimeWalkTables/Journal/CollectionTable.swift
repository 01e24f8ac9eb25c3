package import TimeWalkArchive

/// The table `collections`.
package enum CollectionTable {
  /// The columns of a statement, which are its fields in `collection.json` as well.
  private static let fields = CollectionStatement(name: "").texts.map(\.field)

  /// The archive's statement of a collection; `nil` for an unknown name.
  private static func statement(_ name: String, _ db: any SQLDatabase) throws
    -> CollectionStatement?
  {
    try db.row(
      "SELECT \(CollectionRows.columns) FROM collections WHERE name = ?", [name]
    ).map(CollectionRows.statement)
  }

  /// The differences that storing a statement would make.
  package static func changes(
    _ statement: CollectionStatement, _ db: any SQLDatabase
  ) throws -> [StatementChange] {
    try statement.changes(from: self.statement(statement.name, db))
  }

  /// The collection's key; it is made when it is not there.
  package static func keep(
    _ statement: CollectionStatement, as entry: OpenEntry, in db: any SQLDatabase
  ) throws -> Int64 {
    guard let key = try key(of: statement.name, db) else {
      let key = try db.first(
        Int64.self,
        """
        INSERT INTO collections (name, \(fields.joined(separator: ", ")))
        VALUES (?, \(fields.map { _ in "?" }.joined(separator: ", "))) RETURNING key
        """, [statement.name] + statement.texts.map(\.text))
      return key ?? 0
    }
    let changes = try changes(statement, db)
    if !changes.isEmpty {
      try entry.remember(.collections, key: key)
      try db.run(
        """
        UPDATE collections SET \(changes.map { "\($0.field) = ?" }.joined(separator: ", "))
        WHERE key = ?
        """, changes.map(\.after) + [key])
    }
    return key
  }

  /// The archive's rights of a collection; `nil` for none, also for a missing collection.
  package static func license(of name: String, _ db: any SQLDatabase) throws -> String? {
    try db.first(String.self, "SELECT license FROM collections WHERE name = ?", [name])
  }

  /// The key of a requested collection; throws `.noSuchCollection` with the existing names.
  @discardableResult
  package static func require(_ name: String, _ db: any SQLDatabase) throws -> Int64 {
    if let key = try key(of: name, db) { return key }
    let names = try db.all(String.self, "SELECT name FROM collections ORDER BY name")
    throw ArchiveError.noCollection(name, among: names)
  }

  /// The key of a collection; `nil` when there is none of the name.
  package static func key(of name: String, _ db: any SQLDatabase) throws -> Int64? {
    try db.first(Int64.self, "SELECT key FROM collections WHERE name = ?", [name])
  }
}

/// The rows of `collections`.
package enum CollectionRows {
  /// The columns that `statement` reads.
  package static let columns = "key, name, title, description, license, credit, homepage, area"

  /// Reads a row of `columns`.
  package static func statement(_ row: SQLRow) -> CollectionStatement {
    CollectionStatement(
      name: row[1], title: row[2], description: row[3], license: row[4], credit: row[5],
      homepage: row[6], area: CollectionArea(text: row[7]))
  }

  /// All, in the order of their names.
  package static func all(_ db: any SQLDatabase) throws -> [(
    key: Int64, statement: CollectionStatement
  )] {
    try db.rows("SELECT \(columns) FROM collections ORDER BY name")
      .map { ($0[0], statement($0)) }
  }
}
