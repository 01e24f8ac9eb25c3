package import TimeWalkCore

/// The data about a map before its record is read.
package struct MapCandidate: Hashable, Sendable {
  /// The item's key.
  package var key: Int64
  /// Its date; `nil` if unknown.
  package var dates: DateSpan?
  /// Metres of the ground for a pixel, on the average.
  package var resolution: Distance?
  /// The mean distance of its signs from their places.
  package var error: Distance?

  /// Makes one.
  package init(key: Int64, dates: DateSpan?, resolution: Distance?, error: Distance?) {
    self.key = key
    self.dates = dates
    self.resolution = resolution
    self.error = error
  }
}
