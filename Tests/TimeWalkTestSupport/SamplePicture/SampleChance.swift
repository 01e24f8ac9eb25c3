/// Chance that is the same each time.
struct SampleChance: Sendable {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A number of a range.
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    let share = Double(random.next() >> 11) / 9_007_199_254_740_992
    return range.lowerBound + (range.upperBound - range.lowerBound) * share
  }

  /// Whether something happens that has this probability.
  mutating func happens(_ probability: Double) -> Bool { number(0...1) < probability }

  /// One of some things.
  mutating func one<Thing>(of things: [Thing]) -> Thing {
    things[Int(random.next() % UInt64(things.count))]
  }
}
