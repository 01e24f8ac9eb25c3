import Foundation
import Testing
import TimeWalkCore
import TimeWalkMaps
import TimeWalkTestSupport

/// Makes control points of a map that lies in a plane, somewhat off.
func controlPoints(
  _ count: Int, in plane: GroundPlane, middle: Coordinate, metersPerPixel: Double = 2,
  noise: Double = 0, seed: UInt64 = 1
) throws -> [ControlPoint] {
  var numbers = SeededGenerator(seed: seed)
  let center = try #require(plane.point(of: middle))
  return try (0..<count).map { _ in
    let pixel = PixelPoint(
      x: Double.random(in: 0...4000, using: &numbers).rounded(),
      y: Double.random(in: 0...3000, using: &numbers).rounded())
    let spot = PlanePoint(
      x: center.x + metersPerPixel
        * (pixel.x - 2000 + .random(in: -noise...noise, using: &numbers)),
      y: center.y - metersPerPixel * (pixel.y - 1500 + .random(in: -noise...noise, using: &numbers))
    )
    let coordinate = try #require(plane.coordinate(of: spot))
    return ControlPoint(pixel: pixel, coordinate: coordinate)
  }
}

func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
  try #require(Coordinate(latitude: latitude, longitude: longitude))
}

func meters(_ a: Coordinate, _ b: Coordinate) -> Double {
  Geodesic(from: a, to: b).distance.meters
}

@Suite("The position of a map on the ground")
struct MapTransformationTests {
  static let middles: [(Double, Double)] = [
    (40.7127, -74.0134), (0, 0), (-17.8, 179.99), (-17.8, -179.99), (64.1, -21.9), (-54.8, -68.3),
    (89.99, 12), (-89.999, 170), (86, -40),
  ]

  @Test(
    "A plain map is right anywhere, across the antimeridian and at the poles",
    arguments: middles)
  func anywhere(latitude: Double, longitude: Double) throws {
    let middle = try place(latitude, longitude)
    let plane: GroundPlane =
      abs(latitude) > 80
      ? .stereographic(center: middle) : .mercator(centralMeridian: longitude)
    let points = try controlPoints(20, in: plane, middle: middle)
    for method in TransformationTests.methods {
      let map = try MapTransformation(method, fitting: points)
      let errors = try #require(MapErrors(of: map))
      // A stereographic plane around another middle differs by a little.
      #expect(errors.rootMeanSquare.meters < 0.05, "\(method)")
      let here = try #require(map.coordinate(at: PixelPoint(x: 2000, y: 1500)))
      #expect(meters(here, middle) < 0.05, "\(method)")
      let pixel = try #require(map.pixel(at: middle))
      #expect(hypot(pixel.x - 2000, pixel.y - 1500) < 0.05, "\(method)")
    }
  }

  @Test(
    "A world map keeps Web Mercator, one of the Pacific is cut elsewhere, one of the Arctic is stereographic"
  )
  func planes() throws {
    func points(_ places: [(Double, Double)], in plane: GroundPlane) throws -> [ControlPoint] {
      try places.map { latitude, longitude in
        let coordinate = try place(latitude, longitude)
        let spot = try #require(plane.point(of: coordinate))
        return ControlPoint(
          pixel: PixelPoint(x: spot.x / 5000, y: -spot.y / 5000), coordinate: coordinate)
      }
    }
    let world: [(Double, Double)] = [
      (60, -170), (-50, -90), (10, 0), (-20, 90), (40, 170), (70, 20), (-5, -120),
    ]
    #expect(
      GroundPlane(for: try points(world, in: .mercator(centralMeridian: 0)))
        == .mercator(centralMeridian: 0))
    let pacific: [(Double, Double)] = [(35, 140), (-33, 151), (21, -158), (-17, -149), (37, -122)]
    let plane = GroundPlane(for: try points(pacific, in: .mercator(centralMeridian: 180)))
    guard case .mercator(let meridian) = plane else {
      Issue.record("\(plane)")
      return
    }
    #expect(abs(meridian) > 100)
    let arctic: [(Double, Double)] = [
      (70, 25), (71, -156), (66, -40), (68, 160), (80, 60), (75, -90),
    ]
    let pole = try place(90, 0)
    let polar = GroundPlane(for: try points(arctic, in: .stereographic(center: pole)))
    guard case .stereographic = polar else {
      Issue.record("\(polar)")
      return
    }
    #expect(GroundPlane(for: []) == .mercator(centralMeridian: 0))
    // Two points of Fiji, a hair's breadth from each other.
    let fiji = try points([(-17, 179.5), (-18, -179.5)], in: .mercator(centralMeridian: 180))
    #expect(GroundPlane(for: fiji) == .mercator(centralMeridian: 180))
    // A world map with the poles on it.
    let whole = try points(
      [(90, 0), (-90, 10), (45, -170), (-30, 170), (0, 50), (20, -60)],
      in: .degrees(centralMeridian: 0))
    #expect(GroundPlane(for: whole) == .degrees(centralMeridian: 0))
  }

  @Test("Planes lead there and back", arguments: middles)
  func thereAndBack(latitude: Double, longitude: Double) throws {
    let middle = try place(latitude, longitude)
    let zone = Int((longitude + 180) / 6) + 1
    let planes: [GroundPlane] = [
      .mercator(centralMeridian: 0), .mercator(centralMeridian: 150), .degrees(centralMeridian: 0),
      .stereographic(center: try place(latitude * 0.9, longitude)),
      .transverseMercator(zone: zone, isNorthern: latitude >= 0),
    ]
    for plane in planes {
      guard let point = plane.point(of: middle) else {
        #expect(abs(latitude) > 89)
        continue
      }
      let back = try #require(plane.coordinate(of: point))
      #expect(meters(middle, back) < 1e-6, "\(plane)")
    }
  }

  // From PROJ 9.1.1 (Debian 12): gdaltransform -s_srs EPSG:4326 -t_srs EPSG:CODE.
  @Test(
    "UTM and Web Mercator are PROJ's",
    arguments: RecordedProjections.all)
  func projections(sample: RecordedProjections.Sample) throws {
    let plane = try #require(GroundPlane(epsg: sample.code))
    let coordinate = try place(sample.latitude, sample.longitude)
    let point = try #require(plane.point(of: coordinate))
    #expect(hypot(point.x - sample.x, point.y - sample.y) < 0.001)
    let back = try #require(plane.coordinate(of: PlanePoint(x: sample.x, y: sample.y)))
    #expect(meters(back, coordinate) < 0.001)
  }

  // From PROJ 9.1.1: gdaltransform -s_srs "+proj=longlat +R=6378137"
  // -t_srs "+proj=stere +lat_0=… +lon_0=… +k=1 +R=6378137".
  @Test(
    "The stereographic plane is PROJ's, too",
    arguments: [
      ([60, 10, 70, 30], 755738.003012678, 1237262.54973313),
      ([88, -170, 86, 170], -152227.893811833, -195852.408718753),
      ([-89.9, 100, -75, -60], -574511.51038173, -1589396.36886014),
    ])
  func stereographic(places: [Double], x: Double, y: Double) throws {
    let plane = GroundPlane.stereographic(center: try place(places[0], places[1]))
    let there = try place(places[2], places[3])
    let point = try #require(plane.point(of: there))
    #expect(hypot(point.x - x, point.y - y) < 0.001)
  }

  @Test("Codes that aren't known have no plane", arguments: [0, 4269, 32600, 32661, 32761, 2263])
  func unknownCodes(code: Int) { #expect(GroundPlane(epsg: code) == nil) }

  @Test("Residuals, the worst point and the local error are in metres on the ground")
  func errors() throws {
    let middle = try place(60, 10)
    // Web Mercator's unit is half a metre there.
    var points = try controlPoints(
      30, in: .mercator(centralMeridian: 0), middle: middle, metersPerPixel: 4)
    let half = try #require(Distance(meters: 500))
    let moved = points[11].coordinate.destination(bearing: .east, distance: half)
    points[11].coordinate = moved
    let plain = try #require(
      MapErrors(of: MapTransformation(.polynomial(order: 1), fitting: points)))
    #expect(plain.worst.index == 11)
    #expect((350...500).contains(plain.worst.residual.meters))
    let spared = try #require(plain.leaveOneOut[11])
    #expect(abs(spared.meters - 500) < 5)
    let squares = plain.residuals.reduce(0) { $0 + $1.meters * $1.meters }
    #expect(abs(plain.rootMeanSquare.meters - (squares / 30).squareRoot()) < 1e-9)
    // A spline passes through the wrong point; leaving it out reveals the error.
    let spline = try #require(
      MapErrors(of: MapTransformation(.thinPlateSpline, fitting: points)))
    #expect(spline.rootMeanSquare.meters < 0.001)
    let bent = try #require(spline.leaveOneOut[11])
    #expect(abs(bent.meters - 500) < 5)
    let near = try #require(spline.estimate(at: points[11].pixel))
    #expect((300...600).contains(near.meters))
    let far = points.map(\.pixel).max {
      hypot($0.x - points[11].pixel.x, $0.y - points[11].pixel.y)
        < hypot($1.x - points[11].pixel.x, $1.y - points[11].pixel.y)
    }
    let farthest = try #require(far)
    let less = try #require(spline.estimate(at: farthest))
    #expect(less < near)
    // Ten times as far away as any neighbours are, nothing is known as well.
    let beyond = try #require(spline.estimate(at: PixelPoint(x: 40000, y: 1500)))
    #expect(beyond.meters > 10 * less.meters)
  }

  @Test("The estimate holds for other spots, too")
  func honest() throws {
    let middle = try place(40.7, -74)
    let plane = GroundPlane.mercator(centralMeridian: 0)
    var ratios: [Double] = []
    for seed in 1...40 as ClosedRange<UInt64> {
      let all = try controlPoints(40, in: plane, middle: middle, noise: 12, seed: seed)
      let (known, asked) = (Array(all[..<25]), all[25...])
      for method in TransformationTests.methods {
        let map = try MapTransformation(method, fitting: known)
        let errors = try #require(MapErrors(of: map))
        for point in asked {
          let found = try #require(map.coordinate(at: point.pixel))
          let estimate = try #require(errors.estimate(at: point.pixel))
          ratios.append(meters(found, point.coordinate) / estimate.meters)
        }
      }
    }
    // Were it the true root of the mean square, this would be 1.
    let mean = (ratios.reduce(0) { $0 + $1 * $1 } / Double(ratios.count)).squareRoot()
    #expect((0.85...1.05).contains(mean), "\(mean)")
  }

  @Test("Without a redundant point there are no errors; computed points never have any")
  func unknownErrors() throws {
    let points = try controlPoints(
      3, in: .mercator(centralMeridian: 0), middle: try place(51.5, 0))
    let map = try MapTransformation(.polynomial(order: 1), fitting: points)
    let errors = try #require(MapErrors(of: map))
    #expect(errors.estimate(at: points[0].pixel) == nil)
    let computed = try MapTransformation(
      .polynomial(order: 1), fitting: points, isMeasured: false)
    #expect(MapErrors(of: computed) == nil)
  }

  @Test("Ground resolution is metres a pixel", arguments: middles)
  func resolution(latitude: Double, longitude: Double) throws {
    let middle = try place(latitude, longitude)
    let plane = GroundPlane.stereographic(center: middle)
    let points = try controlPoints(12, in: plane, middle: middle, metersPerPixel: 3)
    for method in TransformationTests.methods {
      let map = try MapTransformation(method, fitting: points)
      let width = try #require(map.resolution(at: PixelPoint(x: 2000, y: 1500)))
      // The sphere's metres are the ellipsoid's to 0.7 per cent.
      #expect(abs(width.meters / 3 - 1) < 0.008, "\(method): \(width)")
      let same = try #require(map.resolution(at: middle))
      #expect(abs(same.meters - width.meters) < 0.01)
    }
  }

  @Test("Places that the plane doesn't hold have no pixel")
  func outsidePlane() throws {
    let map = try MapTransformation(
      .helmert,
      fitting: try controlPoints(
        5, in: .mercator(centralMeridian: 0), middle: try place(51.5, 0)))
    #expect(map.pixel(at: try place(89.5, 0)) == nil)
    #expect(map.coordinate(at: PixelPoint(x: .nan, y: 0)) == nil)
  }
}

extension MapErrors {
  /// The root of the mean square of the residuals.
  fileprivate var rootMeanSquare: Distance {
    let squares = residuals.reduce(0) { $0 + $1.meters * $1.meters }
    return Distance(meters: (squares / Double(residuals.count)).squareRoot()) ?? .zero
  }
}

extension Heading {
  static let east = Heading(degrees: 90) ?? Heading.northward
  static let northward = Offset(east: 0, north: 1).bearing
}
