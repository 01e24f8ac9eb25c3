internal import TimeWalkCore
internal import TimeWalkMetadata

extension GivenPose: DescribedRequest {
  /// What a pose may hold.
  package static let fields: [RequestField<GivenPose>] = [
    RequestField("latitude", \.latitude, -90...90, "Degrees north.", unit: "degrees"),
    RequestField("longitude", \.longitude, -180...180, "Degrees east.", unit: "degrees"),
    RequestField(
      "horizontalAccuracy", \.horizontalAccuracy, 0...20_037_508,
      "The radius in metres that holds the true place with 68 % probability.", unit: "metres"),
    RequestField(
      "altitude", \.altitude, -11_000...100_000, "Metres above altitudeReference.",
      unit: "metres"),
    RequestField(
      "heading", \.heading, -360...360, "Where the camera looks, degrees clockwise from north.",
      unit: "degrees"),
    RequestField(
      "headingAccuracy", \.headingAccuracy, 0...180, "The 68 % half-width of the heading, degrees.",
      unit: "degrees"),
    RequestField(
      "pitch", \.pitch, -90...90, "Degrees of the optical axis above the horizon.",
      unit: "degrees"),
    RequestField(
      "zoom", \.zoom, 0.05...500,
      "Zoom; 1 is the phone's main camera (26 mm where the photo does not say).", unit: "factor"),
    RequestField(
      "fieldOfView", \.fieldOfView, 0.01...360,
      "The horizontal angle of the upright frame, degrees.", unit: "degrees"),
    RequestField(
      "altitudeReference", \.altitudeReference,
      "What the altitude is measured from; seaLevel when absent.",
      .word(Altitude.Reference.allCases.map(\.rawValue)), unit: "surface"),
    RequestField(
      "headingReference", \.headingReference,
      "Which north the heading counts from; true when absent, doubted without headingAccuracy.",
      .word(CaptureMetadata.HeadingReference.allCases.map(\.rawValue)), unit: "north"),
    RequestField(
      "timestamp", \.timestamp,
      "When the photo was taken, ISO 8601, such as 2026-11-21T12:00:00-05:00.",
      .text(most: 100), unit: "time"
    ).matching(TextPattern.time),
  ]
}
