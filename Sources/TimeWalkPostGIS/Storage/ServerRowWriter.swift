import TimeWalkArchive
import TimeWalkTables

extension ServerTables {
  func columns(of table: CopiedTable) throws -> [String] {
    try columnTypes(of: table).map(\.name)
  }

  /// The columns that aren't computed, with the numbers of their types.
  fileprivate func columnTypes(of table: CopiedTable) throws -> [(name: String, type: UInt32)] {
    try rows(
      """
      SELECT attname, atttypid::bigint FROM pg_attribute WHERE attrelid = CAST(?1 AS text)::regclass
        AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum
      """, [table.name]
    ).map { ($0[0], UInt32(truncatingIfNeeded: $0[1] as Int64)) }
  }

  func lastNumber(of table: CopiedTable) throws -> Int64 {
    guard let number = table.number else { return 0 }
    return try first(
      Int64.self,
      "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM \(table.name)_\(number)_seq") ?? 0
  }

  /// A sequence isn't part of the transaction: where that fails, numbers are left out.
  func setLastNumber(of table: CopiedTable, to number: Int64) throws {
    guard let column = table.number else { return }
    _ = try rows(
      "SELECT setval(CAST(?1 AS text)::regclass, CAST(?2 AS bigint), CAST(?3 AS boolean))",
      ["\(table.name)_\(column)_seq", max(1, number), number > 0])
  }

  func rowWriter(_ table: CopiedTable, columns: [String]) throws -> any RowWriter {
    let types = Dictionary(
      uniqueKeysWithValues: try columnTypes(of: table).map { ($0.name, $0.type) })
    return ServerRowWriter(table, columns: columns.map { ($0, types[$0] ?? ServerType.text) }, self)
  }
}

/// Adds rows of another archive to a table, many at a time.
private final class ServerRowWriter: RowWriter {
  private let table: CopiedTable
  private let columns: [(name: String, type: UInt32)]
  private let statement: String
  private let connection: ServerConnection
  private var rows = CopyRows()

  /// The number of bytes that are kept before they are sent.
  private static let mostPending = 4 << 20

  init(
    _ table: CopiedTable, columns: [(name: String, type: UInt32)], _ tables: ServerTables
  ) {
    self.table = table
    self.columns = columns
    connection = tables.connection
    statement = """
      COPY \(table.name) (\(columns.map(\.name).joined(separator: ", "))) FROM STDIN (FORMAT binary)
      """
  }

  func write(_ values: [SQLValue]) throws {
    rows.begin(fields: columns.count)
    for (column, value) in zip(columns, values) {
      switch value {
      case .blob(let data) where column.name == "geometry":
        rows.append(
          bytes: try PointBlob.converted(data) {
            PointBlob.appendEWKB(latitude: $0, longitude: $1, to: &$2)
          })
      case .null: rows.appendNull()
      default:
        guard ServerType.isExact(value, column.type),
          let bytes = try ServerType.bytes(.value(value), column.type)
        else {
          throw ArchiveError(
            .damaged,
            "The column \(column.name) of \(table.name) has a value of the wrong kind in the row \(values.first.map { "\($0)" } ?? "")."
          )
        }
        rows.append(bytes: bytes)
      }
    }
    if rows.size > ServerRowWriter.mostPending { try finish() }
  }

  func finish() throws {
    guard let bytes = rows.take() else { return }
    try connection.copy(statement, bytes)
  }
}
