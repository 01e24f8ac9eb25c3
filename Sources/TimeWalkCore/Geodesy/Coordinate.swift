/// A position on the WGS 84 ellipsoid, with its accuracy.
package struct Coordinate: Hashable, Sendable {
  /// Geodetic latitude in degrees, -90...90, north positive.
  package let latitude: Double
  /// Longitude in degrees, `-180..<180`, east positive; 180 is stored as -180.
  package let longitude: Double
  /// The radius that contains the true position with 68 % probability; `nil` when unknown.
  package let horizontalAccuracy: Distance?

  /// Makes a coordinate.
  ///
  /// `nil` when the latitude is outside -90...90, the longitude outside -180...360, or either is
  /// not a finite number. Longitudes in 180...360 are taken as degrees east and wrapped.
  package init?(latitude: Double, longitude: Double, horizontalAccuracy: Distance? = nil) {
    guard latitude.isFinite, longitude.isFinite, (-90...90).contains(latitude),
      (-180...360).contains(longitude)
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude.wrapped180
    self.horizontalAccuracy = horizontalAccuracy
  }

  init(finiteLatitude latitude: Double, longitude: Double, horizontalAccuracy: Distance? = nil) {
    self.latitude = min(max(latitude, -90), 90)
    self.longitude = longitude.wrapped180
    self.horizontalAccuracy = horizontalAccuracy
  }

  /// The same position with another accuracy.
  package func with(horizontalAccuracy: Distance?) -> Coordinate {
    Coordinate(
      finiteLatitude: latitude, longitude: longitude, horizontalAccuracy: horizontalAccuracy)
  }
}
