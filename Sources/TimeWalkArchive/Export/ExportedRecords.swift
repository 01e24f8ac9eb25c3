import GRDB
import TimeWalkCore

/// Everything that a collection holds, one record after another: its items by key, then those
/// without a place.
struct ExportedRecords {
  private let rows: RowCursor
  private let collection: CollectionStatement
  private let media: MediaNames
  private var unplaced: UnplacedRows

  /// Starts reading; the transaction must last to the end.
  init(
    of key: Int64, _ collection: CollectionStatement, media: MediaNames, _ db: Database
  ) throws {
    self.collection = collection
    self.media = media
    // Without the plus, SQLite would take the index of identifiers and sort a whole collection by
    // key.
    rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(ItemColumns.selection), items.copy_of FROM \(ItemColumns.source)
        WHERE +items.collection = ? ORDER BY items.key
        """, arguments: [key])
    unplaced = try UnplacedRows(of: key, collection.name, db)
  }

  /// The next record, or `nil` at the end.
  mutating func next() throws -> ExportedRecord? {
    if let row = try rows.next() {
      return ExportedRecord(
        try ItemColumns.item(from: row, inheriting: false), copyOf: row["copy_of"], in: collection,
        media: media)
    }
    return try unplaced.next().map { ExportedRecord($0, in: collection, media: media) }
  }
}

/// The items of a collection that nobody knows the place of.
struct UnplacedRows {
  private let rows: RowCursor
  private let collection: String

  /// Starts reading.
  init(of key: Int64, _ collection: String, _ db: Database) throws {
    self.collection = collection
    rows = try Row.fetchCursor(
      db, sql: "SELECT identifier, fields FROM unplaced WHERE +collection = ? ORDER BY key",
      arguments: [key])
  }

  /// The next one, or `nil` at the end.
  mutating func next() throws -> UnplacedItem? {
    try rows.next().map { row in
      UnplacedItem(
        id: ItemID(collection: collection, identifier: row[0]),
        fields: ItemFields.of(unplaced: row[1]))
    }
  }

  /// Whether one of them says something in a column.
  static func fill(_ column: CatalogueColumn, in db: Database, collection: Int64) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM unplaced
          WHERE collection = ? AND json_extract(fields, ?) IS NOT NULL)
        """, arguments: [collection, "$.\(column.rawValue)"]) ?? false
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
