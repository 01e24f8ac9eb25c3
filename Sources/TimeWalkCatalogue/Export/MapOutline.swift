import Foundation
import TimeWalkArchive
import TimeWalkCore

/// The outline of a piece of ground on the flat map of longitudes and latitudes, cut where the map
/// ends.
struct MapOutline {
  private typealias Corner = (x: Double, y: Double)

  /// The corners with longitudes that go on beyond the map's edge instead of leaping over it.
  private var corners: [Corner] = []

  /// Takes the corners in order, counterclockwise from above; no two neighbours lie half around the
  /// Earth.
  init(_ places: [Coordinate]) {
    let flat = MapOutline.spreadingPoles(places)
    guard let first = flat.first else { return }
    var x = first.x
    for (index, corner) in flat.enumerated() {
      if index > 0 { x += MapOutline.turn(from: flat[index - 1].x, to: corner.x) }
      corners.append((x, corner.y))
    }
    let around = x + MapOutline.turn(from: flat[flat.count - 1].x, to: first.x) - first.x
    // Whoever goes once around a pole has it inside, and on the map its whole edge.
    if abs(around) > 180 {
      let pole: Double = around > 0 ? 90 : -90
      corners += [(first.x + around, first.y), (first.x + around, pole), (first.x, pole)]
    }
  }

  /// Closed rings, counterclockwise, each within the map.
  var polygons: [[MapPosition]] {
    guard let west = corners.map(\.x).min(), let east = corners.map(\.x).max() else { return [] }
    var rings = [corners]
    // The edges of the map between west and east.
    for edge in stride(from: ((west + 180) / 360).rounded(.up) * 360 - 180, to: east, by: 360)
    where edge > west {
      rings = rings.flatMap { MapOutline.cut($0, at: edge) }
    }
    return rings.compactMap(MapOutline.closed)
  }

  /// The way from one longitude to another, the short way round.
  private static func turn(from: Double, to: Double) -> Double {
    let turn = (to - from).truncatingRemainder(dividingBy: 360)
    return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
  }

  /// A corner at a pole has every longitude: on the map it is the edge between those of its
  /// neighbours.
  private static func spreadingPoles(_ places: [Coordinate]) -> [Corner] {
    places.indices.flatMap { index -> [Corner] in
      let place = places[index]
      guard abs(place.latitude) >= 90 - 1e-9 else { return [(place.longitude, place.latitude)] }
      let before = places[(index + places.count - 1) % places.count]
      let after = places[(index + 1) % places.count]
      return [(before.longitude, place.latitude), (after.longitude, place.latitude)]
    }
  }

  /// Cuts a ring along a meridian.
  ///
  /// The crossings, in the order of their latitudes, are in pairs the stretches of the meridian
  /// inside the ring; each part goes along them from one of its chains to the next.
  private static func cut(_ ring: [Corner], at edge: Double) -> [[Corner]] {
    struct Chain {
      var isEast: Bool
      var start: Int
      var corners: [Corner]
      var end = 0
    }
    func isEast(_ corner: Corner) -> Bool { corner.x >= edge }
    guard let begin = ring.indices.first(where: { isEast(ring[$0]) != isEast(before($0, ring)) })
    else { return [ring] }
    var crossings: [Double] = []
    var chains: [Chain] = []
    for step in ring.indices {
      let index = (begin + step) % ring.count
      let (corner, last) = (ring[index], before(index, ring))
      if isEast(corner) != isEast(last) {
        let y = last.y + (corner.y - last.y) * (edge - last.x) / (corner.x - last.x)
        if !chains.isEmpty { chains[chains.count - 1].end = crossings.count }
        chains.append(Chain(isEast: isEast(corner), start: crossings.count, corners: []))
        crossings.append(y)
      }
      chains[chains.count - 1].corners.append(corner)
    }
    chains[chains.count - 1].end = 0
    let order = crossings.indices.sorted { crossings[$0] < crossings[$1] }
    var rank = [Int](repeating: 0, count: order.count)
    for (place, crossing) in order.enumerated() { rank[crossing] = place }

    var parts: [[Corner]] = []
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

  /// A ring as the map shows it: shifted onto it, to a millimetre, closed, counterclockwise; `nil`
  /// for one without area.
  private static func closed(_ ring: [Corner]) -> [MapPosition]? {
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
    let origin = positions[0]
    var twice = 0.0
    for (index, a) in positions.enumerated() {
      let b = positions[(index + 1) % positions.count]
      twice += (a.longitude - origin.longitude) * (b.latitude - origin.latitude)
      twice -= (b.longitude - origin.longitude) * (a.latitude - origin.latitude)
    }
    guard twice != 0 else { return nil }
    if twice < 0 { positions.reverse() }
    return positions + [positions[0]]
  }

  /// Degrees to 1e-8, about a millimetre; 0 without a sign.
  private static func rounded(_ degrees: Double) -> Double {
    let rounded = (degrees * 1e8).rounded() / 1e8
    return rounded == 0 ? 0 : rounded
  }
}
