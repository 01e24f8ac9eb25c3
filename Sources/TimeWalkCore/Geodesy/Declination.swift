/// How far magnetic north lies from true north, and how sure the model is of it.
public struct Declination: Hashable, Sendable {
  /// The angle from true to magnetic north, east positive.
  public let angle: Angle
  /// The 68 % half-width of the model's error at this place, crust and iron not counted.
  public let uncertainty: Angle
  /// The model that was used, for instance `WMM2025`.
  public let model: String

  /// The declination at a place on a day: the World Magnetic Model from 2025 on, IGRF-14 before.
  ///
  /// `nil` before 1900 and from 2035 on, where no model says anything. From 2030 to 2035 WMM2025 is continued
  /// in a straight line, with an uncertainty that grows.
  ///
  /// The uncertainty is WMM2025's own error model, `sqrt(0.26² + (5417 / H)²)` degrees with the
  /// horizontal strength H in nT (NOAA, "WMM2025 error model"), which grows without bound towards the
  /// magnetic poles; it is capped at 180.
  ///
  /// - Parameters:
  ///   - coordinate: the place.
  ///   - height: metres above the WGS 84 ellipsoid; 100 m change declination by less than 0.001 degrees.
  ///   - day: the day that the compass was read.
  public init?(at coordinate: Coordinate, height: Double = 0, on day: Day) {
    let year = day.decimalYear
    guard year >= 1900, year < 2035, height.isFinite else { return nil }
    let model: MagneticModel = year >= 2025 ? .wmm2025 : .igrf14
    let field = model.field(at: coordinate, height: height, year: year)
    let noise = 5417 / max(field.horizontal, 1)
    let beyond = max(0, year - model.validity.upperBound)
    // Declination drifts off a straight line by about 0.02 degrees a year squared.
    let drift = 0.02 * beyond * beyond
    let error = (0.26 * 0.26 + noise * noise + drift * drift).squareRoot()
    self.angle = field.declination
    self.uncertainty = Angle(finite: min(error, 180))
    self.model = model.name
  }

  /// The true heading of a magnetic reading.
  public func trueHeading(magnetic reading: Heading) -> Heading { reading.turned(by: angle) }
}
