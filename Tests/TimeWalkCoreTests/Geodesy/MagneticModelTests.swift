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
    "A day picks the model and says how sure it is",
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

  @Test("No model speaks for years before 1900 or after 2034", arguments: [1899, 2035, 9999, -500])
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
