internal import CDatabases
import GRDB
import TimeWalkBase
import TimeWalkTables

/// The current row of a statement, read by SQLite's own calls.
///
/// GRDB's rows determine each value's type and decoder, which took longer than SQLite takes to find
/// the row, and copy blobs. The results are the same. The pointers stay in this file.
struct StatementRow {
  private let statement: OpaquePointer

  /// Runs a statement with whole numbers for its arguments, and gives each row that it selects; the
  /// row is gone when the body returns.
  static func forEach(
    _ statement: Statement, in db: Database, arguments: some Sequence<Int64>,
    body: (StatementRow) throws -> Void
  ) throws {
    try run(statement, in: db, body) { statement in
      for (index, value) in arguments.enumerated() {
        sqlite3_bind_int64(statement, Int32(index + 1), value)
      }
    }
  }

  /// The same with other numbers for its arguments.
  static func forEach(
    _ statement: Statement, in db: Database, numbers: some Sequence<Double>,
    body: (StatementRow) throws -> Void
  ) throws {
    try run(statement, in: db, body) { statement in
      for (index, value) in numbers.enumerated() {
        sqlite3_bind_double(statement, Int32(index + 1), value)
      }
    }
  }

  private static func run(
    _ statement: Statement, in db: Database, _ body: (StatementRow) throws -> Void,
    bind: (OpaquePointer) -> Void
  ) throws {
    try WorkLimits.check()
    let statement = statement.sqliteStatement
    defer { sqlite3_reset(statement) }
    sqlite3_reset(statement)
    bind(statement)
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try body(StatementRow(statement: statement))
      case SQLITE_DONE: return
      case let code:
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
      }
    }
  }

  /// Runs statements that all see one state of the archive.
  ///
  /// A statement on a row keeps its state open for all others of the connection ("Isolation In
  /// SQLite"), at a tenth of the cost of a transaction. An archive without collections has no items
  /// either.
  static func inOneState<T>(of db: Database, _ body: () throws -> T) throws -> T {
    let holder = try db.cachedStatement(sql: "SELECT 1 FROM collections").sqliteStatement
    sqlite3_reset(holder)
    defer { sqlite3_reset(holder) }
    let code = sqlite3_step(holder)
    guard code == SQLITE_ROW || code == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
    }
    return try body()
  }

  /// The number of its columns.
  var count: Int { Int(sqlite3_column_count(statement)) }

  /// Returns true if a column is NULL.
  func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  /// A whole number; 0 for NULL and for a text that isn't one.
  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }

  /// The bytes of a blob or a text, which are gone with the row; none for NULL.
  func withBytes<T>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
    let start = sqlite3_column_blob(statement, Int32(column))
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}

extension StatementRow: ItemRow {
  func double(_ column: Int) -> Double? {
    switch sqlite3_column_type(statement, Int32(column)) {
    case SQLITE_FLOAT, SQLITE_INTEGER: sqlite3_column_double(statement, Int32(column))
    default: nil
    }
  }

  func text(_ column: Int) -> String? {
    sqlite3_column_text(statement, Int32(column)).map(String.init(cString:))
  }

  func firstByte(_ column: Int) -> UInt8? { withBytes(column) { $0.first } }

  func point(_ column: Int) -> (latitude: Double, longitude: Double)? {
    withBytes(column, PointBlob.decode)
  }
}
