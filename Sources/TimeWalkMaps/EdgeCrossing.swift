/// A crossing of the edges of rings.
struct EdgeCrossing {
  /// An edge, by its ring and its first corner, both from 0.
  struct Edge {
    let ring, index: Int
    let start, end: PlanePoint
  }

  let first, second: Edge

  /// Finds two edges that cross; `nil` if none do.
  ///
  /// Rings are given without their first point again at the end. Edges of one ring may not even
  /// touch, but for neighbours at their corner; those of different rings may touch, not cross.
  /// Takes time by the square of the number of edges at worst.
  init?(in rings: [[PlanePoint]]) {
    let edges = rings.enumerated().flatMap { ring, points in
      points.indices.map { index in
        Edge(
          ring: ring, index: index, start: points[index],
          end: points[(index + 1) % points.count])
      }
    }.sorted { min($0.start.x, $0.end.x) < min($1.start.x, $1.end.x) }
    for (place, edge) in edges.enumerated() {
      let reach = max(edge.start.x, edge.end.x)
      for other in edges[(place + 1)...] {
        guard min(other.start.x, other.end.x) <= reach else { break }
        guard EdgeCrossing.cross(edge, other, count: rings[edge.ring].count) else { continue }
        let isOrdered = (edge.ring, edge.index) <= (other.ring, other.index)
        (first, second) = isOrdered ? (edge, other) : (other, edge)
        return
      }
    }
    return nil
  }

  private static func cross(_ a: Edge, _ b: Edge, count: Int) -> Bool {
    guard min(a.start.y, a.end.y) <= max(b.start.y, b.end.y),
      min(b.start.y, b.end.y) <= max(a.start.y, a.end.y)
    else { return false }
    let sides = (
      side(a.start, a.end, b.start), side(a.start, a.end, b.end), side(b.start, b.end, a.start),
      side(b.start, b.end, a.end)
    )
    let isProper = sides.0 * sides.1 < 0 && sides.2 * sides.3 < 0
    guard a.ring == b.ring, !isProper else { return isProper }
    if (a.index + 1) % count == b.index { return turnsBack(a, b) }
    if (b.index + 1) % count == a.index { return turnsBack(b, a) }
    // The boxes overlap: an end that lies on the other's line lies on the other.
    return sides.0 == 0 && isBetween(b.start, a) || sides.1 == 0 && isBetween(b.end, a)
      || sides.2 == 0 && isBetween(a.start, b) || sides.3 == 0 && isBetween(a.end, b)
  }

  /// Returns true if an edge leads back along the one before it.
  private static func turnsBack(_ a: Edge, _ b: Edge) -> Bool {
    let (u, v) = (a.end - a.start, b.end - b.start)
    return side(a.start, a.end, b.end) == 0 && u.x * v.x + u.y * v.y < 0
  }

  private static func isBetween(_ point: PlanePoint, _ edge: Edge) -> Bool {
    min(edge.start.x, edge.end.x) <= point.x && point.x <= max(edge.start.x, edge.end.x)
      && min(edge.start.y, edge.end.y) <= point.y && point.y <= max(edge.start.y, edge.end.y)
  }

  /// 1 on the left of a line, -1 on the right, 0 on it.
  private static func side(_ start: PlanePoint, _ end: PlanePoint, _ point: PlanePoint) -> Int {
    let area = (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
    return area > 0 ? 1 : area < 0 ? -1 : 0
  }
}

extension [PlanePoint] {
  /// Returns true if a ring holds a point, by the even-odd rule; on the edge, either.
  func holds(_ point: PlanePoint) -> Bool {
    var isInside = false
    var previous = last ?? point
    for corner in self {
      if (corner.y > point.y) != (previous.y > point.y),
        point.x < (previous.x - corner.x) * (point.y - corner.y) / (previous.y - corner.y)
          + corner.x
      {
        isInside.toggle()
      }
      previous = corner
    }
    return isInside
  }
}
