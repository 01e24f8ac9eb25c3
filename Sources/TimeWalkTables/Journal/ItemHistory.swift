package import TimeWalkArchive
package import TimeWalkCore

/// The effects of journal entries on items: the states before and after each.
package enum ItemHistory {
  private struct State {
    var id: ItemID
    var fields: [CatalogueColumn: String]
  }

  /// The effects of an entry, in the order of the keys, items before those without a place.
  package static func forEachChange(
    of entry: Int64, _ db: any SQLDatabase, _ body: (ItemChange) throws -> Void
  ) throws {
    let ranges = try UndoPlan.ranges(of: entry, db)
    // An item that gets a place moves from one table to the other, and is one change.
    var moved = try placings(of: entry, ranges: ranges, db)
    for table in [VersionedTable.items, .unplaced] {
      let range = ranges[table].map {
        "UNION SELECT key FROM \(table.rawValue) WHERE key BETWEEN \($0.lowerBound) AND \($0.upperBound) "
          + "UNION SELECT key FROM \(table.versions) WHERE key BETWEEN \($0.lowerBound) AND \($0.upperBound)"
      }
      try db.forEach(
        "SELECT key FROM \(table.versions) WHERE entry = \(entry) \(range ?? "") ORDER BY key", []
      ) { row in
        let key = row[0] as Int64
        let before = try state(of: table, key: key, before: entry, db)
        let after = try state(of: table, key: key, after: entry, db)
        guard let id = (after ?? before)?.id else { return }
        if let other = moved[id] {
          // Reported with the first of its two rows.
          guard let other else { return }
          moved[id] = .some(nil)
          let (otherBefore, otherAfter) = (
            try state(of: .unplaced, key: other, before: entry, db),
            try state(of: .unplaced, key: other, after: entry, db)
          )
          try change(id, before ?? otherBefore, after ?? otherAfter).map(body)
        } else {
          try change(id, before, after).map(body)
        }
      }
    }
  }

  /// The items that an entry placed, or took the place of, with the keys that they had or have
  /// without one.
  private static func placings(
    of entry: Int64, ranges: [VersionedTable: ClosedRange<Int64>], _ db: any SQLDatabase
  ) throws -> [ItemID: Int64?] {
    var moved: [ItemID: Int64?] = [:]
    let columns = "key, collection, identifier"
    // Both rows of such an item are among the versions or there, with the same name.
    try db.forEach(
      """
        WITH placed AS (\(named(columns, .items, entry, ranges))),
        bare AS (\(named(columns, .unplaced, entry, ranges)))
        SELECT DISTINCT bare.key, \(ItemFields.collection(of: "bare")), bare.identifier
        FROM bare JOIN placed USING (collection, identifier)
      """, []
    ) { row in
      moved[ItemID(collection: row[1], identifier: row[2])] = row[0] as Int64
    }
    return moved
  }

  /// The rows of a table that an entry touched, now and before, as a query.
  private static func named(
    _ columns: String, _ table: VersionedTable, _ entry: Int64,
    _ ranges: [VersionedTable: ClosedRange<Int64>]
  ) -> String {
    var conditions = ["key IN (SELECT key FROM \(table.versions) WHERE entry = \(entry))"]
    if let range = ranges[table] {
      conditions.append("key BETWEEN \(range.lowerBound) AND \(range.upperBound)")
    }
    // Joined by OR, they would take a server a subquery for each row.
    let parts = conditions.flatMap { condition in
      [
        "\(table.versions) WHERE identifier IS NOT NULL AND \(condition)",
        "\(table.rawValue) WHERE \(condition)",
      ]
    }
    return parts.map { "SELECT \(columns) FROM \($0)" }.joined(separator: " UNION ")
  }

  /// Every change of an item, oldest first.
  package static func changes(of id: ItemID, _ db: any SQLDatabase) throws -> [(
    JournalEntry, ItemChange
  )] {
    var numbers = Set<Int64>()
    var keys: [(VersionedTable, Int64)] = []
    for table in [VersionedTable.items, .unplaced] {
      let found = try db.all(
        Int64.self,
        """
        SELECT key FROM \(table.rawValue) WHERE collection IN (\(collections)) AND identifier = ?2
        UNION SELECT key FROM \(table.versions)
          WHERE collection IN (\(collections)) AND identifier = ?2
        """, [id.collection, id.identifier])
      for key in found {
        keys.append((table, key))
        numbers.formUnion(
          try db.all(
            Int64.self,
            """
            SELECT entry FROM \(table.versions) WHERE key = ?1
            UNION SELECT entry FROM journal
              WHERE ?1 BETWEEN \(table.range.first) AND \(table.range.last)
            """, [key]))
      }
    }
    return try numbers.sorted().compactMap { number in
      var (before, after): (State?, State?) = (nil, nil)
      for (table, key) in keys where try touches(table, key: key, number, db) {
        before = try state(of: table, key: key, before: number, db) ?? before
        after = try state(of: table, key: key, after: number, db) ?? after
      }
      return try change(id, before, after).map { (try JournalTable.entry(number, db), $0) }
    }
  }

  /// The number of the last entry that changed an item; `nil` for none.
  static func last(of id: ItemID, _ db: any SQLDatabase) throws -> Int64? {
    try changes(of: id, db).last?.0.number
  }

  /// The keys of a name's collection, which may have been removed and made again.
  private static let collections = """
    SELECT key FROM collections WHERE name = ?1
    UNION SELECT key FROM collection_versions WHERE name = ?1
    """

  private static func touches(
    _ table: VersionedTable, key: Int64, _ entry: Int64, _ db: any SQLDatabase
  ) throws -> Bool {
    try db.first(
      Bool.self,
      """
      SELECT EXISTS (SELECT 1 FROM \(table.versions) WHERE key = ?1 AND entry = ?2)
        OR EXISTS (SELECT 1 FROM journal
          WHERE entry = ?2 AND ?1 BETWEEN \(table.range.first) AND \(table.range.last))
      """, [key, entry]) ?? false
  }

  private static func change(_ id: ItemID, _ before: State?, _ after: State?) -> ItemChange? {
    guard before != nil || after != nil else { return nil }
    let kind: ItemChange.Kind = before == nil ? .added : after == nil ? .removed : .changed
    return ItemChange(
      id, kind, fields: FieldChange.between(before?.fields ?? [:], after?.fields ?? [:]))
  }

  /// A row as it was before an entry that touched it; `nil` when it wasn't there.
  private static func state(
    of table: VersionedTable, key: Int64, before entry: Int64, _ db: any SQLDatabase
  ) throws -> State? {
    let version = """
      SELECT \(ItemFields.selection(of: table, as: "v")) FROM \(table.versions) AS v
      WHERE v.key = ? AND v.entry = ?
      """
    // Without a version it is a row that the entry made.
    return try db.row(version, [key, entry]).flatMap { state($0, table) }
  }

  /// A row after an entry: as the next entry that changed it found it, or as it is now.
  private static func state(
    of table: VersionedTable, key: Int64, after entry: Int64, _ db: any SQLDatabase
  ) throws -> State? {
    let version = """
      SELECT \(ItemFields.selection(of: table, as: "v")) FROM \(table.versions) AS v
      WHERE v.key = ? AND v.entry > ? ORDER BY v.entry LIMIT 1
      """
    if let row = try db.row(version, [key, entry]) { return state(row, table) }
    let current = """
      SELECT \(ItemFields.selection(of: table, as: "v")) FROM \(table.rawValue) AS v
      WHERE v.key = ?
      """
    return try db.row(current, [key]).flatMap { state($0, table) }
  }

  private static func state(_ row: SQLRow, _ table: VersionedTable) -> State? {
    ItemFields.read(row, of: table).map { State(id: $0.id, fields: $0.fields) }
  }
}
