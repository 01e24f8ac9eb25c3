import Testing

@testable import TimeWalkCore

@Suite("A strict era")
struct StrictEraTests {
  @Test("only items that share a day with it are matches, in the list and on the timeline")
  func filter() throws {
    let scene = try Scene()
    let dates = ["1911", "1905/1925", "19XX", "1921~", "1960", nil, "../..", "../1901"]
    let items = try dates.enumerated().map { try scene.item(Int64($0), date: $1) }
    var query = MatchQuery(viewpoint: scene.photo(), era: try Era(edtf: "1900/1920"))
    let broad = Matcher().judge(query, candidates: items)
    query.isEraStrict = true
    let strict = Matcher().judge(query, candidates: items)
    // Without it nothing is lost.
    #expect(Set(broad.verdicts.map(\.key)) == Set(0...7))
    #expect(Set(strict.verdicts.map(\.key)) == [0, 1, 2, 7])
    #expect(strict.verdicts.allSatisfy { $0.era == .within || $0.era == .overlaps })
    #expect(!strict.timeline.isEmpty)
    #expect(Set(strict.timeline.map(\.key)).isSubset(of: [0, 1, 2, 7]))
    // The rest keeps its ranks and confidences.
    let same = broad.verdicts.filter { [0, 1, 2, 7].contains($0.key) }
    #expect(strict.verdicts == same)
  }

  @Test("the probability of no match concerns that time alone")
  func noMatch() throws {
    let scene = try Scene()
    let items = [try scene.item(1, date: "1911"), try scene.item(2, date: "1960")]
    func noMatch(_ era: String, isStrict: Bool) throws -> Double {
      let query = MatchQuery(
        viewpoint: scene.photo(), era: try Era(edtf: era), isEraStrict: isStrict)
      return Matcher().judge(query, candidates: items).noMatch
    }
    #expect(try noMatch("1700", isStrict: true) == 1)
    #expect(try noMatch("1700", isStrict: false) == 1)
    #expect(try noMatch("1911", isStrict: true) < noMatch("1700", isStrict: true))
    #expect(try noMatch("1911", isStrict: true) == noMatch("1911", isStrict: false))
  }

  @Test("the many of other times don't crowd out the few of the era")
  func crowd() throws {
    let scene = try Scene()
    var items = try (0..<3000).map { try scene.item(Int64($0), date: "1960") }
    // Less promising than all of them.
    items.append(try scene.item(5000, east: 25, heading: 30, date: "1911"))
    let query = MatchQuery(
      viewpoint: scene.photo(), era: try Era(edtf: "1911"), isEraStrict: true, limit: 1)
    #expect(Matcher().judge(query, candidates: items).verdicts.map(\.key) == [5000])
  }

  @Test("without an era it means nothing")
  func alone() throws {
    let scene = try Scene()
    let items = [try scene.item(1, date: "1911"), try scene.item(2)]
    let plain = Matcher().judge(MatchQuery(viewpoint: scene.photo()), candidates: items)
    let query = MatchQuery(viewpoint: scene.photo(), isEraStrict: true)
    #expect(Matcher().judge(query, candidates: items) == plain)
  }
}
