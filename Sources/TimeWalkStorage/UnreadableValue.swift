package import GRDB

/// The error for a value of another type or size than its column should have, as in a damaged or
/// foreign file.
package struct UnreadableValue: Error, Sendable, CustomStringConvertible {
  /// The column and the type that was found: "identifier is NULL".
  package let description: String
  /// All values of the row, the long ones cut: "key 7, name 'a'".
  package let row: String

  fileprivate init(_ column: String, of row: Row, _ fault: String? = nil) {
    let found = row.first { $0.0 == column }?.1 ?? .null
    description = "\(column) is \(fault ?? UnreadableValue.type(of: found))"
    self.row = row.map { "\($0) \(UnreadableValue.text($1))" }.joined(separator: ", ")
  }

  /// Characters of a text that are shown.
  private static let shown = 40

  private static func type(of value: DatabaseValue) -> String {
    switch value.storage {
    case .null: "NULL"
    case .int64: "a whole number"
    case .double: "a number"
    case .string: "a text"
    case .blob: "a blob"
    }
  }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .null: "NULL"
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): "'\(text.prefix(shown))\(text.count > shown ? "…" : "")'"
    case .blob(let data): "\(data.count) bytes"
    }
  }
}

extension Row {
  /// Reads a column by its number.
  ///
  /// GRDB's subscript ends the program for a value of another type; this throws. Real numbers can
  /// be read as whole ones, and blobs as texts. An optional type reads NULL as `nil`.
  /// - Throws: `UnreadableValue`.
  package func read<T: DatabaseValueConvertible>(_ column: Int) throws(UnreadableValue) -> T {
    do { return try decode(T.self, atIndex: column) } catch {
      throw UnreadableValue(Array(columnNames)[column], of: self)
    }
  }

  /// Reads a column by its name; a missing column is read as NULL.
  ///
  /// - Throws: `UnreadableValue`.
  package func read<T: DatabaseValueConvertible>(_ column: String) throws(UnreadableValue) -> T {
    do { return try decode(T.self, forColumn: column) } catch {
      throw UnreadableValue(column, of: self)
    }
  }

  /// Reads a number within its limits by its column's name.
  ///
  /// - Throws: `UnreadableValue`, also for a number outside the limits.
  package func read(_ column: String, in limits: ClosedRange<Int>) throws(UnreadableValue) -> Int {
    let number: Int = try read(column)
    guard limits.contains(number) else {
      throw UnreadableValue(column, of: self, "a number outside its limits")
    }
    return number
  }
}

extension Database {
  /// The first column of all rows that a statement selects.
  ///
  /// - Throws: `UnreadableValue`, and SQLite's errors.
  package func values<T: DatabaseValueConvertible>(_ type: T.Type, _ sql: String) throws -> [T] {
    try Array(Row.fetchCursor(self, sql: sql).map { try $0.read(0) })
  }
}
