#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A quick question: which views of a time, taken near a place, look at what a view from there looks at.
///
/// Nothing is uncertain in it, so it judges nothing: for maps and lists, not for matches.
public struct SectorQuery: Hashable, Sendable {
  /// Where the view is taken.
  public var place: Coordinate
  /// Where it looks.
  public var heading: Heading
  /// The horizontal angle that it sees; at most half a circle.
  public var fieldOfView: FieldOfView
  /// How far it looks.
  public var distance: Distance
  /// How far away the others' places may lie.
  public var radius: Distance
  /// The days of which a date has to name one; undated views are left out.
  public var dates: DateSpan
  /// How many to give.
  public var limit: Int

  /// How far a view looks whose record doesn't say.
  public static let usualDistance = 150.0
  /// The distance within which nearness counts as e to 1, metres.
  static let decay: Float = 150

  /// Makes a question.
  public init(
    place: Coordinate, heading: Heading, fieldOfView: FieldOfView, distance: Distance,
    radius: Distance, dates: DateSpan, limit: Int = 20
  ) {
    self.place = place
    self.heading = heading
    self.fieldOfView = fieldOfView
    self.distance = distance
    self.radius = radius
    self.dates = dates
    self.limit = limit
  }
}

/// A view that a `SectorQuery` found.
public struct SectorHit: Hashable, Sendable {
  /// Its key in the archive.
  public var key: Int64
  /// How well the headings agree, 0...1 and a half where one is unknown, times how near it is, 0...1.
  public var score: Float
}

/// A view's piece of ground: a sector of a circle, metres east and north of a common point.
struct GroundSector {
  var apex: SIMD2<Float>
  /// The middle direction, degrees from north; `nil` is all around.
  var heading: Float?
  /// Half of the angle, degrees; at most 90.
  var half: Float
  var radius: Float

  /// Whether two have a point in common.
  func meets(_ other: GroundSector) -> Bool {
    let way = other.apex - apex
    let square = (way * way).sum()
    let reach = radius + other.radius
    guard square <= reach * reach else { return false }
    if contains(other.apex) || other.contains(apex) { return true }
    // Else their borders cross: sides, sides and arcs, or arcs.
    let (mine, theirs) = (sides, other.sides)
    for a in mine {
      for b in theirs where GroundSector.cross(apex, a, other.apex, b) { return true }
    }
    return mine.contains { other.arcMeets(apex, $0) }
      || theirs.contains { arcMeets(other.apex, $0) }
      || arcsMeet(other, way, square)
  }

  func contains(_ point: SIMD2<Float>) -> Bool {
    let way = point - apex
    return (way * way).sum() <= radius * radius && isWithin(way)
  }

  /// Whether a direction is between the sides.
  private func isWithin(_ way: SIMD2<Float>) -> Bool {
    guard let heading else { return true }
    let angle = heading * .pi / 180
    let along = way.x * sinf(angle) + way.y * cosf(angle)
    let limit = cosf(half * .pi / 180)
    return along >= 0 && along * along >= limit * limit * (way * way).sum()
  }

  /// The far ends of the sides; a whole circle has none.
  private var sides: [SIMD2<Float>] {
    guard let heading else { return [] }
    return [heading - half, heading + half].map { degrees in
      let angle = degrees * .pi / 180
      return apex + radius * SIMD2(sinf(angle), cosf(angle))
    }
  }

  /// Whether the line from a point to another crosses the arc.
  private func arcMeets(_ from: SIMD2<Float>, _ to: SIMD2<Float>) -> Bool {
    let (start, step) = (from - apex, to - from)
    let a = (step * step).sum()
    let b = (start * step).sum()
    let c = (start * start).sum() - radius * radius
    let root = b * b - a * c
    guard root >= 0, a > 0 else { return false }
    return [(-b - root.squareRoot()) / a, (-b + root.squareRoot()) / a].contains { share in
      (0...1).contains(share) && isWithin(start + share * step)
    }
  }

  private func arcsMeet(_ other: GroundSector, _ way: SIMD2<Float>, _ square: Float) -> Bool {
    let distance = square.squareRoot()
    guard distance > 0, distance >= abs(radius - other.radius) else { return false }
    let along = (square + radius * radius - other.radius * other.radius) / (2 * distance)
    let aside = max(0, radius * radius - along * along).squareRoot()
    let unit = way / distance
    return [aside, -aside].contains { aside in
      let point = along * unit + aside * SIMD2(-unit.y, unit.x)
      return isWithin(point) && other.isWithin(point - way)
    }
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
