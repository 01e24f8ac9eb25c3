import TimeWalkCore

extension GroundPlane {
  /// The plane for a map with these control points: Web Mercator, as in Allmaps, unless that splits
  /// the map.
  ///
  /// Longitudes over more than half the Earth can mean a world map, a crossing of the antimeridian,
  /// or a polar map. Each possible plane then gets a simple transformation; the smallest residuals,
  /// relative to the map, decide. The planes are Web Mercator cut in the widest gap between the
  /// longitudes, Web Mercator around Greenwich, and the stereographic plane. With latitudes beyond
  /// 85 degrees, which Web Mercator leaves out, they are the stereographic plane, and longitude and
  /// latitude.
  package init(for points: [ControlPoint]) {
    let greenwich = GroundPlane.mercator(centralMeridian: 0)
    let longitudes = points.map(\.coordinate.longitude).sorted()
    guard let first = longitudes.first, let last = longitudes.last else {
      self = greenwich
      return
    }
    let middle = points.map { Sphere.Vector($0.coordinate) }
      .reduce(Sphere.Vector(x: 0, y: 0, z: 0), +)
    var planes: [GroundPlane] = []
    if let middle = middle.coordinate { planes = [.stereographic(center: middle)] }
    if points.contains(where: { abs($0.coordinate.latitude) > 85 }) {
      planes.append(.degrees(centralMeridian: 0))
    } else if last - first > 180 {
      let gaps = zip(longitudes, longitudes.dropFirst() + [first + 360]).map { ($0, $1 - $0) }
      let widest = gaps.max { $0.1 < $1.1 } ?? (last, 0)
      let meridian = GroundPlane.turn(widest.0 + widest.1 / 2 + 180)
      planes = [.mercator(centralMeridian: meridian), greenwich] + planes
    } else {
      planes = [greenwich]
    }
    let shares = planes.map { ($0, planes.count > 1 ? $0.misfit(of: points) : 0) }
    // Two control points fit in any plane. The first plane is used, because a small map is likely.
    self = shares.reduce((greenwich, .infinity)) { $1.1 < $0.1 - 1e-9 ? $1 : $0 }.0
  }

  /// The residuals of a simple transformation, relative to the extent of the points; infinite if
  /// the plane doesn't contain them.
  private func misfit(of points: [ControlPoint]) -> Double {
    let ends = points.compactMap { point(of: $0.coordinate) }
    let starts = points.map(\.pixel.upright)
    // Three points fit a polynomial in any plane, which decides nothing. Points on a line fit none.
    let methods: [TransformationMethod] =
      points.count > 3 ? [.polynomial(order: 1), .helmert] : [.helmert]
    guard ends.count == points.count,
      let fit = methods.lazy.compactMap({ try? PlaneTransformation($0, from: starts, to: ends) })
        .first
    else { return .infinity }
    let center = 1 / Double(ends.count) * ends.reduce(PlanePoint(x: 0, y: 0), +)
    let spread = ends.reduce(0) { $0 + ($1 - center).square }
    let left = zip(starts, ends).reduce(0) { $0 + (fit($1.0) - $1.1).square }
    return (left / spread).squareRoot()
  }
}
