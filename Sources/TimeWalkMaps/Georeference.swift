/// What is known of how a map lies on the ground.
package struct Georeference: Hashable, Sendable {
  /// Pixels and their places.
  package var controlPoints: [ControlPoint]
  /// The corners of the part of the picture that is the map; `nil` for the whole picture.
  package var mask: [PixelPoint]?
  /// The picture's size, where it is known.
  package var size: PixelSize?
  /// The wanted transformation.
  package var method: TransformationMethod
  /// The plane to fit it in; `nil` for the one that suits the control points.
  package var plane: GroundPlane?
  /// Whether the control points are measured, not computed.
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
}
