/// The direction that a camera looks, in degrees clockwise from true north.
///
/// Stored in `0..<360`, so equal directions compare equal: 360 is 0 and -90 is 270.
/// Correct a magnetic reading for declination before you make one.
package struct Heading: Hashable, Sendable {
  /// Degrees clockwise from true north, `0..<360`.
  package let degrees: Double

  /// Makes a heading from any finite angle; `nil` for NaN or infinity.
  package init?(degrees: Double) {
    guard degrees.isFinite else { return nil }
    self.degrees = degrees.wrapped360
  }

  init(finite degrees: Double) { self.degrees = degrees.wrapped360 }

  /// The turn from another heading to this one the short way round, `-180..<180`, clockwise
  /// positive.
  package func turn(from other: Heading) -> Angle {
    Angle(finite: (degrees - other.degrees).wrapped180)
  }

  /// The heading after a clockwise turn.
  package func turned(by angle: Angle) -> Heading { Heading(finite: degrees + angle.degrees) }

  /// The nearest of the sixteen compass points: `N`, `NNE`, … `NNW`.
  package var cardinal: String {
    Heading.points[Int((degrees / 22.5).rounded()) % 16]
  }

  private static let points = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
    "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
  ]
}
