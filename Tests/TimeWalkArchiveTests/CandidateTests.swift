import Foundation
import Testing
import TimeWalkCore
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

/// Items with nothing but a place, as a source.
private struct PlaceSource: ItemSource {
  let statement = CollectionStatement(name: "places")
  let findings: [ImportFinding] = []
  var places: [Coordinate]
  private var index = 0

  init(_ places: [Coordinate]) { self.places = places }

  mutating func next() throws(ArchiveError) -> SourceRow? {
    guard index < places.count else { return nil }
    defer { index += 1 }
    return SourceRow(
      item: Item(
        id: ItemID(collection: "places", identifier: "\(index)"),
        pose: RecordedPose(coordinate: places[index])),
      findings: [])
  }
}

/// The distance on the sphere by the chord, which shares no formula with the archive's.
///
/// True distances on WGS 84 are at least 0.9944 and at most 1.0056 of it.
func sphericalMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
  func vector(_ place: Coordinate) -> [Double] {
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    return [cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)]
  }
  let chord = zip(vector(a), vector(b)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
  return 2 * 6_371_008.8 * asin(min(1, chord / 2))
}

private func reach(_ place: Coordinate) -> Double { 3 * (place.horizontalAccuracy?.meters ?? 40) }

@Suite struct CandidateTests {
  @Test(
    arguments: [
      // Around New York, the antimeridian, both poles, null island, and the whole world.
      (40.75, -73.98, 0.02), (-16.8, 179.995, 0.02), (65, -180, 0.5), (89.98, 10, 0.05),
      (-89.99, -120, 0.02), (0, 0, 0.01), (84, 100, 5), (0, 0, 90),
    ] as [(Double, Double, Double)])
  func `the tiles hold all that a full scan finds`(
    latitude: Double, longitude: Double, spread: Double
  ) throws {
    var random = SeededGenerator(seed: UInt64(bitPattern: Int64(latitude * 1000 + longitude)))
    func place(accuracy: Bool) throws -> Coordinate {
      let south = max(-90, latitude - spread)
      let north = min(90, latitude + spread)
      let wide = min(180, spread / max(0.001, cos(max(abs(south), abs(north)) * .pi / 180)))
      var east = longitude + Double.random(in: -wide...wide, using: &random)
      if east >= 180 { east -= 360 }
      if east < -180 { east += 360 }
      let meters: [Double?] = [nil, 0, 3, 20, 50, 50.5, 200, 3000, 40_000, 2_000_000]
      return try #require(
        Coordinate(
          latitude: Double.random(in: south...north, using: &random), longitude: east,
          horizontalAccuracy: accuracy
            ? meters.randomElement(using: &random).flatMap { $0 }.flatMap(Distance.init(meters:))
            : nil))
    }
    let places = try (0..<600).map { _ in try place(accuracy: true) }
    let fixture = try ArchiveFixture()
    let source = PlaceSource(places)
    #expect(try fixture.archive.apply([source], policy: ImportPolicy(), from: nil).added == 600)

    for radius in [0, 30, 400, 5000, 250_000, 20_100_000] as [Double] {
      for _ in 0..<12 {
        let query = try place(accuracy: false)
        let found = try fixture.archive.candidates(
          near: query, within: try #require(Distance(meters: radius)))
        let keys = found.map(\.key)
        #expect(Set(keys).count == keys.count)
        // Keys count from 1 in the order of import.
        let indexes = Set(keys.map { Int($0) - 1 })
        for (index, place) in places.enumerated() {
          let meters = sphericalMeters(query, place)
          if meters * 1.0056 <= radius + reach(place) {
            #expect(indexes.contains(index), "\(place) is lost at \(meters) m of \(query)")
          }
        }
        #expect(
          found.allSatisfy {
            sphericalMeters($0.pose.coordinate, places[Int($0.key) - 1]) < 0.01
          })
      }
    }
    #expect(try fixture.archive.verify() == [])
  }

  @Test func `a candidate carries what the judge needs`() throws {
    let fixture = try ArchiveFixture()
    try fixture.importCSV(
      """
      id,latitude,longitude,date,accuracy,location_of,heading,heading_accuracy,field_of_view,pitch,altitude,view_distance
      full,1,2,1911~,12,subject,90,5,60,-2,30,450
      bare,1,2.0001,,,,,,,,,
      """)
    let place = try #require(Coordinate(latitude: 1, longitude: 2))
    let found = try fixture.archive.candidates(near: place, within: .zero)
    let items = try fixture.archive.items(keys: found.map(\.key) + [999, 1])
    #expect(found.count == 2)
    #expect(items.count == 2)
    #expect(found.first { $0.key == 1 }?.pose.viewDistance == Distance(meters: 450))
    for candidate in found {
      let item = try #require(items[candidate.key])
      // All but the place are numbers that single precision holds.
      var pose = candidate.pose
      #expect(sphericalMeters(pose.coordinate, item.pose.coordinate) < 0.01)
      #expect(
        pose.coordinate.horizontalAccuracy == item.pose.coordinate.horizontalAccuracy)
      pose.coordinate = item.pose.coordinate
      #expect(pose == item.pose)
      #expect(candidate.dates == item.date?.strict)
      #expect(candidate.fuzzyDates == item.date?.fuzzy)
    }
    #expect(found.first { $0.key == 1 }?.dates?.earliest == Day(year: 1911, month: 1, day: 1))
    #expect(found.first { $0.key == 1 }?.fuzzyDates?.earliest == Day(year: 1910, month: 1, day: 1))
  }

  @Test func `an empty archive answers with nothing`() throws {
    let archive = try ArchiveFixture().archive
    let place = try #require(Coordinate(latitude: 90, longitude: 0))
    let everywhere = try #require(Distance(meters: 3e7))
    #expect(try archive.candidates(near: place, within: everywhere).isEmpty)
    #expect(try archive.items(keys: [1]) == [:])
    #expect(try archive.search(ArchiveQuery()) == SearchResults(hits: [], total: 0))
    #expect(try archive.statistics().items == 0)
  }
}

@Suite struct GeographicBoxTests {
  @Test func `a box crosses the antimeridian as two and a pole as one`() {
    let crossing = GeographicBox.around(latitude: 0, longitude: 179.999, meters: 1000)
    #expect(crossing.count == 2)
    #expect(crossing.map(\.east).contains(180))
    #expect(crossing.map(\.west).contains(-180))
    let pole = GeographicBox.around(latitude: 89.95, longitude: 20, meters: 10)
    #expect(pole.map(\.west) == [-180])
    #expect(GeographicBox.around(latitude: 10, longitude: 20, meters: 1e9).count == 1)
  }
}
