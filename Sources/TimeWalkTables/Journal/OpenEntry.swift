package import TimeWalkArchive

/// The journal's entry of the current change, within its transaction.
///
/// A row's old state is stored before it is changed or removed. New rows cost nothing: their keys
/// are consecutive, so the first and the last one are enough.
package struct OpenEntry {
  /// Its number.
  package let number: Int64
  /// The connection, within the change's transaction.
  package let db: any SQLDatabase
  /// The highest keys that were ever given before.
  private let given: [VersionedTable: Int64]
  private let statements: [VersionedTable: String]

  /// Opens an entry.
  package init(
    _ kind: JournalEntry.Kind, by provenance: Provenance, source: String? = nil,
    options: [String: String] = [:], undoes: Int64? = nil, in db: any SQLDatabase
  ) throws {
    self.db = db
    let options = options.merging(provenance.notes) { own, _ in own }
    let number = try db.first(
      Int64.self,
      """
      INSERT INTO journal (kind, who, at, source, tool, options, undoes)
      VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING entry
      """,
      [
        kind.rawValue, provenance.author, provenance.timestamp, source, provenance.tool,
        options.isEmpty ? nil : FieldsText.text(of: options), undoes,
      ])
    self.number = number ?? 0
    var given: [VersionedTable: Int64] = [:]
    var statements: [VersionedTable: String] = [:]
    for table in VersionedTable.allCases {
      given[table] = try db.lastKey(of: table)
      statements[table] = try OpenEntry.remembering(table, "key = ?2", in: db)
    }
    self.given = given
    self.statements = statements
  }

  /// Stores a row's current state, unless this entry has stored an earlier state of it, or has made
  /// it.
  package func remember(_ table: VersionedTable, key: Int64) throws {
    guard !made(table, key: key), let statement = statements[table] else { return }
    try db.run(statement, [number, key])
  }

  /// Stores all rows of a condition, whose arguments start at ?2, like `remember(_:key:)`.
  package func remember(
    _ table: VersionedTable, where condition: String, _ arguments: SQLArguments = []
  ) throws {
    try db.run(
      OpenEntry.remembering(table, "(\(condition)) AND key <= \(given[table] ?? 0)", in: db),
      [number] + arguments)
  }

  /// Removes the rows of a condition, whose arguments start at ?2, after storing them.
  ///
  /// Returns their number.
  package func remove(
    _ table: VersionedTable, where condition: String, _ arguments: SQLArguments
  ) throws -> Int {
    try remember(table, where: condition, arguments)
    // The first argument is the entry above; here it only keeps its place.
    return try db.run(
      "DELETE FROM \(table.rawValue) WHERE CAST(?1 AS BIGINT) IS NOT NULL AND (\(condition))",
      [number] + arguments)
  }

  /// Returns true if this entry made a row.
  package func made(_ table: VersionedTable, key: Int64) -> Bool { key > given[table] ?? 0 }

  /// The keys of the rows that this entry has made so far.
  package func newKeys(of table: VersionedTable) throws -> ClosedRange<Int64>? {
    let (before, last) = (given[table] ?? 0, try db.lastKey(of: table))
    return before < last ? before + 1...last : nil
  }

  /// Adds a note about the change to the journal.
  func annotate(_ name: String, _ text: String) throws {
    let options = try db.first(
      String.self, "SELECT options FROM journal WHERE entry = ?", [number])
    var fields = FieldsText.dictionary(of: options)
    fields[name] = text
    try db.run(
      "UPDATE journal SET options = ? WHERE entry = ?", [FieldsText.text(of: fields), number])
  }

  /// Completes the entry.
  package func close(_ counts: ChangeCounts, collection: String?) throws {
    try db.run(
      """
      UPDATE journal SET collection = ?, added = ?, updated = ?, unchanged = ?, refused = ?,
        removed = ? WHERE entry = ?
      """,
      [
        collection, counts.added, counts.updated, counts.unchanged, counts.refused, counts.removed,
        number,
      ])
    for table in VersionedTable.allCases {
      guard let keys = try newKeys(of: table) else { continue }
      try db.run(
        "UPDATE journal SET \(table.range.first) = ?, \(table.range.last) = ? WHERE entry = ?",
        [keys.lowerBound, keys.upperBound, number])
    }
  }

  private static func remembering(
    _ table: VersionedTable, _ condition: String, in db: any SQLDatabase
  ) throws -> String {
    let columns = try db.columns(of: table).joined(separator: ", ")
    return """
      INSERT INTO \(table.versions) (entry, key, \(columns))
      SELECT CAST(?1 AS BIGINT), key, \(columns) FROM \(table.rawValue) WHERE \(condition)
      ON CONFLICT DO NOTHING
      """
  }
}
