import Testing

@testable import TimeWalkCore
import TimeWalkTestSupport

@Suite("Ranking")
struct RankingTests {
  @Test("without candidates nothing matches, for certain")
  func empty() throws {
    let judgement = Matcher().judge(
      MatchQuery(viewpoint: try Scene().photo()), candidates: [])
    #expect(judgement.verdicts.isEmpty)
    #expect(judgement.timeline.isEmpty)
    #expect(judgement.noMatch == 1)
  }

  @Test("where only far items are, nothing matches")
  func far() throws {
    let scene = try Scene()
    let judgement = Matcher().judge(
      MatchQuery(viewpoint: scene.photo()),
      candidates: [try scene.item(1, east: 170), try scene.item(2, north: 5000)])
    #expect(judgement.verdicts.isEmpty)
    #expect(judgement.noMatch > 0.95)
  }

  @Test("the probability of no match is at most the rest beyond the best match")
  func coherent() throws {
    for seed in 1...30 {
      let street = try Street(seed: UInt64(seed), items: 1 + seed * 3)
      for photo in street.photos {
        let judgement = Matcher().judge(
          MatchQuery(viewpoint: photo, minimumConfidence: 0), candidates: street.items)
        let best = judgement.verdicts.map(\.confidence).max() ?? 0
        #expect(judgement.noMatch <= 1 - best + 1e-9)
        #expect(judgement.noMatch >= 0)
      }
    }
  }

  @Test("the era orders and labels, and leaves the confidence of other times alone")
  func era() throws {
    let scene = try Scene()
    let dates = ["1911", "1905/1925", "19XX", "1924", "1960", nil]
    let items = try dates.enumerated().map { try scene.item(Int64($0), date: $1) }
    let query = MatchQuery(viewpoint: scene.photo(), era: try Era(edtf: "1900/1920"))
    let verdicts = Matcher().judge(query, candidates: items.reversed()).verdicts
    #expect(verdicts.map(\.key) == [0, 1, 2, 5, 3, 4])
    #expect(
      verdicts.map(\.era) == [.within, .overlaps, .overlaps, nil, .near, .outside])
    #expect(zip(verdicts, verdicts.dropFirst()).allSatisfy { $0.score >= $1.score })
    let plain = Matcher().judge(MatchQuery(viewpoint: scene.photo()), candidates: items).verdicts
    for verdict in plain {
      #expect(verdict.era == nil && verdict.parts.era == nil)
      let same = verdicts.first { $0.key == verdict.key }
      let isOfEra = same?.era == .within || same?.era == .overlaps
      #expect(isOfEra || abs((same?.confidence ?? 0) - verdict.confidence) < 1e-9)
    }
  }

  @Test("the timeline shows the best of each period, oldest first")
  func timeline() throws {
    let scene = try Scene()
    let items = [
      try scene.item(1, date: "1955"), try scene.item(2, east: 10, date: "1911"),
      try scene.item(3, date: "1912"), try scene.item(4, date: "18XX"), try scene.item(5),
    ]
    let query = MatchQuery(viewpoint: scene.photo(), limit: 1)
    let judgement = Matcher().judge(query, candidates: items)
    #expect(judgement.timeline.map(\.key) == [4, 3, 1])
    #expect(judgement.timeline.map { $0.period?.firstYear } == [1800, 1910, 1950])
    #expect(judgement.verdicts.count == 1)
  }

  @Test("at most the requested number is returned", arguments: [-1, 0, 1, 3, 100])
  func limit(limit: Int) throws {
    let street = try Street(seed: 4, items: 60)
    let photo = try #require(street.photos.first)
    let all = Matcher().judge(
      MatchQuery(viewpoint: photo, limit: .max / 16), candidates: street.items)
    let some = Matcher().judge(
      MatchQuery(viewpoint: photo, limit: limit), candidates: street.items)
    #expect(some.verdicts == Array(all.verdicts.prefix(max(limit, 0))))
  }

  @Test("the same query has the same answer, for any order of the candidates")
  func deterministic() throws {
    let street = try Street(seed: 9, items: 400)
    var generator = SeededGenerator(seed: 3)
    for photo in street.photos {
      let query = MatchQuery(viewpoint: photo)
      let answer = Matcher().judge(query, candidates: street.items)
      #expect(Matcher().judge(query, candidates: street.items) == answer)
      let shuffled = Matcher().judge(
        query, candidates: street.items.shuffled(using: &generator))
      #expect(shuffled.verdicts.map(\.key) == answer.verdicts.map(\.key))
    }
  }

  @Test("evaluating the promising gives the result of evaluating all", arguments: 1...4)
  func twoPasses(seed: UInt64) throws {
    let street = try Street(seed: seed, items: 1200, photos: 4)
    let quick = Matcher()
    let thorough = Matcher(promising: .max / 2, closely: .max / 2)
    var same = 0
    for photo in street.photos {
      let query = MatchQuery(viewpoint: photo, era: seed.isMultiple(of: 2) ? street.era : nil)
      let answer = quick.judge(query, candidates: street.items)
      let full = thorough.judge(query, candidates: street.items)
      // Where they differ, it is between such as are nearly as good.
      #expect(answer.verdicts.count == full.verdicts.count)
      for (one, other) in zip(answer.verdicts, full.verdicts) {
        #expect(one.key == other.key || abs(one.score - other.score) < 0.01)
      }
      // Every period with an item that is worth showing has one, and the best or nearly so. Where
      // all are poor, one of 0.117 became 0.091, and one of 0.066 became 0.044.
      let shown = Dictionary(uniqueKeysWithValues: answer.timeline.map { ($0.period, $0.score) })
      for best in full.timeline {
        let score = shown[best.period] ?? 0
        #expect(score >= (best.score >= 0.15 ? 0.8 : 0.5) * best.score || best.score < 0.03)
      }
      // Items that aren't evaluated count only as possibly repeated views: up to 0.056.
      #expect(abs(answer.noMatch - full.noMatch) < 0.075)
      same += answer.verdicts.count
    }
    #expect(same > 0)
  }

  @Test("nothing beyond the reach could have been reported")
  func reach() throws {
    let scene = try Scene()
    for accuracy in [0.0, 5, 20, 60] {
      let photo = scene.photo(accuracy: accuracy)
      let reach = Matcher().reach(of: photo).meters
      for itemAccuracy in [1.0, 8, 40, 120] {
        for heading in [nil, 0.0, 20] {
          for north in [-1.0, 1] {
            for location in LocationOf.allCases {
              let item = try scene.item(
                north: north * (reach + 3 * itemAccuracy - 1), heading: heading,
                accuracy: itemAccuracy, headingAccuracy: 3, field: 90, of: location)
              #expect(
                scene.confidence(photo, item) < 0.02,
                "\(accuracy) \(itemAccuracy) \(north) \(location)")
            }
          }
        }
      }
    }
  }

  @Test("a verdict has the direction and the turn")
  func facts() throws {
    let scene = try Scene()
    let item = try scene.item(east: 3, north: 4, heading: 350)
    let verdict = try #require(
      Matcher().judge(MatchQuery(viewpoint: scene.photo(heading: 10)), candidates: [item])
        .verdicts.first)
    #expect(abs(verdict.distance.meters - 5) < 0.01)
    #expect(abs(verdict.bearing.degrees - 36.87) < 0.1)
    #expect(abs((verdict.headingDifference?.degrees ?? 0) + 20) < 0.01)
    #expect((0.5...1).contains(verdict.sharedView))
    #expect((0.9...1).contains(verdict.parts.fieldOfView ?? 0))
  }
}
