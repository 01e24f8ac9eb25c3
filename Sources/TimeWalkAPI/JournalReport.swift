package import TimeWalkArchive
package import TimeWalkCore

/// A change of the archive, as its journal keeps it.
public struct EntryReport: Codable, Hashable, Sendable {
  /// Its number.
  public var entry: Int64
  /// The kind of change: `import`, `set`, `move`, `remove`, `undo`, `era` or `review`.
  public var kind: String
  /// The author; absent if unknown.
  public var by: String?
  /// The time of the change, ISO 8601 in UTC.
  public var at: String?
  /// The imported source, as given.
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
  /// Rows without a difference.
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
    by = entry.author
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
  /// The requested entries.
  public var entries: [EntryReport]

  package init(_ entries: [JournalEntry]) { self.entries = entries.map(EntryReport.init) }
}

/// The change of an item.
public struct ItemChangeReport: Codable, Hashable, Sendable {
  /// A field that became different.
  public struct Field: Codable, Hashable, Sendable {
    /// The catalogue's column.
    public var field: String
    /// The old value; absent for none.
    public var before: String?
    /// The new value; absent for none.
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
    fields = change.fields.flatMap(\.columns).map {
      Field(field: $0.name, before: $0.before, after: $0.after)
    }
  }
}

/// The changes of an entry, item by item.
public struct DiffReport: Codable, Hashable, Sendable {
  /// The entry.
  public var entry: EntryReport
  /// The items, up to the requested number.
  public var changes: [ItemChangeReport] = []
  /// The number of changed items.
  public var total = 0

  /// Makes it without changes.
  package init(_ entry: JournalEntry) { self.entry = EntryReport(entry) }

  /// Counts a change, and lists it if fewer than `limit` are listed.
  package mutating func add(_ change: ItemChange, limit: Int?) {
    total += 1
    if changes.count < limit ?? .max { changes.append(ItemChangeReport(change)) }
  }
}

/// All that happened to an item, oldest first.
public struct ItemHistoryReport: Codable, Hashable, Sendable {
  /// One change of it.
  public struct Step: Codable, Hashable, Sendable {
    /// The entry of the journal.
    public var entry: EntryReport
    /// The change of the item.
    public var change: ItemChangeReport
  }

  /// The item's name.
  public var id: String
  /// The changes.
  public var history: [Step]

  package init(_ id: ItemID, _ steps: [(JournalEntry, ItemChange)]) {
    self.id = id.description
    history = steps.map { Step(entry: EntryReport($0), change: ItemChangeReport($1)) }
  }
}

/// The result of an undo.
public struct UndoSummary: Codable, Hashable, Sendable {
  /// The entry that was undone, as it was.
  public var undone: EntryReport
  /// The number of the undo itself; absent in a dry run.
  public var entry: Int64?
  /// True if it was a dry run.
  public var dryRun: Bool
  /// Items that came back.
  public var added: Int
  /// Items that changed back.
  public var updated: Int
  /// Items that went.
  public var removed: Int

  package init(_ report: UndoReport, isDryRun: Bool) {
    undone = EntryReport(report.undone)
    entry = report.entry
    dryRun = isDryRun
    added = report.counts.added
    updated = report.counts.updated
    removed = report.counts.removed
  }
}

/// The result of an edit of an item.
public struct EditSummary: Codable, Hashable, Sendable {
  /// The item's name.
  public var id: String
  /// The differences; empty if there are none.
  public var fields: [ItemChangeReport.Field]
  /// The number of the change in the journal; absent when nothing was written.
  public var entry: Int64?
  /// True if it was a dry run.
  public var dryRun: Bool
  /// The doubts about the values.
  public var warnings: [String]

  package init(_ id: ItemID, _ report: EditReport, isDryRun: Bool) {
    self.id = id.description
    fields = report.change.map { ItemChangeReport($0).fields } ?? []
    entry = report.entry
    dryRun = isDryRun
    warnings = report.warnings.map(\.description)
  }
}

/// The result of an edit of many items.
public struct ManyEditsSummary: Codable, Hashable, Sendable {
  /// The number of items found.
  public var found: Int
  /// The number of them that are different.
  public var changed: Int
  /// The differences of the first thousand.
  public var changes: [ItemChangeReport]
  /// The number of the change in the journal; absent when nothing was written.
  public var entry: Int64?
  /// True if it was a dry run.
  public var dryRun: Bool
  /// The doubts about the values, each once.
  public var warnings: [String]

  package init(_ report: ManyEditsReport, isDryRun: Bool) {
    found = report.found
    changed = report.changed
    changes = report.changes.map(ItemChangeReport.init)
    entry = report.entry
    dryRun = isDryRun
    warnings = report.warnings.map(\.description)
  }
}

/// The result of a removal.
public struct RemovalSummary: Codable, Hashable, Sendable {
  /// The number of removed items.
  public var removed: Int
  /// The number of the change in the journal; absent in a dry run.
  public var entry: Int64?
  /// True if it was a dry run.
  public var dryRun: Bool

  package init(_ report: RemovalReport, isDryRun: Bool) {
    removed = report.count
    entry = report.entry
    dryRun = isDryRun
  }
}

/// An item without a place.
public struct UnplacedReport: Codable, Hashable, Sendable {
  /// The item's name, `collection:identifier`.
  public var id: String
  /// Its values, by the catalogue's columns, including those without a TimeWalk field.
  public var fields: [String: String]

  package init(_ item: UnplacedItem) {
    id = item.id.description
    fields = item.otherColumns
    for (column, text) in item.fields where column != .otherColumns {
      fields[column.name] = text
    }
  }
}

/// A page of items without a place.
public struct UnplacedItemsReport: Codable, Hashable, Sendable {
  /// The items, in the order of their names.
  public var unplaced: [UnplacedReport]
  /// The number on all pages.
  public var total: Int

  package init(_ items: [UnplacedItem], total: Int) {
    unplaced = items.map(UnplacedReport.init)
    self.total = total
  }
}
