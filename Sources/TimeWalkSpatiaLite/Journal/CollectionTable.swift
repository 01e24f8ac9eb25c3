import GRDB
import TimeWalkArchive

/// The table `collections`.
enum CollectionTable {
  /// The columns of a statement, which are its fields in `collection.json` as well.
  private static let fields = ["title", "description", "license", "credit", "homepage", "area"]

  private static func values(_ statement: CollectionStatement) -> [String?] {
    [
      statement.title, statement.description, statement.license, statement.credit,
      statement.homepage, statement.area?.json,
    ]
  }

  /// What the archive says of a collection, by the statement's fields; `nil` when there is none of
  /// the name.
  private static func current(_ name: String, _ db: Database) throws -> [String?]? {
    try Row.fetchOne(
      db, sql: "SELECT \(fields.joined(separator: ", ")) FROM collections WHERE name = ?",
      arguments: [name]
    ).map { row in fields.indices.map { row[$0] } }
  }

  /// What keeping a statement would make different: what it says replaces what is there, what it
  /// leaves out stays.
  static func changes(
    _ statement: CollectionStatement, _ db: Database
  ) throws -> [StatementChange] {
    let before = try current(statement.name, db) ?? fields.map { _ in nil }
    return zip(fields, zip(before, values(statement))).compactMap { field, pair in
      guard let after = pair.1, after != pair.0 else { return nil }
      return StatementChange(
        collection: statement.name, field: field, before: pair.0, after: after)
    }
  }

  /// The collection's key; it is made when it is not there.
  static func keep(
    _ statement: CollectionStatement, as entry: OpenEntry, in db: Database
  ) throws -> Int64 {
    guard let key = try key(of: statement.name, db) else {
      try db.execute(
        sql: """
          INSERT INTO collections (name, \(fields.joined(separator: ", ")))
          VALUES (?, \(fields.map { _ in "?" }.joined(separator: ", ")))
          """,
        arguments: [statement.name] + StatementArguments(values(statement)))
      return db.lastInsertedRowID
    }
    let changes = try changes(statement, db)
    if !changes.isEmpty {
      try entry.remember(.collections, key: key)
      try db.execute(
        sql: """
          UPDATE collections SET \(changes.map { "\($0.field) = ?" }.joined(separator: ", "))
          WHERE key = ?
          """, arguments: StatementArguments(changes.map(\.after)) + [key])
    }
    return key
  }

  /// The key of a collection that is asked for; throws `.noSuchCollection` with the names of those
  /// that are.
  @discardableResult
  static func require(_ name: String, _ db: Database) throws -> Int64 {
    if let key = try key(of: name, db) { return key }
    let names = try String.fetchAll(db, sql: "SELECT name FROM collections ORDER BY name")
    throw ArchiveError.noCollection(name, among: names)
  }

  /// The key of a collection; `nil` when there is none of the name.
  static func key(of name: String, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT key FROM collections WHERE name = ?", arguments: [name])
  }
}

/// The rows of `collections`.
enum CollectionRows {
  /// All, in the order of their names.
  static func all(_ db: Database) throws -> [(key: Int64, statement: CollectionStatement)] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT key, name, title, description, license, credit, homepage, area FROM collections
        ORDER BY name
        """
    ).map { row in
      (
        row[0],
        CollectionStatement(
          name: row[1], title: row[2], description: row[3], license: row[4], credit: row[5],
          homepage: row[6], area: CollectionArea(text: row[7]))
      )
    }
  }
}
