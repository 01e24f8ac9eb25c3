import TimeWalkArchive
import TimeWalkTables

/// A server's connection within a transaction, as the tables that all engines share see it.
final class ServerTables: SQLDatabase {
  let connection: ServerConnection
  /// Items that are new and not sent yet; every statement sends them before.
  private var pending = CopyRows()
  private var columns: [KeptTable: [String]] = [:]
  private var cursors = 0

  init(_ connection: ServerConnection) { self.connection = connection }

  /// The columns that a new item is sent with.
  static let itemColumns = ["collection", "identifier"] + ItemColumns.names + ["copy_of"]

  /// How many bytes of new items are kept before they are sent.
  private static let mostPending = 4 << 20
  /// How many rows come at a time where they are many.
  private static let page = 2_000

  /// Takes a new item, whose row `write` makes in the order of `itemColumns`.
  func add(_ write: (inout CopyRows) throws -> Void) throws {
    pending.begin(fields: ServerTables.itemColumns.count)
    try write(&pending)
    if pending.size > ServerTables.mostPending { try send() }
  }

  /// Sends the new items.
  func send() throws {
    guard let bytes = pending.take() else { return }
    try connection.copy(
      """
      COPY items (\(ServerTables.itemColumns.joined(separator: ", "))) FROM STDIN (FORMAT binary)
      """, bytes)
  }

  func query(_ sql: String, _ arguments: SQLArguments) throws -> ServerResult {
    try send()
    return try connection.query(sql, arguments.map { .value($0?.sqlValue ?? .null) })
  }

  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [SQLRow] {
    let result = try query(sql, arguments)
    return (0..<result.count).map(result.row)
  }

  /// Reads by a cursor, so that many rows take little memory and the body may ask for more.
  func forEach(
    _ sql: String, _ arguments: SQLArguments, _ body: (SQLRow) throws -> Void
  ) throws {
    try send()
    cursors += 1
    let name = "rows\(cursors)"
    try connection.once(
      "DECLARE \(name) NO SCROLL CURSOR FOR \(sql)",
      arguments.map { .value($0?.sqlValue ?? .null) })
    while true {
      let page = try connection.once("FETCH \(ServerTables.page) FROM \(name)", [])
      for row in 0..<page.count { try body(page.row(row)) }
      guard page.count == ServerTables.page else { break }
    }
    try connection.execute("CLOSE \(name)")
  }

  @discardableResult
  func run(_ sql: String, _ arguments: SQLArguments) throws -> Int {
    try query(sql, arguments).changes
  }

  func columns(of table: KeptTable) throws -> [String] {
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

  func lastKey(of table: KeptTable) throws -> Int64 {
    try first(
      Int64.self,
      "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM \(table.rawValue)_key_seq") ?? 0
  }

  func writer(for entry: OpenEntry, collection: Int64) throws -> any ItemWriter {
    try ServerItemWriter(entry, collection: collection, self)
  }

  /// The server's triggers look at each statement once, so that nothing is left to the end.
  func willChange(items: Int) {}

  func haveChangedItems() {}
}
