internal import CDatabases
package import GRDB

/// Values for the arguments of a statement, in their order, in memory that is used again for each
/// row.
///
/// Bound by SQLite's own calls: arguments of GRDB, which box every value, took a third of a large
/// import. The pointers stay in this file.
package struct BoundRow {
  private enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text(Range<Int>)
    case blob(Range<Int>)
  }

  private var values: [Value] = []
  private var bytes: [UInt8] = []

  /// Makes one without values.
  package init() {}

  /// Forgets all values and keeps the memory.
  package mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Adds NULL.
  package mutating func appendNull() { values.append(.null) }

  /// Adds a number; NULL for `nil`.
  package mutating func append(_ number: Double?) { values.append(number.map(Value.real) ?? .null) }

  /// Adds a whole number.
  package mutating func append(_ number: Int64) { values.append(.integer(number)) }

  /// Adds a whole number; NULL for `nil`.
  package mutating func append(_ number: Int?) {
    values.append(number.map { .integer(Int64($0)) } ?? .null)
  }

  /// Adds a text; NULL for `nil`.
  package mutating func append(_ text: String?) {
    guard let text else { return values.append(.null) }
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    values.append(.text(start..<bytes.count))
  }

  /// Adds a blob.
  package mutating func append(blob: [UInt8]) { appendBlob { $0 += blob } }

  /// Adds the blob that a function appends to the memory of this row.
  package mutating func appendBlob(_ write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    write(&bytes)
    values.append(.blob(start..<bytes.count))
  }

  /// Runs a statement without results.
  ///
  /// Returns the number of changed rows.
  @discardableResult
  package func execute(_ statement: Statement, in db: Database) throws -> Int {
    try run(statement, in: db) { _ in }
    return Int(sqlite3_changes(db.sqliteConnection))
  }

  /// The two whole numbers of the first row that a statement selects; `nil` when it selects none, 0
  /// for NULL.
  package func numbers(_ statement: Statement, in db: Database) throws -> (Int64, Int64)? {
    var found: (Int64, Int64)?
    try run(statement, in: db) {
      found = (sqlite3_column_int64($0, 0), sqlite3_column_int64($0, 1))
    }
    return found
  }

  /// Binds the values and steps to the first row or the end.
  private func run(
    _ statement: Statement, in db: Database, row: (OpaquePointer) -> Void
  ) throws {
    let statement = statement.sqliteStatement
    sqlite3_reset(statement)
    // The bindings borrow from `bytes` and must not outlive this call.
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    let code = bytes.withUnsafeBufferPointer { bytes in
      for (index, value) in values.enumerated() {
        let place = Int32(index + 1)
        let code =
          switch value {
          // Unbound parameters are NULL.
          case .null: SQLITE_OK
          case .integer(let number): sqlite3_bind_int64(statement, place, number)
          case .real(let number): sqlite3_bind_double(statement, place, number)
          case .text(let range): BoundRow.bind(bytes[range], statement, place, isText: true)
          case .blob(let range): BoundRow.bind(bytes[range], statement, place, isText: false)
          }
        guard code == SQLITE_OK else { return code }
      }
      let code = sqlite3_step(statement)
      if code == SQLITE_ROW { row(statement) }
      return code
    }
    guard code == SQLITE_DONE || code == SQLITE_ROW else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
    }
  }

  /// Binds bytes without a copy of them.
  private static func bind(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ statement: OpaquePointer, _ place: Int32,
    isText: Bool
  ) -> Int32 {
    let part = UnsafeBufferPointer(rebasing: bytes)
    guard let start = part.baseAddress, part.count > 0 else {
      // No bytes have no address, and a null pointer would bind NULL.
      return isText
        ? sqlite3_bind_text(
          statement, place, "", 0, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        : sqlite3_bind_zeroblob(statement, place, 0)
    }
    let count = Int32(clamping: part.count)
    return isText
      ? start.withMemoryRebound(to: CChar.self, capacity: part.count) {
        sqlite3_bind_text(statement, place, $0, count, nil)
      } : sqlite3_bind_blob(statement, place, start, count, nil)
  }
}
