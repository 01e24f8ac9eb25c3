internal import TimeWalkArchive
internal import TimeWalkCore

/// A change of the archive, as its journal keeps it.
package struct EntryReport: Codable, Hashable, Sendable {
  /// Its number.
  package var entry: Int64
  /// What was done: `import`, `set`, `move`, `remove`, `undo`, `era` or `review`.
  package var kind: String
  /// Who did it; absent when nobody said.
  package var by: String?
  /// When, ISO 8601 in UTC.
  package var at: String?
  /// What was imported, as it was given.
  package var source: String?
  /// The program and its version.
  package var tool: String?
  /// The options that matter.
  package var options: [String: String]
  /// The collection concerned.
  package var collection: String?
  /// Items that were new, or came back.
  package var added: Int
  /// Items that changed.
  package var updated: Int
  /// Rows that said what was known.
  package var unchanged: Int
  /// Rows that were refused.
  package var refused: Int
  /// Items that went.
  package var removed: Int
  /// The entry that it undid.
  package var undoes: Int64?
  /// The entry that undid it.
  package var undoneBy: Int64?

  init(_ entry: JournalEntry) {
    self.entry = entry.number
    kind = entry.kind.rawValue
    by = entry.who
    at = entry.timestamp
    source = entry.source
    tool = entry.tool
    options = entry.options
    collection = entry.collection
    added = entry.counts.added
    updated = entry.counts.updated
    unchanged = entry.counts.unchanged
    refused = entry.counts.refused
    removed = entry.counts.removed
    undoes = entry.undoes
    undoneBy = entry.undoneBy
  }
}

/// The journal, newest first.
package struct HistoryReport: Codable, Hashable, Sendable {
  /// The entries that were asked for.
  package var entries: [EntryReport]
}

/// What became of an item.
package struct ItemChangeReport: Codable, Hashable, Sendable {
  /// A field that became different.
  package struct Field: Codable, Hashable, Sendable {
    /// The catalogue's column.
    package var field: String
    /// What it said; absent for nothing.
    package var before: String?
    /// What it says now; absent for nothing.
    package var after: String?

    /// Makes one.
    package init(field: String, before: String?, after: String?) {
      self.field = field
      self.before = before
      self.after = after
    }
  }

  /// The item's name, `collection:identifier`.
  package var id: String
  /// `added`, `changed` or `removed`.
  package var kind: String
  /// The fields.
  package var fields: [Field]

  init(_ change: ItemChange) {
    id = change.id.description
    kind = change.kind.rawValue
    fields = change.fields.map {
      Field(field: $0.column.rawValue, before: $0.before, after: $0.after)
    }
  }
}

/// What an entry changed, item by item.
package struct DiffReport: Codable, Hashable, Sendable {
  /// The entry.
  package var entry: EntryReport
  /// The items, as many as were asked for.
  package var changes: [ItemChangeReport]
  /// How many there are.
  package var total: Int
}

/// All that happened to an item, oldest first.
package struct ItemHistoryReport: Codable, Hashable, Sendable {
  /// One change of it.
  package struct Step: Codable, Hashable, Sendable {
    /// The entry of the journal.
    package var entry: EntryReport
    /// What it did to the item.
    package var change: ItemChangeReport
  }

  /// The item's name.
  package var id: String
  /// The changes.
  package var history: [Step]
}

/// What an undo did.
package struct UndoSummary: Codable, Hashable, Sendable {
  /// The entry that was undone, as it was.
  package var undone: EntryReport
  /// The number of the undo itself; absent in a dry run.
  package var entry: Int64?
  /// Whether nothing was kept, as asked.
  package var dryRun: Bool
  /// Items that came back.
  package var added: Int
  /// Items that changed back.
  package var updated: Int
  /// Items that went.
  package var removed: Int
}

/// What an edit did to an item.
package struct EditSummary: Codable, Hashable, Sendable {
  /// The item's name.
  package var id: String
  /// What is different; empty when everything was so already.
  package var fields: [ItemChangeReport.Field]
  /// The number of the change in the journal; absent when nothing was written.
  package var entry: Int64?
  /// Whether nothing was kept, as asked.
  package var dryRun: Bool
  /// What is doubtful about the values.
  package var warnings: [String]
}

/// What an edit did to many items.
package struct ManyEditsSummary: Codable, Hashable, Sendable {
  /// How many items were found.
  package var found: Int
  /// How many of them are different.
  package var changed: Int
  /// What is different, of the first thousand.
  package var changes: [ItemChangeReport]
  /// The number of the change in the journal; absent when nothing was written.
  package var entry: Int64?
  /// Whether nothing was kept, as asked.
  package var dryRun: Bool
  /// What is doubtful about the values, each once.
  package var warnings: [String]
}

/// What a removal took away.
package struct RemovalSummary: Codable, Hashable, Sendable {
  /// How many items.
  package var removed: Int
  /// The number of the change in the journal; absent in a dry run.
  package var entry: Int64?
  /// Whether nothing was kept, as asked.
  package var dryRun: Bool
}

/// An item that nobody knows a place for.
package struct UnplacedReport: Codable, Hashable, Sendable {
  /// The item's name, `collection:identifier`.
  package var id: String
  /// What it says, by the catalogue's columns, also those that TimeWalk has no field for.
  package var fields: [String: String]

  init(_ item: UnplacedItem) {
    id = item.id.description
    fields = item.otherColumns
    for (column, text) in item.fields where column != .otherColumns {
      fields[column.rawValue] = text
    }
  }
}

/// A page of items without a place.
package struct UnplacedItemsReport: Codable, Hashable, Sendable {
  /// The items, in the order of their names.
  package var unplaced: [UnplacedReport]
  /// How many there are on all pages.
  package var total: Int
}
