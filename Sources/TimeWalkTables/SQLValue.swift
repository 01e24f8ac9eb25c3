package import Foundation

/// A value that a statement takes or gives, in the types that all engines have.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}

/// A type that can be an argument of a statement, or be read from a column.
///
/// A boolean is 1 or 0. A value of another type, possible in a foreign file, is read as 0 or as an
/// empty text.
package protocol SQLConvertible {
  /// The value as an argument.
  var sqlValue: SQLValue { get }

  /// Reads a value of a column.
  static func read(_ value: SQLValue) -> Self
}

extension Int64: SQLConvertible {
  package var sqlValue: SQLValue { .integer(self) }

  package static func read(_ value: SQLValue) -> Int64 {
    switch value {
    case .integer(let number): number
    case .real(let number): Int64(exactly: number.rounded()) ?? 0
    case .null, .text, .blob: 0
    }
  }
}

extension Int: SQLConvertible {
  package var sqlValue: SQLValue { .integer(Int64(self)) }

  package static func read(_ value: SQLValue) -> Int { Int(Int64.read(value)) }
}

extension Bool: SQLConvertible {
  package var sqlValue: SQLValue { .integer(self ? 1 : 0) }

  package static func read(_ value: SQLValue) -> Bool { Int64.read(value) != 0 }
}

extension Double: SQLConvertible {
  package var sqlValue: SQLValue { .real(self) }

  package static func read(_ value: SQLValue) -> Double {
    switch value {
    case .real(let number): number
    case .integer(let number): Double(number)
    case .null, .text, .blob: 0
    }
  }
}

extension String: SQLConvertible {
  package var sqlValue: SQLValue { .text(self) }

  package static func read(_ value: SQLValue) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .null, .blob: ""
    }
  }
}

extension Data: SQLConvertible {
  package var sqlValue: SQLValue { .blob(self) }

  package static func read(_ value: SQLValue) -> Data {
    if case .blob(let data) = value { data } else { Data() }
  }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
  package var sqlValue: SQLValue { map(\.sqlValue) ?? .null }

  package static func read(_ value: SQLValue) -> Wrapped? {
    value == .null ? nil : Wrapped.read(value)
  }
}

/// The values of the columns of one row.
package struct SQLRow {
  /// The values, in the order of the columns.
  package let values: [SQLValue]

  /// Makes a row.
  package init(_ values: [SQLValue]) { self.values = values }

  /// Reads a column.
  package subscript<T: SQLConvertible>(_ column: Int) -> T {
    T.read(values.indices.contains(column) ? values[column] : .null)
  }
}
