import Testing

@testable import TimeWalkCore

/// That a search within reach loses nothing that could be reported.
@Suite("Items out of reach")
struct CompletenessTests {
  private static let matcher = Matcher()

  /// Returns true if an archive must return this item.
  private static func isWithinReach(_ item: Candidate, of photo: Viewpoint) -> Bool {
    let way = Geodesic(from: photo.coordinate, to: item.pose.coordinate)
    return way.distance.meters <= matcher.reach(of: photo).meters + item.pose.reach.meters
  }

  @Test("A vague place is searched within a few kilometres, however vague it is")
  func vague() throws {
    let scene = try Scene()
    let reaches = [1_000, 2_000, 2e7].map {
      Self.matcher.reach(of: scene.photo(heading: 0, accuracy: $0, headingAccuracy: 0)).meters
    }
    #expect(reaches[0] < reaches[1] && reaches[1] == reaches[2] && reaches[2] < 10_000)
  }

  @Test("Just within reach, little enough is left that nothing is lost beyond")
  func edge() throws {
    var worst = (confidence: 0.0, what: "")
    let scene = try Scene()
    for photoAccuracy in [0.0, 20, 150, 1000] {
      for (view, height) in [(nil, nil), (80, nil), (1500, nil), (20_000, nil), (nil, 500.0)]
        as [(
          Double?, Double?
        )]
      {
        for accuracy in [0.0, 10, 110, 2000] {
          for isDrone in [false, true] {
            var photo = scene.photo(heading: 0, accuracy: photoAccuracy, headingAccuracy: 0)
            if isDrone {
              photo.altitude = Altitude(meters: 450, reference: .ground)
              photo.pitch = Angle(degrees: -20)
            }
            for bearing in [0.0, 90, 180] {
              var item = try scene.item(accuracy: accuracy, headingAccuracy: 0, field: 65)
              item.pose.viewDistance = view.flatMap { Distance(meters: $0) }
              item.pose.altitude = height.flatMap { Altitude(meters: $0, reference: .ground) }
              item.pose.pitch = height.flatMap { _ in Angle(degrees: -20) }
              let limit = Self.matcher.reach(of: photo).meters + item.pose.reach.meters - 60
              item.pose.coordinate = scene.origin.destination(
                bearing: Heading(finite: bearing), distance: Distance(finite: 0.995 * limit)
              ).with(horizontalAccuracy: Distance(finite: accuracy))
              let confidence = scene.confidence(photo, item)
              let what =
                "\(photoAccuracy) \(accuracy) \(view ?? 0) \(height ?? 0) \(isDrone) \(bearing)"
              if confidence > worst.confidence { worst = (confidence, what) }
              #expect(confidence < MatchQuery.leastConfidence, "\(what)")
            }
          }
        }
      }
    }
    #expect(worst.confidence > 0)
  }

  @Test(
    "A search within reach gives the answer of a search of the whole archive",
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
