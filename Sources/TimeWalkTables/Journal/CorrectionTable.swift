import TimeWalkArchive
package import TimeWalkCatalogue
import TimeWalkCore

/// The table `corrections`: the manually set fields and removed items, with the source's old
/// values.
///
/// The journal can't replace this table: while a correction stays, the item never has the source's
/// latest value.
package enum CorrectionTable {
  /// The field's name for the whole item.
  private static let wholeItem = "*"

  /// The orphaned ones, as a `FROM` clause with `c`: of a missing item, of a removed item that
  /// exists again, or of an unknown field.
  package static let stale = """
    FROM corrections AS c JOIN collections ON collections.key = c.collection
    WHERE c.identifier <> '' AND ((c.field = '\(wholeItem)') = (
      EXISTS (SELECT 1 FROM items WHERE items.collection = c.collection
        AND items.identifier = c.identifier)
      OR EXISTS (SELECT 1 FROM unplaced WHERE unplaced.collection = c.collection
        AND unplaced.identifier = c.identifier))
      OR c.field NOT IN ('\(wholeItem)', \(columns)))
    """

  private static let columns = CatalogueColumn.allCases.map { "'\($0.name)'" }
    .joined(separator: ", ")

  /// The corrections of one item, or of the collection's statement for an empty identifier; unknown
  /// ones are left out.
  package static func corrections(
    of identifier: String, in collection: Int64, _ db: any SQLDatabase
  ) throws -> Corrections {
    let statement = """
      SELECT field, source FROM corrections WHERE collection = ? AND identifier = ? ORDER BY key
      """
    return Corrections(
      try db.rows(statement, [collection, identifier]).compactMap { row in
        let field = row[0] as String
        let column = CatalogueColumn(named: field)
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

  /// Stores the new corrections of an item, or of the collection's statement.
  package static func apply(
    _ steps: [CorrectionStep], to identifier: String, in collection: Int64, as entry: OpenEntry
  ) throws {
    let db = entry.db
    for step in steps {
      switch step {
      case .add(let column, let source):
        try db.run(
          "INSERT INTO corrections (collection, identifier, field, source) VALUES (?, ?, ?, ?)",
          [collection, identifier, column?.name ?? wholeItem, source])
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

  /// Removes an item's corrections.
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
      [collection, identifier, column?.name ?? wholeItem])
  }
}
