import Testing

@testable import TimeWalkCore

/// That a search within reach loses nothing that could be reported.
@Suite("What is out of reach")
struct CompletenessTests {
  private static let matcher = Matcher()

  /// Whether an archive that keeps its promise gives this item.
  private static func isWithinReach(_ item: Candidate, of photo: Viewpoint) -> Bool {
    let way = Geodesic(from: photo.coordinate, to: item.pose.coordinate)
    return way.distance.meters <= matcher.reach(of: photo).meters + item.pose.reach.meters
  }

  @Test(
    "A search within reach gives the answer of a look at the whole archive",
    arguments: RandomWorld.Kind.allCases)
  func wholeArchive(kind: RandomWorld.Kind) throws {
    var left = 0
    for (index, place) in RandomWorld.places.enumerated() {
      for seed in 1...2 {
        let world = try RandomWorld(kind, seed: UInt64(100 * index + seed), place: place)
        for photo in world.photos {
          let query = MatchQuery(viewpoint: photo, limit: 100)
          let near = world.items.filter { Self.isWithinReach($0, of: photo) }
          left += world.items.count - near.count
          let whole = Self.matcher.judge(query, candidates: world.items)
          let within = Self.matcher.judge(query, candidates: near)
          #expect(Set(whole.verdicts.map(\.key)) == Set(within.verdicts.map(\.key)))
          #expect(abs(whole.noMatch - within.noMatch) < 1e-4)
        }
      }
    }
    // Else nothing was tried.
    #expect(left > 0 || kind == .dense || kind == .vague)
  }
}
