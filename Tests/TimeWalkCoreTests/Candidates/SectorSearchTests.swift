import Testing
import TimeWalkTestSupport
@testable import TimeWalkCore
import Glibc

@Suite("The quick search by sectors")
struct SectorSearchTests {
  private func sector(_ random: inout SeededGenerator) -> GroundSector {
    GroundSector(
      apex: SIMD2(
        Float.random(in: -300...300, using: &random), .random(in: -300...300, using: &random)),
      heading: Int.random(in: 0..<5, using: &random) == 0
        ? nil : .random(in: 0...360, using: &random),
      half: .random(in: 2...90, using: &random), radius: .random(in: 5...400, using: &random))
  }

  /// Points of a sector: dense, and slightly reduced, which avoids effects of rounding.
  private func points(_ sector: GroundSector) -> [SIMD2<Float>] {
    (0...40).flatMap { ring in
      (0...60).map { ray in
        let half = sector.heading == nil ? 180 : sector.half * 0.999
        let degrees = (sector.heading ?? 0) + half * (Float(ray) / 30 - 1)
        let angle = degrees * .pi / 180
        return sector.apex
          + sector.radius * 0.999 * Float(ring) / 40 * SIMD2(sinf(angle), cosf(angle))
      }
    }
  }

  @Test("Two sectors meet if they have a common point, in either order")
  func meeting() {
    var random = SeededGenerator(seed: 4)
    var (met, close) = (0, 0)
    for _ in 0..<3000 {
      let (a, b) = (sector(&random), sector(&random))
      #expect(a.meets(b) == b.meets(a))
      let isShared = points(a).contains(where: b.contains) || points(b).contains(where: a.contains)
      if isShared {
        #expect(a.meets(b), "\(a) \(b)")
        met += 1
      } else if a.meets(b) {
        // Between the points; but a sector a little larger has one of them.
        close += 1
      }
    }
    #expect(met > 600)
    #expect(close < 60)
  }

  @Test("It finds the best of a comparison of all")
  func againstEach() throws {
    var random = SeededGenerator(seed: 8)
    let place = try #require(Coordinate(latitude: 40, longitude: 179.9999))
    for round in 0..<40 {
      let candidates: [Candidate] = (0..<1300).compactMap { key in
        let north = Double.random(in: -0.005...0.005, using: &random)
        let east = Double.random(in: -0.006...0.006, using: &random)
        let year = Int.random(in: 1850...1990, using: &random)
        return Coordinate(latitude: 40 + north, longitude: 179.9999 + east).map { coordinate in
          var pose = RecordedPose(coordinate: coordinate)
          if Bool.random(using: &random) {
            pose.heading = Heading(degrees: .random(in: 0...359, using: &random))
          }
          if Bool.random(using: &random) {
            pose.fieldOfView = FieldOfView(degrees: .random(in: 5...200, using: &random))
          }
          if Bool.random(using: &random) {
            pose.viewDistance = Distance(meters: .random(in: 10...900, using: &random))
          }
          if Int.random(in: 0..<4, using: &random) == 0 { pose.locationOf = .subject }
          let first = Day(year: year, month: 1, day: 1)
          return Candidate(
            key: Int64(key), pose: pose,
            dates: key % 9 == 0
              ? nil : DateSpan(earliest: key % 7 == 0 ? nil : first, latest: first))
        }
      }
      let heading: Heading = try #require(Heading(degrees: Double(round * 9)))
      let field: FieldOfView = try #require(FieldOfView(degrees: 65))
      let dates: DateSpan = try #require(
        DateSpan(
          earliest: Day(year: 1900, month: 1, day: 1), latest: Day(year: 1930, month: 12, day: 31)))
      let query = SectorQuery(
        place: place, heading: heading, fieldOfView: field,
        distance: try #require(Distance(meters: 300)), radius: try #require(Distance(meters: 500)),
        dates: dates, limit: [1, 20, 3000][round % 3])
      var search = SectorSearch(query)
      search.look(at: Candidates(candidates))
      var right: [SectorHit] = []
      for candidate in Candidates(candidates) {
        // One at a time nothing is left out for others.
        var one = SectorSearch(query)
        one.look(at: Candidates([candidate]))
        right += one.hits
      }
      right.sort { $0.score != $1.score ? $0.score > $1.score : $0.key < $1.key }
      #expect(search.hits == Array(right.prefix(query.limit)))
      // In parts, the near ones first, those beyond `farthest` change nothing.
      func way(_ candidate: Candidate) -> Double {
        Geodesic(from: place, to: candidate.pose.coordinate).distance.meters
      }
      let byWay = candidates.sorted { way($0) < way($1) }
      var near = SectorSearch(query)
      var rest = byWay[...]
      while let next = rest.first, way(next) < near.farthest * 1.01 + 1 {
        near.look(at: Candidates(rest.prefix(50)))
        rest = rest.dropFirst(50)
      }
      #expect(near.hits == search.hits)
      if query.limit == 1 { #expect(rest.count > 400) }
      for hit in search.hits {
        let candidate = candidates[Int(hit.key)]
        #expect(candidate.dates?.overlaps(dates) == true)
        let way = Geodesic(from: place, to: candidate.pose.coordinate).distance.meters
        #expect(way < 505)
      }
      #expect(!search.hits.isEmpty)
    }
  }
}
