/// The angle from true north to magnetic north, with the model's uncertainty.
package struct Declination: Hashable, Sendable {
  /// The angle from true to magnetic north, east positive.
  package let angle: Angle
  /// The 68 % half-width of the model's error at this place, the crust's usual part included, iron
  /// nearby not.
  package let uncertainty: Angle
  /// The model that was used, for instance `WMM2025`.
  package let model: String
  /// The strength of the field along the ground, nT.
  package let horizontal: Double

  /// The declination at a place on a day: the World Magnetic Model from 2025 on, IGRF-14 before.
  ///
  /// `nil` before 1900 and from 2035 on, where no model exists. From 2030 to 2035 WMM2025 is
  /// continued linearly, with an increasing uncertainty.
  ///
  /// The uncertainty is WMM2025's own error model, `sqrt(0.26² + (5417 / H)²)` degrees with the
  /// horizontal strength H in nT (NOAA, "WMM2025 error model"). It grows without bound towards the
  /// magnetic poles and is capped at 180. Models of the past are no better: against stations, IGRF
  /// since 1980 has 73 nT eastwards at 68 % (C. Beggan, Earth, Planets and Space 74, 2022), which
  /// is `4183 / H` degrees. Before the satellites the error was some hundred nT (F. J. Lowes,
  /// Earth, Planets and Space 52, 2000). Here it is 300 nT as a vector until 1945, decreasing until
  /// 1980.
  ///
  /// - Parameters:
  ///   - coordinate: the place.
  ///   - height: metres above the WGS 84 ellipsoid; 100 m change declination by less than 0.001
  ///     degrees.
  ///   - day: the day that the compass was read.
  package init?(at coordinate: Coordinate, height: Double = 0, on day: Day) {
    let year = day.decimalYear
    guard year >= 1900, year < 2035, height.isFinite else { return nil }
    let model: MagneticModel = year >= 2025 ? .wmm2025 : .igrf14
    let field = model.field(at: coordinate, height: height, year: year)
    let strength = max(field.horizontal, 1)
    let noise = 5417 / strength
    let early = Declination.earlyError(year: year) / strength * 180 / .pi
    let beyond = max(0, year - model.validity.upperBound)
    let drift = Declination.drift * beyond * beyond
    let error = (0.26 * 0.26 + noise * noise + early * early + drift * drift).squareRoot()
    self.horizontal = field.horizontal
    self.angle = field.declination
    self.uncertainty = Angle(finite: min(error, 180))
    self.model = model.name
  }

  /// Degrees a year squared: how fast declination leaves a straight line.
  ///
  /// In IGRF-14 from 1960 to 2025, away from the poles, linear extrapolation over five years missed
  /// by 0.13 degrees (68 %) five years on and by 0.28 after ten.
  private static let drift = 0.01

  /// The error of one component of the early models beyond that of today's, nT.
  private static func earlyError(year: Double) -> Double {
    173 * min(max((1980 - year) / (1980 - 1945), 0), 1)
  }

  /// The reliability of a compass at this place, by the zones of the WMM2025 report.
  package var trust: CompassTrust {
    if horizontal < 2000 { return .blackout }
    return horizontal < 6000 ? .caution : .usual
  }
}

/// The reliability of a compass, by the horizontal strength of the field.
package enum CompassTrust: String, Hashable, Sendable, CaseIterable {
  /// 6000 nT and more: most of the Earth.
  case usual
  /// Less than 6000 nT: a compass may be off.
  case caution
  /// Less than 2000 nT, around the magnetic poles: a compass is of no use.
  case blackout
}
