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
    var collection: Int
    var id: ItemID
    var item: Item?
    var unplaced: UnplacedItem?
    var copyOf: String?

    var fields: Fields {
      item.map { ItemFields.of($0, copyOf: copyOf) } ?? unplaced?.fields ?? [:]
    }
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
        ["correction", "\(row.collection)", row.identifier, row.column?.rawValue ?? ""]
      }
    }

    var item: Kept? {
      guard case .item(let kept) = self else { return nil }
      return kept
    }

    /// The key of the collection that it belongs to.
    var collection: Int? {
      switch self {
      case .item(let kept): kept.collection
      case .correction(let row): row.collection
      case .collection: nil
      }
    }
  }

  /// A row before an entry and after it.
  struct Step: Hashable {
    var before: Row?
    var after: Row?
  }

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
    open?.steps[key, default: Step(before: before)].after = row
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
    rows.keys.compactMap(statement).sorted { $0.name < $1.name }
  }

  func statement(_ key: Int) -> CollectionStatement? {
    guard case .collection(let statement)? = rows[key] else { return nil }
    return statement
  }

  /// The key of a collection; throws `.noSuchCollection`.
  func require(_ collection: String) throws -> Int {
    if let key = key("collection", collection) { return key }
    throw ArchiveError(.noSuchCollection, collection)
  }

  /// The key of an item; `nil` where it isn't there.
  func key(of id: ItemID) -> Int? {
    key("collection", id.collection).flatMap { key("item", "\($0)", id.identifier) }
  }

  /// An item; throws `.noSuchItem`.
  func require(_ id: ItemID) throws -> (key: Int, kept: Kept) {
    guard let key = key(of: id), let kept = rows[key]?.item else {
      throw ArchiveError(.noSuchItem, "\(id)")
    }
    return (key, kept)
  }

  // MARK: The journal

  /// The result of a change.
  struct Done {
    /// Its report.
    var said: String
    var counts = ChangeCounts()
    var collections: [String] = []
    /// Whether it has an entry; `nil` for one that has where a row changed.
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
      number: Int64(journal.count + 1), kind: kind, who: by.who, timestamp: by.timestamp,
      source: source, tool: by.tool, options: options.merging(by.notes) { own, _ in own },
      counts: ChangeCounts(), undoes: undoes)
    var changed = self
    changed.open = Entry(said: said)
    let done = try work(&changed)
    guard var entry = changed.open, done.hasEntry ?? !entry.steps.isEmpty, !terms.isDryRun else {
      return "\(done.said) 0"
    }
    entry.said.counts = done.counts
    entry.said.collection = Set(done.collections).count == 1 ? done.collections[0] : nil
    if kind == .import, done.collections.count > 1 {
      entry.said.options["collections"] = done.collections.joined(separator: ", ")
    }
    changed.open = nil
    changed.journal.append(entry)
    self = changed
    return "\(done.said) \(entry.number)"
  }

  /// The entries with the undo of each, newest first.
  var history: [JournalEntry] {
    journal.reversed().map { entry in
      var said = entry.said
      said.undoneBy = undo(of: entry.number)
      return said
    }
  }

  func entry(_ number: Int64) throws -> Entry {
    guard let entry = journal.first(where: { $0.number == number }) else {
      throw ArchiveError(.noSuchEntry, "\(number)")
    }
    return entry
  }

  /// The changes of items, sorted by their names.
  static func changes(of entry: Entry) -> [ItemChange] {
    let steps = entry.steps.values.map { ($0.before?.item, $0.after?.item) }
    let changes = steps.compactMap { before, after -> ItemChange? in
      guard let id = (before ?? after)?.id else { return nil }
      let fields = FieldChange.between(before?.fields ?? [:], after?.fields ?? [:])
      return ItemChange(
        id, before == nil ? .added : after == nil ? .removed : .changed, fields: fields)
    }
    return changes.sorted { "\($0.id)" < "\($1.id)" }
  }
}
