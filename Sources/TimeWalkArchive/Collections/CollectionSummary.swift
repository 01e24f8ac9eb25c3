package import TimeWalkCore

/// A collection with its numbers of items.
package struct CollectionSummary: Hashable, Sendable {
  /// Its statement.
  package var statement: CollectionStatement
  /// The number of its items.
  package var items: Int
  /// The number of further items without a place.
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
