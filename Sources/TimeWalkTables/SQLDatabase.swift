/// The arguments of a statement, in their order; `nil` is NULL.
package typealias SQLArguments = [(any SQLConvertible)?]

/// A connection to an archive's tables, within a transaction or a consistent look.
///
/// Statements are in the SQL that SQLite and PostgreSQL share; arguments are `?1`, `?2`, … or, in
/// their order, `?`. An engine keeps the statements that it has prepared.
package protocol SQLDatabase: AnyObject {
  /// Gives every row that a statement selects, in their order, however many they are.
  func forEach(
    _ sql: String, _ arguments: SQLArguments, _ body: (SQLRow) throws -> Void) throws

  /// All rows that a statement selects, which are few.
  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow]

  /// Runs a statement, and says how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ arguments: SQLArguments) throws -> Int

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
  /// The same for a statement without arguments.
  package func rows(_ sql: String) throws -> [SQLRow] { try rows(sql, []) }

  /// The same for a statement without arguments.
  @discardableResult
  package func run(_ sql: String) throws -> Int { try run(sql, []) }

  /// The first row that a statement selects; `nil` for none.
  package func row(_ sql: String, _ arguments: SQLArguments = []) throws -> SQLRow? {
    try rows(sql, arguments).first
  }

  /// The first column of the first row; `nil` without a row, and for NULL.
  package func first<T: SQLConvertible>(
    _ type: T.Type, _ sql: String, _ arguments: SQLArguments = []
  ) throws -> T? {
    try row(sql, arguments)?[0]
  }

  /// The first column of all rows.
  package func all<T: SQLConvertible>(
    _ type: T.Type, _ sql: String, _ arguments: SQLArguments = []
  ) throws -> [T] {
    try rows(sql, arguments).map { $0[0] }
  }
}

/// Adds rows to a table as they are in that of another archive.
package protocol RowWriter: AnyObject {
  /// Adds a row; throws `.damaged` for a value that the table can't hold as it is.
  func write(_ values: [SQLValue]) throws

  /// Adds what is still on its way.
  func finish() throws
}
