/// A value in a row of a GeoPackage.
package enum GeoPackageValue: Hashable, Sendable {
  case text(String)
  case number(Double)
}

/// The reason why a GeoPackage can't be read or written, continuing its name.
package struct GeoPackageFault: Error, CustomStringConvertible {
  /// The reason.
  package var description: String
  /// The error of the database; `nil` when there is none.
  package var cause: (any Error)?
}
