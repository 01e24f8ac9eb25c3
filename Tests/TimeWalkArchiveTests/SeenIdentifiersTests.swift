import Testing
import TimeWalkTestSupport

@testable import TimeWalkArchive
@testable import TimeWalkCatalogue
@testable import TimeWalkSpatiaLite

@Suite("The identifiers of a source so far")
struct SeenIdentifiersTests {
  @Test(
    "Return the first line of each name, for any number of names", arguments: [1, 700, 100_000])
  func lines(names: Int) {
    var random = SeededGenerator(seed: UInt64(names))
    var seen = SeenIdentifiers()
    var expected: [String: Int] = [:]
    var wrong: [Int] = []
    for line in 1...(names * 2) {
      let name = "item-\(Int.random(in: 0..<names, using: &random))"
      if seen.add(name, line: line) != expected[name] { wrong.append(line) }
      if expected[name] == nil { expected[name] = line }
    }
    #expect(wrong == [])
  }

  @Test("A row without a line is known again, too")
  func noLine() {
    var seen = SeenIdentifiers()
    #expect(seen.add("a", line: 0) == nil)
    #expect(seen.add("b", line: 0) == nil)
    #expect(seen.add("a", line: 0) == 0)
  }
}
