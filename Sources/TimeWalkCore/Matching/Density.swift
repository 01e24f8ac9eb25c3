import Glibc

/// The density of a bivariate Student t error, per square unit.
///
/// It is normalized, because otherwise a vague reading could win by being vague.
struct PlaceDensity: Sendable {
  private let tail: Float
  private let power: Int
  /// The square of the 68 % radius over tail · s², by the closed form in `Quantile.radius`.
  private let unit: Float

  /// - Parameter tail: the degrees of freedom, an even number.
  init(tail: Double) {
    self.tail = Float(tail)
    power = Int(tail / 2) + 1
    unit = Float(pow(0.32, -2 / tail) - 1)
  }

  /// The densities at squared distances, with the 68 % radii given by their squares, more than 0.
  @inline(__always)
  func callAsFunction(squaredDistance: Lanes, squaredRadius: Lanes) -> Lanes {
    let scale = squaredRadius / unit
    let base = scale / (scale + squaredDistance)
    var share = base
    for _ in 1..<power { share *= base }
    return tail / Float(2 * Double.pi) / scale * share
  }
}

/// The density of turns.
enum TurnDensity {

  /// The densities of logistic turns in degrees, times 360: 1 is a uniform turn.
  @inline(__always)
  static func logistic(_ magnitudes: Lanes, halfWidth: Lanes) -> Lanes {
    let scale = halfWidth.larger(Lanes(repeating: 0.1)) / Float(log(0.84 / 0.16))
    let e = (-magnitudes / scale).smaller(.zero).exponential
    let fair = 360 * e / (scale * (1 + e) * (1 + e))
    // The probability beyond half a turn is missing; the hyperbolic tangent uses its continued
    // fraction.
    let x = (90 / scale).smaller(Lanes(repeating: 3))
    let share = (x * (27 + x * x) / (27 + 9 * x * x)).smaller(Lanes(repeating: 1))
    return fair / share
  }
}
