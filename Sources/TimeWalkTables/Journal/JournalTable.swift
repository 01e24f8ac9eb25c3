package import TimeWalkArchive

/// The table `journal`.
package enum JournalTable {
  /// The entries, or those of a kind, newest first.
  package static func entries(
    _ db: any SQLDatabase, of kind: JournalEntry.Kind? = nil, limit: Int? = nil
  ) throws -> [JournalEntry] {
    let undone = try Reversals(db).undoneBy
    let rows = try db.rows(
      """
      SELECT \(columns) FROM journal WHERE CAST(?1 AS TEXT) IS NULL OR kind = ?1
      ORDER BY entry DESC LIMIT ?2
      """, [kind?.rawValue, limit ?? Int.max])
    return rows.map { entry(of: $0, undoneBy: undone) }
  }

  /// One entry; throws `.noSuchEntry`.
  package static func entry(_ number: Int64, _ db: any SQLDatabase) throws -> JournalEntry {
    guard
      let row = try db.row("SELECT \(columns) FROM journal WHERE entry = ?", [number])
    else { throw ArchiveError.noEntry(number) }
    return entry(of: row, undoneBy: try Reversals(db).undoneBy)
  }

  /// The columns that `entry(of:undoneBy:)` reads.
  private static let columns = """
    entry, kind, who, at, source, tool, options, collection, added, updated, unchanged, refused,
    removed, undoes, first_item, last_item
    """

  private static func entry(of row: SQLRow, undoneBy: [Int64: Int64]) -> JournalEntry {
    var counts = ChangeCounts()
    counts.added = row[8]
    counts.updated = row[9]
    counts.unchanged = row[10]
    counts.refused = row[11]
    counts.removed = row[12]
    let number = row[0] as Int64
    let (first, last) = (row[14] as Int64?, row[15] as Int64?)
    var newKeys: ClosedRange<Int64>?
    if let first, let last, first <= last { newKeys = first...last }
    return JournalEntry(
      number: number, kind: JournalEntry.Kind(rawValue: row[1]) ?? .other, author: row[2],
      timestamp: row[3], source: row[4], tool: row[5],
      options: FieldsText.dictionary(of: row[6]), collection: row[7], counts: counts,
      newKeys: newKeys, undoes: row[13], undoneBy: undoneBy[number])
  }
}

extension Reversals {
  /// Reads the undos of the journal.
  package init(_ db: any SQLDatabase) throws {
    let rows = try db.rows("SELECT entry, undoes FROM journal WHERE undoes IS NOT NULL")
    // A damaged table may have a number twice.
    self.init(Dictionary(rows.map { ($0[0] as Int64, $0[1] as Int64) }, uniquingKeysWith: max))
  }
}
