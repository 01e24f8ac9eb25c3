import Testing
import TimeWalkTestSupport

@testable import TimeWalkCore

@Suite("Items of a requested era are rated among themselves")
struct EraAmongItselfTests {
  @Test("the only item of the era is first as surely as alone, beside sharper ones")
  func alone() throws {
    var count = 0
    for number in 1...50 {
      let scene = try Scene()
      var random = SeededGenerator(seed: UInt64(number))
      let own = try scene.item(
        1000, east: Double.random(in: -20...20, using: &random),
        north: Double.random(in: -20...20, using: &random), heading: nil, accuracy: 50,
        field: nil, date: "1650/1660")
      let others = try (0..<number).map { key in
        try scene.item(
          Int64(key), east: Double.random(in: -6...6, using: &random),
          north: Double.random(in: -6...6, using: &random),
          heading: Double.random(in: -20...20, using: &random), accuracy: 5,
          date: ["1905~", "1667", "1780", nil][key % 4])
      }
      let query = MatchQuery(viewpoint: scene.photo(), era: try Era(edtf: "1650/1665"))
      let alone = Matcher().judge(query, candidates: [own])
      let beside = Matcher().judge(query, candidates: others + [own])
      let first = try #require(beside.verdicts.first)
      #expect(beside.noMatch == alone.noMatch)
      #expect(alone.others == 0)
      guard let confidence = alone.verdicts.first?.confidence, confidence >= 0.1 else { continue }
      count += 1
      #expect(first.key == 1000 && first.confidence == confidence, "beside \(number)")
      #expect(beside.timeline.contains { $0.key == 1000 && $0.confidence == confidence })
      #expect(beside.verdicts.count > 1)
    }
    #expect(count > 40)
  }

  @Test("an unlikely item of the era stays in its rank")
  func unlikely() throws {
    let scene = try Scene()
    let turned = try scene.item(1, heading: 75, date: "1911")
    let facing = try scene.item(2, date: "1912")
    let query = MatchQuery(viewpoint: scene.photo(), era: try Era(edtf: "1911"))
    let judgement = Matcher().judge(query, candidates: [turned, facing])
    #expect(judgement.verdicts.map(\.key) == [2, 1])
    #expect((0.004..<0.1).contains(judgement.verdicts[1].confidence), "\(judgement.verdicts)")
    #expect(judgement.noMatch > 0.9)
  }

  @Test("the others are those that precede the best of the era without an era")
  func others() throws {
    let scene = try Scene()
    let items = [
      try scene.item(1, date: "1905"), try scene.item(2, east: 3, heading: 3, date: "1780"),
      try scene.item(3, heading: 25, date: "1650"), try scene.item(4, heading: 45),
    ]
    for isStrict in [false, true] {
      func others(_ era: String) throws -> Int {
        let query = MatchQuery(
          viewpoint: scene.photo(), era: try Era(edtf: era), isEraStrict: isStrict)
        return Matcher().judge(query, candidates: items).others
      }
      let plain = Matcher().judge(MatchQuery(viewpoint: scene.photo()), candidates: items)
      for (era, key) in [("1905", 1), ("1780", 2), ("1650", 3)] {
        let rank = try #require(plain.verdicts.firstIndex { $0.key == Int64(key) })
        #expect(try others(era) == rank, "\(era)")
      }
      #expect(try others("1500") == plain.verdicts.count)
    }
  }

  @Test("a set of dates around the era is not of the era")
  func sets() throws {
    let scene = try Scene()
    let items = [
      try scene.item(1, date: "{1605,1885}"), try scene.item(2, heading: 45, date: "1745"),
    ]
    var query = MatchQuery(viewpoint: scene.photo(), era: try Era(edtf: "1740/1750"))
    query.otherSets = [1]
    let alone = Matcher().judge(query, candidates: [items[1]])
    let both = Matcher().judge(query, candidates: items)
    #expect(both.noMatch == alone.noMatch)
    #expect(both.verdicts.first { $0.key == 2 } == alone.verdicts.first)
    query.isEraStrict = true
    #expect(Matcher().judge(query, candidates: items).verdicts.map(\.key) == [2])
  }

  @Test(
    "the items of an era are those whose date relates to it so",
    arguments: ["1905", "1650/1665", "1900/", "/1900", "../..", "-9000/1700", "1780~"])
  func places(_ text: String) throws {
    let era = try Era(edtf: text)
    let scene = try Scene()
    let dates = [
      nil, "1905~", "1905-06-01", "1650/1660", "{1605,1885}", "../1900", "1900/..", "18XX", "-0500",
      "../..", "XXXX-06", "1665-12-31/1666-01-01", "1899-12-31", "1900-12-31/1901",
    ]
    let candidates = Candidates(
      try dates.enumerated().map { try scene.item(Int64($0), date: $1) }
        + SampleCandidates.some(400))
    let related = candidates.indices.filter {
      [.within, .overlaps].contains(candidates.relation(of: $0, to: era))
    }
    #expect(candidates.places(in: era, except: []) == related)
    let others = Set(related.prefix(3).map { candidates.keys[$0] })
    #expect(
      candidates.places(in: era, except: others)
        == related.filter { !others.contains(candidates.keys[$0]) })
  }
}
