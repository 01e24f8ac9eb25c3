internal import TimeWalkCore
internal import TimeWalkMetadata

/// A pose as a person or program gives it, by flags or as the parameters of a request; all of it optional.
public struct GivenPose: Codable, Hashable, Sendable {
  /// Degrees north, -90...90.
  public var latitude: Double?
  /// Degrees east, -180...180.
  public var longitude: Double?
  /// The radius in metres that holds the true place with 68 % probability.
  public var horizontalAccuracy: Double?
  /// Metres above `altitudeReference`.
  public var altitude: Double?
  /// `seaLevel` (the default), `ellipsoid` or `ground`.
  public var altitudeReference: String?
  /// Where the camera looks, degrees clockwise from north.
  public var heading: Double?
  /// Which north: `true` or `magnetic`; unknown when absent.
  public var headingReference: String?
  /// The 68 % half-width of the heading, degrees.
  public var headingAccuracy: Double?
  /// Degrees of the optical axis above the horizon.
  public var pitch: Double?
  /// Zoom in terms of the phone's main camera, which has 26 mm as 35 mm equivalent.
  public var zoom: Double?
  /// The horizontal angle of the upright frame, degrees.
  public var fieldOfView: Double?
  /// When the photo was taken, ISO 8601: `2026-11-21T12:00:00-05:00`.
  public var timestamp: String?

  /// Gives nothing yet.
  public init() {}

  /// The same in the terms of a photo's metadata.
  ///
  /// - Throws: `invalidValue`, naming the field, for a word, time or accuracy that can't be.
  func metadata() throws(WalkError) -> CaptureMetadata {
    // Beside a photo's own position or heading, a bad accuracy would be taken for the photo's and only warned of.
    try GivenPose.check(horizontalAccuracy, "horizontalAccuracy", GivenPose.positionErrors)
    try GivenPose.check(headingAccuracy, "headingAccuracy", GivenPose.headingErrors)
    var result = CaptureMetadata()
    result.latitude = latitude
    result.longitude = longitude
    result.horizontalAccuracy = horizontalAccuracy
    result.altitude = altitude
    result.altitudeReference =
      try GivenPose.word(altitudeReference, "altitudeReference", Altitude.Reference.self)
      ?? (altitude == nil ? nil : .seaLevel)
    result.heading = heading
    result.headingReference = try GivenPose.word(
      headingReference, "headingReference", CaptureMetadata.HeadingReference.self)
    result.headingAccuracy = headingAccuracy
    result.pitch = pitch
    result.zoom = zoom
    result.fieldOfView = fieldOfView
    if let timestamp {
      guard let time = CaptureTime(iso8601: timestamp) else {
        throw WalkError(
          .invalidValue, "timestamp \"\(timestamp)\" is not like 2026-11-21T12:00:00-05:00",
          field: "timestamp")
      }
      result.timestamp = time
    }
    return result
  }

  /// The name of the given value that is at fault, where the metadata room knows several values by one name.
  func field(of fault: CaptureField) -> String {
    switch fault {
    case .position:
      if let latitude, Coordinate(latitude: latitude, longitude: 0) == nil { return "latitude" }
      if let longitude, Coordinate(latitude: 0, longitude: longitude) == nil { return "longitude" }
      return fault.rawValue
    case .fieldOfView:
      if let fieldOfView, FieldOfView(degrees: fieldOfView) == nil { return "fieldOfView" }
      return zoom == nil ? fault.rawValue : "zoom"
    default: return fault.rawValue
    }
  }

  /// Metres: no place is worse known than by half of the Earth's circumference.
  private static let positionErrors = 0.0...20_037_508.0
  /// Degrees: what is off by more than a full turn says nothing.
  private static let headingErrors = 0.0...360.0

  private static func check(_ value: Double?, _ field: String, _ range: ClosedRange<Double>)
    throws(WalkError)
  {
    guard let value, !range.contains(value) else { return }
    throw WalkError(
      .invalidValue, "\(field) \(value) is not within \(range.lowerBound)...\(range.upperBound)",
      field: field)
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ text: String?, _ field: String, _ kind: Word.Type
  ) throws(WalkError) -> Word? where Word.RawValue == String {
    guard let text else { return nil }
    if let word = Word(rawValue: text) { return word }
    let known = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    throw WalkError(
      .invalidValue, "\(field) \"\(text)\" is none of \(known)", field: field)
  }
}
