import Glibc

/// Maps the judge's own share of poses that agree to a probability that holds.
///
/// A line in log odds (J. Platt, "Probabilistic outputs for support vector machines", 1999): it
/// keeps the order, and 0 and 1.
struct Calibration: Sendable {
  let slope: Double
  let offset: Double

  /// The calibrated probability, 0...1.
  func callAsFunction(_ probability: Double) -> Double {
    guard probability > 0 else { return 0 }
    guard probability < 1 else { return 1 }
    return 1 / (1 + exp(-(offset + slope * log(probability / (1 - probability)))))
  }

  /// The calibrated probability, with the log odds above even odds reduced by a factor.
  func callAsFunction(_ probability: Double, certainty: Double) -> Double {
    let calibrated = self(probability)
    guard calibrated > 0.5 else { return calibrated }
    return Calibration(slope: certainty, offset: 0)(calibrated)
  }
}
