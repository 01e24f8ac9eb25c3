internal import Foundation
internal import TimeWalkCore
package import TimeWalkMetadata
internal import TimeWalkAPI

/// The texts on a photo, most important first; unknown ones are left out.
package struct OverlayFields {
  private let pose: ResolvedPose
  /// True if position and altitude are kept to oneself.
  private let stripLocation: Bool

  package init(pose: ResolvedPose, stripLocation: Bool) {
    self.pose = pose
    self.stripLocation = stripLocation
  }

  package var texts: [String] {
    let place = stripLocation ? [] : [position, altitude]
    return (place + [heading, pitch, zoom, time]).compactMap { $0 }
  }

  /// `40.74844° N  73.98566° W ± 5 m`, with decimals that fit the accuracy.
  private var position: String? {
    let coordinate = pose.viewpoint.coordinate
    let accuracy = coordinate.horizontalAccuracy?.meters
    let places = OverlayFields.decimals(accuracy: accuracy)
    let latitude = OverlayFields.degrees(coordinate.latitude, places, "N", "S")
    let longitude = OverlayFields.degrees(coordinate.longitude, places, "E", "W")
    let radius = accuracy.map { " ± \(OverlayFields.length($0))" } ?? ""
    return "\(latitude)  \(longitude)\(radius)"
  }

  /// The number of useful decimals of a degree: the last one is just finer than the accuracy.
  static func decimals(accuracy: Double?) -> Int {
    guard let accuracy, accuracy > 0 else { return 5 }
    // Of a tiny accuracy, the logarithm is infinite.
    return Int(min(max(log10(111_320 / accuracy).rounded(.up), 1), 6))
  }

  private var altitude: String? {
    guard let altitude = pose.viewpoint.altitude else { return nil }
    let surface =
      switch altitude.reference {
      case .seaLevel: altitude.meters < -0.5 ? "below sea level" : "above sea level"
      case .ellipsoid: "above the ellipsoid"
      case .ground: "above ground"
      case .unknown: "altitude, reference unknown"
      }
    let isBelow = altitude.reference == .seaLevel && altitude.meters < -0.5
    let height = OverlayFields.number(isBelow ? -altitude.meters : altitude.meters, 0)
    let margin = altitude.accuracy.map { " ± \(OverlayFields.length($0.meters))" } ?? ""
    return "\(isBelow ? "↓" : "↑") \(height) m\(margin) \(surface)"
  }

  /// `193° SSW T`, and the compass's own reading where it was magnetic: `193° SSW T (205° M)`.
  ///
  /// The difference of the two reveals a part of the place, so a stripped location removes the
  /// reading.
  private var heading: String? {
    guard let heading = pose.viewpoint.heading else { return nil }
    let text = "\(OverlayFields.whole(heading.degrees))° \(heading.cardinal)"
    if let magnetic = pose.magneticCorrection?.magneticHeading {
      return stripLocation ? "\(text) T" : "\(text) T (\(OverlayFields.whole(magnetic))° M)"
    }
    switch pose.headingReference {
    case .trueNorth: return "\(text) T"
    case .magnetic: return "\(text) M"
    case nil: return text
    }
  }

  private var pitch: String? {
    guard let pitch = pose.viewpoint.pitch else { return nil }
    let sign = pitch.degrees.rounded() > 0 ? "+" : ""
    return "∠ \(sign)\(OverlayFields.number(pitch.degrees, 0))°"
  }

  /// `2.0× (52 mm)`: the zoom, and the 35 mm equivalent focal length that it makes.
  ///
  /// A camera that records its focal length and no zoom used none.
  private var zoom: String? {
    let factor = pose.zoom.map { "\(OverlayFields.number($0, 1))×" }
    guard let length = pose.focalLengthIn35mm else { return factor }
    return "\(factor ?? "1.0×") (\(OverlayFields.number(length, 0)) mm)"
  }

  private var time: String? {
    guard let time = pose.timestamp else { return nil }
    let text = (stripLocation ? time.local : nil) ?? time.description
    return text.replacingOccurrences(of: "T", with: " ")
      .replacingOccurrences(of: "Z", with: " UTC")
      .replacing(#/([0-9])([+-])([0-9]{2}:[0-9]{2})$/#) {
        "\($0.output.1) \($0.output.2 == "-" ? "−" : "+")\($0.output.3)"
      }
  }

  /// Whole degrees of a direction; 359.6 is 0.
  private static func whole(_ degrees: Double) -> Int { Int(nearest: degrees) % 360 }

  static func degrees(_ value: Double, _ places: Int, _ plus: String, _ minus: String)
    -> String
  {
    "\(number(abs(value), places))° \(value < 0 ? minus : plus)"
  }

  private static func length(_ meters: Double) -> String {
    if meters >= 10_000 { return "\(number(meters / 1000, 0)) km" }
    return "\(number(meters, meters < 1 ? 1 : 0)) m"
  }

  /// A number with a true minus sign; a rounded zero has none.
  private static func number(_ value: Double, _ places: Int) -> String {
    let text = String(format: "%.\(places)f", value.rounded(places: places))
    return text.replacingOccurrences(of: "-", with: "−")
  }
}
