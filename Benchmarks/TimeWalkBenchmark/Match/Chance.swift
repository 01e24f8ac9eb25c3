import Foundation

/// A small source of random numbers (SplitMix64) that gives the same archive everywhere.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number of a range, all alike.
  mutating func even(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// A number whose logarithm is even.
  mutating func logarithmic(_ range: ClosedRange<Double>) -> Double {
    exp(even(log(range.lowerBound)...log(range.upperBound)))
  }

  /// A number of the normal distribution of standard deviation 1.
  mutating func normal() -> Double {
    (-2 * log(even(1e-300...1))).squareRoot() * cos(even(0...(2 * .pi)))
  }

  /// Returns true with this probability.
  mutating func happens(_ probability: Double) -> Bool { even(0...1) < probability }
}
