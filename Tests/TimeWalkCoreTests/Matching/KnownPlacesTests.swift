import Testing

@testable import TimeWalkCore
import TimeWalkTestSupport

@Suite("The map of where photos are taken")
struct KnownPlacesTests {
  private static func density(_ places: KnownPlaces, _ east: Float, _ north: Float) -> Float {
    places.density(east: Lanes(repeating: east), north: Lanes(repeating: north))[0]
  }

  /// The definition's density at a distance: a Student t of 2 degrees of freedom, whose radius is
  /// 11 m.
  private static func exact(_ distance: Float) -> Float {
    let share = 1 / (1 + distance * distance / 121)
    return share * share
  }

  @Test(
    "holds the same mass for each place, for any cells", arguments: [50, 250, 900, 20_000])
  func mass(extent: Float) {
    let weights = MatchWeights()
    var random = SeededGenerator(seed: 5)
    let some = (0..<50).map { _ in
      SIMD2(
        Float.random(in: -20...20, using: &random), Float.random(in: -20...20, using: &random))
    }
    let empty = KnownPlaces([], extent: extent, weights)
    let full = KnownPlaces(some, extent: extent, weights)
    let cell = max(11, 2 * extent / Float(KnownPlaces.side - 2))
    var sum: Float = 0
    for row in -40...40 {
      for column in -40...40 {
        // No place is on the border between two cells, where rounding decides.
        let (east, north) = ((Float(column) + 0.5) * cell, (Float(row) + 0.5) * cell)
        sum += Self.density(full, east, north) - Self.density(empty, east, north)
      }
    }
    let mass = sum * cell * cell / (Float.pi * 121)
    #expect(abs(mass - 50) < 0.05)
  }

  @Test("is densest where a place is, falls with the distance, and is nowhere nothing")
  func shape() {
    let places = KnownPlaces([SIMD2(30, -40)], extent: 240, MatchWeights())
    let open = Self.density(KnownPlaces([], extent: 240, MatchWeights()), 0, 0)
    #expect(open > 0)
    let at = [Float(0), 11, 22, 33].map { Self.density(places, 30 + $0, -40) - open }
    #expect(at == at.sorted(by: >))
    for (step, value) in zip([Float(0), 11, 22, 33], at) {
      // Cells as wide as the radius blur the peak.
      #expect(abs(value - Self.exact(step)) < 0.45, "\(step)")
    }
    #expect(Self.density(places, -150, 150) == open)
    for far in [Float(300), 1e4, 1e9, -1e9] {
      #expect(Self.density(places, far, 0) == open)
      #expect(Self.density(places, 0, far) == open)
    }
  }

  @Test("is the same in any order of the places, and passes over those beyond it")
  func order() {
    var random = SeededGenerator(seed: 9)
    let some = (0..<3000).map { _ in
      SIMD2(
        Float.random(in: -400...400, using: &random), Float.random(in: -400...400, using: &random))
    }
    let one = KnownPlaces(some + [SIMD2(.greatestFiniteMagnitude, 0)], extent: 240, MatchWeights())
    let other = KnownPlaces(some.shuffled(using: &random), extent: 240, MatchWeights())
    for east in stride(from: Float(-300), through: 300, by: 7) {
      let (a, b) = (Self.density(one, east, 13), Self.density(other, east, 13))
      #expect(a == b)
    }
  }

  @Test("makes an item's place likelier where others were taken, and its poses weigh 1 on average")
  func shares() throws {
    let weights = MatchWeights()
    let scene = try Scene()
    let photo = PhotoReading(scene.photo(), weights: weights)
    let items = try (0..<40).map { try scene.item(Int64($0), east: 60, north: 30) }
    let candidates = Candidates(items)
    let prefilter = Prefilter(photo, reach: 240, weights)
    let belief = PhotoPosterior(
      photo, prefilter: prefilter, found: prefilter.rate(candidates), candidates: candidates,
      errors: PoseErrors(pairs: 128, repeats: 8, returns: 8, weights: weights), weights: weights)
    let item = try scene.item(99, east: 30, north: 30, accuracy: 40)
    let sampler = ItemSampler(
      item.pose, record: item.record, prefilter.neighbour(item.pose), weights)
    let poses = sampler.weighed(belief.samples[belief.repeats...], belief.places)
    #expect(poses.count == 16)
    var (sum, count) = (Float(0), 0)
    var (near, away): ([Float], [Float]) = ([], [])
    for (sectors, share) in poses {
      sum += share.sum()
      count += Lanes.count
      for lane in 0..<Lanes.count {
        let (east, north) = (sectors.east[lane] - 60, sectors.north[lane] - 30)
        let isNear = east * east + north * north < 15 * 15
        if isNear { near.append(share[lane]) } else { away.append(share[lane]) }
      }
    }
    #expect(abs(sum / Float(count) - 1) < 1e-3)
    let least = try #require(near.min())
    let most = away.sorted()[away.count / 2]
    #expect(least > 2 * most)
  }
}
