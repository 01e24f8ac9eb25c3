import GRDB
import TimeWalkArchive
import TimeWalkCore

/// The table `corrections`: which fields people set by hand and which items they removed, with what
/// the source had said.
enum CorrectionTable {
  /// One row.
  struct Correction {
    var key: Int64
    /// The column; `nil` for the removal of the whole item.
    var column: CatalogueColumn?
    /// What the source said last; `nil` for nothing.
    var source: String?
  }

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

  /// The corrections of one item; what isn't known to this version is left out.
  static func corrections(
    of identifier: String, in collection: Int64, _ db: Database
  ) throws -> [Correction] {
    let statement = try db.cachedStatement(
      sql: "SELECT key, field, source FROM corrections WHERE collection = ? AND identifier = ?")
    return try Row.fetchAll(statement, arguments: [collection, identifier]).compactMap { row in
      let field = row[1] as String
      let column = CatalogueColumn(rawValue: field)
      guard column != nil || field == wholeItem else { return nil }
      return Correction(key: row[0], column: column, source: row[2])
    }
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

  /// Notes what a person made of an item, field by field; a field that again says what its source
  /// does is none any more.
  static func note(
    _ id: ItemID, in collection: Int64, from before: [CatalogueColumn: String],
    to after: [CatalogueColumn: String], as entry: OpenEntry, _ db: Database
  ) throws {
    var known: [CatalogueColumn: Correction] = [:]
    for correction in try corrections(of: id.identifier, in: collection, db) {
      if let column = correction.column { known[column] = correction }
    }
    let changed = FieldChange.between(before, after).map(\.column)
    for group in Set(changed.map(\.companions)) {
      let isBack = group.allSatisfy { column in
        after[column] == (known[column].map(\.source) ?? before[column])
      }
      for column in group {
        if let correction = known[column] {
          if isBack { try remove(correction.key, as: entry, db) }
        } else if !isBack {
          try add(id.identifier, in: collection, column.rawValue, before[column], db)
        }
      }
    }
  }

  /// Notes that a person removed an item, in place of what was corrected of it before.
  static func noteRemoval(
    of id: ItemID, in collection: Int64, saying fields: [CatalogueColumn: String],
    as entry: OpenEntry, _ db: Database
  ) throws {
    var said = fields
    for correction in try corrections(of: id.identifier, in: collection, db) {
      if let column = correction.column { said[column] = correction.source }
    }
    try removeAll(of: id.identifier, in: collection, as: entry, db)
    try add(id.identifier, in: collection, wholeItem, ItemFields.text(of: said), db)
  }

  /// Notes that a person gave a collection other rights than its source did.
  static func noteLicense(
    of collection: Int64, from before: String?, to after: String?, as entry: OpenEntry,
    _ db: Database
  ) throws {
    let known = try license(of: collection, db)
    if let known, known.source == after {
      try remove(known.key, as: entry, db)
    } else if known == nil {
      try add("", in: collection, CatalogueColumn.license.rawValue, before, db)
    }
  }

  /// What was corrected of a collection's rights; `nil` for nothing.
  static func license(of collection: Int64, _ db: Database) throws -> Correction? {
    try corrections(of: "", in: collection, db).first { $0.column == .license }
  }

  /// Forgets what was corrected of an item.
  static func removeAll(
    of identifier: String, in collection: Int64, as entry: OpenEntry, _ db: Database
  ) throws {
    for correction in try corrections(of: identifier, in: collection, db) {
      try remove(correction.key, as: entry, db)
    }
  }

  /// Forgets one.
  static func remove(_ key: Int64, as entry: OpenEntry, _ db: Database) throws {
    try entry.remember(.corrections, key: key)
    try db.cachedStatement(sql: "DELETE FROM corrections WHERE key = ?").execute(arguments: [key])
  }

  /// Notes what the source says now.
  static func update(_ key: Int64, _ source: String?, as entry: OpenEntry, _ db: Database) throws {
    try entry.remember(.corrections, key: key)
    try db.cachedStatement(sql: "UPDATE corrections SET source = ? WHERE key = ?")
      .execute(arguments: [source, key])
  }

  private static func add(
    _ identifier: String, in collection: Int64, _ field: String, _ source: String?, _ db: Database
  ) throws {
    try db.cachedStatement(
      sql: "INSERT INTO corrections (collection, identifier, field, source) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [collection, identifier, field, source])
  }
}
