internal import CGeodesic

/// The shortest way between two places on the WGS 84 ellipsoid.
///
/// Solved by GeographicLib's routines (C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87, 2013),
/// as PROJ carries them: right to some 15 nanometres.
public struct Geodesic: Hashable, Sendable {
  /// The length of the way.
  public let distance: Distance
  /// The bearing at the start, towards the end; 0 when both are one place.
  public let initialBearing: Heading
  /// The bearing at the end, onwards.
  public let finalBearing: Heading

  /// Solves the inverse problem.
  public init(from start: Coordinate, to end: Coordinate) {
    var ellipsoid = geod_geodesic()
    geod_init(&ellipsoid, 6_378_137, 1 / 298.257223563)
    var length = 0.0
    var azimuth1 = 0.0
    var azimuth2 = 0.0
    geod_inverse(
      &ellipsoid, start.latitude, start.longitude, end.latitude, end.longitude, &length, &azimuth1,
      &azimuth2)
    distance = Distance(finite: length)
    // The routine returns 180 for the way from a place to itself.
    let none = length == 0
    initialBearing = Heading(finite: none ? 0 : azimuth1)
    finalBearing = Heading(finite: none ? 0 : azimuth2)
  }
}

extension Coordinate {
  /// The place that lies a distance away along a bearing; the accuracy is not carried over.
  public func destination(bearing: Heading, distance: Distance) -> Coordinate {
    var ellipsoid = geod_geodesic()
    geod_init(&ellipsoid, 6_378_137, 1 / 298.257223563)
    var latitude = 0.0
    var longitude = 0.0
    geod_direct(
      &ellipsoid, self.latitude, self.longitude, bearing.degrees, distance.meters, &latitude,
      &longitude, nil)
    return Coordinate(finiteLatitude: latitude, longitude: longitude)
  }
}
