/// Chance that is the same each time (SplitMix64, by Steele, Lea and Flood).
struct SampleChance: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number of a range.
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    let share = Double(next() >> 11) / 9_007_199_254_740_992
    return range.lowerBound + (range.upperBound - range.lowerBound) * share
  }

  /// Whether something happens that has this probability.
  mutating func happens(_ probability: Double) -> Bool { number(0...1) < probability }

  /// One of some things.
  mutating func one<Thing>(of things: [Thing]) -> Thing {
    things[Int(next() % UInt64(things.count))]
  }
}
