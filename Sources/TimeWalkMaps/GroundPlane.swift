package import TimeWalkCore
import Glibc

/// The plane that a map's control points are laid in before a transformation is fitted.
///
/// Formulas without another source are those of J. P. Snyder, "Map Projections: A Working Manual",
/// USGS Professional Paper 1395 (1987).
package enum GroundPlane: Hashable, Sendable {
  /// Web Mercator (EPSG 3857, metres at the equator) around a meridian, which is 0 unless the map
  /// crosses the antimeridian: Allmaps fits in it. Latitudes to 89 degrees.
  case mercator(centralMeridian: Double)
  /// Longitude and latitude in degrees (EPSG 4326) around a meridian.
  case degrees(centralMeridian: Double)
  /// UTM on WGS 84 (EPSG 32601 to 32660 and 32701 to 32760), metres.
  case transverseMercator(zone: Int, isNorthern: Bool)
  /// The stereographic plane that touches the sphere at a place, for maps of the poles, metres.
  case stereographic(center: Coordinate)

  /// The plane with an EPSG code; `nil` for an unsupported one.
  package init?(epsg code: Int) {
    switch code {
    case 3857: self = .mercator(centralMeridian: 0)
    case 4326: self = .degrees(centralMeridian: 0)
    case 32601...32660: self = .transverseMercator(zone: code - 32600, isNorthern: true)
    case 32701...32760: self = .transverseMercator(zone: code - 32700, isNorthern: false)
    default: return nil
    }
  }

  /// The point of a place; `nil` if the plane doesn't show it.
  package func point(of place: Coordinate) -> PlanePoint? {
    let latitude = place.latitude * .pi / 180
    switch self {
    case .mercator(let meridian):
      guard abs(place.latitude) <= 89 else { return nil }
      return PlanePoint(
        x: Sphere.radius * GroundPlane.turn(place.longitude - meridian) * .pi / 180,
        y: Sphere.radius * asinh(tan(latitude)))
    case .degrees(let meridian):
      return PlanePoint(
        x: meridian + GroundPlane.turn(place.longitude - meridian), y: place.latitude)
    case .transverseMercator(let zone, let isNorthern):
      let turn = GroundPlane.turn(place.longitude - TransverseMercator.meridian(zone: zone))
      // The series hold for some thousand kilometres. Zones aren't used farther away.
      guard abs(turn) <= 30, abs(place.latitude) < 89.9 else { return nil }
      return TransverseMercator.point(
        latitude: latitude, turn: turn * .pi / 180, isNorthern: isNorthern)
    case .stereographic(let center):
      let axes = Sphere.Axes(at: center)
      let place = Sphere.Vector(place)
      let up = place.dot(axes.up)
      // Up to 150 degrees from the middle: there the scale is 15 times too large.
      guard up > -0.866 else { return nil }
      let scale = 2 * Sphere.radius / (1 + up)
      return PlanePoint(x: scale * place.dot(axes.east), y: scale * place.dot(axes.north))
    }
  }

  /// The coordinate of a point; `nil` for a point that isn't finite or lies beyond the plane.
  package func coordinate(of point: PlanePoint) -> Coordinate? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    switch self {
    case .mercator(let meridian):
      return Coordinate(
        latitude: atan(sinh(point.y / Sphere.radius)) * 180 / .pi,
        longitude: GroundPlane.turn(meridian + point.x / Sphere.radius * 180 / .pi))
    case .degrees:
      // A fit may put the edge of a world map beyond the pole by its last digits.
      let latitude = abs(point.y) < 90 + 1e-9 ? min(max(point.y, -90), 90) : point.y
      return Coordinate(latitude: latitude, longitude: GroundPlane.turn(point.x))
    case .transverseMercator(let zone, let isNorthern):
      let place = TransverseMercator.place(of: point, isNorthern: isNorthern)
      let meridian = TransverseMercator.meridian(zone: zone)
      return Coordinate(
        latitude: place.latitude * 180 / .pi,
        longitude: GroundPlane.turn(meridian + place.turn * 180 / .pi))
    case .stereographic(let center):
      let axes = Sphere.Axes(at: center)
      let reach = point.length
      let arc = 2 * atan(reach / (2 * Sphere.radius))
      let out = reach == 0 ? 0 : sin(arc) / reach
      return (cos(arc) * axes.up + out * point.x * axes.east + out * point.y * axes.north)
        .coordinate
    }
  }

  /// A difference of longitudes the short way round, degrees, -180...180.
  static func turn(_ degrees: Double) -> Double { degrees.remainder(dividingBy: 360) }
}

/// Directions from the middle of a sphere, for computations without poles and an antimeridian.
enum Sphere {
  /// The radius of Web Mercator's sphere, metres.
  static let radius = 6_378_137.0

  /// A direction, or a step between two.
  struct Vector {
    var x, y, z: Double

    init(x: Double, y: Double, z: Double) {
      self.x = x
      self.y = y
      self.z = z
    }

    init(longitude: Double, latitude: Double) {
      let (longitude, latitude) = (longitude * .pi / 180, latitude * .pi / 180)
      self.init(
        x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
    }

    init(_ place: Coordinate) { self.init(longitude: place.longitude, latitude: place.latitude) }

    func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

    static func + (a: Vector, b: Vector) -> Vector {
      Vector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
    }

    static func - (a: Vector, b: Vector) -> Vector { a + -1 * b }

    static func * (factor: Double, a: Vector) -> Vector {
      Vector(x: factor * a.x, y: factor * a.y, z: factor * a.z)
    }

    /// The place that it points to, exact at the poles, too; `nil` for no direction.
    var coordinate: Coordinate? {
      guard dot(self) > 0 else { return nil }
      return Coordinate(
        latitude: atan2(z, hypot(x, y)) * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
    }
  }

  /// East, north and up at a place.
  struct Axes {
    let east, north, up: Vector

    init(at place: Coordinate) {
      let (longitude, latitude) = (place.longitude * .pi / 180, place.latitude * .pi / 180)
      up = Vector(place)
      east = Vector(x: -sin(longitude), y: cos(longitude), z: 0)
      north = Vector(
        x: -sin(latitude) * cos(longitude), y: -sin(latitude) * sin(longitude), z: cos(latitude))
    }
  }
}

/// The transverse Mercator projection of WGS 84 with UTM's scale and offsets.
///
/// Krüger's series to the fourth order in the third flattening (C. F. F. Karney, "Transverse
/// Mercator with an accuracy of a few nanometers", J. Geodesy 85 (2011), equations 7 to 21, 35 and
/// 36): right to less than a millimetre within 3,000 km of the meridian. Angles in radians.
private enum TransverseMercator {
  private static let flattening = 1 / 298.257223563
  private static let n = flattening / (2 - flattening)
  private static let e2 = flattening * (2 - flattening)
  /// UTM's scale along the meridian times the radius of the sphere with meridians as long.
  private static let scale =
    0.9996 * 6_378_137 / (1 + n) * (1 + n * n / 4 + n * n * n * n / 64)
  private static let falseEasting = 500_000.0
  private static let southernNorthing = 10_000_000.0
  private static let alpha = [
    n * (1 / 2 + n * (-2 / 3 + n * (5 / 16 + n * 41 / 180))),
    n * n * (13 / 48 + n * (-3 / 5 + n * 557 / 1440)),
    n * n * n * (61 / 240 - n * 103 / 140), n * n * n * n * 49561 / 161280,
  ]
  private static let beta = [
    n * (1 / 2 + n * (-2 / 3 + n * (37 / 96 - n / 360))),
    n * n * (1 / 48 + n * (1 / 15 - n * 437 / 1440)),
    n * n * n * (17 / 480 - n * 37 / 840), n * n * n * n * 4397 / 161280,
  ]

  static func meridian(zone: Int) -> Double { Double(6 * zone - 183) }

  static func point(latitude: Double, turn: Double, isNorthern: Bool) -> PlanePoint {
    let conformal = conformalTangent(tan(latitude))
    let along = atan2(conformal, cos(turn))
    let across = asinh(sin(turn) / hypot(conformal, cos(turn)))
    let step = series(alpha, along: along, across: across)
    return PlanePoint(
      x: falseEasting + scale * (across + step.across),
      y: (isNorthern ? 0 : southernNorthing) + scale * (along + step.along))
  }

  static func place(of point: PlanePoint, isNorthern: Bool) -> (latitude: Double, turn: Double) {
    let along = (point.y - (isNorthern ? 0 : southernNorthing)) / scale
    let across = (point.x - falseEasting) / scale
    let step = series(beta, along: along, across: across)
    let (xi, eta) = (along - step.along, across - step.across)
    let conformal = sin(xi) / hypot(sinh(eta), cos(xi))
    // Newton's method. It has converged after two or three steps; a fourth costs nothing.
    var tangent = conformal / (1 - e2)
    for _ in 0..<4 {
      let reached = conformalTangent(tangent)
      tangent +=
        (conformal - reached) / (1 + reached * reached).squareRoot()
        * (1 + (1 - e2) * tangent * tangent)
        / ((1 - e2) * (1 + tangent * tangent).squareRoot())
    }
    return (atan(tangent), atan2(sinh(eta), cos(xi)))
  }

  private static func series(
    _ coefficients: [Double], along: Double, across: Double
  ) -> (along: Double, across: Double) {
    var sums = (along: 0.0, across: 0.0)
    for (index, coefficient) in coefficients.enumerated() {
      let multiple = 2 * Double(index + 1)
      sums.along += coefficient * sin(multiple * along) * cosh(multiple * across)
      sums.across += coefficient * cos(multiple * along) * sinh(multiple * across)
    }
    return sums
  }

  /// The tangent of the conformal latitude, from that of the latitude.
  private static func conformalTangent(_ tangent: Double) -> Double {
    let secant = (1 + tangent * tangent).squareRoot()
    let e = e2.squareRoot()
    let sigma = sinh(e * atanh(e * tangent / secant))
    return tangent * (1 + sigma * sigma).squareRoot() - sigma * secant
  }
}
