import Testing

@testable import TimeWalkCore
import TimeWalkTestSupport

@Suite("Candidates in columns")
struct CandidatesTests {
  private static func near(_ a: Double?, _ b: Double?, _ tolerance: Double = 1e-4) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) <= tolerance || abs(a - b) <= abs(b) * 1e-6
      || (b > 1e38 && a >= Double(Float.greatestFiniteMagnitude))
  }

  @Test("Arranged, they are the same candidates in the same order, from any order")
  func arranged() throws {
    var random = SeededGenerator(seed: 3)
    let some = SampleCandidates.some(200)
    var (one, other) = (Candidates(some), Candidates(some.shuffled(using: &random)))
    one.arrange()
    other.arrange()
    #expect(Array(one).map { "\($0)" } == Array(other).map { "\($0)" })
    func text(_ candidates: [Candidate]) -> Set<String> { Set(candidates.map { "\($0)" }) }
    #expect(text(Array(one)) == text(Array(Candidates(some))))
  }

  @Test("Arranged, eight in a row lie near each other")
  func neighbours() throws {
    var random = SeededGenerator(seed: 4)
    let scene = try Scene()
    var candidates = Candidates(
      try (0..<4096).map {
        try scene.item(
          Int64($0), east: Double.random(in: -100...100, using: &random),
          north: Double.random(in: -100...100, using: &random))
      })
    candidates.arrange()
    let plane = LocalPlane(origin: scene.origin)
    let widths = stride(from: 0, to: 4096, by: Lanes.count).map { first in
      let offsets = (first..<first + Lanes.count).map {
        plane.offset(of: candidates[$0].pose.coordinate)
      }
      let (east, north) = (offsets.map(\.east), offsets.map(\.north))
      return max(
        (east.max() ?? 0) - (east.min() ?? 0), (north.max() ?? 0) - (north.min() ?? 0))
    }
    // A square of the curve is 14 by 19 m here, and holds some 27.
    #expect(widths.sorted()[widths.count / 2] < 25)
  }

  @Test("Values are read back with the documented precision")
  func roundTrip() throws {
    let given = SampleCandidates.some(400)
    let columns = Candidates(given)
    #expect(columns.count == 400)
    for (was, now) in zip(given, columns) {
      #expect(now.key == was.key)
      let (a, b) = (was.pose, now.pose)
      #expect(Geodesic(from: a.coordinate, to: b.coordinate).distance.meters < 0.0067)
      #expect(
        Self.near(
          b.coordinate.horizontalAccuracy?.meters, a.coordinate.horizontalAccuracy?.meters))
      #expect(b.locationOf == a.locationOf)
      #expect((a.heading == nil) == (b.heading == nil))
      if let heading = a.heading, let read = b.heading {
        #expect(abs(read.turn(from: heading).degrees) < 1e-4)
      }
      #expect(Self.near(b.headingAccuracy?.degrees, a.headingAccuracy?.degrees))
      #expect(Self.near(b.fieldOfView?.degrees, a.fieldOfView?.degrees))
      #expect(Self.near(b.pitch?.degrees, a.pitch?.degrees))
      #expect(Self.near(b.altitude?.meters, a.altitude?.meters, 0.001))
      #expect(b.altitude?.reference == a.altitude?.reference)
      #expect(Self.near(b.altitude?.accuracy?.meters, a.altitude?.accuracy?.meters))
      #expect(Self.near(b.viewDistance?.meters, a.viewDistance?.meters))
      #expect(now.dates == was.dates)
      #expect(now.fuzzyDates == was.fuzzyDates)
    }
  }

  @Test("Read and added again, they have the same bytes, also a heading just west of north")
  func again() throws {
    let scene = try Scene()
    let headings = [0, 0.00001, 180, 359.9999, 359.99999, 360.0.nextDown]
    let once = Candidates(
      try headings.map { try scene.item(heading: $0) } + SampleCandidates.some(200))
    #expect(Array(once.headings.prefix(headings.count).suffix(2)) == [0, 0])
    #expect(Candidates(Array(once)).bytes == once.bytes)
  }

  @Test("Days beyond the columns stay far away, and are not open")
  func farDays() throws {
    let place = try #require(Coordinate(latitude: 0, longitude: 0))
    let dates = DateSpan(earliest: Day(number: .min / 2), latest: Day(number: .max / 2))
    let read = Candidates([
      Candidate(key: 1, pose: RecordedPose(coordinate: place), dates: dates)
    ])[0].dates
    #expect(read?.earliest == Day(number: -0x7FFF_FFFF))
    #expect(read?.latest == Day(number: 0x7FFF_FFFE))
  }

  @Test("Longitudes subtract across the antimeridian")
  func antimeridian() throws {
    let candidates = try Candidates(
      [179.999, -179.999].map {
        Candidate(
          key: 0,
          pose: RecordedPose(coordinate: try #require(Coordinate(latitude: 0, longitude: $0))))
      })
    let turn = candidates.longitudes[1] &- candidates.longitudes[0]
    #expect(abs(Double(turn) * Candidates.degreesPerUnit - 0.002) < 1e-7)
  }
}
