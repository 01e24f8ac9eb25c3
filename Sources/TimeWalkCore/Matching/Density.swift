#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The density of a bivariate Student t error, per square unit, with its normaliser, so that a vague reading
/// can't win by being vague.
struct PlaceDensity: Sendable {
  private let tail: Double
  /// The square of the 68 % radius over tail · s², by the closed form in `Quantile.radius`.
  private let unit: Double

  init(tail: Double) {
    self.tail = tail
    unit = pow(0.32, -2 / tail) - 1
  }

  /// The density at a squared distance, with the 68 % radius given by its square, more than 0.
  func callAsFunction(squaredDistance: Double, squaredRadius: Double) -> Double {
    let scale = squaredRadius / unit
    return tail / (2 * .pi * scale) * pow(1 + squaredDistance / scale, -(tail + 2) / 2)
  }
}

/// The density of turns.
enum TurnDensity {

  /// The density of a logistic turn in degrees, times 360: 1 is a turn that may be any.
  static func logistic(_ degrees: Double, halfWidth: Double) -> Double {
    let scale = max(halfWidth, 0.1) / log(0.84 / 0.16)
    // Uniform when the half-width nears a half turn.
    let e = exp(-abs(degrees) / scale)
    let fair = 360 * e / (scale * (1 + e) * (1 + e))
    let share = tanh(180 / (2 * scale))
    return fair / share
  }
}
