import TimeWalkArchive
import TimeWalkCore

/// An archive as plain values: the rules of the journal, of undo, of corrections by hand and of
/// searches, in the plainest form.
///
/// The engines share the code for these rules, so they can't find its faults in each other. The
/// model looks at every row for each question. It knows nothing of eras, reviews and pictures.
struct Model {
  typealias Fields = [CatalogueColumn: String]

  /// An item, with a place or without.
  struct Kept: Hashable {
    /// The key of its collection.
    let collection: Int
    let id: ItemID
    let item: Item?
    let unplaced: UnplacedItem?
    let copyOf: String?

    init(_ row: SourceRow, _ id: ItemID, in collection: Int) {
      (self.collection, self.id) = (collection, id)
      (item, unplaced, copyOf) = (row.item, row.unplaced, row.copyOf)
    }

    var row: SourceRow {
      SourceRow(item: item, unplaced: unplaced, findings: [], copyOf: copyOf)
    }

    var fields: Fields { row.fields }
  }

  /// A field that a person set, or an item that a person removed.
  struct Correction: Hashable {
    /// The key of the collection.
    var collection: Int
    var identifier: String
    /// The field; `nil` for a removed item.
    var column: CatalogueColumn?
    /// The last words of the source: of a field this field alone, of a removed item all fields.
    var source: Fields
  }

  enum Row: Hashable {
    case collection(CollectionStatement)
    case item(Kept)
    case correction(Correction)

    /// No two rows have the same.
    var name: [String] {
      switch self {
      case .collection(let statement): ["collection", statement.name]
      case .item(let kept): ["item", "\(kept.collection)", kept.id.identifier]
      case .correction(let row):
        ["correction", "\(row.collection)", row.identifier, row.column?.name ?? ""]
      }
    }

    var statement: CollectionStatement? {
      if case .collection(let statement) = self { statement } else { nil }
    }

    var item: Kept? { if case .item(let kept) = self { kept } else { nil } }

    var correction: Correction? { if case .correction(let row) = self { row } else { nil } }

    /// The key of the collection that it belongs to.
    var collection: Int? { item?.collection ?? correction?.collection }
  }

  /// A row before an entry and after it.
  typealias Step = (before: Row?, after: Row?)

  struct Entry {
    var said: JournalEntry
    var steps: [Int: Step] = [:]
    var number: Int64 { said.number }
  }

  private(set) var rows: [Int: Row] = [:]
  private(set) var journal: [Entry] = []
  private var open: Entry?
  private var lastKey = 0

  // MARK: Rows

  /// Puts a row where another or none was, or takes it away.
  mutating func set(_ key: Int, _ row: Row?) {
    let before = rows[key]
    guard before != row else { return }
    open?.steps[key, default: (before, nil)].after = row
    rows[key] = row
  }

  /// Adds a row under a new key; a key is never given twice.
  @discardableResult
  mutating func add(_ row: Row) -> Int {
    lastKey += 1
    set(lastKey, row)
    return lastKey
  }

  func key(_ name: String...) -> Int? { rows.first { $0.value.name == name }?.key }

  var items: [Kept] { rows.values.compactMap(\.item) }

  var statements: [CollectionStatement] {
    rows.values.compactMap(\.statement).sorted { $0.name < $1.name }
  }

  /// The key of a collection; throws `.noSuchCollection`.
  func require(_ collection: String) throws -> Int {
    if let key = key("collection", collection) { return key }
    throw ArchiveError(.noSuchCollection, collection)
  }

  /// An item; `nil` if it isn't there.
  func find(_ id: ItemID) -> (key: Int, kept: Kept)? {
    guard let collection = key("collection", id.collection),
      let key = key("item", "\(collection)", id.identifier), let kept = rows[key]?.item
    else { return nil }
    return (key, kept)
  }

  /// An item; throws `.noSuchItem`.
  func require(_ id: ItemID) throws -> (key: Int, kept: Kept) {
    if let found = find(id) { return found }
    throw ArchiveError(.noSuchItem, "\(id)")
  }

  // MARK: The journal

  /// The result of a change.
  struct Done {
    /// Its report.
    var said: String
    /// `nil` for those of the rows that changed.
    var counts: ChangeCounts?
    var collections: [String]?
    var hasEntry: Bool?
  }

  /// Makes a change whole or not at all, and gives its report with the number of its entry.
  mutating func change(
    _ kind: JournalEntry.Kind, _ terms: ChangeTerms, source: String? = nil,
    options: [String: String] = [:], undoes: Int64? = nil,
    _ work: (inout Model) throws -> Done
  ) throws -> String {
    let by = terms.provenance
    let said = JournalEntry(
      number: Int64(journal.count + 1), kind: kind, author: by.author, timestamp: by.timestamp,
      source: source, tool: by.tool, options: options.merging(by.notes) { own, _ in own },
      counts: ChangeCounts(), undoes: undoes)
    var changed = self
    changed.open = Entry(said: said)
    let done = try work(&changed)
    guard var entry = changed.open, done.hasEntry ?? !entry.steps.isEmpty, !terms.isDryRun else {
      return "\(done.said) 0"
    }
    let steps = Array(entry.steps.values)
    let collections = done.collections ?? steps.compactMap(Self.collection)
    entry.said.counts = done.counts ?? Self.counts(steps)
    entry.said.collection = Set(collections).count == 1 ? collections[0] : nil
    if kind == .import, collections.count > 1 {
      entry.said.options["collections"] = collections.joined(separator: ", ")
    }
    changed.open = nil
    changed.journal.append(entry)
    self = changed
    return "\(done.said) \(entry.number)"
  }

  /// The numbers of added, removed and changed items.
  static func counts(_ steps: [Step]) -> ChangeCounts {
    var counts = ChangeCounts()
    for step in steps where (step.before ?? step.after)?.item != nil {
      if step.before == nil {
        counts.added += 1
      } else if step.after == nil {
        counts.removed += 1
      } else {
        counts.updated += 1
      }
    }
    return counts
  }

  private static func collection(_ step: Step) -> String? {
    let row = step.before ?? step.after
    return row?.statement?.name ?? row?.item?.id.collection
  }

  /// The entries with the undo of each, newest first.
  var history: [JournalEntry] {
    journal.reversed().map { entry in
      var said = entry.said
      said.undoneBy = undo(of: entry.number)
      return said
    }
  }

  /// The changes of items, sorted by their names.
  static func changes(of entry: Entry) -> [ItemChange] {
    let changes = entry.steps.values.compactMap { step -> ItemChange? in
      let (before, after) = (step.before?.item, step.after?.item)
      guard let id = (before ?? after)?.id else { return nil }
      let fields = FieldChange.between(before?.fields ?? [:], after?.fields ?? [:])
      return ItemChange(
        id, before == nil ? .added : after == nil ? .removed : .changed, fields: fields)
    }
    return changes.sorted { "\($0.id)" < "\($1.id)" }
  }
}
