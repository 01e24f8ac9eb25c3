package import TimeWalkCore

/// A position on a map: longitude first, as in GeoJSON, KML and WKT.
package struct MapPosition: Hashable, Sendable {
  /// Degrees, -180...180.
  package var longitude: Double
  /// Degrees.
  package var latitude: Double

  /// Makes a position.
  package init(longitude: Double, latitude: Double) {
    self.longitude = longitude
    self.latitude = latitude
  }
}

/// The outline of a piece of ground on the flat map of longitudes and latitudes, cut where the map
/// ends.
package struct MapOutline {
  private typealias Corner = (x: Double, y: Double)

  /// Polygons, each a ring and its holes.
  ///
  /// Longitudes continue beyond the map's edge without a jump. Rings run counterclockwise, holes
  /// clockwise.
  private var shapes: [[[Corner]]] = []

  /// Takes an outline.
  package init(_ outline: Outline) {
    shapes = outline.polygons.map { polygon in
      ([polygon.outer] + polygon.holes).enumerated().map { index, ring in
        let corners = ring.map { (x: $0.x, y: $0.y) }
        return (MapOutline.twiceArea(corners) < 0) == (index == 0) ? corners.reversed() : corners
      }
    }
  }

  /// Takes the corners of one ring in order, counterclockwise from above; no two neighbours lie
  /// half around the Earth.
  package init(_ places: [Coordinate]) {
    var corners: [Corner] = []
    let flat = MapOutline.spreadingPoles(places)
    guard let first = flat.first else { return }
    var x = first.x
    for (index, corner) in flat.enumerated() {
      if index > 0 { x += MapOutline.turn(from: flat[index - 1].x, to: corner.x) }
      corners.append((x, corner.y))
    }
    let around = x + MapOutline.turn(from: flat[flat.count - 1].x, to: first.x) - first.x
    // A ring around a pole includes the pole, which on the map is a whole edge.
    if abs(around) > 180 {
      let pole: Double = around > 0 ? 90 : -90
      corners += [(first.x + around, first.y), (first.x + around, pole), (first.x, pole)]
    }
    shapes = [[corners]]
  }

  /// Polygons within the map, each a closed ring, counterclockwise, and its holes, clockwise.
  package var polygons: [[[MapPosition]]] {
    shapes.flatMap { shape -> [[[MapPosition]]] in
      let longitudes = shape.flatMap { $0.map(\.x) }
      guard let west = longitudes.min(), let east = longitudes.max() else { return [] }
      var rings = shape
      // The edges of the map between west and east.
      for edge in stride(from: ((west + 180) / 360).rounded(.up) * 360 - 180, to: east, by: 360)
      where edge > west {
        rings = MapOutline.cut(rings, at: edge)
      }
      var polygons: [[[MapPosition]]] = []
      var holes: [[MapPosition]] = []
      for ring in rings.compactMap(MapOutline.closed) {
        if ring.isHole { holes.append(ring.positions) } else { polygons.append([ring.positions]) }
      }
      for hole in holes {
        let corner = PlanePoint(x: hole[0].longitude, y: hole[0].latitude)
        let around = polygons.firstIndex { polygon in
          polygon[0].map { PlanePoint(x: $0.longitude, y: $0.latitude) }.holds(corner)
        }
        if let around { polygons[around].append(hole) }
      }
      return polygons
    }
  }

  /// The way from one longitude to another, the short way round.
  private static func turn(from: Double, to: Double) -> Double {
    let turn = (to - from).truncatingRemainder(dividingBy: 360)
    return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
  }

  /// A corner at a pole has every longitude: on the map it is the edge between the longitudes of
  /// its neighbours.
  private static func spreadingPoles(_ places: [Coordinate]) -> [Corner] {
    places.indices.flatMap { index -> [Corner] in
      let place = places[index]
      guard abs(place.latitude) >= 90 - 1e-9 else { return [(place.longitude, place.latitude)] }
      let before = places[(index + places.count - 1) % places.count]
      let after = places[(index + 1) % places.count]
      return [(before.longitude, place.latitude), (after.longitude, place.latitude)]
    }
  }

  /// Cuts a polygon's rings along a meridian.
  ///
  /// Pairs of crossings, ordered by latitude, bound the meridian's stretches inside the polygon.
  /// Each part follows them from one of its chains to the next.
  private static func cut(_ rings: [[Corner]], at edge: Double) -> [[Corner]] {
    struct Chain {
      var isEast: Bool
      var start: Int
      var corners: [Corner]
      var end = 0
    }
    func isEast(_ corner: Corner) -> Bool { corner.x >= edge }
    var crossings: [Double] = []
    var chains: [Chain] = []
    var parts: [[Corner]] = []
    for ring in rings {
      guard let begin = ring.indices.first(where: { isEast(ring[$0]) != isEast(before($0, ring)) })
      else {
        parts.append(ring)
        continue
      }
      let (firstChain, firstCrossing) = (chains.count, crossings.count)
      for step in ring.indices {
        let index = (begin + step) % ring.count
        let (corner, last) = (ring[index], before(index, ring))
        if isEast(corner) != isEast(last) {
          let y = last.y + (corner.y - last.y) * (edge - last.x) / (corner.x - last.x)
          if chains.count > firstChain { chains[chains.count - 1].end = crossings.count }
          chains.append(Chain(isEast: isEast(corner), start: crossings.count, corners: []))
          crossings.append(y)
        }
        chains[chains.count - 1].corners.append(corner)
      }
      chains[chains.count - 1].end = firstCrossing
    }
    let order = crossings.indices.sorted { crossings[$0] < crossings[$1] }
    var rank = [Int](repeating: 0, count: order.count)
    for (place, crossing) in order.enumerated() { rank[crossing] = place }

    var isUsed = [Bool](repeating: false, count: chains.count)
    for first in chains.indices where !isUsed[first] {
      var part: [Corner] = []
      var next: Int? = first
      while let index = next, !isUsed[index] {
        isUsed[index] = true
        let chain = chains[index]
        part.append((edge, crossings[chain.start]))
        part += chain.corners
        part.append((edge, crossings[chain.end]))
        let partner = order[rank[chain.end] ^ 1]
        next = chains.indices.first {
          chains[$0].start == partner && chains[$0].isEast == chain.isEast
        }
      }
      parts.append(part)
    }
    return parts
  }

  private static func before(_ index: Int, _ ring: [Corner]) -> Corner {
    ring[(index + ring.count - 1) % ring.count]
  }

  /// A ring as the map shows it: shifted onto it, to a millimetre, and closed; `nil` for one
  /// without area.
  private static func closed(_ ring: [Corner]) -> (positions: [MapPosition], isHole: Bool)? {
    guard let west = ring.map(\.x).min(), let east = ring.map(\.x).max() else { return nil }
    let shift = ((west + east) / 2 / 360).rounded() * 360
    var positions: [MapPosition] = []
    for corner in ring {
      let position = MapPosition(
        longitude: min(max(rounded(corner.x - shift), -180), 180), latitude: rounded(corner.y))
      if positions.last != position { positions.append(position) }
    }
    while positions.count > 1, positions.last == positions.first { positions.removeLast() }
    guard positions.count >= 3 else { return nil }
    let twice = twiceArea(positions.map { ($0.longitude, $0.latitude) })
    return twice == 0 ? nil : (positions + [positions[0]], twice < 0)
  }

  /// Twice the area on the map, positive for a ring that runs counterclockwise.
  private static func twiceArea(_ ring: [Corner]) -> Double {
    var twice = 0.0
    for (index, a) in ring.enumerated() {
      let b = ring[(index + 1) % ring.count]
      twice += (a.x - ring[0].x) * (b.y - ring[0].y) - (b.x - ring[0].x) * (a.y - ring[0].y)
    }
    return twice
  }

  /// Degrees to 1e-8, about a millimetre; 0 without a sign.
  private static func rounded(_ degrees: Double) -> Double {
    let rounded = (degrees * 1e8).rounded() / 1e8
    return rounded == 0 ? 0 : rounded
  }
}
