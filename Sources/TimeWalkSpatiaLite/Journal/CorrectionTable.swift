import GRDB
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// The table `corrections`: which fields people set by hand and which items they removed, with what
/// the source had said.
enum CorrectionTable {
  /// What stands for the whole item where a field is named.
  private static let wholeItem = "*"

  /// Those that fit no item, as a `FROM` clause with `c`: of an item that isn't there, removed and
  /// there again, or of a field that is none.
  static let stale = """
    FROM corrections AS c JOIN collections ON collections.key = c.collection
    WHERE c.identifier <> '' AND ((c.field = '\(wholeItem)') = (
      EXISTS (SELECT 1 FROM items WHERE items.collection = c.collection
        AND items.identifier = c.identifier)
      OR EXISTS (SELECT 1 FROM unplaced WHERE unplaced.collection = c.collection
        AND unplaced.identifier = c.identifier))
      OR c.field NOT IN ('\(wholeItem)', \(columns)))
    """

  private static let columns = CatalogueColumn.allCases.map { "'\($0.rawValue)'" }
    .joined(separator: ", ")

  /// The corrections of one item, of the collection's statement where the identifier is empty; what
  /// isn't known to this version is left out.
  static func corrections(
    of identifier: String, in collection: Int64, _ db: Database
  ) throws -> Corrections {
    let statement = try db.cachedStatement(
      sql: """
        SELECT field, source FROM corrections WHERE collection = ? AND identifier = ? ORDER BY key
        """)
    return Corrections(
      try Row.fetchAll(statement, arguments: [collection, identifier]).compactMap { row in
        let field = row[0] as String
        let column = CatalogueColumn(rawValue: field)
        guard column != nil || field == wholeItem else { return nil }
        return Correction(column, source: row[1])
      })
  }

  /// The hashes of the items of a collection that have some: few bytes for each, as there may be
  /// many.
  static func hashes(in collection: Int64, _ db: Database) throws -> Set<Int> {
    let identifiers = try String.fetchCursor(
      db, sql: "SELECT identifier FROM corrections WHERE collection = ?", arguments: [collection])
    var hashes = Set<Int>()
    while let identifier = try identifiers.next() { hashes.insert(identifier.hashValue) }
    return hashes
  }

  /// Keeps what becomes of an item's corrections, or of those of the collection's statement.
  static func apply(
    _ steps: [CorrectionStep], to identifier: String, in collection: Int64, as entry: OpenEntry,
    _ db: Database
  ) throws {
    for step in steps {
      switch step {
      case .add(let column, let source):
        try db.cachedStatement(
          sql:
            "INSERT INTO corrections (collection, identifier, field, source) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [collection, identifier, column?.rawValue ?? wholeItem, source])
      case .forget(let column):
        guard let key = try key(of: column, identifier, in: collection, db) else { continue }
        try entry.remember(.corrections, key: key)
        try db.cachedStatement(sql: "DELETE FROM corrections WHERE key = ?")
          .execute(arguments: [key])
      case .update(let column, let source):
        guard let key = try key(of: column, identifier, in: collection, db) else { continue }
        try entry.remember(.corrections, key: key)
        try db.cachedStatement(sql: "UPDATE corrections SET source = ? WHERE key = ?")
          .execute(arguments: [source, key])
      }
    }
  }

  /// Forgets what was corrected of an item.
  static func removeAll(
    of identifier: String, in collection: Int64, as entry: OpenEntry, _ db: Database
  ) throws {
    try apply(
      corrections(of: identifier, in: collection, db).forgetting, to: identifier, in: collection,
      as: entry, db)
  }

  private static func key(
    of column: CatalogueColumn?, _ identifier: String, in collection: Int64, _ db: Database
  ) throws -> Int64? {
    let statement = try db.cachedStatement(
      sql: "SELECT key FROM corrections WHERE collection = ? AND identifier = ? AND field = ?")
    return try Int64.fetchOne(
      statement, arguments: [collection, identifier, column?.rawValue ?? wholeItem])
  }
}
