package import TimeWalkCore

/// A connection to an archive's tables, within a transaction or a consistent look.
package protocol SQLDatabase: SQLStatements {
  /// All rows of a statement whose text hardly comes again; SQLite doesn't keep it.
  func rows(once sql: String, _ arguments: SQLArguments) throws -> [SQLRow]

  /// The items with these keys, with what they inherit; keys without an item are left out.
  func items(keys: [Int64]) throws -> [Int64: Item]

  /// Gives every row that a statement selects, in their order, however many they are.
  func forEach(
    _ sql: String, _ arguments: SQLArguments, _ body: (SQLRow) throws -> Void) throws

  /// All columns of a table but its key that its versions have as well.
  func columns(of table: KeptTable) throws -> [String]

  /// The highest key that a table has ever given; 0 for none.
  func lastKey(of table: KeptTable) throws -> Int64

  /// The columns of a table that aren't computed from others.
  func columns(of table: CopiedTable) throws -> [String]

  /// The highest number that a table has ever given its rows; 0 for none.
  func lastNumber(of table: CopiedTable) throws -> Int64

  /// Makes a table go on after a number.
  func setLastNumber(of table: CopiedTable, to number: Int64) throws

  /// What adds rows with these columns as they are, their keys among them.
  func rowWriter(_ table: CopiedTable, columns: [String]) throws -> any RowWriter

  /// What writes the items of a collection for an entry of the journal that is open.
  func writer(for entry: OpenEntry, collection: Int64) throws -> any ItemWriter

  /// Told before so many items change, so that what follows each can be left to the end.
  func willChange(items: Int) throws

  /// Makes again what `willChange` left to the end.
  func haveChangedItems() throws
}

extension SQLDatabase {
  /// An item by its name, with what it inherits; `nil` for none.
  package func item(_ id: ItemID) throws -> Item? {
    try row(
      """
      SELECT \(ItemColumns.selection) FROM \(ItemColumns.source)
      WHERE collections.name = ? AND items.identifier = ?
      """, [id.collection, id.identifier]
    ).map { try ItemColumns.item(from: $0, inheriting: true) }
  }
}

/// Adds rows to a table as they are in that of another archive.
package protocol RowWriter: AnyObject {
  /// Adds a row; throws `.damaged` for a value that the table can't hold as it is.
  func write(_ values: [SQLValue]) throws

  /// Adds what is still on its way.
  func finish() throws
}
