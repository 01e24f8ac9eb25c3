/// A span of days, both ends included; an end that is `nil` is open or unknown.
package struct DateSpan: Hashable, Sendable {
  /// The first day; `nil` for an unknown or open start.
  package let earliest: Day?
  /// The last day; `nil` for an unknown or open end.
  package let latest: Day?

  /// Makes a span; `nil` when it would end before it starts.
  package init?(earliest: Day?, latest: Day?) {
    if let earliest, let latest, latest < earliest { return nil }
    self.earliest = earliest
    self.latest = latest
  }
}
