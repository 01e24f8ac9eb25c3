import GRDB
import TimeWalkArchive

/// An entry of the journal whose change is being made, within the change's transaction.
///
/// What is changed or removed is remembered before, row by row. New rows cost nothing: their keys
/// are given in turn, so that the first and the last of them tell all.
struct OpenEntry {
  /// Its number.
  let number: Int64
  /// The highest keys that were ever given before.
  private let given: [KeptTable: Int64]
  private let statements: [KeptTable: Statement]

  /// Opens an entry.
  init(
    _ kind: JournalEntry.Kind, by provenance: Provenance, source: String? = nil,
    options: [String: String] = [:], undoes: Int64? = nil, in db: Database
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO journal (kind, who, at, source, tool, options, undoes) VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        kind.rawValue, provenance.who, provenance.timestamp, source, provenance.tool,
        options.isEmpty ? nil : FieldsText.text(of: options), undoes,
      ])
    number = db.lastInsertedRowID
    var given: [KeptTable: Int64] = [:]
    var statements: [KeptTable: Statement] = [:]
    for table in KeptTable.allCases {
      given[table] = try OpenEntry.lastKey(of: table, db)
      statements[table] = try db.makeStatement(
        sql: OpenEntry.remembering(table, "key = ?2", in: db))
    }
    self.given = given
    self.statements = statements
  }

  /// Keeps a row as it is, unless this entry has kept an earlier state of it, or has made it.
  func remember(_ table: KeptTable, key: Int64) throws {
    guard !made(table, key: key) else { return }
    try statements[table]?.execute(arguments: [number, key])
  }

  /// Keeps all rows that a condition selects, as `remember(_:key:)` does.
  func remember(
    _ table: KeptTable, where condition: String, _ arguments: StatementArguments = [],
    in db: Database
  ) throws {
    try db.execute(
      sql: try OpenEntry.remembering(
        table, "(\(condition)) AND key <= \(given[table] ?? 0)", in: db),
      arguments: [number] + arguments)
  }

  /// Whether a row is one that this entry made.
  func made(_ table: KeptTable, key: Int64) -> Bool { key > given[table] ?? 0 }

  /// The keys of the rows that this entry has made so far.
  func newKeys(of table: KeptTable, in db: Database) throws -> ClosedRange<Int64>? {
    let (first, last) = ((given[table] ?? 0) + 1, try OpenEntry.lastKey(of: table, db))
    return first <= last ? first...last : nil
  }

  /// Adds to what the journal says of how it was done.
  func annotate(_ name: String, _ text: String, in db: Database) throws {
    let options = try String.fetchOne(
      db, sql: "SELECT options FROM journal WHERE entry = ?", arguments: [number])
    var fields = FieldsText.dictionary(of: options)
    fields[name] = text
    try db.execute(
      sql: "UPDATE journal SET options = ? WHERE entry = ?",
      arguments: [FieldsText.text(of: fields), number])
  }

  /// Completes the entry.
  func close(_ counts: ChangeCounts, collection: String?, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE journal SET collection = ?, added = ?, updated = ?, unchanged = ?, refused = ?, removed = ?
        WHERE entry = ?
        """,
      arguments: [
        collection, counts.added, counts.updated, counts.unchanged, counts.refused, counts.removed,
        number,
      ])
    for table in KeptTable.allCases {
      guard let keys = try newKeys(of: table, in: db) else { continue }
      try db.execute(
        sql: "UPDATE journal SET \(table.range.first) = ?, \(table.range.last) = ? WHERE entry = ?",
        arguments: [keys.lowerBound, keys.upperBound, number])
    }
  }

  /// The highest key that a table has ever given.
  private static func lastKey(of table: KeptTable, _ db: Database) throws -> Int64 {
    try Int64.fetchOne(
      db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table.rawValue]) ?? 0
  }

  private static func remembering(
    _ table: KeptTable, _ condition: String, in db: Database
  ) throws -> String {
    let columns = try table.columns(db).joined(separator: ", ")
    return """
      INSERT OR IGNORE INTO \(table.versions) (entry, key, \(columns))
      SELECT ?1, key, \(columns) FROM \(table.rawValue) WHERE \(condition)
      """
  }
}
