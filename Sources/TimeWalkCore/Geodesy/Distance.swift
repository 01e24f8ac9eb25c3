/// A length on the ground or a radius of uncertainty: finite and not negative.
public struct Distance: Hashable, Comparable, Sendable {
  /// The length in metres, 0 or more.
  public let meters: Double

  /// Makes a distance; `nil` for a negative number, NaN or infinity.
  public init?(meters: Double) {
    guard meters.isFinite, meters >= 0 else { return nil }
    self.meters = meters
  }

  init(finite meters: Double) { self.meters = abs(meters) }

  /// Orders by length.
  public static func < (a: Distance, b: Distance) -> Bool { a.meters < b.meters }

  /// No length.
  public static let zero = Distance(finite: 0)
}
