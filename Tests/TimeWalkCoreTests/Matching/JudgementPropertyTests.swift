import Testing

@testable import TimeWalkCore
import TimeWalkTestSupport

/// What holds of the judge's answers whatever it is asked.
@Suite("Whatever the archive holds")
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
    // Neighbours in the list differ by no more than that.
    for (one, other) in zip(a.verdicts, b.verdicts) { #expect(abs(one.score - other.score) < 1e-4) }
    #expect(a.timeline.map(\.period) == b.timeline.map(\.period))
    #expect(abs(a.noMatch - b.noMatch) < 1e-4)
  }
}
