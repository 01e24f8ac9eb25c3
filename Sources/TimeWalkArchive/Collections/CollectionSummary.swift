package import TimeWalkCore

/// A collection with what it holds.
package struct CollectionSummary: Hashable, Sendable {
  /// What it says of itself.
  package var statement: CollectionStatement
  /// The number of its items.
  package var items: Int
  /// The number of further items that nobody knows a place for.
  package var unplaced: Int
  /// The first day that a dated item names; `nil` when none does.
  package var earliest: Day?
  /// The last day that a dated item names; `nil` when none does.
  package var latest: Day?

  /// Makes a summary.
  package init(
    statement: CollectionStatement, items: Int, unplaced: Int = 0, earliest: Day? = nil,
    latest: Day? = nil
  ) {
    self.statement = statement
    self.items = items
    self.unplaced = unplaced
    self.earliest = earliest
    self.latest = latest
  }
}
