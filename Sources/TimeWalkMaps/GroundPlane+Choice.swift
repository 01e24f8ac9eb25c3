import TimeWalkCore

extension GroundPlane {
  /// The plane for a map with these control points: Web Mercator, as in Allmaps, unless that
  /// tears the map apart.
  ///
  /// Where the longitudes span more than half the Earth, the map may be one of the world, one that
  /// crosses the antimeridian, or one of a pole. Then each plane that comes into question gets a
  /// polynomial of the first order, and the one with the smallest residuals, as a share of the
  /// map, is taken: Web Mercator around Greenwich, Web Mercator cut in the widest gap between the
  /// longitudes, and the stereographic plane. Places beyond 85 degrees, which Web Mercator leaves
  /// out, leave the stereographic plane alone.
  package init(for points: [ControlPoint]) {
    let greenwich = GroundPlane.mercator(centralMeridian: 0)
    let longitudes = points.map(\.coordinate.longitude).sorted()
    guard let first = longitudes.first, let last = longitudes.last else {
      self = greenwich
      return
    }
    let middle = points.map { Sphere.Vector($0.coordinate) }
      .reduce(Sphere.Vector(x: 0, y: 0, z: 0), +)
    let polar = middle.coordinate.map { GroundPlane.stereographic(center: $0) }
    guard points.allSatisfy({ abs($0.coordinate.latitude) <= 85 }) else {
      self = polar ?? greenwich
      return
    }
    guard last - first > 180 else {
      self = greenwich
      return
    }
    let gaps = zip(longitudes, longitudes.dropFirst() + [first + 360]).map { ($0, $1 - $0) }
    let widest = gaps.max { $0.1 < $1.1 } ?? (last, 0)
    let cut = GroundPlane.mercator(
      centralMeridian: GroundPlane.turn(widest.0 + widest.1 / 2 + 180))
    let planes = [greenwich, cut] + (polar.map { [$0] } ?? [])
    let shares = planes.map { ($0, $0.misfit(of: points)) }
    // Of equals, the first: what can't be fitted, or is exact in all, stays as Allmaps has it.
    self = shares.dropFirst().reduce(shares[0]) { $1.1 < $0.1 - 1e-9 ? $1 : $0 }.0
  }

  /// The residuals of the simplest transformation, as a share of what the points span; infinite
  /// where the plane doesn't hold them.
  private func misfit(of points: [ControlPoint]) -> Double {
    let ends = points.compactMap { point(of: $0.coordinate) }
    let starts = points.map(\.pixel.upright)
    let method: TransformationMethod = points.count > 3 ? .polynomial(order: 1) : .helmert
    guard ends.count == points.count,
      let fit = try? PlaneTransformation(method, from: starts, to: ends)
    else { return .infinity }
    let center = 1 / Double(ends.count) * ends.reduce(PlanePoint(x: 0, y: 0), +)
    let spread = ends.reduce(0) { $0 + ($1 - center).square }
    let left = zip(starts, ends).reduce(0) { $0 + (fit($1.0) - $1.1).square }
    return (left / spread).squareRoot()
  }
}
