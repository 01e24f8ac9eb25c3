internal import TimeWalkCore
package import TimeWalkMetadata

/// The pose used for matching, for every front; absent values are unknown.
public struct ViewpointReport: Codable, Hashable, Sendable {
  /// Degrees north; absent when the photo was submitted with its location stripped.
  public var latitude: Double?
  /// Degrees east; absent when the photo was submitted with its location stripped.
  public var longitude: Double?
  /// The radius in metres that holds the true place with 68 % probability.
  public var horizontalAccuracy: Double?
  /// Metres above `altitudeReference`.
  public var altitude: Double?
  /// `seaLevel`, `ellipsoid`, `ground` or `unknown`.
  public var altitudeReference: String?
  /// The 68 % half-width of the altitude, metres.
  public var altitudeAccuracy: Double?
  /// The conversion of a height above the ellipsoid to sea level.
  public var geoid: GeoidReport?
  /// The camera's heading, in degrees clockwise from true north.
  public var heading: Double?
  /// The 68 % half-width of the heading, degrees.
  public var headingAccuracy: Double?
  /// The photo's north reference: `true` or `magnetic`; absent if unknown.
  public var headingReference: String?
  /// The correction of a magnetic heading.
  public var declination: DeclinationReport?
  /// Degrees of the optical axis above the horizon.
  public var pitch: Double?
  /// The 68 % half-width of the pitch, degrees.
  public var pitchAccuracy: Double?
  /// Degrees that the camera was turned clockwise from upright, as the photographer sees it.
  public var roll: Double?
  /// The horizontal angle of the upright frame, degrees.
  public var fieldOfView: Double?
  /// The zoom as people read it.
  public var zoom: Double?
  /// The time of capture, ISO 8601, with the offset if the photo has it.
  public var timestamp: String?
  /// The local clock, ISO 8601 without offset; absent if only a receiver's UTC is known.
  public var localTime: String?
  /// The offset of that clock from UTC, `+02:00`; absent if unknown.
  public var utcOffset: String?
  /// The source of the offset: `photo`, `gps` (the difference to the receiver's clock), `given` or
  /// `unknown`.
  public var utcOffsetFrom: String?

  /// The correction of a magnetic heading.
  public struct DeclinationReport: Codable, Hashable, Sendable {
    /// The compass reading, degrees.
    public var magneticHeading: Double
    /// The correction, degrees, east positive.
    public var degrees: Double
    /// The 68 % half-width of that, degrees.
    public var uncertainty: Double
  }

  /// The conversion of a height above the ellipsoid to sea level.
  public struct GeoidReport: Codable, Hashable, Sendable {
    /// The height from the photo or the caller, metres above the WGS 84 ellipsoid.
    public var ellipsoidalAltitude: Double
    /// The height of sea level above the ellipsoid there, in metres; it was subtracted.
    public var undulation: Double
    /// The 68 % half-width of that, metres.
    public var uncertainty: Double
    /// The name of the model.
    public var model: String
  }

  package init(_ pose: ResolvedPose) {
    let viewpoint = pose.viewpoint
    latitude = viewpoint.coordinate.latitude.rounded(places: 7)
    longitude = viewpoint.coordinate.longitude.rounded(places: 7)
    horizontalAccuracy = viewpoint.coordinate.horizontalAccuracy?.meters.rounded(places: 1)
    altitude = viewpoint.altitude?.meters.rounded(places: 1)
    altitudeReference = viewpoint.altitude?.reference.rawValue
    altitudeAccuracy = viewpoint.altitude?.accuracy?.meters.rounded(places: 1)
    geoid = pose.seaLevelCorrection.map {
      GeoidReport(
        ellipsoidalAltitude: $0.ellipsoidal.meters.rounded(places: 1),
        undulation: $0.undulation.rounded(places: 1),
        uncertainty: $0.uncertainty.meters.rounded(places: 1), model: $0.model)
    }
    heading = viewpoint.heading?.degrees.rounded(places: 1)
    headingAccuracy = viewpoint.headingAccuracy?.degrees.rounded(places: 1)
    headingReference = pose.headingReference?.rawValue
    declination = pose.magneticCorrection.map {
      DeclinationReport(
        magneticHeading: $0.magneticHeading.rounded(places: 1),
        degrees: $0.declination.degrees.rounded(places: 2),
        uncertainty: $0.uncertainty.degrees.rounded(places: 2))
    }
    pitch = viewpoint.pitch?.degrees.rounded(places: 1)
    pitchAccuracy = viewpoint.pitchAccuracy?.degrees.rounded(places: 1)
    roll = pose.roll?.degrees.rounded(places: 1)
    fieldOfView = viewpoint.fieldOfView?.degrees.rounded(places: 1)
    zoom = pose.zoom?.rounded(places: 2)
    timestamp = pose.timestamp?.description
    localTime = pose.timestamp?.local
    utcOffset = pose.timestamp?.offset
    utcOffsetFrom = pose.timestamp.map { _ in pose.offsetSource?.rawValue ?? "unknown" }
  }
  /// Leaves out where the photo was taken.
  package mutating func withholdLocation() {
    latitude = nil
    longitude = nil
    horizontalAccuracy = nil
    altitude = nil
    altitudeReference = nil
    altitudeAccuracy = nil
    geoid = nil
    declination = nil
    // That of another heading includes the declination of the place.
    if headingReference != "true" { headingAccuracy = nil }
  }
}
