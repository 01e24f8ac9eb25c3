package import TimeWalkCore

/// The position of a map on the ground: from its pixels to places and back.
///
/// It is fitted in a plane (`GroundPlane`), each way for itself (`PlaneTransformation`).
package struct MapTransformation: Sendable {
  /// The kind of transformation.
  package let method: TransformationMethod
  /// The pairs that it was fitted to.
  package let controlPoints: [ControlPoint]
  /// The plane in which it was fitted.
  package let plane: GroundPlane
  /// From pixels, with y up, to the plane.
  package let toPlane: PlaneTransformation
  /// From the plane to pixels, with y up.
  package let toPixels: PlaneTransformation
  /// True if the control points were measured and so show errors.
  ///
  /// Those of a world file are computed.
  package let isMeasured: Bool

  /// Fits a transformation both ways, in the given plane or the one that suits the control points.
  ///
  /// Throws where they don't determine it, or lie outside the plane.
  package init(
    _ method: TransformationMethod, fitting points: [ControlPoint], in plane: GroundPlane? = nil,
    isMeasured: Bool = true
  ) throws(FitFailure) {
    let plane = plane ?? GroundPlane(for: points)
    let pixels = points.map(\.pixel.upright)
    let ground = points.compactMap { plane.point(of: $0.coordinate) }
    guard ground.count == points.count else { throw .degenerate }
    self.method = method
    self.plane = plane
    self.isMeasured = isMeasured
    controlPoints = points
    toPlane = try PlaneTransformation(method, from: pixels, to: ground)
    toPixels = try PlaneTransformation(method, from: ground, to: pixels)
  }

  /// The place that a pixel shows; `nil` if the map runs beyond the plane.
  package func coordinate(at pixel: PixelPoint) -> Coordinate? {
    plane.coordinate(of: toPlane(pixel.upright))
  }

  /// The pixel that shows a place, which may lie outside the picture; `nil` for a place that the
  /// plane doesn't hold.
  package func pixel(at place: Coordinate) -> PixelPoint? {
    plane.point(of: place).map { point in
      let pixel = toPixels(point)
      return PixelPoint(x: pixel.x, y: -pixel.y)
    }
  }

  /// The width of a pixel on the ground at a spot, in metres: the root of the area that it covers;
  /// `nil` if the map is outside the plane.
  package func resolution(at pixel: PixelPoint) -> Distance? {
    let spot = toPlane(pixel.upright)
    let jacobian = toPlane.jacobian(at: pixel.upright)
    guard let here = plane.coordinate(of: spot),
      let right = plane.coordinate(of: spot + jacobian.x),
      let up = plane.coordinate(of: spot + jacobian.y)
    else { return nil }
    let ground = LocalPlane(origin: here)
    let (a, b) = (ground.offset(of: right), ground.offset(of: up))
    return Distance(meters: abs(a.east * b.north - a.north * b.east).squareRoot())
  }

  /// The same for a place.
  package func resolution(at place: Coordinate) -> Distance? {
    pixel(at: place).flatMap(resolution)
  }
}
