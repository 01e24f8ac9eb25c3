import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// A server's connection within a transaction, as the tables that all engines share see it.
final class ServerTables: SQLDatabase {
  let connection: ServerConnection
  /// Items that are new and not sent yet; every statement sends them before.
  private var pending = CopyRows()
  /// The number of bytes from which they are sent.
  private var enough = ServerTables.part
  /// The number of bytes of the `COPY` under way.
  private var sent = 0
  private var columns: [VersionedTable: [String]] = [:]
  private var cursors = 0
  /// The last numbers of the rows before the change; `nil` until it locks the archive.
  private(set) var numbers: RowNumbers?

  init(_ connection: ServerConnection) { self.connection = connection }

  /// The columns that a new item is sent with.
  static let itemColumns = ["collection", "identifier"] + ItemColumns.names + ["copy_of"]

  /// The number of bytes of new items that are sent at a time.
  private static let part = 1 << 18
  /// The number of bytes of new items that are kept before they are sent.
  private static let mostPending = 4 << 20
  /// The bytes of new items in one `COPY`: after each the server records the tiles of its items,
  /// and it holds the items until then.
  private static let mostOfOne = 64 << 20
  /// The number of rows in a batch.
  private static let page = 2_000

  /// Adds a new item, whose row `write` makes in the order of `itemColumns`.
  ///
  /// The server processes the sent items while the next ones are read.
  func add(_ write: (inout CopyRows) throws -> Void) throws {
    pending.begin(fields: ServerTables.itemColumns.count)
    try write(&pending)
    guard pending.size >= enough else { return }
    if pending.size < ServerTables.mostPending, try connection.isTakingRows {
      enough += ServerTables.part
      return
    }
    try sendPart()
    if sent >= ServerTables.mostOfOne { try send() }
  }

  private func sendPart() throws {
    let rows = pending.takeRows()
    enough = ServerTables.part
    sent += rows.count
    try connection.send(rows: rows, by: ServerTables.copyItems)
  }

  /// Sends the new items; the next statement waits for them.
  func send() throws {
    if pending.size > 0 { try sendPart() }
    if sent > 0 { try connection.endRows() }
    sent = 0
  }

  private static let copyItems =
    "COPY items (\(itemColumns.joined(separator: ", "))) FROM STDIN (FORMAT binary)"

  func query(_ sql: String, _ arguments: SQLArguments) throws -> ServerResult {
    try send()
    return try connection.query(sql, arguments.map { .value($0?.sqlValue ?? .null) })
  }

  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
    let result = try query(sql, arguments)
    return (0..<result.count).map(result.row)
  }

  func rows(once sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
    try send()
    let result = try connection.once(sql, arguments.map { .value($0?.sqlValue ?? .null) })
    return (0..<result.count).map(result.row)
  }

  func items(keys: [Int64]) throws -> [Int64: Item] {
    try send()
    let rows = try connection.query(ServerTables.byKeys, [.numbers(keys)])
    var items: [Int64: Item] = [:]
    items.reserveCapacity(rows.count)
    for index in 0..<rows.count {
      let row = rows.row(index)
      items[row[0]] = try ItemColumns.item(from: row, inheriting: true)
    }
    return items
  }

  private static let byKeys = """
    SELECT \(ItemColumns.selection) FROM \(ItemColumns.source) WHERE items.key = ANY($1)
    """

  /// Reads by a cursor: many rows take little memory, and the body may run other queries.
  func forEach(
    _ sql: String, _ arguments: SQLArguments, _ body: (SQLRow) throws -> Void
  ) throws {
    try send()
    cursors += 1
    let name = "rows\(cursors)"
    try connection.once(
      "DECLARE \(name) NO SCROLL CURSOR FOR \(sql)",
      arguments.map { .value($0?.sqlValue ?? .null) })
    // The body often needs only the first rows.
    var size = 64
    while true {
      let page = try connection.once("FETCH \(size) FROM \(name)", [])
      for row in 0..<page.count { try body(page.row(row)) }
      guard page.count == size else { break }
      size = ServerTables.page
    }
    try connection.execute("CLOSE \(name)")
  }

  @discardableResult
  func run(_ sql: String, _ arguments: SQLArguments) throws -> Int {
    try query(sql, arguments).changes
  }

  func columns(of table: VersionedTable) throws -> [String] {
    if let known = columns[table] { return known }
    let found = try all(
      String.self,
      """
      SELECT attname FROM pg_attribute WHERE attrelid = CAST(?1 AS text)::regclass
        AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('entry', 'key') ORDER BY attnum
      """, [table.versions])
    columns[table] = found
    return found
  }

  var keptCounts: String? { ServerCounts.kept }

  var reviewCounts: String? { ServerCounts.keptForReview }

  func lastKey(of table: VersionedTable) throws -> Int64 {
    try first(
      Int64.self,
      "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM \(table.rawValue)_key_seq") ?? 0
  }

  /// The hashes of the identifiers of a collection's items, which take less memory than the names.
  func identifiers(in collection: Int64) throws -> Set<Int> {
    var hashes: Set<Int> = []
    try forEach("SELECT identifier FROM items WHERE collection = ?1", [collection]) {
      hashes.insert(($0[0] as String).hashValue)
    }
    return hashes
  }

  func comparer(of collection: String) throws -> (any ItemComparer)? {
    try CollectionTable.key(of: collection, self).flatMap { try ServerItemComparer($0, self) }
  }

  /// See `SQLDatabase.lock()`.
  func lock() throws {
    guard numbers == nil else { return }
    try send()
    try ServerSchema.lock(connection)
    numbers = try RowNumbers(connection)
  }

  func writer(for entry: OpenEntry, collection: Int64) throws -> any ItemWriter {
    try ServerItemWriter(entry, collection: collection, self)
  }

  /// The server's triggers run once for each statement; nothing is deferred to the end.
  func willChange(items: Int) {}

  func haveChangedItems() {}
}
