import Glibc

/// The ground area of a view for comparisons: a sector of a circle on a plane, metres east and
/// north of a common point.
///
/// Maps draw a `ViewSector` instead.
package struct GroundSector {
  let apex: SIMD2<Float>
  /// The middle direction, degrees from north; `nil` is all around.
  let heading: Float?
  /// Half of the angle, degrees; at most 90.
  let half: Float
  let radius: Float
  /// The middle direction, and the cosine of half of the angle; of any number all around.
  private let axis: SIMD2<Float>
  private let limit: Float
  private var ends: Ends?

  /// The far ends of the sides.
  private typealias Ends = (SIMD2<Float>, SIMD2<Float>)

  package init(apex: SIMD2<Float>, heading: Float?, half: Float, radius: Float) {
    self.apex = apex
    self.heading = heading
    self.half = half
    self.radius = radius
    if let heading {
      let angle = heading * .pi / 180
      axis = SIMD2(sinf(angle), cosf(angle))
      limit = cosf(half * .pi / 180)
    } else {
      (axis, limit) = (.zero, 0)
    }
  }

  /// The same with precomputed values for many comparisons.
  package var withEnds: GroundSector {
    var sector = self
    sector.ends = farEnds
    return sector
  }

  /// Returns true if two sectors have a common point.
  package func meets(_ other: GroundSector) -> Bool {
    let way = other.apex - apex
    let square = (way * way).sum()
    let reach = radius + other.radius
    guard square <= reach * reach else { return false }
    if contains(other.apex) || other.contains(apex) { return true }
    // Else their borders cross: sides, sides and arcs, or arcs.
    let (mine, theirs) = (ends ?? farEnds, other.ends ?? other.farEnds)
    if let mine, let theirs {
      func cross(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Bool {
        GroundSector.cross(apex, a, other.apex, b)
      }
      if cross(mine.0, theirs.0) || cross(mine.0, theirs.1) || cross(mine.1, theirs.0)
        || cross(mine.1, theirs.1)
      {
        return true
      }
    }
    if let mine, other.arcMeets(apex, mine.0) || other.arcMeets(apex, mine.1) { return true }
    if let theirs, arcMeets(other.apex, theirs.0) || arcMeets(other.apex, theirs.1) { return true }
    return arcsMeet(other, way, square)
  }

  func contains(_ point: SIMD2<Float>) -> Bool {
    let way = point - apex
    return (way * way).sum() <= radius * radius && isWithin(way)
  }

  /// Returns true if a direction is between the sides.
  private func isWithin(_ way: SIMD2<Float>) -> Bool {
    guard heading != nil else { return true }
    let along = way.x * axis.x + way.y * axis.y
    return along >= 0 && along * along >= limit * limit * (way * way).sum()
  }

  /// The far ends of the sides; a whole circle has none.
  private var farEnds: Ends? {
    guard let heading else { return nil }
    func end(_ degrees: Float) -> SIMD2<Float> {
      let angle = degrees * .pi / 180
      return apex + radius * SIMD2(sinf(angle), cosf(angle))
    }
    return (end(heading - half), end(heading + half))
  }

  /// Returns true if the line from a point to another crosses the arc.
  private func arcMeets(_ from: SIMD2<Float>, _ to: SIMD2<Float>) -> Bool {
    let (start, step) = (from - apex, to - from)
    let a = (step * step).sum()
    let b = (start * step).sum()
    let c = (start * start).sum() - radius * radius
    let root = b * b - a * c
    guard root >= 0, a > 0 else { return false }
    func meets(_ share: Float) -> Bool {
      (0...1).contains(share) && isWithin(start + share * step)
    }
    return meets((-b - root.squareRoot()) / a) || meets((-b + root.squareRoot()) / a)
  }

  private func arcsMeet(_ other: GroundSector, _ way: SIMD2<Float>, _ square: Float) -> Bool {
    let distance = square.squareRoot()
    guard distance > 0, distance >= abs(radius - other.radius) else { return false }
    let along = (square + radius * radius - other.radius * other.radius) / (2 * distance)
    let aside = max(0, radius * radius - along * along).squareRoot()
    let unit = way / distance
    func meet(_ aside: Float) -> Bool {
      let point = along * unit + aside * SIMD2(-unit.y, unit.x)
      return isWithin(point) && other.isWithin(point - way)
    }
    return meet(aside) || meet(-aside)
  }

  private static func cross(
    _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ d: SIMD2<Float>
  ) -> Bool {
    func side(_ p: SIMD2<Float>, _ q: SIMD2<Float>, _ r: SIMD2<Float>) -> Float {
      (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
    }
    return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
  }
}
