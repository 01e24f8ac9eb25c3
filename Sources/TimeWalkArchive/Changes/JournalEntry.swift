/// The numbers of changed items, including those without a place.
package struct ChangeCounts: Hashable, Sendable {
  /// Items that are new.
  package var added = 0
  /// Items that became different.
  package var updated = 0
  /// Rows equal to the archive's content.
  package var unchanged = 0
  /// Rows that were not taken.
  package var refused = 0
  /// Removed items.
  package var removed = 0

  /// Makes counts of nothing.
  package init() {}
}

/// One change of an archive, as its journal keeps it.
package struct JournalEntry: Hashable, Sendable {
  /// The kind of change.
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
  /// The kind of change.
  package var kind: Kind
  /// The author; `nil` if unknown.
  package var author: String?
  /// The time, ISO 8601 in UTC; `nil` if unknown.
  package var timestamp: String?
  /// The imported source, as given; `nil` for other changes.
  package var source: String?
  /// The program and its version; `nil` if unknown.
  package var tool: String?
  /// The options that matter, by their names.
  package var options: [String: String]
  /// The collection concerned; `nil` for several or none.
  package var collection: String?
  /// The numbers of items that changed.
  package var counts: ChangeCounts
  /// The keys of the items that were new; `nil` when none was.
  ///
  /// No other item has a key among them, though some may be unused.
  package var newKeys: ClosedRange<Int64>?
  /// The undone entry; `nil` unless it is an undo.
  package var undoes: Int64?
  /// The entry that undid it; `nil` while it is effective.
  package var undoneBy: Int64?

  /// Makes one.
  package init(
    number: Int64, kind: Kind, author: String? = nil, timestamp: String? = nil,
    source: String? = nil,
    tool: String? = nil, options: [String: String], collection: String? = nil, counts: ChangeCounts,
    newKeys: ClosedRange<Int64>? = nil, undoes: Int64? = nil, undoneBy: Int64? = nil
  ) {
    self.number = number
    self.kind = kind
    self.author = author
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
