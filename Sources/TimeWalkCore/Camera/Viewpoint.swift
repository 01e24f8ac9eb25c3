/// A camera's place and pose with their uncertainties; all but the place may be unknown.
package struct Viewpoint: Hashable, Sendable {
  /// The camera's place.
  package var coordinate: Coordinate
  /// The camera's height.
  package var altitude: Altitude?
  /// The direction in which the camera looks, from true north.
  package var heading: Heading?
  /// The 68 % half-width of the heading; `nil` when unknown.
  package var headingAccuracy: Angle?
  /// The angle of the optical axis above the horizon, -90...90 degrees.
  package var pitch: Angle?
  /// The 68 % half-width of the pitch; `nil` when unknown.
  package var pitchAccuracy: Angle?
  /// The horizontal angle of the upright frame.
  package var fieldOfView: FieldOfView?
  /// The 68 % half-width of the field of view, as the natural logarithm of a factor; `nil` when
  /// unknown.
  package var fieldOfViewSpread: Double?

  /// Makes a viewpoint; omitted values are unknown.
  package init(
    coordinate: Coordinate, altitude: Altitude? = nil, heading: Heading? = nil,
    headingAccuracy: Angle? = nil, pitch: Angle? = nil, pitchAccuracy: Angle? = nil,
    fieldOfView: FieldOfView? = nil
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.heading = heading
    self.headingAccuracy = headingAccuracy
    self.pitch = pitch
    self.pitchAccuracy = pitchAccuracy
    self.fieldOfView = fieldOfView
  }
}
