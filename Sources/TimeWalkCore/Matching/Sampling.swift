import Glibc

/// Points spread evenly over a unit cube, the same on every run.
///
/// An additive recurrence with powers of the generalised golden ratio (M. Roberts, "The
/// unreasonable effectiveness of quasirandom sequences", 2018): fewer points give the accuracy of
/// many random ones, and the judge stays deterministic.
struct EvenPoints: Sendable {
  let count: Int
  let dimensions: Int
  private let values: [Double]

  init(count: Int, dimensions: Int) {
    // The positive root of x^(d+1) = x + 1, by fixed-point iteration.
    var ratio = 2.0
    for _ in 0..<60 { ratio = pow(1 + ratio, 1 / Double(dimensions + 1)) }
    self.count = count
    self.dimensions = dimensions
    var values: [Double] = []
    values.reserveCapacity(count * dimensions)
    for i in 0..<count {
      for j in 0..<dimensions {
        let step = pow(ratio, -Double(j + 1))
        let value = 0.5 + step * Double(i + 1)
        // Kept off 0 and 1, where the quantiles below are infinite.
        values.append(min(max(value - value.rounded(.down), 1e-6), 1 - 1e-6))
      }
    }
    self.values = values
  }

  subscript(index: Int, dimension: Int) -> Double { values[index * dimensions + dimension] }
}

/// Inverse distribution functions that turn even points into plausible errors.
enum Quantile {
  /// The radius of a two-dimensional Student t error whose 68 % radius is 1.
  ///
  /// The radial distribution of a bivariate t with ν degrees of freedom has a closed form,
  /// `1 - (1 + r²/ν)^(-ν/2)`.
  static func radius(_ u: Double, tail: Double) -> Double {
    let unit = pow(0.32, -2 / tail) - 1
    return ((pow(1 - u, -2 / tail) - 1) / unit).squareRoot()
  }

  /// A logistic error whose 68 % half-width is 1: like a normal one, with heavier tails.
  static func logistic(_ u: Double) -> Double { log(u / (1 - u)) / log(0.84 / 0.16) }

  /// A standard normal error, by the logistic approximation of its quantile.
  ///
  /// Its error is at most 0.02 within 2.5 standard deviations, which is sufficient for spreads of
  /// scene depth.
  static func normal(_ u: Double) -> Double {
    let z = log(u / (1 - u)) / 1.702
    return z
  }
}
