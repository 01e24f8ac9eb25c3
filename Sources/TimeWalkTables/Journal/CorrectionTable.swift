import TimeWalkArchive
package import TimeWalkCatalogue
import TimeWalkCore

/// The table `corrections`: which fields people set by hand and which items they removed, with what
/// the source had said.
///
/// The journal can't replace this table: when a correction was kept, the item never had the value
/// that the source said last.
package enum CorrectionTable {
  /// What stands for the whole item where a field is named.
  private static let wholeItem = "*"

  /// Those that fit no item, as a `FROM` clause with `c`: of an item that isn't there, removed and
  /// there again, or of a field that is none.
  package static let stale = """
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
  package static func corrections(
    of identifier: String, in collection: Int64, _ db: any SQLDatabase
  ) throws -> Corrections {
    let statement = """
      SELECT field, source FROM corrections WHERE collection = ? AND identifier = ? ORDER BY key
      """
    return Corrections(
      try db.rows(statement, [collection, identifier]).compactMap { row in
        let field = row[0] as String
        let column = CatalogueColumn(rawValue: field)
        guard column != nil || field == wholeItem else { return nil }
        return Correction(column, source: row[1])
      })
  }

  /// The hashes of the items of a collection that have some: few bytes for each, as there may be
  /// many.
  static func hashes(in collection: Int64, _ db: any SQLDatabase) throws -> Set<Int> {
    var hashes = Set<Int>()
    try db.forEach("SELECT identifier FROM corrections WHERE collection = ?", [collection]) {
      hashes.insert(($0[0] as String).hashValue)
    }
    return hashes
  }

  /// Keeps what becomes of an item's corrections, or of those of the collection's statement.
  package static func apply(
    _ steps: [CorrectionStep], to identifier: String, in collection: Int64, as entry: OpenEntry
  ) throws {
    let db = entry.db
    for step in steps {
      switch step {
      case .add(let column, let source):
        try db.run(
          "INSERT INTO corrections (collection, identifier, field, source) VALUES (?, ?, ?, ?)",
          [collection, identifier, column?.rawValue ?? wholeItem, source])
      case .forget(let column):
        guard let key = try key(of: column, identifier, in: collection, db) else { continue }
        try entry.remember(.corrections, key: key)
        try db.run("DELETE FROM corrections WHERE key = ?", [key])
      case .update(let column, let source):
        guard let key = try key(of: column, identifier, in: collection, db) else { continue }
        try entry.remember(.corrections, key: key)
        try db.run("UPDATE corrections SET source = ? WHERE key = ?", [source, key])
      }
    }
  }

  /// Forgets what was corrected of an item.
  static func removeAll(
    of identifier: String, in collection: Int64, as entry: OpenEntry
  ) throws {
    try apply(
      corrections(of: identifier, in: collection, entry.db).forgetting, to: identifier,
      in: collection, as: entry)
  }

  private static func key(
    of column: CatalogueColumn?, _ identifier: String, in collection: Int64,
    _ db: any SQLDatabase
  ) throws -> Int64? {
    try db.first(
      Int64.self,
      "SELECT key FROM corrections WHERE collection = ? AND identifier = ? AND field = ?",
      [collection, identifier, column?.rawValue ?? wholeItem])
  }
}
