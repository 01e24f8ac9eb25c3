import TimeWalkCore

extension Outline {
  /// The ground that the part of a map within a mask shows.
  ///
  /// Edges get intermediate corners until each is within a pixel of its transformed line, limited
  /// by `mostCorners`. Throws if the result isn't an outline, for instance because the
  /// transformation folds over.
  package init(showing mask: [PixelPoint], by map: MapTransformation) throws(OutlineFault) {
    var ring: [PlanePoint] = []
    // Every edge gets the same share of the corners that an outline may have.
    let share = Outline.mostCorners / max(mask.count, 1)
    let depth = max(0, min(10, Int.bitWidth - 1 - max(share, 1).leadingZeroBitCount - 1))
    for (start, end) in zip(mask, mask.dropFirst() + mask.prefix(1)) {
      guard let first = map.coordinate(at: start), let last = map.coordinate(at: end) else {
        throw OutlineFault(.outsideWorld, ring: 0)
      }
      ring.append(first.onMap(after: ring.last))
      let edge = MaskEdge(map: map, start: start, end: end)
      try edge.divide(0, 1, first: ring[ring.count - 1], last: last, depth: depth, into: &ring)
    }
    guard var first = ring.first, let last = ring.last else { throw OutlineFault(.empty, ring: 0) }
    // A ring that ends one full turn away goes around a pole. It includes the nearer pole.
    let around = (last.x + GroundPlane.turn(first.x - last.x) - first.x).rounded()
    if abs(around) == 360 {
      // Both sides of the seam must be one meridian, to the last digit that counts there.
      first.x = (first.x * 1e9).rounded() / 1e9
      ring[0] = first
      let pole = ring.reduce(0) { $0 + $1.y } < 0 ? -90.0 : 90.0
      ring.append(PlanePoint(x: first.x + around, y: first.y))
      ring.append(PlanePoint(x: first.x + around, y: pole))
      ring.append(PlanePoint(x: first.x, y: pole))
    }
    let shift = 360 * ((first.x + 180) / 360).rounded(.down)
    try self.init([Polygon(outer: ring.map { PlanePoint(x: $0.x - shift, y: $0.y) })])
  }
}

/// An edge of a mask, on its way to the ground.
private struct MaskEdge {
  let map: MapTransformation
  let start, end: PixelPoint

  /// Puts the corners between two shares of the edge into a ring, without either end.
  func divide(
    _ low: Double, _ high: Double, first: PlanePoint, last: Coordinate, depth: Int,
    into ring: inout [PlanePoint]
  ) throws(OutlineFault) {
    let to = last.onMap(after: first)
    var middle = first
    var isStraight = abs(to.x - first.x) < 90
    for share in [0.25, 0.5, 0.75] {
      let pixel = PixelPoint(
        x: start.x + (low + share * (high - low)) * (end.x - start.x),
        y: start.y + (low + share * (high - low)) * (end.y - start.y))
      guard let place = map.coordinate(at: pixel) else {
        throw OutlineFault(.outsideWorld, ring: 0)
      }
      let point = place.onMap(after: first)
      if share == 0.5 { middle = point }
      let line = first + share * (to - first)
      // At a pole, all longitudes are the same place, but different points of a ring.
      isStraight = isStraight && abs(line.x - point.x) < 45
      guard isStraight,
        let drawn = Coordinate(latitude: line.y, longitude: GroundPlane.turn(line.x)),
        let width = map.resolution(at: pixel)
      else { continue }
      let gap = LocalPlane(origin: place).offset(of: drawn).length
      isStraight = gap <= width.meters
    }
    guard !isStraight, depth > 0,
      let place = Coordinate(latitude: middle.y, longitude: GroundPlane.turn(middle.x))
    else { return }
    let half = (low + high) / 2
    try divide(low, half, first: first, last: place, depth: depth - 1, into: &ring)
    let point = place.onMap(after: ring[ring.count - 1])
    ring.append(point)
    try divide(half, high, first: point, last: last, depth: depth - 1, into: &ring)
  }
}

extension Coordinate {
  /// Longitude and latitude, on the turn that is nearest to the corner before.
  fileprivate func onMap(after corner: PlanePoint?) -> PlanePoint {
    guard let corner else { return PlanePoint(x: longitude, y: latitude) }
    return PlanePoint(x: corner.x + GroundPlane.turn(longitude - corner.x), y: latitude)
  }
}
