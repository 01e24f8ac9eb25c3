package import TimeWalkArchive
internal import TimeWalkCore

/// A change of the archive, as its journal keeps it.
public struct EntryReport: Codable, Hashable, Sendable {
  /// Its number.
  public var entry: Int64
  /// What was done: `import`, `set`, `move`, `remove`, `undo`, `era` or `review`.
  public var kind: String
  /// Who did it; absent when nobody said.
  public var by: String?
  /// When, ISO 8601 in UTC.
  public var at: String?
  /// What was imported, as it was given.
  public var source: String?
  /// The program and its version.
  public var tool: String?
  /// The options that matter.
  public var options: [String: String]
  /// The collection concerned.
  public var collection: String?
  /// Items that were new, or came back.
  public var added: Int
  /// Items that changed.
  public var updated: Int
  /// Rows that said what was known.
  public var unchanged: Int
  /// Rows that were refused.
  public var refused: Int
  /// Items that went.
  public var removed: Int
  /// The entry that it undid.
  public var undoes: Int64?
  /// The entry that undid it.
  public var undoneBy: Int64?

  package init(_ entry: JournalEntry) {
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
public struct HistoryReport: Codable, Hashable, Sendable {
  /// The entries that were asked for.
  public var entries: [EntryReport]

  /// Takes what it says.
  package init(entries: [EntryReport]) {
    self.entries = entries
  }
}

/// What became of an item.
public struct ItemChangeReport: Codable, Hashable, Sendable {
  /// A field that became different.
  public struct Field: Codable, Hashable, Sendable {
    /// The catalogue's column.
    public var field: String
    /// What it said; absent for nothing.
    public var before: String?
    /// What it says now; absent for nothing.
    public var after: String?

    /// Makes one.
    public init(field: String, before: String?, after: String?) {
      self.field = field
      self.before = before
      self.after = after
    }
  }

  /// The item's name, `collection:identifier`.
  public var id: String
  /// `added`, `changed` or `removed`.
  public var kind: String
  /// The fields.
  public var fields: [Field]

  package init(_ change: ItemChange) {
    id = change.id.description
    kind = change.kind.rawValue
    fields = change.fields.map {
      Field(field: $0.column.rawValue, before: $0.before, after: $0.after)
    }
  }
}

/// What an entry changed, item by item.
public struct DiffReport: Codable, Hashable, Sendable {
  /// The entry.
  public var entry: EntryReport
  /// The items, as many as were asked for.
  public var changes: [ItemChangeReport]
  /// How many there are.
  public var total: Int

  /// Takes what it says.
  package init(entry: EntryReport, changes: [ItemChangeReport], total: Int) {
    self.entry = entry
    self.changes = changes
    self.total = total
  }
}

/// All that happened to an item, oldest first.
public struct ItemHistoryReport: Codable, Hashable, Sendable {
  /// One change of it.
  public struct Step: Codable, Hashable, Sendable {
    /// The entry of the journal.
    public var entry: EntryReport
    /// What it did to the item.
    public var change: ItemChangeReport

    /// Takes what it says.
    package init(entry: EntryReport, change: ItemChangeReport) {
      self.entry = entry
      self.change = change
    }
  }

  /// The item's name.
  public var id: String
  /// The changes.
  public var history: [Step]

  /// Takes what it says.
  package init(id: String, history: [Step]) {
    self.id = id
    self.history = history
  }
}

/// What an undo did.
public struct UndoSummary: Codable, Hashable, Sendable {
  /// The entry that was undone, as it was.
  public var undone: EntryReport
  /// The number of the undo itself; absent in a dry run.
  public var entry: Int64?
  /// Whether nothing was kept, as asked.
  public var dryRun: Bool
  /// Items that came back.
  public var added: Int
  /// Items that changed back.
  public var updated: Int
  /// Items that went.
  public var removed: Int

  /// Takes what it says.
  package init(
    undone: EntryReport, entry: Int64? = nil, dryRun: Bool, added: Int, updated: Int, removed: Int
  ) {
    self.undone = undone
    self.entry = entry
    self.dryRun = dryRun
    self.added = added
    self.updated = updated
    self.removed = removed
  }
}

/// What an edit did to an item.
public struct EditSummary: Codable, Hashable, Sendable {
  /// The item's name.
  public var id: String
  /// What is different; empty when everything was so already.
  public var fields: [ItemChangeReport.Field]
  /// The number of the change in the journal; absent when nothing was written.
  public var entry: Int64?
  /// Whether nothing was kept, as asked.
  public var dryRun: Bool
  /// What is doubtful about the values.
  public var warnings: [String]

  /// Takes what it says.
  package init(
    id: String, fields: [ItemChangeReport.Field], entry: Int64? = nil, dryRun: Bool,
    warnings: [String]
  ) {
    self.id = id
    self.fields = fields
    self.entry = entry
    self.dryRun = dryRun
    self.warnings = warnings
  }
}

/// What an edit did to many items.
public struct ManyEditsSummary: Codable, Hashable, Sendable {
  /// How many items were found.
  public var found: Int
  /// How many of them are different.
  public var changed: Int
  /// What is different, of the first thousand.
  public var changes: [ItemChangeReport]
  /// The number of the change in the journal; absent when nothing was written.
  public var entry: Int64?
  /// Whether nothing was kept, as asked.
  public var dryRun: Bool
  /// What is doubtful about the values, each once.
  public var warnings: [String]

  /// Takes what it says.
  package init(
    found: Int, changed: Int, changes: [ItemChangeReport], entry: Int64? = nil, dryRun: Bool,
    warnings: [String]
  ) {
    self.found = found
    self.changed = changed
    self.changes = changes
    self.entry = entry
    self.dryRun = dryRun
    self.warnings = warnings
  }
}

/// What a removal took away.
public struct RemovalSummary: Codable, Hashable, Sendable {
  /// How many items.
  public var removed: Int
  /// The number of the change in the journal; absent in a dry run.
  public var entry: Int64?
  /// Whether nothing was kept, as asked.
  public var dryRun: Bool

  /// Takes what it says.
  package init(removed: Int, entry: Int64? = nil, dryRun: Bool) {
    self.removed = removed
    self.entry = entry
    self.dryRun = dryRun
  }
}

/// An item that nobody knows a place for.
public struct UnplacedReport: Codable, Hashable, Sendable {
  /// The item's name, `collection:identifier`.
  public var id: String
  /// What it says, by the catalogue's columns, also those that TimeWalk has no field for.
  public var fields: [String: String]

  package init(_ item: UnplacedItem) {
    id = item.id.description
    fields = item.otherColumns
    for (column, text) in item.fields where column != .otherColumns {
      fields[column.rawValue] = text
    }
  }
}

/// A page of items without a place.
public struct UnplacedItemsReport: Codable, Hashable, Sendable {
  /// The items, in the order of their names.
  public var unplaced: [UnplacedReport]
  /// How many there are on all pages.
  public var total: Int

  /// Takes what it says.
  package init(unplaced: [UnplacedReport], total: Int) {
    self.unplaced = unplaced
    self.total = total
  }
}
