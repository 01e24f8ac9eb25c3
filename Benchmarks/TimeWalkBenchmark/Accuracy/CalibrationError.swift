/// The difference of stated probabilities and frequencies.
struct CalibrationError {
  private var bins = [(stated: Double, true: Double, count: Double)](
    repeating: (0, 0, 0), count: 10)
  private var squares = 0.0

  /// Notes that something was called probable, and whether it was so.
  mutating func add(stated: Double, isTrue: Bool) {
    let bin = min(max(Int(stated * 10), 0), 9)
    let was = isTrue ? 1.0 : 0
    bins[bin].stated += stated
    bins[bin].true += was
    bins[bin].count += 1
    squares += (stated - was) * (stated - was)
  }

  /// The expected calibration error over ten even bins (Naeini et al., 2015).
  var expected: Double {
    let count = bins.reduce(0) { $0 + $1.count }
    return count == 0 ? 0 : bins.reduce(0) { $0 + abs($1.stated - $1.true) } / count
  }

  /// The mean square error of the statements (Brier, 1950).
  var brier: Double {
    let count = bins.reduce(0) { $0 + $1.count }
    return count == 0 ? 0 : squares / count
  }

  /// The mean of the statements, and how often they came true.
  var means: (stated: Double, true: Double) {
    let count = max(bins.reduce(0) { $0 + $1.count }, 1)
    return (
      bins.reduce(0) { $0 + $1.stated } / count, bins.reduce(0) { $0 + $1.true } / count
    )
  }

  /// For each bin: the mean that was stated, how often it came true, and the number of statements.
  var table: [(stated: Double, true: Double, count: Int)] {
    bins.filter { $0.count > 0 }.map {
      (stated: $0.stated / $0.count, true: $0.true / $0.count, count: Int($0.count))
    }
  }
}
