import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkTables

/// Writes the items of one collection: new ones many at a time by `COPY`, others one by one.
final class ServerItemWriter: ItemWriter {
  let entry: OpenEntry
  let collection: Int64
  private let tables: ServerTables
  let unplaced: UnplacedTable
  /// The hashes of the identifiers that may be there.
  private var known: Set<Int>

  init(_ entry: OpenEntry, collection: Int64, _ tables: ServerTables) throws {
    self.entry = entry
    self.collection = collection
    self.tables = tables
    unplaced = try UnplacedTable(collection, in: tables)
    known = try tables.identifiers(in: collection)
  }

  private static let names = ItemColumns.names + [CopyColumns.declared]
  private static let selection = ItemFields.selection(of: .items, as: "i")
  private static let find = """
    SELECT \(selection) FROM items AS i WHERE i.collection = ?1 AND i.identifier = ?2
    """
  private static let update =
    "UPDATE items SET "
    + names.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", ")
    + CopyColumns.forgetting(media: "?\((names.firstIndex(of: "media") ?? 0) + 2)")
    + " WHERE key = ?1"

  func keep(
    _ item: Item, copyOf: String?, completing update: () -> RowUpdate?, listing: Bool
  ) throws -> RowOutcome {
    if let row = try placed(item.id.identifier) {
      return try change(row, to: item, copyOf: copyOf, completing: update, listing: listing)
    }
    guard
      let (item, copyOf, before) = try takePlace(for: item, copyOf: copyOf, completing: update)
    else { return .unchanged }
    try tables.add { row in
      row.append(collection)
      row.append(item.id.identifier)
      ItemColumns.append(item, to: &row)
      row.append(copyOf)
    }
    known.insert(item.id.identifier.hashValue)
    guard let before else { return .added }
    return .changed(
      listing ? FieldChange.between(before, ItemFields.of(item, copyOf: copyOf)) : [])
  }

  func placed(_ identifier: String) throws -> SQLRow? {
    guard known.contains(identifier.hashValue) else { return nil }
    return try tables.row(ServerItemWriter.find, [collection, identifier])
  }

  private func change(
    _ row: SQLRow, to item: Item, copyOf: String?, completing update: () -> RowUpdate?,
    listing: Bool
  ) throws -> RowOutcome {
    var (item, copyOf) = (item, copyOf)
    if let update = update() {
      let whole = update.row(after: try ItemFields.item(row))
      (item, copyOf) = (whole.item ?? item, whole.copyOf)
    }
    var values = SQLValues()
    ItemColumns.append(item, to: &values)
    // In the form of `ItemFields.selection`: key, names, the columns, two inherited values.
    let count = ItemColumns.names.count
    let stored = Array(row.values[3..<3 + count])
    guard stored != values.values || row.values[5 + count] != copyOf.sqlValue else {
      return .unchanged
    }
    let before = listing ? ItemFields.read(row, of: .items)?.fields ?? [:] : [:]
    let key = row[0] as Int64
    try entry.remember(.items, key: key)
    try tables.send()
    _ = try tables.connection.query(
      ServerItemWriter.update,
      ([.integer(key)] + values.values + [copyOf.sqlValue]).map { .value($0) })
    return .changed(
      listing ? FieldChange.between(before, ItemFields.of(item, copyOf: copyOf)) : [])
  }

  func finish() throws { try tables.send() }
}
