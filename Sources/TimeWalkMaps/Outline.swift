package import TimeWalkCore
import Glibc

/// The ground that a map shows: polygons of longitude and latitude.
///
/// An edge is straight in longitude and latitude, as in WKT and GeoJSON (RFC 7946, 3.1.1), not
/// along a great circle. Longitudes continue beyond 180 degrees if a ring crosses the antimeridian.
/// A ring around a pole runs along the pole, and there and back on one meridian; those are seams,
/// not edges.
package struct Outline: Hashable, Sendable {
  /// A ring with its holes.
  ///
  /// Points are longitude (x) and latitude (y) in degrees, and the first isn't repeated at the end.
  package struct Polygon: Hashable, Sendable {
    /// The outer ring.
    package var outer: [PlanePoint]
    /// The rings of its holes.
    package var holes: [[PlanePoint]] = []

    var rings: [[PlanePoint]] { [outer] + holes }
  }

  /// The polygons; at least one.
  package let polygons: [Polygon]
  /// The edges without the seams.
  private let edges: [Edge]

  /// The most corners that an outline may have: looking for crossing edges takes time by the
  /// square of their number at worst, a second here.
  package static let mostCorners = 10_000

  /// Makes an outline.
  ///
  /// Throws if a ring has fewer than three corners, crosses itself or another, leaves the world, or
  /// has an edge of more than half the Earth. A hole must lie within its ring. An outline that is
  /// kept in an archive isn't searched for crossings again, which takes longer than all else.
  package init(_ polygons: [Polygon], isKept: Bool = false) throws(OutlineFault) {
    let rings = polygons.flatMap(\.rings)
    guard !rings.isEmpty else { throw OutlineFault(.empty, ring: 0) }
    guard rings.reduce(0, { $0 + $1.count }) <= Outline.mostCorners else {
      throw OutlineFault(.tooManyCorners, ring: 0)
    }
    for (index, ring) in rings.enumerated() { try Outline.check(ring, index) }
    if !isKept, let crossing = EdgeCrossing(in: rings) {
      throw OutlineFault(.crosses, ring: crossing.second.ring)
    }
    var index = 0
    for polygon in polygons {
      for (hole, ring) in polygon.holes.enumerated() where !polygon.outer.holds(ring[0]) {
        throw OutlineFault(.holeOutside, ring: index + 1 + hole)
      }
      index += polygon.rings.count
    }
    self.polygons = polygons
    edges = Outline.edges(of: rings)
  }

  private static func check(_ ring: [PlanePoint], _ index: Int) throws(OutlineFault) {
    guard Set(ring).count >= 3 else { throw OutlineFault(.tooFewCorners, ring: index) }
    for point in ring where !(abs(point.x) <= 540 && abs(point.y) <= 90) {
      throw OutlineFault(.outsideWorld, ring: index)
    }
    let longitudes = ring.map(\.x)
    // The sides of a world map may be one last digit too far apart.
    guard (longitudes.max() ?? 0) - (longitudes.min() ?? 0) <= 360 + 1e-9 else {
      throw OutlineFault(.outsideWorld, ring: index)
    }
    for (point, next) in zip(ring, ring.dropFirst() + [ring[0]]) {
      // An edge around the whole world is meant. One from 179 to -179 is most often a mistake.
      let isWholeTurn = abs(point.x - next.x) == 360
      guard abs(point.x - next.x) <= 180 || isWholeTurn else {
        throw OutlineFault(.longEdge, ring: index)
      }
    }
  }

  /// Returns true if a place lies inside; on the edge, either.
  package func contains(_ place: Coordinate) -> Bool {
    // At a pole itself, all longitudes are inside or none.
    let latitude = min(max(place.latitude, -90 + 1e-9), 90 - 1e-9)
    return polygons.contains { polygon in
      [-720.0, -360, 0, 360, 720].contains { shift in
        let point = PlanePoint(x: place.longitude + shift, y: latitude)
        return polygon.outer.holds(point) && !polygon.holes.contains { $0.holds(point) }
      }
    }
  }

  /// The distance of a place from the nearest edge, inside or outside.
  ///
  /// The edge's nearest point is found in space, not on the ground. For places far away the
  /// distance may be a fifty-thousandth too large. An outline of all the world has no edge; the
  /// distance is then half the Earth's circumference.
  package func distanceToEdge(from place: Coordinate) -> Distance {
    let spot = PlanePoint(x: place.longitude, y: place.latitude).inSpace
    var nearest = (square: Double.infinity, point: PlanePoint(x: 0, y: 0))
    for edge in edges {
      for piece in edge.pieces {
        let point = piece.nearest(to: spot)
        let step = point.inSpace - spot
        if step.dot(step) < nearest.square { nearest = (step.dot(step), point) }
      }
    }
    guard nearest.square.isFinite, let end = nearest.point.place else {
      return Distance(meters: .pi * Sphere.radius) ?? .zero
    }
    return Geodesic(from: place, to: end).distance
  }

  /// The smallest box of longitude and latitude that holds it.
  package var boundingBox: BoundingBox {
    let points = polygons.flatMap(\.outer)
    let latitudes = points.map(\.y)
    // The box is all longitudes but the widest gap between the polygons.
    let spans = polygons.map { polygon in
      let longitudes = polygon.outer.map(\.x)
      let (west, east) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
      let start = (west + 180).truncatingRemainder(dividingBy: 360)
      return (west: (start < 0 ? start + 360 : start) - 180, width: east - west)
    }.sorted { $0.west < $1.west }
    var widest = (gap: 0.0, west: -180.0, east: 180.0)
    var reach = spans.map { $0.west + $0.width - 360 }.max() ?? -180
    for span in spans {
      if span.west - reach > widest.gap {
        widest = (span.west - reach, span.west, reach)
      }
      reach = max(reach, span.west + span.width)
    }
    return BoundingBox(
      south: latitudes.min() ?? -90, west: widest.west, north: latitudes.max() ?? 90,
      east: widest.gap == 0 || widest.east == -180 ? 180 : GroundPlane.turn(widest.east))
  }

  /// A coordinate in its middle for a name or a marker.
  ///
  /// It is the centroid of the largest polygon, in a stereographic plane around its corners. It may
  /// lie outside a crooked one. For more than most of the Earth, the middle of the box.
  package var center: Coordinate? {
    let box = boundingBox
    let middle = Coordinate(
      latitude: (box.south + box.north) / 2,
      longitude: GroundPlane.turn(
        box.west + (box.east - box.west + (box.east < box.west ? 360 : 0)) / 2))
    let sums = polygons.compactMap { Outline.gravity(of: $0.outer) }
    return sums.max { $0.area < $1.area }?.center ?? middle
  }

  private static func gravity(of ring: [PlanePoint]) -> (area: Double, center: Coordinate)? {
    let points = allEdges(of: [ring]).flatMap(\.pieces).map(\.start)
    let mean = points.map(\.inSpace).reduce(Sphere.Vector(x: 0, y: 0, z: 0), +)
    guard let place = mean.coordinate else { return nil }
    let plane = GroundPlane.stereographic(center: place)
    let flat = points.compactMap { $0.place.flatMap(plane.point) }
    guard flat.count == points.count else { return nil }
    var (area, sum) = (0.0, PlanePoint(x: 0, y: 0))
    for (a, b) in zip(flat, flat.dropFirst() + [flat[0]]) {
      let cross = a.x * b.y - a.y * b.x
      area += cross
      sum = sum + cross * (a + b)
    }
    guard area != 0, let center = plane.coordinate(of: 1 / (3 * area) * sum) else { return nil }
    return (abs(area), center)
  }
}

/// A box of longitude and latitude, degrees.
package struct BoundingBox: Hashable, Sendable {
  /// The lowest latitude.
  package let south: Double
  /// The longitude where it begins, -180..<180.
  package let west: Double
  /// The highest latitude.
  package let north: Double
  /// The eastern longitude, counted eastwards from `west`: less than `west` if the box crosses the
  /// antimeridian.
  ///
  /// All around is -180 to 180.
  package let east: Double
}

// Edges and seams.
extension Outline {
  /// An edge or a part of one.
  struct Edge: Hashable {
    let start, end: PlanePoint

    func point(at share: Double) -> PlanePoint { start + share * (end - start) }

    /// Its parts, of a degree at most: short enough for a chord to replace each.
    var pieces: [Edge] {
      let count = max(1, Int(max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up)))
      guard count > 1 else { return [self] }
      return (0..<count).map {
        Edge(
          start: point(at: Double($0) / Double(count)),
          end: point(at: Double($0 + 1) / Double(count)))
      }
    }

    /// The point nearest to another in space.
    ///
    /// The search goes along the chord, then along shorter and shorter chords around the result,
    /// because near a pole the line bends.
    func nearest(to spot: Sphere.Vector) -> PlanePoint {
      var (low, high, found) = (0.0, 1.0, 0.0)
      for _ in 0..<3 {
        let (a, b) = (point(at: low).inSpace, point(at: high).inSpace)
        let chord = b - a
        let square = chord.dot(chord)
        guard square > 0 else { break }
        found = low + (high - low) * min(max((spot - a).dot(chord) / square, 0), 1)
        let width = (high - low) / 16
        (low, high) = (max(low, found - width), min(high, found + width))
      }
      return point(at: found)
    }
  }

  static func allEdges(of rings: [[PlanePoint]]) -> [Edge] {
    rings.flatMap { ring in
      zip(ring, ring.dropFirst() + [ring[0]]).map { Edge(start: $0, end: $1) }
    }
  }

  /// The edges, without those along a pole and without pairs that run back on each other.
  ///
  /// Such pairs occur where a polygon is cut at the antimeridian, perhaps a whole turn apart.
  fileprivate static func edges(of rings: [[PlanePoint]]) -> [Edge] {
    // Compared to a tenth of a millimetre: adding 360 degrees loses the last digits.
    func wrapped(_ edge: Edge) -> Edge {
      let shift = ((min(edge.start.x, edge.end.x) + 180 + 1e-9) / 360).rounded(.down) * 360
      func key(_ point: PlanePoint) -> PlanePoint {
        PlanePoint(x: ((point.x - shift) * 1e9).rounded(), y: (point.y * 1e9).rounded())
      }
      return Edge(start: key(edge.start), end: key(edge.end))
    }
    let all = allEdges(of: rings).filter {
      $0.start != $0.end && !(abs($0.start.y) == 90 && $0.start.y == $0.end.y)
    }
    let known = Set(all.map(wrapped))
    return all.filter {
      let own = wrapped($0)
      return !known.contains(Edge(start: own.end, end: own.start))
    }
  }
}

extension PlanePoint {
  /// The position of a longitude and a latitude in space, on the WGS 84 ellipsoid with an equator
  /// of radius 1.
  fileprivate var inSpace: Sphere.Vector {
    let e2 = 0.00669437999014
    let up = Sphere.Vector(longitude: x, latitude: y)
    let reach = 1 / (1 - e2 * up.z * up.z).squareRoot()
    return Sphere.Vector(x: reach * up.x, y: reach * up.y, z: (1 - e2) * reach * up.z)
  }
  /// The place of a longitude and a latitude, any number of turns away.
  fileprivate var place: Coordinate? {
    Coordinate(latitude: y, longitude: GroundPlane.turn(x))
  }
}
