import Testing
import TimeWalkCore

@Suite("Angles and headings")
struct HeadingTests {
  @Test(
    "Any finite angle becomes a direction in 0..<360",
    arguments: [
      (0.0, 0.0), (360, 0), (-0.0, 0), (359.9, 359.9), (-90, 270), (720.5, 0.5), (-1e-18, 0),
      (1e6, 280),
    ])
  func normalises(given: Double, stored: Double) throws {
    #expect(try #require(Heading(degrees: given)).degrees == stored)
  }

  @Test("What is no number is no heading", arguments: [Double.nan, .infinity, -.infinity])
  func refuses(given: Double) {
    #expect(Heading(degrees: given) == nil)
    #expect(Angle(degrees: given) == nil)
  }

  @Test(
    "The turn between headings goes the short way round",
    arguments: [(359.0, 1.0, 2.0), (1, 359, -2), (90, 270, -180), (0, 179, 179), (10, 10, 0)])
  func turns(from: Double, to: Double, turn: Double) throws {
    let a = try #require(Heading(degrees: from))
    let b = try #require(Heading(degrees: to))
    #expect(b.turn(from: a).degrees == turn)
  }

  @Test(
    "Sixteen compass points, with north on both sides of zero",
    arguments: [
      (0.0, "N"), (11.24, "N"), (11.26, "NNE"), (205, "SSW"), (348.74, "NNW"), (348.76, "N"),
      (359.99, "N"),
    ])
  func cardinals(degrees: Double, point: String) throws {
    #expect(try #require(Heading(degrees: degrees)).cardinal == point)
  }
}

@Suite("Coordinates and ways between them")
struct CoordinateTests {
  @Test(
    "Places outside the globe are refused",
    arguments: [
      (90.0001, 0.0), (-91, 0), (.nan, 0), (0, .nan), (0, 361), (0, -180.5), (.infinity, 0),
    ])
  func refuses(latitude: Double, longitude: Double) {
    #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
  }

  @Test("Longitudes are kept to the last bit, and 180 is -180")
  func keepsBits() throws {
    #expect(try #require(Coordinate(latitude: 40.7580, longitude: -73.9855)).longitude == -73.9855)
    #expect(try #require(Coordinate(latitude: 0, longitude: 180)).longitude == -180)
    #expect(try #require(Coordinate(latitude: 0, longitude: 350)).longitude == -10)
  }

  /// Lines of GeographicLib's GeodTest for WGS 84: start, azimuths at both ends, end, length.
  static let published: [(Double, Double, Double, Double, Double, Double)] = [
    (35.60777, -139.44815, 111.098748429560326, -11.17491, -69.95921, 8_935_244.5604818305),
    (55.52454, 106.05087, 22.020059880982801, 77.03196, 197.18234, 4_105_086.1713924406),
    (-21.97856, 142.59065, -32.44456876433189, 41.84138, 98.56635, 8_394_328.894657671),
    (-66.99028, 112.2363, 173.73491240878403, -12.70631, 285.90344, 11_150_344.2312080241),
    (-17.42761, 173.34268, -159.033557661192928, -15.84784, 5.93557, 16_076_603.1631180673),
  ]

  @Test("Geodesics have the published lengths and bearings", arguments: published)
  func geodesics(
    latitude1: Double, longitude1: Double, azimuth: Double, latitude2: Double, longitude2: Double,
    length: Double
  ) throws {
    let a = try #require(Coordinate(latitude: latitude1, longitude: longitude1))
    let b = try #require(Coordinate(latitude: latitude2, longitude: longitude2))
    let way = Geodesic(from: a, to: b)
    #expect(abs(way.distance.meters - length) < 0.001)
    let bearing = try #require(Heading(degrees: azimuth))
    #expect(way.initialBearing.turn(from: bearing).magnitude.degrees < 1e-9)
    let reached = a.destination(bearing: bearing, distance: way.distance)
    #expect(Geodesic(from: reached, to: b).distance.meters < 0.001)
  }

  @Test("Antimeridian and poles are ordinary places")
  func hardPlaces() throws {
    let west = try #require(Coordinate(latitude: 0, longitude: 179.9999))
    let east = try #require(Coordinate(latitude: 0, longitude: -179.9999))
    let way = Geodesic(from: west, to: east)
    #expect(abs(way.distance.meters - 22.2639) < 0.001)
    #expect(way.initialBearing.degrees == 90)
    let pole = try #require(Coordinate(latitude: 90, longitude: 12))
    let other = try #require(Coordinate(latitude: 90, longitude: -100))
    #expect(Geodesic(from: pole, to: other).distance.meters < 1e-6)
    #expect(Geodesic(from: pole, to: pole).initialBearing.degrees == 0)
  }

  @Test(
    "The local plane keeps its stated error",
    arguments: [0.0, 23.5, -33.9, 40.758, 55.7, 69.9, 84.9, 89.99, -90])
  func localPlane(latitude: Double) throws {
    let origin = try #require(Coordinate(latitude: latitude, longitude: 179.9995))
    let plane = LocalPlane(origin: origin)
    for bearing in stride(from: 0.0, to: 360, by: 15) {
      for length in [1.0, 10, 100, 500, 2000] {
        let heading = try #require(Heading(degrees: bearing))
        let distance = try #require(Distance(meters: length))
        let place = origin.destination(bearing: heading, distance: distance)
        let offset = plane.offset(of: place)
        let limit = abs(latitude) <= 70 ? 1e-4 : 1e-9
        #expect(abs(offset.length - length) < length * limit + 1e-6)
        #expect(
          offset.bearing.turn(from: Geodesic(from: origin, to: place).initialBearing).magnitude
            .degrees < 0.1)
      }
    }
  }
}
