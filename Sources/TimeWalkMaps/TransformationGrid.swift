package import TimeWalkCore

/// A mapping of the pixels of one picture to those of another, computed at the crossings of a grid
/// and in straight lines between them, as gdalwarp's approximating transformer does it.
package struct TransformationGrid: Sendable {
  /// Pixels from crossing to crossing.
  package let step: Int
  /// The picture that is mapped.
  package let size: PixelSize
  private let columns: Int
  private let nodes: [PixelPoint]

  /// Maps a picture's pixels by a function, which says where a spot comes from, and gives NaN for
  /// nowhere.
  ///
  /// Between crossings the mapping is bilinear. It is wrong there by at most h²/8 times the second
  /// derivatives along both axes. That is what lies between the mapping and the grid in the middle
  /// of a cell's sides, so both are computed there, for all cells; the step is halved until their
  /// sum is no more than `tolerance` pixels everywhere, or it is 1, where every pixel's corner is a
  /// crossing. The bound is one of second order: it doesn't see bends that are narrower than half a
  /// cell.
  package init(
    size: PixelSize, tolerance: Double = 0.1, step: Int = 64,
    _ mapping: (PixelPoint) -> PixelPoint
  ) {
    var step = step
    while true {
      let grid = TransformationGrid(size: size, step: step, mapping)
      if step == 1 || grid.isWithin(tolerance, of: mapping) {
        self = grid
        return
      }
      step /= 2
    }
  }

  private init(size: PixelSize, step: Int, _ mapping: (PixelPoint) -> PixelPoint) {
    self.size = size
    self.step = step
    columns = (size.width + step - 1) / step + 1
    let rows = (size.height + step - 1) / step + 1
    let columns = columns
    nodes = (0..<rows * columns).map { index in
      mapping(
        PixelPoint(x: Double(index % columns * step), y: Double(index / columns * step)))
    }
  }

  private func isWithin(_ tolerance: Double, of mapping: (PixelPoint) -> PixelPoint) -> Bool {
    let half = Double(step) / 2
    for index in nodes.indices.dropLast(columns) where index % columns < columns - 1 {
      let corner = PixelPoint(
        x: Double(index % columns * step), y: Double(index / columns * step))
      var gaps = 0.0
      for (spot, other) in [
        (PixelPoint(x: corner.x + half, y: corner.y), index + 1),
        (PixelPoint(x: corner.x, y: corner.y + half), index + columns),
      ] {
        let middle = 0.5 * (nodes[index].upright + nodes[other].upright)
        gaps += (mapping(spot).upright - middle).length
      }
      // A cell that leaves the map has no number and is as good as it can be.
      if gaps > tolerance { return false }
    }
    return true
  }

  /// Where a spot of the picture comes from; NaN for nowhere.
  package func callAsFunction(_ spot: PixelPoint) -> PixelPoint {
    let (x, y) = (spot.x / Double(step), spot.y / Double(step))
    let column = min(max(Int(x), 0), columns - 2)
    let row = min(max(Int(y), 0), nodes.count / columns - 2)
    let (u, v) = (x - Double(column), y - Double(row))
    let index = row * columns + column
    let (a, b) = (nodes[index], nodes[index + 1])
    let (c, d) = (nodes[index + columns], nodes[index + columns + 1])
    return PixelPoint(
      x: (1 - v) * ((1 - u) * a.x + u * b.x) + v * ((1 - u) * c.x + u * d.x),
      y: (1 - v) * ((1 - u) * a.y + u * b.y) + v * ((1 - u) * c.y + u * d.y))
  }
}

extension TransformationGrid {
  /// The grid of a crop of a map, north up: from the crop's pixels to the map's.
  ///
  /// The crop's middle is `center`, and a pixel is `metersPerPixel` wide on the ground, along
  /// geodesics from the middle.
  package init(
    cropping map: MapTransformation, around center: Coordinate, metersPerPixel: Distance,
    size: PixelSize, tolerance: Double = 0.1
  ) {
    let middle = PixelPoint(x: Double(size.width) / 2, y: Double(size.height) / 2)
    self.init(size: size, tolerance: tolerance) { spot in
      let offset = Offset(
        east: (spot.x - middle.x) * metersPerPixel.meters,
        north: (middle.y - spot.y) * metersPerPixel.meters)
      let place = Distance(meters: offset.length)
        .map { center.destination(bearing: offset.bearing, distance: $0) }
      return place.flatMap(map.pixel) ?? PixelPoint(x: .nan, y: .nan)
    }
  }
}
