import Testing

@testable import TimeWalkCore

@Suite("The prefilter")
struct PrefilterTests {
  /// The prefilter's places of items at such a distance, and the place of an item rated alone;
  /// each heads for 100 degrees.
  private static func found(
    _ scene: Scene, meters: [Double], bearings: [Double]
  ) throws -> [(place: Coordinate, seen: SIMD2<Float>, neighbour: Neighbour)] {
    var candidates: [Candidate] = []
    for distance in meters {
      for bearing in bearings {
        candidates.append(
          Candidate(
            key: Int64(candidates.count),
            pose: RecordedPose(
              coordinate: scene.origin.destination(
                bearing: Heading(finite: bearing), distance: Distance(finite: distance)
              ).with(horizontalAccuracy: Distance(finite: 5)),
              heading: Heading(finite: 100))))
      }
    }
    let columns = Candidates(candidates)
    let photo = PhotoReading(scene.photo(), weights: MatchWeights())
    let prefilter = Prefilter(photo, reach: 1e6, MatchWeights())
    let seen = prefilter.rate(columns).places
    try #require(seen.count == columns.count)
    return columns.indices.map {
      (columns[$0].pose.coordinate, seen[$0], prefilter.neighbour(columns[$0].pose))
    }
  }

  static let places: [(latitude: Double, longitude: Double)] = [
    (0, 0), (0, 179.9999), (1e-9, -180), (40.75, -73.98), (-33.9, 151.2), (51.5, 0),
    (-16.8, -179.9999), (69.99, 20), (70.01, 20), (-69.99, 20), (-78, 12), (80, -179.999),
    (89.9995, 30), (90, 0), (-90, 0), (-89.98, 100),
  ]

  @Test("gives positions equal to the geodesic's", arguments: places)
  func offsets(latitude: Double, longitude: Double) throws {
    let scene = try Scene(latitude: latitude, longitude: longitude)
    let bearings = Array(stride(from: 0.0, to: 360, by: 21))
    let near = try Self.found(scene, meters: [0, 0.5, 8, 100, 500], bearings: bearings)
    let far = try Self.found(
      scene, meters: [1000, 2000, 2900, 3100, 3500, 5000, 10_000, 20_000], bearings: bearings)
    let plane = LocalPlane(origin: scene.origin)
    for (place, seen, neighbour) in near + far {
      let (way, offset) = (Geodesic(from: scene.origin, to: place), plane.offset(of: place))
      let alone = Offset(
        east: Double(neighbour.east) - offset.east, north: Double(neighbour.north) - offset.north)
      #expect(alone.length <= 1e-3 + way.distance.meters * 1e-6)
      let difference = Offset(
        east: Double(seen.x) - offset.east, north: Double(seen.y) - offset.north)
      // The columns' units, and an error that grows with the distance.
      let tolerance = 0.012 + way.distance.meters * 2e-5
      #expect(difference.length <= tolerance, "\(way.distance.meters) m, \(offset)")
      let length = (seen * seen).sum().squareRoot()
      #expect(abs(Double(length) - way.distance.meters) <= tolerance)
    }
  }

  @Test("gives directions from the photo's north", arguments: places)
  func headings(latitude: Double, longitude: Double) throws {
    let scene = try Scene(latitude: latitude, longitude: longitude)
    let bearings = Array(stride(from: 0.0, to: 360, by: 21))
    for (place, _, neighbour) in try Self.found(
      scene, meters: [8, 100, 500, 2000, 5000, 20_000], bearings: bearings)
    {
      let way = Geodesic(from: scene.origin, to: place)
      let convergence = way.finalBearing.turn(from: way.initialBearing).degrees
      let difference = (Double(neighbour.heading) - (100 - convergence)).wrapped180
      #expect(abs(difference) < 0.02, "\(way.distance.meters) m at \(way.initialBearing.degrees)")
    }
  }

  @Test("rates an item near a pole as elsewhere", arguments: places)
  func evidence(latitude: Double, longitude: Double) throws {
    let (home, away) = (try Scene(), try Scene(latitude: latitude, longitude: longitude))
    for (east, north, heading) in [(0.0, 20.0, 10.0), (12, 5, 350), (-30, -20, 40), (0, -90, 0)] {
      func found(_ scene: Scene, turn: Double) throws -> Surroundings {
        let item = try scene.item(east: east, north: north, heading: heading + turn)
        let photo = PhotoReading(scene.photo(), weights: MatchWeights())
        return Prefilter(photo, reach: 500, MatchWeights()).rate(Candidates([item]))
      }
      let here = try found(home, turn: 0)
      let place = try away.place(east: east, north: north, accuracy: nil)
      let way = Geodesic(from: away.origin, to: place)
      let there = try found(
        away, turn: way.finalBearing.turn(from: way.initialBearing).degrees)
      #expect(abs(there.presence / here.presence - 1) < 0.01)
      #expect(abs(there.evidence / here.evidence - 1) < 0.01)
      #expect(abs(there.promise[0][0] / here.promise[0][0] - 1) < 0.01)
    }
  }

  @Test("gives the same range for elevated cameras as for a single item")
  func farViews() throws {
    let place = try #require(Coordinate(latitude: 40, longitude: -74))
    var poses: [RecordedPose] = []
    for altitude in [nil, 2, 59.9, 60, 120.5, 900, 8000, 99_000] as [Double?] {
      for reference in Altitude.Reference.allCases {
        for pitch in [nil, 5, 0, -0.001, -1, -9.99, -10, -10.01, -35, -80, -90] as [Double?] {
          var pose = RecordedPose(coordinate: place)
          pose.altitude = altitude.flatMap { Altitude(meters: $0, reference: reference) }
          pose.pitch = pitch.flatMap { Angle(degrees: $0) }
          poses.append(pose)
        }
      }
    }
    let candidates = Candidates(poses.map { Candidate(key: 0, pose: $0) })
    let seen: [Float] = candidates.withColumns { columns in
      stride(from: 0, to: poses.count, by: Lanes.count).flatMap { first in
        let views = columns.farViews(from: first, columns.places(from: first, place).altitude)
        return views.indices.map { views[$0] }
      }
    }
    for (index, candidate) in candidates.enumerated() {
      let pose = candidate.pose
      guard let view = pose.farView?.meters, let altitude = pose.altitude?.meters else {
        #expect(seen[index].isNaN, "\(pose)")
        continue
      }
      #expect(abs(Double(seen[index]) - view) <= 1e-5 * (view + altitude), "\(pose)")
    }
    #expect(poses.contains { $0.farView != nil })
  }

  @Test("leaves out items that are too far, at each of the eight positions", arguments: 1...19)
  func limit(count: Int) throws {
    let scene = try Scene()
    // Each third is near; the limit adds 24 m for the items' accuracy, less 60 m for cameras.
    let items = try (0..<count).map {
      try scene.item(Int64($0), east: $0.isMultiple(of: 3) ? 100 : 200)
    }
    let photo = PhotoReading(scene.photo(), weights: MatchWeights())
    let found = Prefilter(photo, reach: 200, MatchWeights()).rate(Candidates(items))
    let promised = items.indices.filter { found.promise[$0 / Lanes.count][$0 % Lanes.count] >= 0 }
    #expect(promised == Array(stride(from: 0, to: count, by: 3)))
    // There is none after the last either.
    let rest = found.promise.count * Lanes.count
    #expect((count..<rest).allSatisfy { found.promise[$0 / Lanes.count][$0 % Lanes.count] < 0 })
    #expect(found.places.count == promised.count)
  }
}
