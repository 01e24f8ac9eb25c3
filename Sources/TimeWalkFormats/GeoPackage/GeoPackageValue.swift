import Foundation
import GRDB

/// A value in a row of a GeoPackage.
package enum GeoPackageValue: Hashable, Sendable {
  case text(String)
  case number(Double)

  var databaseValue: DatabaseValue {
    switch self {
    case .text(let text): text.databaseValue
    case .number(let number): number.databaseValue
    }
  }
}

/// The reason why a GeoPackage can't be read or written, continuing its name.
package struct GeoPackageFault: Error, CustomStringConvertible {
  /// The reason.
  package var description: String
  /// The error of the database; `nil` when there is none.
  package var cause: (any Error)?
}
