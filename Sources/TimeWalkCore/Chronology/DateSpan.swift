/// A span of days, both ends included; an end that is `nil` is open or unknown.
package struct DateSpan: Hashable, Sendable {
  /// The first day, or `nil` when the span has no known start.
  package let earliest: Day?
  /// The last day, or `nil` when the span has no known end.
  package let latest: Day?

  /// Makes a span; `nil` when it would end before it starts.
  package init?(earliest: Day?, latest: Day?) {
    if let earliest, let latest, latest < earliest { return nil }
    self.earliest = earliest
    self.latest = latest
  }
}
