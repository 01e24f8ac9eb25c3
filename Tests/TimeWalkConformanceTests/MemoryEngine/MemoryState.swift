import Foundation
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// All that an archive in memory holds: a value, so that a copy is a snapshot, and a change that
/// isn't put back has never been.
struct MemoryState: Sendable, MediaRecords {
  private(set) var rows: [MemoryKey: MemoryRow] = [:]
  private(set) var journal: [MemoryEntry] = []
  private(set) var media: [String: MediaRecord] = [:]
  private var names: [MemoryName: MemoryKey] = [:]
  private var lastKeys: [MemoryTable: Int64] = [:]
  private var lastEntry: Int64 = 0
  /// The entry of the change that is being made, with the last key of an item before it.
  private var open: (entry: MemoryEntry, lastItem: Int64)?

  /// Makes an empty one.
  init() {}

  // MARK: Rows

  /// Puts a row where another or none was, or takes one out; the open entry remembers what was
  /// there, unless it has made the row itself.
  mutating func set(_ key: MemoryKey, _ row: MemoryRow?) {
    let before = rows[key]
    guard before != row else { return }
    if open?.entry.before[key] == nil { open?.entry.before.updateValue(before, forKey: key) }
    if let before, names[before.name] == key { names[before.name] = nil }
    rows[key] = row
    if let row { names[row.name] = key }
  }

  /// Adds a row under a key of its own.
  @discardableResult
  mutating func add(_ row: MemoryRow) -> MemoryKey {
    let key = MemoryKey(table: row.table, number: lastKeys[row.table, default: 0] + 1)
    lastKeys[row.table] = key.number
    set(key, row)
    return key
  }

  /// The rows of a table, in the order of their keys.
  func sorted(_ table: MemoryTable) -> [(key: MemoryKey, row: MemoryRow)] {
    rows.filter { $0.key.table == table }.sorted { $0.key < $1.key }
      .map { (key: $0.key, row: $0.value) }
  }

  /// Where the row of a name is.
  func key(_ name: MemoryName) -> MemoryKey? { names[name] }

  // MARK: What the rows are

  /// The items with a place, in the order of their keys.
  var items: [(key: Int64, row: MemoryItem)] {
    sorted(.items).compactMap { key, row in
      guard case .item(let item) = row else { return nil }
      return (key.number, item)
    }
  }

  /// The items without a place, in the order of their keys.
  var unplaced: [(key: Int64, item: UnplacedItem)] {
    sorted(.unplaced).compactMap { key, row in
      guard case .unplaced(let item, _) = row else { return nil }
      return (key.number, item)
    }
  }

  /// What the collections say of themselves, in the order of their names.
  var statements: [CollectionStatement] {
    sorted(.collections).compactMap { statement($0.key.number) }.sorted { $0.name < $1.name }
  }

  /// The eras, oldest first.
  var eras: [NamedEra] {
    sorted(.eras).compactMap { _, row in
      guard case .era(let era) = row else { return nil }
      return era
    }.sorted(by: NamedEra.isOlder)
  }

  func statement(_ key: Int64) -> CollectionStatement? {
    guard case .collection(let statement) = rows[MemoryKey(table: .collections, number: key)]
    else { return nil }
    return statement
  }

  /// The key of a collection; `nil` when there is none of the name.
  func collection(_ name: String) -> Int64? { key(.collection(name))?.number }

  /// The key of a collection; throws `.noSuchCollection`.
  @discardableResult
  func require(_ name: String) throws(ArchiveError) -> Int64 {
    if let key = collection(name) { return key }
    throw ArchiveError.noCollection(name, among: statements.map(\.name))
  }

  /// Where an item is, with a place or without; `nil` when it isn't there.
  func key(of id: ItemID) -> MemoryKey? {
    collection(id.collection).flatMap {
      key(.item(collection: $0, identifier: id.identifier))
    }
  }

  /// What stands there of an item; `nil` when nothing does.
  func find(_ id: ItemID) -> ItemEdit.Current? { key(of: id).flatMap { rows[$0]?.current } }

  /// What stands there of an item; throws `.noSuchItem`.
  func current(_ id: ItemID) throws(ArchiveError) -> ItemEdit.Current {
    guard let current = find(id) else { throw ArchiveError.noItem(id) }
    return current
  }

  /// An item with what its collection hands down.
  func inheriting(_ row: MemoryItem) -> Item {
    var item = row.item
    item.license = item.license ?? statement(row.collection)?.license
    item.credit = item.credit ?? statement(row.collection)?.credit
    return item
  }

  // MARK: Corrections

  /// What was corrected of an item; of the collection's statement where the identifier is empty.
  func corrections(of identifier: String, in collection: Int64) -> Corrections {
    guard lastKeys[.corrections] != nil else { return Corrections([]) }
    let fields = CatalogueColumn.allCases.map(Optional.some) + [nil]
    let keys = fields.compactMap { column in
      key(.correction(collection: collection, identifier: identifier, column))
    }
    return Corrections(
      keys.sorted().compactMap { key in
        guard case .correction(let row) = rows[key] else { return nil }
        return row.correction
      })
  }

  /// Keeps what becomes of them.
  mutating func apply(_ steps: [CorrectionStep], to identifier: String, in collection: Int64) {
    for step in steps {
      switch step {
      case .add(let column, let source):
        add(correction(column, source, of: identifier, in: collection))
      case .forget(let column):
        let name = MemoryName.correction(
          collection: collection, identifier: identifier, column)
        key(name).map { set($0, nil) }
      case .update(let column, let source):
        let row = correction(column, source, of: identifier, in: collection)
        key(row.name).map { set($0, row) }
      }
    }
  }

  private func correction(
    _ column: CatalogueColumn?, _ source: String?, of identifier: String, in collection: Int64
  ) -> MemoryRow {
    .correction(
      MemoryCorrection(
        collection: collection, identifier: identifier,
        correction: Correction(column, source: source)))
  }

  // MARK: Pictures

  func record(_ origin: String) -> MediaRecord? { media[origin] }

  mutating func keep(_ record: MediaRecord) { media[record.origin] = record }

  // MARK: The journal

  /// Opens the entry of a change.
  mutating func begin(
    _ kind: JournalEntry.Kind, by provenance: Provenance, source: String? = nil,
    options: [String: String] = [:], undoes: Int64? = nil
  ) {
    lastEntry += 1
    let entry = JournalEntry(
      number: lastEntry, kind: kind, who: provenance.who, timestamp: provenance.timestamp,
      source: source, tool: provenance.tool,
      options: options.merging(provenance.notes) { own, _ in own }, counts: ChangeCounts(),
      undoes: undoes)
    open = (MemoryEntry(entry: entry), lastKeys[.items, default: 0])
  }

  /// Whether an entry is open.
  var isOpen: Bool { open != nil }

  /// Adds to what the open entry says of how it was done.
  mutating func annotate(_ name: String, _ text: String) { open?.entry.entry.options[name] = text }

  /// Completes the entry, and gives its number; `nil` where none is open.
  mutating func close(_ counts: ChangeCounts, collection: String?) -> Int64? {
    guard case (var entry, let lastItem)? = open else { return nil }
    open = nil
    entry.entry.counts = counts
    entry.entry.collection = collection
    let last = lastKeys[.items, default: 0]
    if lastItem < last { entry.entry.newKeys = lastItem + 1...last }
    journal.append(entry)
    return entry.entry.number
  }

  /// Completes an entry about one or several collections.
  mutating func close(_ counts: ChangeCounts, of collections: Set<String>) -> Int64? {
    close(counts, collection: collections.count == 1 ? collections.first : nil)
  }

  /// Gives an entry up that has nothing to tell.
  mutating func discard() { open = nil }

  // MARK: Reading a file

  /// Takes in a row as a file has it.
  mutating func restore(_ key: MemoryKey, _ row: MemoryRow) {
    set(key, row)
    noteKey(key)
  }

  /// Takes in an entry as a file has it.
  mutating func restore(_ entry: MemoryEntry) {
    journal.append(entry)
    lastEntry = max(lastEntry, entry.entry.number)
    entry.before.keys.forEach { noteKey($0) }
  }

  private mutating func noteKey(_ key: MemoryKey) {
    lastKeys[key.table] = max(lastKeys[key.table, default: 0], key.number)
  }
}
