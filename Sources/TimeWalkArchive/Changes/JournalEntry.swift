/// How many items a change concerned; those without a place count like the others.
package struct ChangeCounts: Hashable, Sendable {
  /// Items that are new.
  package var added = 0
  /// Items that became different.
  package var updated = 0
  /// Rows that said what the archive had already.
  package var unchanged = 0
  /// Rows that were not taken.
  package var refused = 0
  /// Items that are gone.
  package var removed = 0

  /// Makes counts of nothing.
  package init() {}
}

/// One change of an archive, as its journal keeps it.
package struct JournalEntry: Hashable, Sendable {
  /// What was done.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A source was imported.
    case `import`
    /// Fields of an item were set.
    case set
    /// An item was given another place.
    case move
    /// Items, or a collection, were removed.
    case remove
    /// An earlier entry was undone.
    case undo
    /// A named era was added or removed.
    case era
    /// Suggestions of a review were taken or dismissed.
    case review
    /// Something that a newer version of TimeWalk can do.
    case other
  }

  /// Its number; a later entry's is greater.
  package var number: Int64
  /// What was done.
  package var kind: Kind
  /// Who did it; `nil` when nobody said.
  package var who: String?
  /// When, ISO 8601 in UTC; `nil` when nobody said.
  package var timestamp: String?
  /// What was imported, as it was given; `nil` for other changes.
  package var source: String?
  /// The program and its version; `nil` when nobody said.
  package var tool: String?
  /// The options that matter, by their names.
  package var options: [String: String]
  /// The collection concerned; `nil` for several or none.
  package var collection: String?
  /// How many items it concerned.
  package var counts: ChangeCounts
  /// The keys of the items that were new; `nil` when none was.
  ///
  /// No other item has a key among them, though some may have been passed over.
  package var newKeys: ClosedRange<Int64>?
  /// The entry that it undid; `nil` unless it is an undo.
  package var undoes: Int64?
  /// The entry that undid it; `nil` while it is in force.
  package var undoneBy: Int64?

  /// Makes one.
  package init(
    number: Int64, kind: Kind, who: String? = nil, timestamp: String? = nil, source: String? = nil,
    tool: String? = nil, options: [String: String], collection: String? = nil, counts: ChangeCounts,
    newKeys: ClosedRange<Int64>? = nil, undoes: Int64? = nil, undoneBy: Int64? = nil
  ) {
    self.number = number
    self.kind = kind
    self.who = who
    self.timestamp = timestamp
    self.source = source
    self.tool = tool
    self.options = options
    self.collection = collection
    self.counts = counts
    self.newKeys = newKeys
    self.undoes = undoes
    self.undoneBy = undoneBy
  }
}
