import Testing
import TimeWalkCore
import TimeWalkTestSupport

@Suite("Magnetic models")
struct MagneticModelTests {
  struct Official: Sendable, CustomTestStringConvertible {
    let year, kilometers, latitude, longitude, declination, inclination, horizontal: Double
    var testDescription: String { "\(year) \(latitude) \(longitude) \(kilometers) km" }
  }

  /// A selection of the official WMM2025 test values (NOAA/NCEI, public domain).
  static let official: [Official] = [
    (2025.0, 28, 89, -121, -99.77, 88.47, 1504.298146),
    (2025.0, 48, 80, -96, -29.91, 87.77, 2164.285547),
    (2025.0, 54, 82, 87, 54.89, 87.68, 2302.427342),
    (2025.0, 65, 43, 93, 0.50, 64.10, 24300.764692),
    (2025.0, 51, -33, 109, -5.49, -67.50, 21838.046477),
    (2025.0, 39, -59, -8, -15.75, -58.55, 14918.115796),
    (2025.5, 6, -36, -137, 20.28, -52.11, 25353.230658),
    (2025.5, 63, 26, 81, 0.51, 41.07, 34803.980117),
    (2029.5, 66, -21, 32, -14.63, -56.68, 16100.322907),
    (2029.5, 18, 9, -172, 9.24, 15.85, 30922.514410),
    (2029.5, 63, 88, 26, 36.52, 87.37, 2539.900024),
  ].map {
    Official(
      year: $0.0, kilometers: $0.1, latitude: $0.2, longitude: $0.3, declination: $0.4,
      inclination: $0.5, horizontal: $0.6)
  }

  static func expect(_ row: Official) throws {
    let place = try #require(Coordinate(latitude: row.latitude, longitude: row.longitude))
    let field = MagneticModel.wmm2025.field(
      at: place, height: row.kilometers * 1000, year: row.year)
    #expect(abs(field.declination.degrees - row.declination) <= 0.00501)
    #expect(abs(field.inclination.degrees - row.inclination) <= 0.00501)
    #expect(abs(field.horizontal - row.horizontal) < 0.001)
  }

  @Test("WMM2025 gives the official values", arguments: official)
  func officialValues(row: Official) throws { try Self.expect(row) }

  @Test("WMM2025 gives all hundred official values", TestData.isPresent)
  func allOfficialValues() throws {
    let text = String(
      decoding: try TestData.bytes("magnetic/WMM2025_TEST_VALUES.txt"), as: UTF8.self)
    var count = 0
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let n = line.split(separator: " ").compactMap { Double($0) }
      guard n.count >= 7 else { continue }
      count += 1
      try Self.expect(
        Official(
          year: n[0], kilometers: n[1], latitude: n[2], longitude: n[3], declination: n[4],
          inclination: n[5], horizontal: n[6]))
    }
    #expect(count == 100)
  }

  @Test(
    "The two models agree where they meet",
    arguments: [(40.7, -74.0), (37.8, -122.4), (51.5, 0.0), (-33.9, 151.2), (0.0, -150.0)])
  func modelsMeet(latitude: Double, longitude: Double) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let old = MagneticModel.igrf14.field(at: place, height: 0, year: 2025).declination.degrees
    let new = MagneticModel.wmm2025.field(at: place, height: 0, year: 2025).declination.degrees
    #expect(abs(old - new) < 0.05)
  }

  @Test(
    "IGRF-14 passes through the epochs without a jump",
    arguments: Array(stride(from: 1905.0, through: 2020, by: 5)))
  func igrfIsContinuous(epoch: Double) throws {
    let place = try #require(Coordinate(latitude: 40.7, longitude: -74))
    let before = MagneticModel.igrf14.field(at: place, height: 0, year: epoch - 1e-6)
    let after = MagneticModel.igrf14.field(at: place, height: 0, year: epoch + 1e-6)
    #expect(abs(before.declination.degrees - after.declination.degrees) < 1e-4)
  }

  @Test(
    "A day selects the model and its uncertainty",
    arguments: [
      ("New York", 40.7580, -73.9855, 2026, "WMM2025", -12.5),
      ("San Francisco", 37.7749, -122.4194, 2026, "WMM2025", 12.8),
      ("San Francisco", 37.7749, -122.4194, 2010, "IGRF14", 14.2),
    ])
  func declination(
    name: String, latitude: Double, longitude: Double, year: Int, model: String, degrees: Double
  )
    throws
  {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let day = try #require(Day(year: year, month: 11, day: 21))
    let value = try #require(Declination(at: place, on: day))
    #expect(value.model == model)
    #expect(abs(value.angle.degrees - degrees) < 0.15)
    #expect((0.3...0.6).contains(value.uncertainty.degrees))
  }

  /// IGRF-14 at the start of a year: height in metres, declination, horizontal strength,
  /// inclination.
  ///
  /// Evaluated from IAGA's coefficient file by another method: the potential summed with closed
  /// forms of the Legendre functions and differentiated numerically. The package ppigrf agrees to
  /// 0.001 degrees and 0.1 nT.
  static let past: [(String, Double, Double, Double, Double, Double, Double, Double)] = [
    ("Greenwich", 51.478, 0, 0, 1900, -16.444, 18472.2, 67.049),
    ("New York", 40.758, -73.9855, 0, 1911, -9.623, 18282.4, 72.149),
    ("Paris", 48.8584, 2.2945, 0, 1925, -11.509, 19690.1, 64.640),
    ("Sydney", -33.8568, 151.2153, 0, 1938, 10.079, 25720.3, -63.701),
    ("Tokyo", 35.6586, 139.7454, 0, 1947, -6.124, 30177.9, 48.863),
    ("Sao Paulo", -23.5505, -46.6333, 760, 1958, -13.592, 22568.1, -21.605),
    ("Reykjavik", 64.1466, -21.9426, 0, 1969, -25.060, 12608.9, 75.913),
    ("Nairobi", -1.2921, 36.8219, 1795, 1975, -1.582, 30574.2, -27.024),
    ("San Francisco", 37.7749, -122.4194, 0, 1989, 15.927, 24010.6, 61.626),
    ("Cape Town", -33.9249, 18.4241, 0, 1996, -23.254, 10707.2, -66.363),
    ("Anchorage", 61.2181, -149.9003, 0, 2003, 21.150, 15269.7, 74.101),
    ("Perth", -31.9505, 115.8605, 0, 2012, -1.719, 23410.3, -66.356),
    ("Delhi", 28.6139, 77.209, 216, 2024, 1.281, 34160.5, 45.420),
  ]

  @Test("IGRF-14 agrees with published values in every part of its century", arguments: past)
  func igrf(
    name: String, latitude: Double, longitude: Double, height: Double, year: Double,
    declination: Double, horizontal: Double, inclination: Double
  ) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let field = MagneticModel.igrf14.field(at: place, height: height, year: year)
    #expect(abs(field.declination.degrees - declination) < 0.002)
    #expect(abs(field.horizontal - horizontal) < 0.2)
    #expect(abs(field.inclination.degrees - inclination) < 0.002)
    let day = try #require(Day(year: Int(year), month: 1, day: 1))
    let value = try #require(Declination(at: place, height: height, on: day))
    #expect(value.model == "IGRF14" && value.angle == field.declination)
  }

  @Test(
    "Each day has its model",
    arguments: [
      (1900, 1, 1, "IGRF14"), (1950, 6, 1, "IGRF14"), (2024, 12, 31, "IGRF14"),
      (2025, 1, 1, "WMM2025"), (2029, 12, 31, "WMM2025"), (2034, 12, 31, "WMM2025"),
    ])
  func epochs(year: Int, month: Int, day: Int, model: String) throws {
    let place = try #require(Coordinate(latitude: 40.7, longitude: -74))
    let day = try #require(Day(year: year, month: month, day: day))
    #expect(try #require(Declination(at: place, on: day)).model == model)
  }

  @Test("The uncertainty is WMM2025's, and grows beyond its five years and before the satellites")
  func uncertainty() throws {
    let place = try #require(Coordinate(latitude: 40.7, longitude: -74))
    func at(_ year: Int) throws -> Declination {
      let day = try #require(Day(year: year, month: 1, day: 1))
      return try #require(Declination(at: place, on: day))
    }
    let today = try at(2026)
    let published = (0.26 * 0.26 + (5417 / today.horizontal) * (5417 / today.horizontal))
      .squareRoot()
    #expect(abs(today.uncertainty.degrees - published) < 1e-12)
    #expect(try at(2034).uncertainty > at(2031).uncertainty)
    #expect(try at(2034).uncertainty > at(2029).uncertainty)
    #expect(try at(1911).uncertainty > at(1965).uncertainty)
    #expect(try at(1965).uncertainty > at(1990).uncertainty)
    #expect(try at(1911).uncertainty.degrees < 1)
  }

  @Test(
    "Around the magnetic poles a compass can't be trusted",
    arguments: [
      (40.7, -74.0, CompassTrust.usual), (51.5, 0, .usual), (-33.9, 151.2, .usual),
      // The north magnetic pole of 2025, Eureka in Nunavut, the south magnetic pole, Barrow.
      (85.7, 139, .blackout), (79.99, -85.93, .caution), (-63.9, 135.2, .blackout),
      // IGRF-14 has 5377 nT at Cambridge Bay, 2668 at Eureka.
      (71.29, -156.79, .usual), (69.12, -105.06, .caution),
    ])
  func trust(latitude: Double, longitude: Double, expected: CompassTrust) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let day = try #require(Day(year: 2025, month: 1, day: 1))
    let value = try #require(Declination(at: place, on: day))
    #expect(value.trust == expected, "\(value.horizontal) nT")
    // Where compasses are of no use the metadata's judge warns by the uncertainty.
    #expect((value.uncertainty.degrees > 2.72) == (expected == .blackout))
  }

  @Test("No model covers years before 1900 or after 2034", arguments: [1899, 2035, 9999, -500])
  func outOfRange(year: Int) throws {
    let place = try #require(Coordinate(latitude: 40.7, longitude: -74))
    let day = try #require(Day(year: year, month: 6, day: 1))
    #expect(Declination(at: place, on: day) == nil)
  }

  @Test("Declination stays finite everywhere, and is of no use at the magnetic pole")
  func poles() throws {
    let day = try #require(Day(year: 2026, month: 1, day: 1))
    for latitude in stride(from: -90.0, through: 90, by: 7.5) {
      for longitude in stride(from: -180.0, to: 180, by: 30) {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let value = try #require(Declination(at: place, on: day))
        #expect(value.angle.degrees.isFinite && value.uncertainty.degrees <= 180)
      }
    }
    let magneticPole = try #require(Coordinate(latitude: 85.7, longitude: 139))
    #expect(try #require(Declination(at: magneticPole, on: day)).uncertainty.degrees > 3)
  }
}
