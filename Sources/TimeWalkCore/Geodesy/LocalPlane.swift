import Glibc

/// East and north in metres around a place, for the inner loop of matching.
///
/// Azimuthal and equidistant: an offset has the geodesic's length and its direction at the origin.
/// The method is Gauss's mid-latitude rule (W. Torge, "Geodesy", on the inverse problem of short
/// lines) with the radii of curvature of the WGS 84 ellipsoid. Up to 75 degrees of latitude the
/// error is at most 1 mm within 2 km, 0.2 m within 20 km, and 1 part in 100,000. The tests verify
/// this. Above 75 degrees, and beyond 50 km to the north or a degree of longitude, `offset(of:)`
/// uses the geodesic.
package struct LocalPlane: Sendable {
  /// The place at (0, 0).
  package let origin: Coordinate
  private let sine: Double
  private let cosine: Double
  /// The radii of curvature along the meridian and across it, metres.
  private let meridian: Double
  private let transverse: Double
  /// The growth of the radii with latitude, as a share per radian.
  private let meridianGrowth: Double
  private let transverseGrowth: Double
  private let isPolar: Bool

  /// Makes a plane that touches the ellipsoid at a place.
  package init(origin: Coordinate) {
    let a = 6_378_137.0
    let e2 = 0.00669437999014
    let latitude = origin.latitude * .pi / 180
    self.origin = origin
    sine = sin(latitude)
    cosine = cos(latitude)
    let w = 1 - e2 * sine * sine
    meridian = a * (1 - e2) / (w * w.squareRoot())
    transverse = a / w.squareRoot()
    transverseGrowth = e2 * sine * cosine / w
    meridianGrowth = 3 * transverseGrowth
    isPolar = abs(origin.latitude) > 75
  }

  /// The offset of a place from the origin, in metres.
  package func offset(of place: Coordinate) -> Offset {
    let climb = (place.latitude - origin.latitude) * .pi / 180
    let turn = (place.longitude - origin.longitude).wrapped180 * .pi / 180
    if isPolar || abs(climb) > 50_000 / 6_378_137 || abs(turn) > .pi / 180 {
      let way = Geodesic(from: origin, to: place)
      let bearing = way.initialBearing.degrees * .pi / 180
      return Offset(
        east: way.distance.meters * sin(bearing), north: way.distance.meters * cos(bearing))
    }
    // Sine, cosine and the radii at the latitude in the middle, as series: no trigonometry in the
    // inner loop.
    let half = climb / 2
    let middleSine = sine + half * (cosine - half * sine / 2)
    let middleCosine = cosine - half * (sine + half * cosine / 2)
    let north = climb * meridian * (1 + meridianGrowth * half)
    let east = turn * transverse * (1 + transverseGrowth * half) * middleCosine
    // Meridians converge, so the bearing at the origin is that of the middle less half the
    // convergence.
    let swing = turn * middleSine / 2
    let swingSine = swing * (1 - swing * swing / 6)
    let swingCosine = 1 - swing * swing / 2
    return Offset(
      east: east * swingCosine - north * swingSine, north: north * swingCosine + east * swingSine)
  }
}

/// A step on a local plane, in metres.
package struct Offset: Hashable, Sendable {
  /// Metres to the east.
  package var east: Double
  /// Metres to the north.
  package var north: Double

  /// Makes a step.
  package init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  /// The length of the step, metres.
  package var length: Double { (east * east + north * north).squareRoot() }

  /// The direction of the step; north for a step of length 0.
  package var bearing: Heading {
    Heading(finite: length == 0 ? 0 : atan2(east, north) * 180 / .pi)
  }
}
