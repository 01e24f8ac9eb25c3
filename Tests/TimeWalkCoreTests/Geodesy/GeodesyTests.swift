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

  @Test("NaN and infinity aren't headings", arguments: [Double.nan, .infinity, -.infinity])
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
}
