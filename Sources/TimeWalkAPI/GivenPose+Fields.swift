internal import TimeWalkCore
internal import TimeWalkMetadata

extension GivenPose: DescribedRequest {
  /// The permitted values of a pose.
  package static let fields: [RequestField<GivenPose>] = [
    RequestField("latitude", \.latitude, -90...90, "Degrees north.", unit: "degrees"),
    RequestField("longitude", \.longitude, -180...180, "Degrees east.", unit: "degrees"),
    RequestField(
      "horizontalAccuracy", \.horizontalAccuracy, 0...20_037_508,
      "Position uncertainty: a radius in metres with 68 % confidence.", unit: "metres"),
    RequestField(
      "altitude", \.altitude, -11_000...100_000, "Metres above altitudeReference.",
      unit: "metres"),
    RequestField(
      "heading", \.heading, -360...360, "The viewing direction, in degrees clockwise from north.",
      unit: "degrees"),
    RequestField(
      "headingAccuracy", \.headingAccuracy, 0...180,
      "Heading uncertainty (±, 68 % confidence), in degrees.",
      unit: "degrees"),
    RequestField(
      "pitch", \.pitch, -90...90, "The camera's tilt above the horizon, in degrees.",
      unit: "degrees"),
    RequestField(
      "zoom", \.zoom, 0.05...500,
      "The zoom factor. 1 is the phone's main camera (26 mm if the photo has no focal length).",
      unit: "factor"),
    RequestField(
      "fieldOfView", \.fieldOfView, 0.01...360,
      "The horizontal angle of view of the upright picture, in degrees.", unit: "degrees"),
    RequestField(
      "altitudeReference", \.altitudeReference,
      "The reference of the altitude. Default: seaLevel.",
      .word(Altitude.Reference.allCases.map(\.rawValue)), unit: "surface"),
    RequestField(
      "headingReference", \.headingReference,
      "The north of the heading. Default: true; treated as uncertain unless headingAccuracy is given.",
      .word(CaptureMetadata.HeadingReference.allCases.map(\.rawValue)), unit: "north"),
    RequestField(
      "timestamp", \.timestamp,
      "The time of the photo, ISO 8601, such as 2026-11-21T12:00:00-05:00.",
      .text(most: 100), unit: "time"
    ).matching(TextPattern.time),
  ]
}
