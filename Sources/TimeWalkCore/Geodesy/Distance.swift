/// A length on the ground or a radius of uncertainty: finite and not negative.
package struct Distance: Hashable, Comparable, Sendable {
  /// The length in metres, 0 or more.
  package let meters: Double

  /// Makes a distance; `nil` for a negative number, NaN or infinity.
  package init?(meters: Double) {
    guard meters.isFinite, meters >= 0 else { return nil }
    self.meters = meters
  }

  init(finite meters: Double) { self.meters = abs(meters) }

  /// Orders by length.
  package static func < (a: Distance, b: Distance) -> Bool { a.meters < b.meters }

  /// No length.
  package static let zero = Distance(finite: 0)
}
