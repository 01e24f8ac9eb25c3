import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// The tables of an archive in memory whose rows the journal keeps.
enum MemoryTable: Int, Hashable, Sendable, CaseIterable {
  case collections, items, unplaced, eras, dismissals, corrections
}

/// Where a row is; a number is never given twice.
struct MemoryKey: Hashable, Sendable, Comparable {
  var table: MemoryTable
  var number: Int64

  /// Whether it is an item's, with a place or without.
  var isOfItem: Bool { table == .items || table == .unplaced }

  static func < (a: MemoryKey, b: MemoryKey) -> Bool {
    (a.table.rawValue, a.number) < (b.table.rawValue, b.number)
  }
}

/// What no two rows have in common.
///
/// An item has one row, with a place or without.
enum MemoryName: Hashable, Sendable {
  case collection(String)
  case item(collection: Int64, identifier: String)
  case era(String)
  case dismissal(ItemID, ReviewKind, ItemID?)
  case correction(collection: Int64, identifier: String, CatalogueColumn?)
}

/// An item with a place.
struct MemoryItem: Hashable, Sendable {
  var collection: Int64
  /// The item without what its collection hands down.
  var item: Item
  var copyOf: String?
  var fingerprint: Fingerprint?
}

/// An entry of a review that was dismissed, with what the items said then.
struct MemoryDismissal: Hashable, Sendable {
  var item: ItemID
  var kind: ReviewKind
  var other: ItemID?
  var state: [[CatalogueColumn: String]]
  var note: String?
}

/// A correction by hand; of the collection's own statement where the identifier is empty.
struct MemoryCorrection: Hashable, Sendable {
  var collection: Int64
  var identifier: String
  var correction: Correction
}

/// A row of any table.
enum MemoryRow: Hashable, Sendable {
  case collection(CollectionStatement)
  case item(MemoryItem)
  case unplaced(UnplacedItem, collection: Int64)
  case era(NamedEra)
  case dismissal(MemoryDismissal)
  case correction(MemoryCorrection)

  var table: MemoryTable {
    switch self {
    case .collection: .collections
    case .item: .items
    case .unplaced: .unplaced
    case .era: .eras
    case .dismissal: .dismissals
    case .correction: .corrections
    }
  }

  var name: MemoryName {
    switch self {
    case .collection(let statement): .collection(statement.name)
    case .item(let row):
      .item(collection: row.collection, identifier: row.item.id.identifier)
    case .unplaced(let item, let collection):
      .item(collection: collection, identifier: item.id.identifier)
    case .era(let era): .era(era.name.lowercased())
    case .dismissal(let row): .dismissal(row.item, row.kind, row.other)
    case .correction(let row):
      .correction(
        collection: row.collection, identifier: row.identifier, row.correction.column)
    }
  }

  /// The collection that the row belongs to; `nil` for rows of none.
  var collection: Int64? {
    switch self {
    case .item(let row): row.collection
    case .unplaced(_, let collection): collection
    case .correction(let row): row.collection
    case .collection, .era, .dismissal: nil
    }
  }

  /// The item that it is; `nil` for rows of other tables.
  var current: ItemEdit.Current? {
    switch self {
    case .item(let row): .item(row.item, copyOf: row.copyOf)
    case .unplaced(let item, _): .unplaced(item)
    case .collection, .era, .dismissal, .correction: nil
    }
  }

  /// The item's name; `nil` for rows of other tables.
  var id: ItemID? {
    switch self {
    case .item(let row): row.item.id
    case .unplaced(let item, _): item.id
    case .collection, .era, .dismissal, .correction: nil
    }
  }
}

/// An entry of the journal, with what was there before.
struct MemoryEntry: Hashable, Sendable {
  /// The entry; who undid it is found when it is read.
  var entry: JournalEntry
  /// The rows as they were before, those that it made without one.
  var before: [MemoryKey: MemoryRow?] = [:]
}
