extension Int {
  /// Makes the whole number that is nearest to a number of a file, which may be damaged.
  ///
  /// Numbers beyond ±10^15 become that, which leaves room for sums, and NaN becomes 0.
  package init(nearest number: Double) {
    self = number.isNaN ? 0 : Int(Swift.max(-1e15, Swift.min(1e15, number.rounded())))
  }
}
