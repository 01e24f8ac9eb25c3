package import TimeWalkCore

/// The error of a map's transformation at its control points, on the ground.
package struct MapErrors: Sendable {
  /// The distance from each control point's place to where its pixel is put; 0 for a spline.
  package let residuals: [Distance]
  /// The same distance if the transformation were fitted without that control point; `nil` if the
  /// others don't determine it.
  package let leaveOneOut: [Distance?]
  private let pixels: [PixelPoint]
  /// The distance of each control point from the next, in pixels.
  private let spacing: [Double]

  /// Measures a transformation; `nil` if its control points were not measured.
  ///
  /// For a spline of n control points that takes time by n cubed.
  package init?(of map: MapTransformation) {
    guard map.isMeasured else { return nil }
    let points = map.controlPoints
    func way(from start: Coordinate, to end: Coordinate?) -> Distance? {
      end.map { Geodesic(from: start, to: $0).distance }
    }
    let ground = points.compactMap { map.plane.point(of: $0.coordinate) }
    // A point that the transformation moves out of its plane has an error of half the Earth.
    let beyond = Distance(meters: .pi * Sphere.radius) ?? .zero
    residuals = points.map {
      way(from: $0.coordinate, to: map.coordinate(at: $0.pixel)) ?? beyond
    }
    let spared = map.toPlane.leaveOneOut(from: points.map(\.pixel.upright), to: ground)
    leaveOneOut = zip(zip(points, ground), spared).map { pair, miss in
      miss.map { way(from: pair.0.coordinate, to: map.plane.coordinate(of: pair.1 + $0)) ?? beyond }
    }
    let spots = points.map(\.pixel)
    pixels = spots
    spacing = spots.indices.map { index in
      spots.indices.filter { $0 != index }
        .map { (spots[$0].upright - spots[index].upright).length }.min() ?? 0
    }
  }

  /// The control point with the largest residual, by its place in the list from 0, and how large
  /// it is.
  package var worst: (index: Int, residual: Distance) {
    let index = residuals.indices.max { residuals[$0] < residuals[$1] } ?? 0
    return (index, residuals[index])
  }

  /// The estimated error at a spot on the ground: the root mean square.
  ///
  /// The estimate uses the leave-one-out errors of the control points, because a spline has no
  /// residuals. Their squares are weighted by the inverse squares of their distances from the spot
  /// (D. Shepard, Proc. 23rd ACM National Conference, 1968). Such an error applies at a distance
  /// from a control point equal to that of its neighbour. For a spot farther off, the estimate
  /// grows with the distance. `nil` if no control point can be left out.
  package func estimate(at pixel: PixelPoint) -> Distance? {
    var (squares, weights) = (0.0, 0.0)
    var nearest = (distance: Double.infinity, spacing: 0.0)
    for (index, error) in leaveOneOut.enumerated() {
      let square = (pixels[index].upright - pixel.upright).square
      if square < nearest.distance * nearest.distance {
        nearest = (square.squareRoot(), spacing[index])
      }
      guard let error else { continue }
      // Clicks are no more precise than a pixel.
      let weight = 1 / max(square, 1)
      squares += weight * error.meters * error.meters
      weights += weight
    }
    guard weights > 0 else { return nil }
    let growth = max(1, nearest.distance / max(nearest.spacing, 1))
    return Distance(meters: (squares / weights).squareRoot() * growth)
  }
}
