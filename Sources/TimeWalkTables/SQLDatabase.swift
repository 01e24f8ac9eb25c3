package import TimeWalkCore

/// A connection to an archive's tables, within a transaction or a consistent look.
package protocol SQLDatabase: SQLStatements {
  /// All rows of a statement that is rarely repeated; SQLite doesn't cache it.
  func rows(once sql: String, _ arguments: SQLArguments) throws -> [SQLRow]

  /// The items with these keys, with inherited values; unknown keys are left out.
  func items(keys: [Int64]) throws -> [Int64: Item]

  /// Returns every row that a statement selects, in their order, one at a time.
  func forEach(
    _ sql: String, _ arguments: SQLArguments, _ body: (SQLRow) throws -> Void) throws

  /// The rows of `KeptCounts.columns`, as the part of a statement after FROM; `nil` where they are
  /// not kept.
  var keptCounts: String? { get throws }

  /// The same for the rows of `ReviewCounts.columns`.
  var reviewCounts: String? { get throws }

  /// All columns of a table but its key that its versions have as well.
  func columns(of table: VersionedTable) throws -> [String]

  /// The highest key that a table has ever given; 0 for none.
  func lastKey(of table: VersionedTable) throws -> Int64

  /// The columns of a table that aren't computed from others.
  func columns(of table: CopiedTable) throws -> [String]

  /// The highest number that a table has ever given its rows; 0 for none.
  func lastNumber(of table: CopiedTable) throws -> Int64

  /// Makes a table continue after a number.
  func setLastNumber(of table: CopiedTable, to number: Int64) throws

  /// The inserter of unchanged rows with these columns, including their keys.
  func rowWriter(_ table: CopiedTable, columns: [String]) throws -> any RowWriter

  /// Excludes all other changes of the archive until the end of this one.
  ///
  /// What was read before may have changed by then.
  func lock() throws

  /// A comparer with a collection's items; `nil` where comparing row by row is as quick, or for a
  /// new collection.
  func comparer(of collection: String) throws -> (any ItemComparer)?

  /// The writer of a collection's items for an open entry of the journal.
  func writer(for entry: OpenEntry, collection: Int64) throws -> any ItemWriter

  /// Called before a large number of items changes, to defer derived data to the end.
  func willChange(items: Int) throws

  /// Makes again what `willChange` left to the end.
  func haveChangedItems() throws
}

extension SQLDatabase {
  /// An item by its name, with inherited values; `nil` for none.
  package func item(_ id: ItemID) throws -> Item? {
    try row(
      """
      SELECT \(ItemColumns.selection) FROM \(ItemColumns.source)
      WHERE collections.name = ? AND items.identifier = ?
      """, [id.collection, id.identifier]
    ).map { try ItemColumns.item(from: $0, inheriting: true) }
  }
}

/// Inserts rows unchanged from another archive.
package protocol RowWriter: AnyObject {
  /// Inserts a row; throws `.damaged` for a value that the table can't store unchanged.
  func write(_ values: [SQLValue]) throws

  /// Adds pending items.
  func finish() throws
}
