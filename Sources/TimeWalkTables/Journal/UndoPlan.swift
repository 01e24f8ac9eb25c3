import TimeWalkArchive

/// The plan to undo an entry of the journal: every touched row gets its previous values, or is
/// deleted if it is new.
///
/// The undo is an entry itself, which stores the replaced values, and can be undone in the same
/// way.
///
/// Undo restores rows and doesn't repeat operations: rounding and changed rules can't alter them.
/// New rows are remembered as a range of keys, so a key is never used again.
package struct UndoPlan {
  let entry: JournalEntry
  private let ranges: [VersionedTable: ClosedRange<Int64>]
  private let reversals: Reversals
  private let db: any SQLDatabase

  /// Prepares the undo of an entry; throws `.noSuchEntry`, and `.conflict` when it has been undone
  /// already.
  package init(_ number: Int64, _ db: any SQLDatabase) throws {
    self.db = db
    entry = try JournalTable.entry(number, db)
    reversals = try Reversals(db)
    if let undo = reversals.undoneBy[number] {
      throw ArchiveError.isUndone(number, by: undo)
    }
    ranges = try UndoPlan.ranges(of: number, db)
  }

  /// The keys of the rows that an entry made.
  package static func ranges(
    of entry: Int64, _ db: any SQLDatabase
  ) throws -> [VersionedTable: ClosedRange<Int64>] {
    let columns = VersionedTable.allCases.map { "\($0.range.first), \($0.range.last)" }
    guard
      let row = try db.row(
        "SELECT \(columns.joined(separator: ", ")) FROM journal WHERE entry = ?", [entry])
    else { return [:] }
    var ranges: [VersionedTable: ClosedRange<Int64>] = [:]
    for (index, table) in VersionedTable.allCases.enumerated() {
      let (first, last) = (row[2 * index] as Int64?, row[2 * index + 1] as Int64?)
      if let first, let last, first <= last { ranges[table] = first...last }
    }
    return ranges
  }

  // MARK: Obstacles

  /// The later entries that must be undone first, in this order: newest first, with those that
  /// depend on them.
  package func conflicts() throws -> [Int64] {
    var found = Set<Int64>()
    var waiting = [self]
    while let plan = waiting.popLast() {
      for number in try plan.directConflicts() where found.insert(number).inserted {
        waiting.append(try UndoPlan(number, db))
      }
    }
    return found.sorted(by: >)
  }

  /// The later entries that changed the same rows, or took their names or their collection.
  private func directConflicts() throws -> Set<Int64> {
    var found = Set<Int64>()
    for table in VersionedTable.allCases { found.formUnion(try entries(touching: table)) }
    for table in [VersionedTable.items, .unplaced] {
      for (other, key) in try rowsInTheWay(of: table) {
        found.formUnion(try makers(of: other, key: key))
      }
      for collection in try missingCollections(of: table) {
        found.formUnion(
          try db.all(
            Int64.self, "SELECT entry FROM collection_versions WHERE key = ?", [collection])
        )
      }
    }
    found.formUnion(try takersOfNames())
    found.formUnion(try fillersOfNewCollections())
    return found.filter { $0 > entry.number && reversals.shows($0, since: entry.number) }
  }

  // Each way to know a row is a condition of its own. Joined by OR, a server would look through all
  // of a subquery's rows for each row of the table.

  /// The rows that the entry touched, as conditions on `key`.
  private func touched(_ table: VersionedTable) -> [String] {
    made(table) + ["key IN (SELECT key FROM \(table.versions) WHERE entry = \(entry.number))"]
  }

  /// The rows that the entry made, as a condition on `key`; empty for none.
  private func made(_ table: VersionedTable) -> [String] {
    ranges[table].map { ["key BETWEEN \($0.lowerBound) AND \($0.upperBound)"] } ?? []
  }

  /// A condition for a row of a table that the entry didn't touch, by the row's name.
  private func isUntouched(_ table: VersionedTable, as name: String) -> String {
    let hasNoVersion = """
      NOT EXISTS (SELECT 1 FROM \(table.versions) AS own
        WHERE own.entry = \(entry.number) AND own.key = \(name).key)
      """
    return (made(table).map { "NOT (\(name).\($0))" } + [hasNoVersion]).joined(separator: " AND ")
  }

  private func entries(touching table: VersionedTable) throws -> [Int64] {
    let ofMade = made(table).map {
      "SELECT entry FROM \(table.versions) WHERE entry > \(entry.number) AND \($0) UNION"
    }
    return try db.all(
      Int64.self,
      """
      \(ofMade.joined()) SELECT DISTINCT later.entry FROM \(table.versions) AS own
        JOIN \(table.versions) AS later ON later.key = own.key
        WHERE own.entry = \(entry.number) AND later.entry > \(entry.number)
      """)
  }

  /// Rows with the names of items that would be restored.
  private func rowsInTheWay(of table: VersionedTable) throws -> [(VersionedTable, Int64)] {
    var found: [(VersionedTable, Int64)] = []
    for other in [VersionedTable.items, .unplaced] {
      let keys = try db.all(
        Int64.self,
        """
        SELECT other.key FROM \(table.versions) AS version JOIN \(other.rawValue) AS other
          ON other.collection = version.collection AND other.identifier = version.identifier
        WHERE version.entry = ? AND \(isUntouched(other, as: "other"))
        """, [entry.number])
      found += keys.map { (other, $0) }
    }
    return found
  }

  /// Missing collections of items that would be restored.
  private func missingCollections(of table: VersionedTable) throws -> [Int64] {
    try db.all(
      Int64.self,
      """
      SELECT DISTINCT collection FROM \(table.versions) AS version
      WHERE entry = ?1 AND collection IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM collections WHERE collections.key = version.collection)
        AND NOT EXISTS (SELECT 1 FROM collection_versions AS own
          WHERE own.entry = ?1 AND own.name IS NOT NULL AND own.key = version.collection)
      """, [entry.number])
  }

  /// Entries that made collections or eras with the names of those that would be restored.
  private func takersOfNames() throws -> [Int64] {
    let collections = try db.all(
      Int64.self,
      """
      SELECT other.key FROM collection_versions AS version
        JOIN collections AS other ON other.name = version.name AND other.key <> version.key
      WHERE version.entry = ?
      """, [entry.number])
    // SQLite knows the capitals of ASCII alone.
    let eras = try db.rows(
      """
      SELECT other.key, other.name, version.name FROM era_versions AS version
        JOIN eras AS other ON other.key <> version.key
      WHERE version.entry = ? AND version.name IS NOT NULL
      """, [entry.number]
    ).filter { NamedEra.areAlike($0[1], $0[2]) }.map { $0[0] as Int64 }
    return try collections.flatMap { try makers(of: .collections, key: $0) }
      + eras.flatMap { try makers(of: .eras, key: $0) }
  }

  /// The entries that made a row, or made it again.
  private func makers(of table: VersionedTable, key: Int64) throws -> [Int64] {
    try db.all(
      Int64.self,
      """
      SELECT entry FROM journal WHERE ?1 BETWEEN \(table.range.first) AND \(table.range.last)
      UNION SELECT entry FROM \(table.versions) WHERE key = ?1 AND \(table.mark) IS NULL
      """, [key])
  }

  /// Later entries that put something into collections that would go.
  private func fillersOfNewCollections() throws -> [Int64] {
    var found: [Int64] = []
    for table in [VersionedTable.items, .unplaced] {
      // The plus keeps an engine from reading the whole collection for each entry.
      let isOther = """
        +it.collection IN (\(goingCollections)) AND \(isUntouched(table, as: "it"))
        """
      found += try db.all(
        Int64.self,
        """
        SELECT entry FROM journal WHERE entry > \(entry.number) AND EXISTS (
          SELECT 1 FROM \(table.rawValue) AS it
          WHERE it.key BETWEEN \(table.range.first) AND \(table.range.last) AND \(isOther))
        UNION SELECT version.entry FROM \(table.versions) AS version
          JOIN \(table.rawValue) AS it ON it.key = version.key
          WHERE version.entry > \(entry.number) AND version.\(table.mark) IS NULL AND \(isOther)
        """)
    }
    return found
  }

  /// The collections that the entry made and that are there, as a query for their keys.
  private var goingCollections: String {
    absentBefore(.collections).map { "SELECT key FROM collections WHERE \($0)" }
      .joined(separator: " UNION ")
  }

  /// The rows that were not there before the entry, as conditions on `key`.
  private func absentBefore(_ table: VersionedTable) -> [String] {
    made(table) + [
      """
      key IN (SELECT key FROM \(table.versions)
        WHERE entry = \(entry.number) AND \(table.mark) IS NULL)
      """
    ]
  }

  // MARK: The way back

  /// Restores the rows, for an open entry.
  func apply(as undo: OpenEntry) throws -> ChangeCounts {
    for table in VersionedTable.allCases { try remember(table, as: undo) }
    try db.willChange(items: try itemsTouched())
    var counts = ChangeCounts()
    let moved = try itemsBetweenTables()
    // Items go before their collections and come after them.
    for table in [VersionedTable.items, .unplaced, .eras, .dismissals, .corrections] {
      let gone = try removeNew(from: table)
      if table == .items || table == .unplaced { counts.removed += gone }
    }
    for table in VersionedTable.allCases {
      let (changed, back) = try restore(table)
      guard table == .items || table == .unplaced else { continue }
      counts.updated += changed
      counts.added += back
    }
    _ = try removeNew(from: .collections)
    try db.haveChangedItems()
    // An item that loses its place, or gets it back, moves from one table to the other and counts
    // as changed.
    counts.removed -= moved
    counts.added -= moved
    counts.updated += moved
    return counts
  }

  /// Removes the rows that were not there before the entry.
  ///
  /// Returns their number.
  private func removeNew(from table: VersionedTable) throws -> Int {
    try absentBefore(table).reduce(0) {
      try $0 + run("DELETE FROM \(table.rawValue) WHERE \($1)")
    }
  }

  /// The number of items that the entry gave a place or that lost theirs.
  private func itemsBetweenTables() throws -> Int {
    try [(VersionedTable.items, VersionedTable.unplaced), (.unplaced, .items)].reduce(0) {
      sum, tables in
      let (now, before) = tables
      // The undo of a large import, which left no earlier states, needs no names of its items.
      let isMoved = try db.row(
        "SELECT 1 FROM \(before.versions) WHERE entry = ? LIMIT 1", [entry.number])
      guard isMoved != nil else { return sum }
      let gone = absentBefore(now).map {
        "SELECT collection, identifier FROM \(now.rawValue) WHERE \($0)"
      }
      return try sum
        + (db.first(
          Int.self,
          """
          SELECT count(*) FROM (\(gone.joined(separator: " UNION "))) AS gone
            JOIN \(before.versions) AS version USING (collection, identifier)
          WHERE version.entry = ?
          """, [entry.number]) ?? 0)
    }
  }

  private func itemsTouched() throws -> Int {
    let versions = try db.first(
      Int.self, "SELECT count(*) FROM item_versions WHERE entry = ?", [entry.number])
    // The range of a damaged entry may be greater than any number of rows.
    let rows = try ranges[.items].flatMap {
      try db.first(
        Int.self, "SELECT count(*) FROM items WHERE key BETWEEN ? AND ?",
        [$0.lowerBound, $0.upperBound])
    }
    return (versions ?? 0) + (rows ?? 0)
  }

  /// Stores the current state, including the absence of rows that will be restored.
  private func remember(_ table: VersionedTable, as undo: OpenEntry) throws {
    for condition in touched(table) { try undo.remember(table, where: condition) }
    try run(
      """
      INSERT INTO \(table.versions) (entry, key)
      SELECT \(undo.number), version.key \(earlierStates(table)) AND \(isAbsent(from: table))
      """)
  }

  /// Restores the old state.
  ///
  /// Returns the numbers of changed and of restored rows.
  private func restore(_ table: VersionedTable) throws -> (changed: Int, back: Int) {
    let columns = try db.columns(of: table).joined(separator: ", ")
    let before = earlierStates(table)
    let changed = try run(
      """
      UPDATE \(table.rawValue) SET (\(columns)) =
        (SELECT \(columns) \(before) AND version.key = \(table.rawValue).key)
      WHERE key IN (SELECT version.key \(before))
      """)
    // An era of the same name may have been added meanwhile; that one stays.
    let back = try run(
      """
      INSERT INTO \(table.rawValue) (key, \(columns))
      SELECT key, \(columns) \(before) AND \(isAbsent(from: table))
      ORDER BY key \(table == .eras ? "ON CONFLICT DO NOTHING" : "")
      """)
    return (changed, back)
  }

  /// The earlier states of rows that were there before the entry, as clauses with `version`.
  private func earlierStates(_ table: VersionedTable) -> String {
    """
    FROM \(table.versions) AS version
    WHERE version.entry = \(entry.number) AND version.\(table.mark) IS NOT NULL
    """
  }

  /// A condition for a `version` whose row isn't there.
  private func isAbsent(from table: VersionedTable) -> String {
    "NOT EXISTS (SELECT 1 FROM \(table.rawValue) AS present WHERE present.key = version.key)"
  }

  @discardableResult
  private func run(_ sql: String) throws -> Int { try db.run(sql) }
}
