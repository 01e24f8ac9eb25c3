/// The known data about a map's position on the ground.
package struct Georeference: Hashable, Sendable {
  /// Pixels and their places.
  package var controlPoints: [ControlPoint]
  /// The corners of the map within the picture; `nil` for the whole picture.
  package var mask: [PixelPoint]?
  /// The picture's size, if known.
  package var size: PixelSize?
  /// The wanted transformation.
  package var method: TransformationMethod
  /// The plane of the fit; `nil` for the one that suits the control points.
  package var plane: GroundPlane?
  /// True if the control points are measured, not computed.
  package var isMeasured: Bool

  /// Makes one.
  package init(
    controlPoints: [ControlPoint], mask: [PixelPoint]? = nil, size: PixelSize? = nil,
    method: TransformationMethod = .polynomial(order: 1), plane: GroundPlane? = nil,
    isMeasured: Bool = true
  ) {
    self.controlPoints = controlPoints
    self.mask = mask
    self.size = size
    self.method = method
    self.plane = plane
    self.isMeasured = isMeasured
  }

  /// The estimated work of placing the map, in steps of some nanoseconds.
  ///
  /// A spline is solved in steps by its points cubed, and each pixel on the way to the outline
  /// takes a step for each point. The other transformations have at most ten terms.
  var work: Int {
    let isSpline = method == .thinPlateSpline
    let count = controlPoints.count
    // Besides the corners, a grid of the map is looked at.
    let pixels = 20 * ((mask?.count ?? 4) + 700)
    return (isSpline ? count * count * count : 0) + pixels * (isSpline ? count : 10)
  }
}
