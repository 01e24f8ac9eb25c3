import Testing
import TimeWalkCore

@Suite("Geodesics to the millimetre")
struct GeodesicTests {
  /// A geodesic on the WGS 84 ellipsoid: both ends with their azimuths, degrees, and the length.
  struct Line: Sendable, CustomTestStringConvertible {
    let latitude1, longitude1, azimuth1, latitude2, longitude2, azimuth2, meters: Double

    init(
      _ latitude1: Double, _ longitude1: Double, _ azimuth1: Double, to latitude2: Double,
      _ longitude2: Double, _ azimuth2: Double, meters: Double
    ) {
      self.latitude1 = latitude1
      self.longitude1 = longitude1
      self.azimuth1 = azimuth1
      self.latitude2 = latitude2
      self.longitude2 = longitude2
      self.azimuth2 = azimuth2
      self.meters = meters
    }

    var testDescription: String { "\(latitude1) \(longitude1) \(azimuth1), \(meters) m" }

    var start: Coordinate {
      get throws { try GeodesicTests.place(latitude1, longitude1) }
    }
    var end: Coordinate {
      get throws { try GeodesicTests.place(latitude2, longitude2) }
    }
    /// Degrees that the far end may swing to move by 1 mm across the line; rounded angles bear no
    /// less than 1e-9.
    ///
    /// A line that is nearly half around the Earth swings like one that is short.
    var swing: Double { max(0.001 / min(meters, 20_003_931 - meters) * 180 / .pi, 1e-9) }
  }

  /// Longitudes in the published tables go beyond a full turn.
  static func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(
      Coordinate(latitude: latitude, longitude: longitude < -180 ? longitude + 360 : longitude))
  }

  /// The twenty random lines of GeographicLib's own tests, computed by Karney in extended
  /// precision.
  static let published = [
    Line(
      35.60777, -139.44815, 111.098748429560326, to: -11.17491, -69.95921, 129.289270889708762,
      meters: 8935244.5604818305),
    Line(
      55.52454, 106.05087, 22.020059880982801, to: 77.03196, 197.18234, 109.112041110671519,
      meters: 4105086.1713924406),
    Line(
      -21.97856, 142.59065, -32.44456876433189, to: 41.84138, 98.56635, -41.84359951440466,
      meters: 8394328.894657671),
    Line(
      -66.99028, 112.2363, 173.73491240878403, to: -12.70631, 285.90344, 2.512956620913668,
      meters: 11150344.2312080241),
    Line(
      -17.42761, 173.34268, -159.033557661192928, to: -15.84784, 5.93557, -20.787484651536988,
      meters: 16076603.1631180673),
    Line(
      32.84994, 48.28919, 150.492927788121982, to: -56.28556, 202.29132, 48.113449399816759,
      meters: 16727068.9438164461),
    Line(
      6.96833, 52.74123, 92.581585386317712, to: -7.39675, 206.17291, 90.721692165923907,
      meters: 17102477.2496958388),
    Line(
      -50.56724, -16.30485, -105.439679907590164, to: -33.56571, -94.97412, -47.348547835650331,
      meters: 6455670.5118668696),
    Line(
      -58.93002, -8.90775, 140.965397902500679, to: -8.91104, 133.13503, 19.255429433416599,
      meters: 11756066.0219864627),
    Line(
      -68.82867, -74.28391, 93.774347763114881, to: -50.63005, -8.36685, 34.65564085411343,
      meters: 3956936.926063544),
    Line(
      -10.62672, -32.0898, -86.426713286747751, to: 5.883, -134.31681, -80.473780971034875,
      meters: 11470869.3864563009),
    Line(
      -21.76221, 166.90563, 29.319421206936428, to: 48.72884, 213.97627, 43.508671946410168,
      meters: 9098627.3986554915),
    Line(
      -19.79938, -174.47484, 71.167275780171533, to: -11.99349, -154.35109, 65.589099775199228,
      meters: 2319004.8601169389),
    Line(
      -11.95887, -116.94513, 92.712619830452549, to: 4.57352, 7.16501, 78.64960934409585,
      meters: 13834722.5801401374),
    Line(
      -87.85331, 85.66836, -65.120313040242748, to: 66.48646, 16.09921, -4.888658719272296,
      meters: 17286615.3147144645),
    Line(
      1.74708, 128.32011, -101.584843631173858, to: -11.16617, 11.87109, -86.325793296437476,
      meters: 12942901.1241347408),
    Line(
      -25.72959, -144.90758, -153.647468693117198, to: -57.70581, -269.17879, -48.343983158876487,
      meters: 9413446.7452453107),
    Line(
      -41.22777, 122.32875, 14.285113402275739, to: -7.57291, 130.37946, 10.805303085187369,
      meters: 3812686.035106021),
    Line(
      11.01307, 138.25278, 79.43682622782374, to: 6.62726, 247.05981, 103.708090215522657,
      meters: 11911190.819018408),
    Line(
      -29.47124, 95.14681, -163.779130441688382, to: -27.46601, -69.15955, -15.909335945554969,
      meters: 13487015.8381145492),
  ]

  /// Lines with the lengths of photos' views, and up to long views.
  ///
  /// Made by integrating the geodesic's differential equations on the ellipsoid with 40 digits
  /// (Runge-Kutta of order 4, extrapolated twice to the limit). The last two extrapolations agree
  /// to 1e-17 radians.
  static let short = [
    Line(0, 0, 37, to: 7.222615785753343e-6, 5.406196335102315e-6, 37.00000000000034, meters: 1),
    Line(
      40.758, -73.9855, 205, to: 40.75799183868475, -73.98550500482473, 204.9999967325228, meters: 1
    ),
    Line(
      40.758, -73.9855, 12.5, to: 40.75821978898047, -73.98543592053808, 12.50004183536446,
      meters: 25),
    Line(
      -33.8568, 151.2153, 310, to: -33.85593073373667, 151.2140583088806, 310.0006917620616,
      meters: 150),
    Line(
      51.5007, -0.1246, 90, to: 51.50069977899656, -0.1173994824583374, 90.00563523851866,
      meters: 500),
    Line(
      64.1466, -21.9426, 181, to: 64.13763110985153, -21.94295843247494, 180.9996774542819,
      meters: 1000),
    Line(
      -16.5, 179.999, 75, to: -16.49532164665031, 180.0170941367966, 74.99486169575777, meters: 2000
    ),
    Line(
      37.8199, -122.4783, 350, to: 37.86426289810933, -122.4881670336115, 349.9939467004623,
      meters: 5000),
    Line(
      78.2232, 15.6267, 128, to: 78.19557618334182, 15.79916017677207, 128.1688214295429,
      meters: 5000),
    Line(
      -54.8019, -68.303, 268, to: -54.8029850843896, -68.35739301023464, 268.0444483085204,
      meters: 3500),
    Line(
      35.6586, 139.7454, 222, to: 35.59159845178272, 139.6715659457192, 221.9569931948528,
      meters: 10000),
    Line(
      47.5, 19.05, 60, to: 47.58971212652525, 19.28027982812394, 60.16990200039039, meters: 20000),
    Line(89.5, 20, 45, to: 89.5124970646777, 21.48828055848097, 46.48822531191789, meters: 2000),
  ]

  @Test("The inverse problem gives published lengths and bearings", arguments: published + short)
  func inverse(line: Line) throws {
    let way = Geodesic(from: try line.start, to: try line.end)
    #expect(abs(way.distance.meters - line.meters) < 0.001)
    let first = try #require(Heading(degrees: line.azimuth1))
    let last = try #require(Heading(degrees: line.azimuth2))
    #expect(way.initialBearing.turn(from: first).magnitude.degrees < line.swing)
    #expect(way.finalBearing.turn(from: last).magnitude.degrees < line.swing)
  }

  @Test("The direct problem reaches the published places", arguments: published + short)
  func direct(line: Line) throws {
    let bearing = try #require(Heading(degrees: line.azimuth1))
    let distance = try #require(Distance(meters: line.meters))
    let reached = try line.start.destination(bearing: bearing, distance: distance)
    #expect(Geodesic(from: reached, to: try line.end).distance.meters < 0.001)
    #expect(abs(reached.latitude - line.latitude2) < 1e-8)
  }

  /// GeographicLib's cases of past bugs: nearly antipodal points, the equator, lines over a pole,
  /// short lines.
  ///
  /// Their lengths are published to the decimals that are given here.
  static let special: [(Line, decimal: Double)] = [
    (Line(40.6, -73.8, 53.47022, to: 49.01666667, 2.55, 111.59367, meters: 5_853_226), 0.5),
    (Line(36.493349428792, 0, .nan, to: 36.49334942879201, 0.0000008, .nan, meters: 0.072), 0.0005),
    (
      Line(
        88.202499451857, 0, .nan, to: -88.202499451857, 179.981022032992859592, .nan,
        meters: 20_003_898.214), 0.001
    ),
    (
      Line(
        89.262080389218, 0, .nan, to: -89.262080389218, 179.992207982775375662, .nan,
        meters: 20_003_925.854), 0.001
    ),
    (
      Line(
        89.333123580033, 0, .nan, to: -89.333123580032997687, 179.99295812360148422, .nan,
        meters: 20_003_926.881), 0.001
    ),
    (
      Line(
        56.320923501171, 0, .nan, to: -56.320923501171, 179.664747671772880215, .nan,
        meters: 19_993_558.287), 0.001
    ),
    (
      Line(
        52.784459512564, 0, .nan, to: -52.784459512563990912, 179.634407464943777557, .nan,
        meters: 19_991_596.095), 0.001
    ),
    (
      Line(
        48.522876735459, 0, .nan, to: -48.52287673545898293, 179.599720456223079643, .nan,
        meters: 19_989_144.774), 0.001
    ),
    (Line(0, 0, 90, to: 0, 179, 90, meters: 19_926_189), 0.5),
    (Line(0, 0, 55.9665, to: 0, 179.5, 124.0335, meters: 19_980_862), 0.5),
    (Line(0, 0, 0, to: 0, 180, 180, meters: 20_003_931), 0.5),
    (Line(0, 0, 0, to: 1, 180, 180, meters: 19_893_357), 0.5),
    (Line(0, 179, 90, to: 0, -179, 90, meters: 222_639), 0.5),
  ]

  @Test(
    "Antipodes, equator, poles and hair's breadths have the published lengths", arguments: special)
  func specialLines(line: Line, decimal: Double) throws {
    let way = Geodesic(from: try line.start, to: try line.end)
    #expect(abs(way.distance.meters - line.meters) <= decimal)
    guard !line.azimuth1.isNaN else { return }
    let first = try #require(Heading(degrees: line.azimuth1))
    let last = try #require(Heading(degrees: line.azimuth2))
    #expect(way.initialBearing.turn(from: first).magnitude.degrees < 0.5e-5)
    #expect(way.finalBearing.turn(from: last).magnitude.degrees < 0.5e-5)
  }

  @Test("Ten thousand kilometres to the north end at the pole")
  func pole() throws {
    let north = try #require(Heading(degrees: 0))
    let distance = try #require(Distance(meters: 10e6))
    let reached = try Self.place(0.01777745589997, 30)
      .destination(bearing: north, distance: distance)
    #expect(abs(reached.latitude - 90) < 0.5e-5)
  }

  @Test(
    "The distance from a place to itself is 0",
    arguments: [(0.0, 0.0), (40.758, -73.9855), (90, 12), (-90, -180), (-16.5, 179.999)])
  func coincident(latitude: Double, longitude: Double) throws {
    let place = try Self.place(latitude, longitude)
    let way = Geodesic(from: place, to: place)
    #expect(way.distance == .zero)
    #expect(way.initialBearing.degrees == 0 && way.finalBearing.degrees == 0)
  }

  @Test("The way there is as long as the way back", arguments: published + short)
  func symmetry(line: Line) throws {
    let there = Geodesic(from: try line.start, to: try line.end)
    let back = Geodesic(from: try line.end, to: try line.start)
    #expect(abs(there.distance.meters - back.distance.meters) < 1e-6)
  }
}

@Suite("The local plane against the geodesic")
struct LocalPlaneTests {
  /// The greatest difference of an offset from the geodesic's, in metres: the statement of
  /// `LocalPlane`.
  static func limit(latitude: Double, length: Double) -> Double {
    if abs(latitude) > 75 { return length * 1e-9 + 1e-6 }
    return length <= 2000 ? 0.001 : length * 1e-5
  }

  @Test(
    "An offset has its stated error in every direction, also over the antimeridian and the poles",
    arguments: [
      -90.0, -89.99, -85.1, -75.01, -75, -70, -54.8, -33.9, -16.5, -0.05, 0, 0.2, 23.5, 40.758,
      51.5,
      64.1, 69.9, 74.99, 75.1, 84.9, 89.99, 90,
    ], [179.9995, -179.999, -73.9855, 0])
  func error(latitude: Double, longitude: Double) throws {
    let origin = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let plane = LocalPlane(origin: origin)
    for bearing in stride(from: 0.0, to: 360, by: 15) {
      for length in [0.1, 1, 10, 100, 500, 2000, 5000, 10_000, 20_000] {
        let heading = try #require(Heading(degrees: bearing))
        let distance = try #require(Distance(meters: length))
        let place = origin.destination(bearing: heading, distance: distance)
        let way = Geodesic(from: origin, to: place)
        let offset = plane.offset(of: place)
        let limit = Self.limit(latitude: latitude, length: length)
        #expect(abs(offset.length - way.distance.meters) <= limit)
        let swing = offset.bearing.turn(from: way.initialBearing).radians
        #expect(abs(swing) * length <= limit, "\(bearing)°, \(length) m")
      }
    }
  }

  @Test(
    "Where the series ends the geodesic takes over, without a step", arguments: [0.0, 45, 74.9])
  func handover(latitude: Double) throws {
    let origin = try #require(Coordinate(latitude: latitude, longitude: 10))
    let plane = LocalPlane(origin: origin)
    for longitude in [10.9999, 11.0001] {
      for step in [-0.44, 0, 0.44] {
        let place = try #require(Coordinate(latitude: latitude + step, longitude: longitude))
        let way = Geodesic(from: origin, to: place)
        let offset = plane.offset(of: place)
        let swing = offset.bearing.turn(from: way.initialBearing).radians
        let off = abs(offset.length - way.distance.meters) + abs(swing) * offset.length
        #expect(off < 1e-4 * way.distance.meters)
      }
    }
  }

  @Test("A place is at its own origin", arguments: [0.0, 60, 90])
  func origin(latitude: Double) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: -180))
    #expect(LocalPlane(origin: place).offset(of: place).length == 0)
  }
}
