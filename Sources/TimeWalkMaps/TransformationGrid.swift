package import TimeWalkCore

/// A mapping from the pixels of one picture to those of another, as in gdalwarp's approximating
/// transformer.
///
/// It is computed at the nodes of a grid and linearly between them. The grid is as fine as each
/// block of 64 x 64 pixels needs it.
package struct TransformationGrid: Sendable {
  /// The picture that is mapped.
  package let size: PixelSize
  private let blocksAcross: Int
  private var blocks: [Block] = []
  private var nodes: [PixelPoint] = []

  private struct Block {
    /// The index of its first node.
    let first: Int
    /// Pixels from crossing to crossing.
    let step: Int

    var columns: Int { TransformationGrid.side / step + 1 }
  }

  private static let side = 64

  /// Maps a picture's pixels by a function that returns the source of a spot, or NaN for none.
  ///
  /// Between nodes the mapping is bilinear. Its error is at most h²/8 times the second derivatives
  /// along both axes. The difference between mapping and grid in the middle of a cell's sides
  /// measures it. A block's step is halved until the sum is at most half of `tolerance` pixels in
  /// each cell, or the step is 1, where every pixel's corner is a node. The other half covers
  /// errors beyond a second-order bound: a spline's second derivatives grow near its control
  /// points. A cell with a corner without a source has no source.
  package init(
    size: PixelSize, tolerance: Double = 0.1, _ mapping: (PixelPoint) -> PixelPoint
  ) {
    let side = TransformationGrid.side
    self.size = size
    blocksAcross = max((size.width + side - 1) / side, 1)
    for top in stride(from: 0, to: max(size.height, 1), by: side) {
      for left in stride(from: 0, to: max(size.width, 1), by: side) {
        let corner = PixelPoint(x: Double(left), y: Double(top))
        var step = side
        var found = TransformationGrid.nodes(from: corner, step: step, mapping)
        while step > 1,
          !TransformationGrid.holds(found, from: corner, step: step, tolerance: tolerance, mapping)
        {
          step /= 2
          found = TransformationGrid.nodes(from: corner, step: step, mapping)
        }
        blocks.append(Block(first: nodes.count, step: step))
        nodes += found
      }
    }
  }

  /// Pixels from crossing to crossing where the mapping bends most.
  package var finestStep: Int { blocks.map(\.step).min() ?? TransformationGrid.side }

  private static func nodes(
    from corner: PixelPoint, step: Int, _ mapping: (PixelPoint) -> PixelPoint
  ) -> [PixelPoint] {
    let places = stride(from: 0.0, through: Double(side), by: Double(step))
    return places.flatMap { y in
      places.map { x in mapping(PixelPoint(x: corner.x + x, y: corner.y + y)) }
    }
  }

  private static func holds(
    _ nodes: [PixelPoint], from corner: PixelPoint, step: Int, tolerance: Double,
    _ mapping: (PixelPoint) -> PixelPoint
  ) -> Bool {
    let (count, length) = (side / step, Double(step))
    for row in 0..<count {
      for column in 0..<count {
        let index = row * (count + 1) + column
        let (x, y) = (corner.x + Double(column) * length, corner.y + Double(row) * length)
        let gaps = [
          (PixelPoint(x: x + length / 2, y: y), index + 1),
          (PixelPoint(x: x, y: y + length / 2), index + count + 1),
        ].map { spot, other in
          let middle = 0.5 * (nodes[index].upright + nodes[other].upright)
          return (mapping(spot).upright - middle).length
        }
        // Spots from nowhere are NaN, which is never larger: a finer grid wouldn't help.
        if gaps[0] + gaps[1] > tolerance / 2 { return false }
      }
    }
    return true
  }

  /// The source of a spot of the picture; NaN for nowhere.
  package func callAsFunction(_ spot: PixelPoint) -> PixelPoint {
    let side = Double(TransformationGrid.side)
    let across = min(max(Int(spot.x / side), 0), blocksAcross - 1)
    let down = min(max(Int(spot.y / side), 0), blocks.count / blocksAcross - 1)
    let block = blocks[down * blocksAcross + across]
    let (x, y) = (
      (spot.x - Double(across) * side) / Double(block.step),
      (spot.y - Double(down) * side) / Double(block.step)
    )
    let column = min(max(Int(x), 0), block.columns - 2)
    let row = min(max(Int(y), 0), block.columns - 2)
    let (u, v) = (x - Double(column), y - Double(row))
    let index = block.first + row * block.columns + column
    let (a, b) = (nodes[index], nodes[index + 1])
    let (c, d) = (nodes[index + block.columns], nodes[index + block.columns + 1])
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
