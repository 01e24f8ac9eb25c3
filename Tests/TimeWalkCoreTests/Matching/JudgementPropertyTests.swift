import Testing

@testable import TimeWalkCore
import TimeWalkTestSupport

/// The properties of the judge's answers for any query.
@Suite("For any archive")
struct JudgementPropertyTests {
  private static let matcher = Matcher()

  private static func worlds(_ kind: RandomWorld.Kind) throws -> [RandomWorld] {
    try RandomWorld.places.enumerated().flatMap { index, place in
      try (1...2).map { try RandomWorld(kind, seed: UInt64(10 * index + $0), place: place) }
    }
  }

  /// The answer with nothing held back.
  private static func answer(_ photo: Viewpoint, _ items: [Candidate]) -> Judgement {
    matcher.judge(
      MatchQuery(viewpoint: photo, limit: 100, minimumConfidence: 0), candidates: items)
  }

  @Test(
    "probabilities are numbers from 0 to 1 that go together", arguments: RandomWorld.Kind.allCases)
  func numbers(kind: RandomWorld.Kind) throws {
    var count = 0
    for world in try Self.worlds(kind) {
      for photo in world.photos {
        let answer = Self.answer(photo, world.items)
        let best = answer.verdicts.map(\.confidence).max() ?? 0
        #expect((0...1).contains(answer.noMatch))
        #expect(answer.noMatch <= 1 - best + 0.001, "\(photo)")
        for verdict in answer.verdicts {
          count += 1
          #expect((0...1).contains(verdict.confidence), "\(photo) \(verdict)")
          #expect((0...1).contains(verdict.sharedView), "\(photo) \(verdict)")
          #expect((0...1).contains(verdict.score), "\(photo) \(verdict)")
          #expect((0...1).contains(verdict.parts.position))
          #expect((0...1).contains(verdict.parts.heading ?? 0))
          #expect((0...1).contains(verdict.parts.fieldOfView ?? 0))
        }
      }
    }
    #expect(count > 0)
  }

  @Test("the order of the candidates changes nothing", arguments: RandomWorld.Kind.allCases)
  func order(kind: RandomWorld.Kind) throws {
    var random = SeededGenerator(seed: 5)
    for world in try Self.worlds(kind) {
      for photo in world.photos.prefix(1) {
        let answer = Self.answer(photo, world.items)
        let shuffled = Self.answer(photo, world.items.shuffled(using: &random))
        Self.expectSame(answer, shuffled)
      }
    }
  }

  @Test(
    "items out of reach change nothing, however many they are", arguments: RandomWorld.Kind.allCases
  )
  func remainder(kind: RandomWorld.Kind) throws {
    for (index, world) in try Self.worlds(kind).enumerated() {
      for photo in world.photos.prefix(1) {
        let answer = Self.answer(photo, world.items)
        let added = 1 + index % 8
        let away = try (0..<added).map { key in
          let place = try #require(
            Coordinate(
              latitude: -world.scene.origin.latitude / 2 - 5, longitude: 40 + Double(key),
              horizontalAccuracy: .zero))
          return Candidate(key: Int64(1000 + key), pose: RecordedPose(coordinate: place))
        }
        Self.expectSame(answer, Self.answer(photo, away + world.items))
        Self.expectSame(answer, Self.answer(photo, world.items + away))
      }
    }
  }

  @Test("other names change nothing", arguments: RandomWorld.Kind.allCases)
  func names(kind: RandomWorld.Kind) throws {
    for world in try Self.worlds(kind) {
      for photo in world.photos.prefix(1) {
        let renamed = world.items.map { item in
          var item = item
          item.key = 7919 * (item.key + 1) % 104_729
          return item
        }
        var answer = Self.answer(photo, world.items)
        for place in answer.verdicts.indices {
          answer.verdicts[place].key = 7919 * (answer.verdicts[place].key + 1) % 104_729
        }
        Self.expectSame(answer, Self.answer(photo, renamed))
      }
    }
  }

  @Test("a copy of an item is found as surely, and changes nothing else")
  func copies() throws {
    for kind in [RandomWorld.Kind.dense, .sparse, .subject] {
      for world in try Self.worlds(kind) {
        for photo in world.photos.prefix(2) {
          let answer = Self.answer(photo, world.items)
          guard let best = answer.verdicts.first,
            var copy = world.items.first(where: { $0.key == best.key })
          else { continue }
          copy.key = 9999
          let doubled = Self.answer(photo, world.items + [copy])
          // The density of known places includes the copy's.
          #expect(abs(doubled.noMatch - answer.noMatch) < 0.08, "\(kind) \(photo)")
          let both = doubled.verdicts.filter { $0.key == best.key || $0.key == 9999 }
          #expect(both.count == 2)
          for one in both {
            #expect(abs(one.confidence - best.confidence) < 0.08, "\(kind) \(photo)")
          }
          for verdict in answer.verdicts where verdict.key != best.key {
            let again = doubled.verdicts.first { $0.key == verdict.key }?.confidence ?? 0
            #expect(abs(again - verdict.confidence) < 0.08, "\(kind) \(photo)")
          }
        }
      }
    }
  }

  @Test("less knowledge never gives more certainty", arguments: 1...12)
  func lessKnowledge(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scene = try Scene()
    let heading = Double.random(in: 0...360, using: &random)
    let photo = scene.photo(heading: heading, accuracy: Double.random(in: 3...15, using: &random))
    var item = try scene.item(
      east: Double.random(in: -4...4, using: &random),
      north: Double.random(in: -4...4, using: &random), heading: heading, accuracy: 5)
    item.pose.pitch = Angle(degrees: 0)
    let surest = scene.confidence(photo, item)
    #expect(surest > 0.9)
    typealias Change = (String, (inout Viewpoint, inout RecordedPose) -> Void)
    let changes: [Change] = [
      ("the photo's heading", { photo, _ in photo.heading = nil }),
      ("the item's heading", { _, item in item.heading = nil }),
      ("a rough heading", { photo, _ in photo.headingAccuracy = Angle(degrees: 45) }),
      ("a rough heading of the item", { _, item in item.headingAccuracy = Angle(degrees: 60) }),
      (
        "a rough place",
        { photo, _ in
          photo.coordinate = photo.coordinate.with(horizontalAccuracy: Distance(meters: 400))
        }
      ),
      (
        "the item's accuracy",
        { _, item in item.coordinate = item.coordinate.with(horizontalAccuracy: nil) }
      ),
      ("whose place it is", { _, item in item.locationOf = .unknown }),
      ("the item's pitch", { _, item in item.pitch = nil }),
      ("the item's field of view", { _, item in item.fieldOfView = nil }),
    ]
    for (what, change) in changes {
      var (blurred, rough) = (photo, item)
      change(&blurred, &rough.pose)
      #expect(scene.confidence(blurred, rough) <= surest + 0.01, "\(what)")
    }
    // Of a place and nothing else a third at most, whichever way it looks.
    var bare = item
    bare.pose.heading = nil
    bare.pose.headingAccuracy = nil
    bare.pose.fieldOfView = nil
    bare.pose.pitch = nil
    bare.pose.locationOf = .unknown
    bare.pose.coordinate = item.pose.coordinate.with(horizontalAccuracy: nil)
    #expect(scene.confidence(photo, bare) <= 0.34)
    var headless = photo
    headless.heading = nil
    #expect(scene.confidence(headless, item) <= 0.36)
  }

  @Test("items that are far, turned away or pitched off lose", arguments: 1...12)
  func losers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scene = try Scene()
    let heading = Double.random(in: 0...360, using: &random)
    var photo = scene.photo(heading: heading)
    photo.pitch = Angle(degrees: Double.random(in: -8...8, using: &random))
    let right = try scene.item(1, heading: heading)
    let way = Heading(finite: Double.random(in: 0...360, using: &random))
    var far = right
    far.key = 2
    far.pose.coordinate = scene.origin.destination(
      bearing: way, distance: Distance(finite: Double.random(in: 220...900, using: &random))
    ).with(horizontalAccuracy: Distance(meters: 8))
    var turned = right
    turned.key = 3
    turned.pose.heading = Heading(finite: heading + Double.random(in: 110...250, using: &random))
    var pitched = right
    pitched.key = 4
    pitched.pose.pitch = Angle(
      degrees: Double.random(in: 65...90, using: &random) * (Bool.random(using: &random) ? 1 : -1))
    for loser in [far, turned, pitched] {
      #expect(scene.confidence(photo, loser) < 0.1, "\(loser.key)")
      let both = Self.answer(photo, [loser, right])
      #expect(both.verdicts.first?.key == 1)
      #expect(try #require(both.verdicts.first).confidence > 0.8)
    }
    // A photo of the ground or the sky matches nothing that says no pitch.
    for pitch in [-90.0, -75, 80] {
      photo.pitch = Angle(degrees: pitch)
      #expect(Self.answer(photo, [right]).noMatch > 0.98)
    }
  }

  /// Sums are added up in another order, so the last digits may differ.
  private static func expectSame(_ a: Judgement, _ b: Judgement) {
    let others = Dictionary(uniqueKeysWithValues: b.verdicts.map { ($0.key, $0) })
    #expect(Set(a.verdicts.map(\.key)) == Set(others.keys))
    for verdict in a.verdicts {
      guard let other = others[verdict.key] else { continue }
      #expect(abs(verdict.confidence - other.confidence) < 1e-4)
      #expect(abs(verdict.score - other.score) < 1e-4)
      #expect(verdict.distance == other.distance)
    }
    // Neighbours in the list differ by at most that.
    for (one, other) in zip(a.verdicts, b.verdicts) { #expect(abs(one.score - other.score) < 1e-4) }
    #expect(a.timeline.map(\.period) == b.timeline.map(\.period))
    #expect(abs(a.noMatch - b.noMatch) < 1e-4)
  }
}
