package import TimeWalkCore
import Glibc

extension HistoricalArchive {
  /// The nearest item except maps, by the sphere, which is accurate to half a per cent; `nil` if
  /// there is none.
  ///
  /// Searches a circle first, then tiles of the map, the nearest first. Tiles farther away than the
  /// result are skipped, so few items are read in any archive.
  package func nearest(
    to place: Coordinate
  ) throws(ArchiveError) -> (key: Int64, coordinate: Coordinate)? {
    guard let world = MapTile(zoom: 0, x: 0, y: 0) else { return nil }
    // Metres. Such a circle is faster to search, especially if an engine counts a tile by its
    // items.
    let rings = [1e4, 1e5]
    var best: (square: Double, key: Int64, coordinate: Coordinate)?
    func offer(_ key: Int64, _ coordinate: Coordinate) {
      let square = place.roughSquare(to: coordinate)
      guard best.map({ (square, key) < ($0.square, $0.key) }) ?? true else { return }
      best = (square, key, coordinate)
    }
    for ring in rings {
      guard let within = Distance(meters: ring) else { continue }
      let near = try candidates(near: place, within: within)
      for index in near.indices { offer(near.keys[index], near.coordinate(at: index)) }
      // An item from beyond may be included while a nearer one is not.
      if let best, Geodesic(from: place, to: best.coordinate).distance <= within {
        return (best.key, best.coordinate)
      }
    }
    var waiting = [(square: 0.0, tile: world)]
    while let next = waiting.indices.min(by: { waiting[$0].square < waiting[$1].square }) {
      let (square, tile) = waiting[next]
      waiting.swapAt(next, waiting.count - 1)
      waiting.removeLast()
      guard best.map({ square <= $0.square }) ?? true else { break }
      let content = try content(of: tile, era: nil)
      for view in content.views { offer(view.key, view.pose.coordinate) }
      if tile.zoom == MapTile.zooms.upperBound, !content.clusters.isEmpty {
        // With this many in one street, their candidates are all that exist.
        let near = try candidates(near: place, within: tile.box.reach(from: place))
        for index in near.indices { offer(near.keys[index], near.coordinate(at: index)) }
        continue
      }
      let zoom = min(tile.zoom + MapCell.bits, MapTile.zooms.upperBound)
      let parts = Set(
        content.clusters.map {
          // The mean of a cell's places lies in it.
          MapTile(
            zoom: zoom,
            holding: MapPlace(
              latitude: Candidates.units($0.latitude), longitude: Candidates.units($0.longitude)))
        })
      waiting += parts.map { ($0.box.roughSquare(from: place), $0) }
    }
    return best.map { ($0.key, $0.coordinate) }
  }
}

extension GroundBox {
  /// `Coordinate.roughSquare` to the nearest spot of the box.
  fileprivate func roughSquare(from place: Coordinate) -> Double {
    let degree = Double.pi / 180
    let (left, right) = (
      turn(from: west, to: place.longitude), turn(from: place.longitude, to: east)
    )
    let latitudes: [Double]
    let longitude: Double
    if left + right <= east - west + 1e-9 {
      (longitude, latitudes) = (place.longitude, [place.latitude])
    } else {
      // On the nearer meridian, where the great circle meets it at a right angle, or at an end.
      longitude =
        turn(from: place.longitude, to: west) < turn(from: east, to: place.longitude)
        ? west : east
      let turned = cos((longitude - place.longitude) * degree)
      let foot = atan2(tan(place.latitude * degree), turned) / degree
      latitudes = [foot > 90 ? 90 : foot < -90 ? -90 : foot, south, north]
    }
    let squares = latitudes.compactMap { latitude in
      Coordinate(latitude: min(north, max(south, latitude)), longitude: longitude)
        .map(place.roughSquare)
    }
    // A place is rounded before it gets its tile.
    return (squares.min() ?? 0) * (1 - 1e-6) - 1e-12
  }

  /// The greatest distance of its corners from a place.
  fileprivate func reach(from place: Coordinate) -> Distance {
    let corners = [west, east].flatMap { longitude in
      [south, north].compactMap { Coordinate(latitude: $0, longitude: longitude) }
    }
    let meters = corners.map { Geodesic(from: place, to: $0).distance.meters }.max() ?? 0
    return Distance(meters: meters + 1) ?? .zero
  }

  /// Degrees to the east, 0..<360.
  private func turn(from west: Double, to east: Double) -> Double {
    let turn = (east - west).truncatingRemainder(dividingBy: 360)
    return turn < 0 ? turn + 360 : turn
  }
}
