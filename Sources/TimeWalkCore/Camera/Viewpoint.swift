/// Where a photo was taken and how the camera was held, each with its uncertainty, each possibly
/// unknown but the place.
public struct Viewpoint: Hashable, Sendable {
  /// The camera's place.
  public var coordinate: Coordinate
  /// The camera's height.
  public var altitude: Altitude?
  /// Where the camera looks, from true north.
  public var heading: Heading?
  /// The 68 % half-width of the heading; `nil` when nobody said.
  public var headingAccuracy: Angle?
  /// The angle of the optical axis above the horizon, -90...90 degrees.
  public var pitch: Angle?
  /// The 68 % half-width of the pitch; `nil` when nobody said.
  public var pitchAccuracy: Angle?
  /// The horizontal angle of the upright frame.
  public var fieldOfView: FieldOfView?

  /// Makes a viewpoint; what is left out is unknown.
  public init(
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
