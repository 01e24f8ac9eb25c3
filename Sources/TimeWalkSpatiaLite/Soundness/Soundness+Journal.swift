import GRDB
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore
import TimeWalkStorage
import TimeWalkTables

extension Soundness {
  /// Checks the journal's consistency with itself and its tables, the basis of an undo.
  static func journal(_ db: Database, _ list: inout ProblemList) throws {
    guard try db.tableExists("journal") else { return }
    try lostEntries(db).forEach { number in
      list.add(
        ArchiveProblem(
          check: .journal, detail: "earlier states belong to entry \(number), which is missing",
          isRepairable: true))
    }
    let wrong = try Int64.fetchAll(db, sql: "SELECT entry FROM journal WHERE undoes >= entry")
    for number in wrong {
      list.add(
        ArchiveProblem(
          check: .journal, detail: "entry \(number) undoes a later entry",
          hint: "restore a backup, or don't use that entry"))
    }
    for table in VersionedTable.allCases where try db.tableExists(table.rawValue) {
      try ranges(of: table, db, &list)
      try versions(of: table, db, &list)
    }
  }

  /// The entries that others name and that aren't there.
  static func lostEntries(_ db: Database) throws -> [Int64] {
    let named = try VersionedTable.allCases.filter { try db.tableExists($0.versions) }
      .map { "SELECT entry FROM \($0.versions)" }
    return try Int64.fetchAll(
      db,
      sql: """
        SELECT entry FROM (\(named.joined(separator: " UNION ")) UNION SELECT undoes FROM journal)
          AS named
        WHERE NOT EXISTS (SELECT 1 FROM journal WHERE journal.entry = named.entry)
          AND typeof(entry) = 'integer'
        ORDER BY entry
        """)
  }

  /// The highest key of a table in rows, earlier states and entries, and the highest that SQLite
  /// has assigned.
  static func keys(of table: VersionedTable, _ db: Database) throws -> (
    highest: Int64, given: Int64
  ) {
    let highest = try Int64.fetchOne(
      db,
      sql: """
        SELECT max(coalesce((SELECT max(key) FROM \(table.rawValue)), 0),
          coalesce((SELECT max(key) FROM \(table.versions)), 0),
          coalesce((SELECT max(\(table.range.last)) FROM journal), 0))
        """)
    let given = try Int64.fetchOne(
      db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table.rawValue])
    return (highest ?? 0, given ?? 0)
  }

  /// New rows are known by the first and the last key of each entry: no key has two makers, nor is
  /// given again.
  private static func ranges(
    of table: VersionedTable, _ db: Database, _ list: inout ProblemList
  ) throws {
    let (first, last) = table.range
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT entry, \(first), \(last) FROM journal
        WHERE \(first) IS NOT NULL OR \(last) IS NOT NULL ORDER BY entry
        """)
    var before: Int64 = 0
    try forEach(rows, .journal, &list) { row, list in
      let number: Int64 = try row.read(0)
      guard let start: Int64 = try? row.read(1), let end: Int64 = try? row.read(2), start <= end
      else {
        list.add(
          ArchiveProblem(
            check: .journal,
            detail: "entry \(number) has no valid range of new \(table.rawValue)",
            hint: "it can't be undone; restore a backup to undo it"))
        return
      }
      if start <= before {
        list.add(
          ArchiveProblem(
            check: .journal,
            detail: "entry \(number) claims \(table.rawValue) of an earlier entry",
            hint: "don't undo it; restore a backup to undo it"))
      }
      before = max(before, end)
    }
    let (highest, given) = try keys(of: table, db)
    if highest > given {
      list.add(
        ArchiveProblem(
          check: .journal, detail: "keys of \(table.rawValue) could be used twice",
          isRepairable: true))
    }
  }

  /// An earlier state is of a row that was there before its entry.
  private static func versions(
    of table: VersionedTable, _ db: Database, _ list: inout ProblemList
  ) throws {
    let unreadable = try Row.fetchCursor(
      db,
      sql: """
        SELECT entry, key FROM \(table.versions)
        WHERE typeof(entry) <> 'integer' OR typeof(key) <> 'integer'
        """)
    try forEach(unreadable, .journal, &list) { row, _ in
      _ = try (row.read(0) as Int64, row.read(1) as Int64)
    }
    // The entries are the outer loop: the ranges of their keys don't overlap.
    let early = try Row.fetchCursor(
      db,
      sql: """
        SELECT v.entry, v.key, maker.entry FROM journal AS maker CROSS JOIN \(table.versions) AS v
          ON v.key BETWEEN maker.\(table.range.first) AND maker.\(table.range.last)
        WHERE v.entry < maker.entry
        """)
    try forEach(early, .journal, &list) { row, list in
      let (entry, key, maker): (Int64, Int64, Int64) = try (row.read(0), row.read(1), row.read(2))
      list.add(
        ArchiveProblem(
          check: .journal,
          detail:
            "entry \(entry) changed row \(key) of \(table.rawValue), which belongs to entry \(maker)",
          hint: "undo neither; restore a backup to undo them"))
    }
    guard table == .items || table == .unplaced else { return }
    let states = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(ItemFields.selection(of: table, as: "v")), v.entry FROM \(table.versions) AS v
        WHERE v.identifier IS NOT NULL
        """)
    try forEach(states, .journal, &list) { row, list in
      guard let (id, fields) = ItemFields.read(SQLRow(row), of: table), table == .items,
        fields.isEmpty
      else { return }
      let entry: Int64 = try row.read("entry")
      list.add(
        ArchiveProblem(
          check: .journal, severity: .warning, item: id,
          detail: "the state before entry \(entry) is unreadable",
          hint: "an undo of that entry would restore a broken row"))
    }
  }

  /// Reads the fields of items without a place as an import would.
  static func unplaced(_ db: Database, _ list: inout ProblemList) throws {
    guard try db.tableExists("unplaced") else { return }
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT coalesce(collections.name, '?') AS name, unplaced.identifier, unplaced.fields,
          EXISTS (SELECT 1 FROM items WHERE items.collection = unplaced.collection
            AND items.identifier = unplaced.identifier) AS both, unplaced.key
        FROM unplaced LEFT JOIN collections ON collections.key = unplaced.collection
        ORDER BY unplaced.key
        """)
    try forEach(rows, .items, &list) { row, list in
      let id = ItemID(collection: try row.read(0), identifier: try row.read(1))
      let text: String = try row.read(2)
      func add(_ detail: String, hint: String) {
        list.add(ArchiveProblem(check: .items, item: id, detail: detail, hint: hint))
      }
      if try row.read(3) {
        add("exists both with and without a place", hint: "remove it, and import it again")
      }
      guard let fields = FieldsText.members(of: text) else {
        add("has unreadable fields", hint: "remove it, and import it again")
        return
      }
      for name in fields.keys.sorted() {
        guard let column = CatalogueColumn(named: name),
          ![.id, .latitude, .longitude].contains(column)
        else {
          add("has a field \(name), which it can't have", hint: "import it again")
          continue
        }
      }
      let item = UnplacedItem(id: id, fields: ItemFields.of(unplaced: text))
      do throws(ArchiveError) {
        _ = try ItemEdit(id).row(after: .unplaced(item))
      } catch {
        add("has an invalid value: \(error.message)", hint: "import it again with other values")
      }
    }
  }
}
