import GRDB
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkStorage
import TimeWalkTables

/// Writes an import's rows into the tables, and stores the old state.
final class ImportTables: ItemWriter {
  let entry: OpenEntry
  let collection: Int64
  private let find: Statement
  private let insert: Statement
  private let update: Statement
  private let db: Database
  let unplaced: UnplacedTable
  /// True if the collection was empty: a row is then new unless the source repeats it.
  private let isNew: Bool
  private var bulk = BulkLoad()
  private var row = BoundRow()
  private var changed = 0

  init(_ entry: OpenEntry, collection: Int64, in db: Database) throws {
    self.entry = entry
    self.collection = collection
    self.db = db
    let names = ItemColumns.names + [CopyColumns.declared]
    // ?1 is the collection, ?2 the identifier, the columns follow.
    let same = names.enumerated().map { "\($1) IS ?\($0 + 3)" }.joined(separator: " AND ")
    let assignments =
      names.enumerated().map { "\($1) = ?\($0 + 3)" }.joined(separator: ", ")
      + CopyColumns.forgetting(media: "?\((names.firstIndex(of: "media") ?? 0) + 3)")
    let places = (1...(names.count + 2)).map { "?\($0)" }.joined(separator: ", ")
    let which = "WHERE collection = ?1 AND identifier = ?2"
    // As a condition it ends with the first column that differs; as a value all were computed.
    find = try db.makeStatement(
      sql: "SELECT key, CASE WHEN \(same) THEN 1 ELSE 0 END FROM items \(which)")
    update = try db.makeStatement(sql: "UPDATE items SET \(assignments) \(which)")
    insert = try db.makeStatement(
      sql: """
        INSERT INTO items (collection, identifier, \(names.joined(separator: ", ")))
        VALUES (\(places)) ON CONFLICT DO NOTHING
        """)
    unplaced = try UnplacedTable(collection, in: entry.db)
    isNew =
      try Bool.fetchOne(
        db, sql: "SELECT NOT EXISTS (SELECT 1 FROM items WHERE collection = ?)",
        arguments: [collection]) ?? false
  }

  private static func select(_ condition: String) -> String {
    "SELECT \(ItemFields.selection(of: .items, as: "i")) FROM items AS i WHERE \(condition)"
  }

  /// Keeps an item with a place.
  func keep(
    _ item: Item, copyOf: String?, completing update: () -> RowUpdate?, listing: Bool
  ) throws -> RowOutcome {
    bind(item, copyOf)
    if !isNew, let (key, isSame) = try row.numbers(find, in: db) {
      guard isSame == 0 else { return .unchanged }
      return try change(key, to: item, copyOf, completing: update, listing: listing)
    }
    guard
      let (item, copyOf, before) = try takePlace(for: item, copyOf: copyOf, completing: update)
    else { return .unchanged }
    if before != nil { bind(item, copyOf) }
    guard try row.execute(insert, in: db) == 1 else {
      guard let (key, isSame) = try row.numbers(find, in: db), isSame == 0 else {
        return .unchanged
      }
      return try change(key, to: item, copyOf, completing: update, listing: listing)
    }
    changed += 1
    try bulk.noteChange(changed, in: db)
    guard let before else { return .added }
    return .changed(
      listing ? FieldChange.between(before, ItemFields.of(item, copyOf: copyOf)) : [])
  }

  private func bind(_ item: Item, _ copyOf: String?) {
    row.removeAll()
    row.append(collection)
    row.append(item.id.identifier)
    ItemColumns.append(item, to: &row)
    row.append(copyOf)
  }

  private func change(
    _ key: Int64, to item: Item, _ copyOf: String?, completing update: () -> RowUpdate?,
    listing: Bool
  ) throws -> RowOutcome {
    var (item, copyOf) = (item, copyOf)
    let update = update()
    let stored =
      listing || update != nil
      ? try entry.db.row(ImportTables.select("i.key = ?"), [key]) : nil
    if let update, let stored {
      let whole = update.row(after: try ItemFields.item(stored))
      (item, copyOf) = (whole.item ?? item, whole.copyOf)
      bind(item, copyOf)
      if let (_, isSame) = try row.numbers(find, in: db), isSame != 0 { return .unchanged }
    }
    var fields: [FieldChange] = []
    if listing, let stored {
      let before = ItemFields.read(stored, of: .items)?.fields ?? [:]
      fields = FieldChange.between(before, ItemFields.of(item, copyOf: copyOf))
    }
    try entry.remember(.items, key: key)
    try row.execute(self.update, in: db)
    changed += 1
    try bulk.noteChange(changed, in: db)
    return .changed(fields)
  }

  func placed(_ identifier: String) throws -> SQLRow? {
    try entry.db.row(
      ImportTables.select("i.collection = ? AND i.identifier = ?"), [collection, identifier])
  }

  /// Restores the work that was left undone for speed.
  func finish() throws { try bulk.finish(in: db) }
}
