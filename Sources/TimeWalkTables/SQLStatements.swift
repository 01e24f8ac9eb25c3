/// The arguments of a statement, in their order; `nil` is NULL.
package typealias SQLArguments = [(any SQLConvertible)?]

/// A connection to tables, within a transaction or a consistent look.
///
/// Statements are in the SQL that SQLite and PostgreSQL share; arguments are `?1`, `?2`, … or, in
/// their order, `?`. An engine keeps the statements that it has prepared.
package protocol SQLStatements: AnyObject {
  /// All rows that a statement selects, which are few.
  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow]

  /// Runs a statement. Returns the number of changed rows.
  @discardableResult
  func run(_ sql: String, _ arguments: SQLArguments) throws -> Int
}

extension SQLStatements {
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
