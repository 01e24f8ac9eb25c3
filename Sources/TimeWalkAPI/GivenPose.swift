internal import TimeWalkCore
package import TimeWalkMetadata

/// A pose as a person or program gives it, by flags or as the parameters of a request; all of it
/// optional.
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
  /// The camera's heading, in degrees clockwise from north.
  public var heading: Double?
  /// The north of the heading, `true` or `magnetic`; absent means true, with a warning if
  /// `headingAccuracy` is also absent.
  public var headingReference: String?
  /// The 68 % half-width of the heading, degrees.
  public var headingAccuracy: Double?
  /// Degrees of the optical axis above the horizon.
  public var pitch: Double?
  /// Zoom relative to the phone's main camera: the photo's own lens if it is one (20 to 40 mm as 35
  /// mm equivalent), else 26 mm.
  public var zoom: Double?
  /// The horizontal angle of the upright frame, degrees.
  public var fieldOfView: Double?
  /// The time of the photo, ISO 8601: `2026-11-21T12:00:00-05:00`.
  public var timestamp: String?

  /// Gives nothing yet.
  public init() {}

  /// The same in the terms of a photo's metadata.
  ///
  /// - Throws: `invalidValue`, naming the field, for a number out of range, or a word or time that
  ///   can't be read.
  package func metadata() throws(TimeWalkError) -> CaptureMetadata {
    try checkRanges()
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
    // A heading counts from true north; a stated accuracy applies to that.
    if result.headingReference == nil, heading != nil, headingAccuracy != nil {
      result.headingReference = .trueNorth
    }
    result.headingAccuracy = headingAccuracy
    result.pitch = pitch
    result.zoom = zoom
    result.fieldOfView = fieldOfView
    if let timestamp {
      guard let time = CaptureTime(iso8601: timestamp) else {
        throw TimeWalkError(
          .invalidValue, "timestamp \"\(timestamp)\" must look like 2026-11-21T12:00:00-05:00",
          field: "timestamp")
      }
      result.timestamp = time
    }
    return result
  }

  /// The same for the outputs; `nil` when nothing was given.
  package func written() throws(TimeWalkError) -> CaptureMetadata? {
    self == GivenPose() ? nil : try metadata()
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ text: String?, _ field: String, _ kind: Word.Type
  ) throws(TimeWalkError) -> Word? where Word.RawValue == String {
    guard let text else { return nil }
    if let word = Word(rawValue: text) { return word }
    let known = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    throw TimeWalkError(
      .invalidValue, "\(field) \"\(text)\" must be one of \(known)", field: field)
  }
}
