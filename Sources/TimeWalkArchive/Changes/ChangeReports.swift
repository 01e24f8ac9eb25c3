import TimeWalkCore

/// The result of an undo.
package struct UndoReport: Hashable, Sendable {
  /// The entry that was undone.
  package var undone: JournalEntry
  /// The number of the undo itself; `nil` when nothing was written.
  package var entry: Int64?
  /// The numbers of items that were restored, changed and removed.
  package var counts: ChangeCounts

  /// Makes one.
  package init(undone: JournalEntry, entry: Int64? = nil, counts: ChangeCounts) {
    self.undone = undone
    self.entry = entry
    self.counts = counts
  }
}

/// The result of an edit of an item.
package struct EditReport: Hashable, Sendable {
  /// The differences; `nil` if there are none.
  package var change: ItemChange?
  /// The number of the change in the journal; `nil` when nothing was written.
  package var entry: Int64?
  /// The doubts about the values.
  package var warnings: [ImportFinding]

  /// Makes one.
  package init(change: ItemChange? = nil, entry: Int64? = nil, warnings: [ImportFinding]) {
    self.change = change
    self.entry = entry
    self.warnings = warnings
  }
}

/// The result of a removal.
package struct RemovalReport: Hashable, Sendable {
  /// The items, with a place or without.
  package var count: Int
  /// The number of the change in the journal; `nil` when nothing was written.
  package var entry: Int64?

  /// Makes one.
  package init(count: Int, entry: Int64? = nil) {
    self.count = count
    self.entry = entry
  }
}

/// The result of an edit of many items.
package struct ManyEditsReport: Hashable, Sendable {
  /// The number of items found.
  package var found = 0
  /// The number of them that are different now.
  package var changed = 0
  /// The differences of the first of them.
  package var changes: [ItemChange] = []
  /// The number of the change in the journal; `nil` when nothing was written.
  package var entry: Int64?
  /// The doubts about the values, each once.
  package var warnings: [ImportFinding] = []

  /// Makes one.
  package init(
    found: Int = 0, changed: Int = 0, changes: [ItemChange] = [], entry: Int64? = nil,
    warnings: [ImportFinding] = []
  ) {
    self.found = found
    self.changed = changed
    self.changes = changes
    self.entry = entry
    self.warnings = warnings
  }
}
