import Foundation
import Testing
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTestSupport

/// The promise of `candidates(near:within:)`, held against the formula.
@Suite("No candidate is lost", .waitsForProcesses) struct SearchPromiseTests {
  /// The places of a case's items: around a place, as far as `spread` degrees.
  struct Region: Sendable, CustomTestStringConvertible {
    var name: String
    var latitude: Double
    var longitude: Double
    var spread: Double
    var testDescription: String { name }
  }

  static let regions = [
    Region(name: "New York", latitude: 40.75, longitude: -73.98, spread: 0.02),
    Region(name: "the antimeridian", latitude: -16.8, longitude: 179.995, spread: 0.02),
    Region(name: "the antimeridian, far north", latitude: 65, longitude: -180, spread: 0.5),
    Region(name: "the north pole", latitude: 89.98, longitude: 10, spread: 0.05),
    Region(name: "the south pole", latitude: -89.99, longitude: -120, spread: 0.02),
    Region(name: "the whole world", latitude: 0, longitude: 0, spread: 90),
  ]

  /// The distance on the sphere by the chord, which shares no formula with any engine.
  ///
  /// True distances on WGS 84 are at least 0.9944 and at most 1.0056 of it.
  private static func sphericalMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    func vector(_ place: Coordinate) -> [Double] {
      let (y, x) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
      return [cos(y) * cos(x), cos(y) * sin(x), sin(y)]
    }
    let chord = zip(vector(a), vector(b)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
    return 2 * 6_371_008.8 * asin(min(1, chord / 2))
  }

  private static func place(in region: Region, _ random: inout SeededGenerator) throws -> Coordinate
  {
    let (south, north) = (
      max(-90, region.latitude - region.spread), min(90, region.latitude + region.spread)
    )
    let shrink = cos(max(abs(south), abs(north)) * .pi / 180)
    let wide = min(180, region.spread / max(0.001, shrink))
    var east = region.longitude + .random(in: -wide...wide, using: &random)
    if east >= 180 { east -= 360 }
    if east < -180 { east += 360 }
    return try #require(
      Coordinate(latitude: .random(in: south...north, using: &random), longitude: east))
  }

  private static func pose(in region: Region, _ random: inout SeededGenerator) throws
    -> RecordedPose
  {
    let accuracies: [Double?] = [nil, 0, 3, 50, 200, 3_000, 40_000, 2_000_000]
    let views: [Double?] = [nil, nil, 40, 900, 5_000]
    let accuracy = accuracies.randomElement(using: &random)
    let view = views.randomElement(using: &random)
    var pose = RecordedPose(
      coordinate: try place(in: region, &random).with(
        horizontalAccuracy: accuracy.flatMap { $0 }.flatMap(Distance.init(meters:))))
    pose.viewDistance = view.flatMap { $0 }.flatMap(Distance.init(meters:))
    if Int.random(in: 0..<8, using: &random) == 0 {
      pose.altitude = Altitude(meters: 700, reference: .ground)
    }
    return pose
  }

  @Test("within its reach of a place, for any place", arguments: Engine.all, regions)
  func promise(engine: Engine, region: Region) throws {
    var random = SeededGenerator(seed: UInt64(region.name.utf8.count))
    let poses = try (0..<250).map { _ in try Self.pose(in: region, &random) }
    let fixture = try EngineFixture(engine)
    try fixture.bring(
      Rows(
        "test",
        poses.enumerated().map { index, pose in
          SourceRow(item: Item(id: test("\(index)"), pose: pose), findings: [])
        }))
    var found = 0
    for radius in [0, 30, 5_000, 250_000, 20_100_000] as [Double] {
      let distance = try #require(Distance(meters: radius))
      for _ in 0..<5 {
        let here = try Self.place(in: region, &random)
        let keys = try fixture.archive.candidates(near: here, within: distance).map(\.key)
        #expect(Set(keys).count == keys.count, "an item comes twice")
        let items = try fixture.archive.items(keys: keys)
        #expect(items.count == keys.count)
        let names = Set(items.values.map(\.id.identifier))
        let near = poses.indices.filter { index in
          Self.sphericalMeters(here, poses[index].coordinate) * 1.0056
            <= radius + poses[index].reach.meters
        }
        found += near.count
        let lost = near.filter { !names.contains("\($0)") }
        #expect(lost.isEmpty, "lost at \(here): \(lost.prefix(3).map { poses[$0] })")
      }
    }
    #expect(found > 1_000, "the question was empty")
  }

  @Test("A candidate has its item's values", arguments: Engine.all)
  func contents(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let full = SourceRow.placed(test("full"), latitude: 1, longitude: 2) {
      $0.date = try? CaptureDate(edtf: "1911~")
      $0.pose.locationOf = .subject
      $0.pose.heading = Heading(degrees: 90)
      $0.pose.headingAccuracy = Angle(degrees: 5)
      $0.pose.fieldOfView = FieldOfView(degrees: 60)
      $0.pose.pitch = Angle(degrees: -2)
      $0.pose.altitude = Altitude(
        meters: 30, reference: .seaLevel, accuracy: Distance(meters: 2))
      $0.pose.viewDistance = Distance(meters: 450)
    }
    try fixture.bring(full, .placed("bare", latitude: 1, longitude: 2.0001))
    let here = try #require(Coordinate(latitude: 1, longitude: 2))
    let found = try fixture.archive.candidates(near: here, within: .zero)
    let items = try fixture.archive.items(keys: found.map(\.key) + [987_654])
    #expect(Set(items.values.map(\.id)) == [test("full"), test("bare")])
    for candidate in found {
      let item = try #require(items[candidate.key])
      #expect(Self.sphericalMeters(candidate.pose.coordinate, item.pose.coordinate) < 0.01)
      // All but the place are numbers that single precision holds.
      var pose = candidate.pose
      pose.coordinate = item.pose.coordinate
      #expect(pose == item.pose)
      #expect(candidate.dates == item.date?.strict)
      #expect(candidate.fuzzyDates == item.date?.fuzzy)
    }
  }

  @Test(
    "The order is that of the archive, and an empty one has no candidates", arguments: Engine.all)
  func order(engine: Engine) throws {
    let fixture = try EngineFixture(engine)
    let here = try #require(Coordinate(latitude: 40, longitude: -74))
    let far = try #require(Distance(meters: 3e7))
    #expect(try fixture.archive.candidates(near: here, within: far).isEmpty)
    #expect(try fixture.archive.items(keys: [1]) == [:])
    #expect(try fixture.archive.search(ArchiveQuery()) == SearchResults(hits: [], total: 0))
    try fixture.bring(
      Rows("test", (0..<40).map { .placed("\($0)", latitude: Double($0 * 7 % 40)) }))
    let keys = try fixture.archive.candidates(near: here, within: far).map(\.key)
    #expect(keys.count == 40)
    #expect(try fixture.archive.candidates(near: here, within: far).map(\.key) == keys)
    // A removed item isn't a candidate, and a moved one is one at its new place.
    try fixture.archive.remove([test("3")])
    try fixture.archive.set(test("4"), [.latitude: "-60"])
    let there = try #require(Coordinate(latitude: -60, longitude: -74))
    let left = try fixture.archive.candidates(near: here, within: far).map(\.key)
    #expect(left.count == 39)
    let moved = try fixture.archive.candidates(near: there, within: .zero).map(\.key)
    #expect(try fixture.archive.items(keys: moved).values.map(\.id) == [test("4")])
  }
}
