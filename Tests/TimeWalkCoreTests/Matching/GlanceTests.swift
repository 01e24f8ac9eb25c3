import Testing

@testable import TimeWalkCore

@Suite("A glance at all candidates")
struct GlanceTests {
  /// What a glance finds of items so far away, each with a heading of 100 degrees.
  private static func found(
    _ scene: Scene, meters: [Double], bearings: [Double]
  ) throws -> [(place: Coordinate, neighbour: Neighbour)] {
    var candidates: [Candidate] = []
    for distance in meters {
      for bearing in bearings {
        candidates.append(
          Candidate(
            key: Int64(candidates.count),
            pose: RecordedPose(
              coordinate: scene.origin.destination(
                bearing: Heading(finite: bearing), distance: Distance(finite: distance)),
              heading: Heading(finite: 100))))
      }
    }
    let columns = Candidates(candidates)
    let photo = PhotoReading(scene.photo(), weights: MatchWeights())
    let neighbours = Glance(photo, reach: 1e6, MatchWeights()).look(at: columns)
    try #require(neighbours.map(\.index) == Array(candidates.indices))
    return neighbours.map { (columns[$0.index].pose.coordinate, $0) }
  }

  static let places: [(latitude: Double, longitude: Double)] = [
    (0, 0), (0, 179.9999), (1e-9, -180), (40.75, -73.98), (-33.9, 151.2), (51.5, 0),
    (-16.8, -179.9999), (69.99, 20), (70.01, 20), (-69.99, 20), (-78, 12), (80, -179.999),
    (89.9995, 30), (90, 0), (-90, 0), (-89.98, 100),
  ]

  @Test("tells where they are as the geodesic does", arguments: places)
  func offsets(latitude: Double, longitude: Double) throws {
    let scene = try Scene(latitude: latitude, longitude: longitude)
    let bearings = Array(stride(from: 0.0, to: 360, by: 21))
    let near = try Self.found(scene, meters: [0, 0.5, 8, 100, 500], bearings: bearings)
    let far = try Self.found(
      scene, meters: [1000, 2000, 2900, 3100, 3500, 5000, 10_000, 20_000], bearings: bearings)
    let plane = LocalPlane(origin: scene.origin)
    for (place, neighbour) in near + far {
      let (way, offset) = (Geodesic(from: scene.origin, to: place), plane.offset(of: place))
      let difference = Offset(
        east: Double(neighbour.east) - offset.east, north: Double(neighbour.north) - offset.north)
      // What the columns' units are, and 2.2 parts in 10,000 just below 70 degrees, where 1.3 were measured at 40: the
      // judge's own plane keeps its meridians parallel.
      let tolerance = 0.012 + way.distance.meters * 2.5e-4
      #expect(difference.length <= tolerance, "\(way.distance.meters) m, \(offset)")
      #expect(abs(Double(neighbour.distance) - way.distance.meters) <= tolerance)
    }
  }

  @Test("tells directions from the photo's north", arguments: places)
  func headings(latitude: Double, longitude: Double) throws {
    let scene = try Scene(latitude: latitude, longitude: longitude)
    let bearings = Array(stride(from: 0.0, to: 360, by: 21))
    for (place, neighbour) in try Self.found(
      scene, meters: [8, 100, 500, 2000, 5000, 20_000], bearings: bearings)
    {
      let way = Geodesic(from: scene.origin, to: place)
      let convergence = way.finalBearing.turn(from: way.initialBearing).degrees
      let difference = (Double(neighbour.heading) - (100 - convergence)).wrapped180
      #expect(abs(difference) < 0.02, "\(way.distance.meters) m at \(way.initialBearing.degrees)")
    }
  }

  @Test("finds likely near a pole what it finds likely elsewhere", arguments: places)
  func evidence(latitude: Double, longitude: Double) throws {
    let (home, away) = (try Scene(), try Scene(latitude: latitude, longitude: longitude))
    for (east, north, heading) in [(0.0, 20.0, 10.0), (12, 5, 350), (-30, -20, 40), (0, -90, 0)] {
      func neighbour(_ scene: Scene, turn: Double) throws -> Neighbour {
        let item = try scene.item(east: east, north: north, heading: heading + turn)
        let photo = PhotoReading(scene.photo(), weights: MatchWeights())
        return try #require(
          Glance(photo, reach: 500, MatchWeights()).look(at: Candidates([item])).first)
      }
      let here = try neighbour(home, turn: 0)
      let place = try away.place(east: east, north: north, accuracy: nil)
      let way = Geodesic(from: away.origin, to: place)
      let there = try neighbour(
        away, turn: way.finalBearing.turn(from: way.initialBearing).degrees)
      #expect(abs(there.presence / here.presence - 1) < 0.01)
      #expect(abs(there.evidence / here.evidence - 1) < 0.01)
      #expect(abs(there.promise / here.promise - 1) < 0.01)
    }
  }

  @Test("leaves out what is too far, wherever it stands among the eight", arguments: 1...19)
  func limit(count: Int) throws {
    let scene = try Scene()
    // Each third is near; the limit adds 24 m for the items' accuracy, less 60 m for cameras.
    let items = try (0..<count).map {
      try scene.item(Int64($0), east: $0.isMultiple(of: 3) ? 100 : 200)
    }
    let photo = PhotoReading(scene.photo(), weights: MatchWeights())
    let neighbours = Glance(photo, reach: 200, MatchWeights()).look(at: Candidates(items))
    #expect(neighbours.map(\.index) == Array(stride(from: 0, to: count, by: 3)))
  }
}
