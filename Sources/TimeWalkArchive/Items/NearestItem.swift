package import TimeWalkCore

/// The item that is nearest to a place.
package struct NearestItem: Hashable, Sendable {
  /// The archive's row number.
  package let key: Int64
  /// The item's place.
  package let coordinate: Coordinate
  /// `Coordinate.roughSquare` of both places.
  package let square: Double

  /// Makes it.
  package init(key: Int64, coordinate: Coordinate, from place: Coordinate) {
    (self.key, self.coordinate) = (key, coordinate)
    square = place.roughSquare(to: coordinate)
  }

  /// Returns true if it is nearer than another, or as near with the smaller key; there may be no
  /// other.
  package func isNearer(than other: NearestItem?) -> Bool {
    other.map { (square, key) < ($0.square, $0.key) } ?? true
  }
}
