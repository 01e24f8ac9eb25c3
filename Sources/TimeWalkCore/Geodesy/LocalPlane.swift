#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// East and north in metres around a place, for the inner loop of matching.
///
/// Uses the radii of curvature of the WGS 84 ellipsoid at the origin's latitude. Against the geodesic, the
/// distance to the origin is right to 1 part in 10,000 within 2 km up to 70 degrees of latitude (the
/// tests hold it to that); above 75 degrees `offset(of:)` falls back to the geodesic.
public struct LocalPlane: Sendable {
  /// The place at (0, 0).
  public let origin: Coordinate
  private let metersPerDegreeNorth: Double
  private let metersPerDegreeEast: Double
  private let isPolar: Bool

  /// Makes a plane that touches the ellipsoid at a place.
  public init(origin: Coordinate) {
    let a = 6_378_137.0
    let e2 = 0.00669437999014
    let latitude = origin.latitude * .pi / 180
    let w = 1 - e2 * sin(latitude) * sin(latitude)
    self.origin = origin
    metersPerDegreeNorth = a * (1 - e2) / (w * w.squareRoot()) * .pi / 180
    metersPerDegreeEast = a / w.squareRoot() * cos(latitude) * .pi / 180
    isPolar = abs(origin.latitude) > 75
  }

  /// Where a place lies from the origin, in metres.
  public func offset(of place: Coordinate) -> Offset {
    let north = (place.latitude - origin.latitude) * metersPerDegreeNorth
    // Meridians converge: the middle latitude's scale is right to second order.
    let turn = (place.longitude - origin.longitude).wrapped180
    if isPolar || abs(north) > 50_000 || abs(turn) > 1 {
      let way = Geodesic(from: origin, to: place)
      let bearing = way.initialBearing.degrees * .pi / 180
      return Offset(
        east: way.distance.meters * sin(bearing), north: way.distance.meters * cos(bearing))
    }
    let middle = (place.latitude - origin.latitude) / 2 * .pi / 180
    let scale = 1 - tan(origin.latitude * .pi / 180) * middle
    return Offset(east: turn * metersPerDegreeEast * scale, north: north)
  }
}

/// A step on a local plane, in metres.
public struct Offset: Hashable, Sendable {
  /// Metres to the east.
  public var east: Double
  /// Metres to the north.
  public var north: Double

  /// Makes a step.
  public init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  /// The length of the step, metres.
  public var length: Double { (east * east + north * north).squareRoot() }

  /// The direction of the step; north for no step at all.
  public var bearing: Heading {
    Heading(finite: length == 0 ? 0 : atan2(east, north) * 180 / .pi)
  }
}
