internal import TimeWalkCore
internal import TimeWalkMetadata

extension GivenPose {
  /// A field that is a number, and where it is kept.
  public struct Number: Sendable {
    /// The field.
    package let field: WireField
    /// Where it is kept.
    public let path: any WritableKeyPath<GivenPose, Double?> & Sendable
    /// What it may be.
    let range: ClosedRange<Double>

    init(
      _ name: String, _ path: any WritableKeyPath<GivenPose, Double?> & Sendable,
      _ range: ClosedRange<Double>, _ about: String
    ) {
      field = WireField(name, .number(range), about)
      self.path = path
      self.range = range
    }
  }

  /// A field that is a text, and where it is kept.
  public struct Text: Sendable {
    /// The field.
    package let field: WireField
    /// Where it is kept.
    public let path: any WritableKeyPath<GivenPose, String?> & Sendable
  }

  /// The numbers of a pose.
  public static let numbers = [
    Number("latitude", \.latitude, -90...90, "Degrees north."),
    Number("longitude", \.longitude, -180...180, "Degrees east."),
    Number(
      "horizontalAccuracy", \.horizontalAccuracy, 0...20_037_508,
      "The radius in metres that holds the true place with 68 % probability."),
    Number("altitude", \.altitude, -11_000...100_000, "Metres above altitudeReference."),
    Number(
      "heading", \.heading, -360...360, "Where the camera looks, degrees clockwise from north."),
    Number(
      "headingAccuracy", \.headingAccuracy, 0...180, "The 68 % half-width of the heading, degrees."),
    Number("pitch", \.pitch, -90...90, "Degrees of the optical axis above the horizon."),
    Number("zoom", \.zoom, 0.01...1000, "Zoom in terms of the phone's main camera."),
    Number(
      "fieldOfView", \.fieldOfView, 0.01...360,
      "The horizontal angle of the upright frame, degrees."),
  ]

  /// The texts of a pose.
  public static let texts = [
    Text(
      field: WireField(
        "altitudeReference", .word(Altitude.Reference.allCases.map(\.rawValue)),
        "What the altitude is measured from; seaLevel when absent."), path: \.altitudeReference),
    Text(
      field: WireField(
        "headingReference", .word(CaptureMetadata.HeadingReference.allCases.map(\.rawValue)),
        "Which north the heading counts from; true when absent, doubted without headingAccuracy."),
      path: \.headingReference),
    Text(
      field: WireField(
        "timestamp", .text(most: 100),
        "When the photo was taken, ISO 8601, such as 2026-11-21T12:00:00-05:00."),
      path: \.timestamp),
  ]

  /// All fields of a pose.
  package static let fields = numbers.map(\.field) + texts.map(\.field)

  /// Refuses what can't be, under the name that it was given by.
  func checkRanges() throws(WalkError) {
    for number in GivenPose.numbers {
      guard let value = self[keyPath: number.path] else { continue }
      try number.field.check(value, within: number.range)
    }
  }
}
