import Testing

@testable import TimeWalkCore
import TimeWalkTestSupport

/// The structures that keep the best entries, compared with sorting all.
@Suite("The best by rank")
struct RankedTests {
  /// Entries with few different values, many of them equal, and of some periods.
  private static func some(seed: UInt64) -> [(entry: Ranked, period: Period)] {
    var random = SeededGenerator(seed: seed)
    return (0..<300).compactMap { place in
      let year = Int.random(in: 1650...1990, using: &random)
      let span = DateSpan(earliest: Day.first(ofYear: year), latest: Day.last(ofYear: year))
      guard let period = span.flatMap(Period.init(of:)) else { return nil }
      let value = Float(Int.random(in: 0...40, using: &random)) / 40
      return (Ranked(value: value, key: Int64(997 * place % 1009), place: place), period)
    }
  }

  @Test("are those that come first when all are sorted", arguments: [1, 2, 8, 88, 1000])
  func sorted(count: Int) {
    for seed in 1...4 as ClosedRange<UInt64> {
      let some = Self.some(seed: seed)
      #expect(some.count == 300)
      var best = TopRanked(count)
      var ofPeriods = TopRankedByPeriod(ofEach: count)
      for (entry, period) in some {
        let (before, ofPeriod) = (
          best.mayTake(entry.value), ofPeriods.mayTake(entry.value, of: period)
        )
        best.offer(entry)
        ofPeriods.offer(entry, of: period)
        // An entry that would be rejected must not be among them.
        if !before { #expect(!best.entries.contains { $0.place == entry.place }) }
        if !ofPeriod {
          #expect(!ofPeriods.periods.joined().contains { $0.place == entry.place })
        }
      }
      let sorted = some.map(\.entry).sorted { $0.isBefore($1) }
      #expect(best.entries.map(\.place) == sorted.prefix(count).map(\.place))
      for (period, members) in Dictionary(grouping: some, by: \.period) {
        let first = members.map(\.entry).sorted { $0.isBefore($1) }.prefix(count).map(\.place)
        #expect(ofPeriods.periods.contains { $0.map(\.place) == first }, "\(period)")
      }
    }
  }

  @Test("Marks are returned in rising order, each once")
  func marks() {
    var random = SeededGenerator(seed: 5)
    for count in [1, 63, 64, 65, 1000] {
      var marks = Marks(count)
      #expect(marks.numbers.isEmpty)
      let numbers = (0..<count / 2 + 1).map { _ in Int.random(in: 0..<count, using: &random) }
      for number in numbers + [0, count - 1] { marks.insert(number) }
      #expect(marks.numbers == Set(numbers + [0, count - 1]).sorted())
    }
  }
}
