package import Foundation
internal import TimeWalkCore

/// The declination at a place.
package struct NorthReport: Codable, Hashable, Sendable {
  /// Degrees from true to magnetic north, east positive.
  package var declination: Double
  /// The 68 % half-width of that, degrees.
  package var uncertainty: Double
  /// The name of the model.
  package var model: String
  /// `caution` or `blackout` near the magnetic poles, where a compass is little or not at all to be
  /// trusted; else absent.
  package var compass: String?

  /// Computes it with the magnetic models.
  ///
  /// - Parameters:
  ///   - latitude: degrees north.
  ///   - longitude: degrees east.
  ///   - altitude: metres above the ellipsoid.
  ///   - text: the day, `YYYY-MM-DD`; today when `nil`.
  ///   - clock: the time, for today.
  /// - Throws: `invalidValue`, naming the field.
  package init(
    latitude: Double, longitude: Double, altitude: Double, on text: String?,
    clock: () -> Date = { Date() }
  ) throws(TimeWalkError) {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw TimeWalkError(
        .invalidValue,
        "latitude \(latitude), longitude \(longitude) isn't a valid position; use -90 to 90 and -180 to 180 degrees",
        field: (-90...90).contains(latitude) ? "longitude" : "latitude")
    }
    guard (-12_000...850_000).contains(altitude) else {
      throw TimeWalkError(
        .invalidValue, "altitude \(altitude) must be within -12000...850000 m", field: "altitude")
    }
    let day: Day
    if let text {
      guard let read = Day(isoText: text) else {
        throw TimeWalkError(
          .invalidValue, "date \"\(text)\" must look like 2026-11-21", field: "date")
      }
      day = read
    } else {
      day = Day(secondsSince1970: clock().timeIntervalSince1970)
    }
    guard let found = Declination(at: coordinate, height: altitude, on: day) else {
      throw TimeWalkError(
        .invalidValue, "no magnetic model covers \(day); use a day from 1900 to 2034",
        field: "date")
    }
    declination = found.angle.degrees.rounded(places: 2)
    uncertainty = found.uncertainty.degrees.rounded(places: 2)
    model = found.model
    compass = found.trust == .usual ? nil : found.trust.rawValue
  }
}
