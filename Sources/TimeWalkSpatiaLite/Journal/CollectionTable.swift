import GRDB
import TimeWalkArchive

/// The table `collections`.
enum CollectionTable {
  /// The columns of a statement, which are its fields in `collection.json` as well.
  private static let fields = CollectionStatement(name: "").texts.map(\.field)

  /// What the archive says of a collection; `nil` when there is none of the name.
  private static func statement(_ name: String, _ db: Database) throws -> CollectionStatement? {
    try Row.fetchOne(
      db, sql: "SELECT \(CollectionRows.columns) FROM collections WHERE name = ?",
      arguments: [name]
    ).map(CollectionRows.statement)
  }

  /// What keeping a statement would make different.
  static func changes(
    _ statement: CollectionStatement, _ db: Database
  ) throws -> [StatementChange] {
    try statement.changes(from: self.statement(statement.name, db))
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
        arguments: [statement.name] + StatementArguments(statement.texts.map(\.text)))
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

  /// The rights that the archive has of a collection; `nil` for none, also of one that isn't there.
  static func license(of name: String, _ db: Database) throws -> String? {
    try String.fetchOne(
      db, sql: "SELECT license FROM collections WHERE name = ?", arguments: [name])
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
  /// What `statement` reads.
  static let columns = "key, name, title, description, license, credit, homepage, area"

  /// Reads a row of `columns`.
  static func statement(_ row: Row) -> CollectionStatement {
    CollectionStatement(
      name: row[1], title: row[2], description: row[3], license: row[4], credit: row[5],
      homepage: row[6], area: CollectionArea(text: row[7]))
  }

  /// All, in the order of their names.
  static func all(_ db: Database) throws -> [(key: Int64, statement: CollectionStatement)] {
    try Row.fetchAll(db, sql: "SELECT \(columns) FROM collections ORDER BY name")
      .map { ($0[0], statement($0)) }
  }
}
