import GRDB
import TimeWalkCore

/// What an edit did to many items.
public struct ManyEditsReport: Hashable, Sendable {
  /// How many items were found.
  public var found = 0
  /// How many of them are different now.
  public var changed = 0
  /// What is different, of the first of them.
  public var changes: [ItemChange] = []
  /// The number of the change in the journal; `nil` when nothing was written.
  public var entry: Int64?
  /// What is doubtful about the values, each once.
  public var warnings: [ImportFinding] = []
}

extension SpatiaLiteArchive {
  /// How many changed items are listed.
  private static let listedEdits = 1_000

  /// Gives fields of all items that a query finds new values, all or nothing, in one entry of the
  /// journal.
  ///
  /// Items without a place are found, too, where no area is asked for.
  ///
  /// - Parameters:
  ///   - query: which items.
  ///   - fields: the values by their columns; an empty text makes a field unknown.
  ///   - others: values of columns that TimeWalk has no field for, by their names.
  ///   - folder: the folder that a file in `media` is named from; `nil` takes no files.
  ///   - isDryRun: whether to do everything but keep it.
  ///   - provenance: who does it.
  /// - Returns: what is different.
  /// - Throws: `.invalidField` with all that is wrong with the values of the first item that can't
  ///   have them.
  @discardableResult
  public func set(
    all query: ArchiveQuery, _ fields: [CatalogueColumn: String], others: [String: String] = [:],
    folder: String? = nil, isDryRun: Bool = false, by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> ManyEditsReport {
    try change(isDryRun: isDryRun) { db in
      var report = ManyEditsReport()
      var entry: OpenEntry?
      var tables: [String: ImportTables] = [:]
      for id in try SpatiaLiteArchive.items(of: query, in: db) {
        report.found += 1
        let edit = ItemEdit(id: id, fields: fields, others: others, folder: folder)
        let current = try edit.current(db)
        let row: SourceRow
        do throws(ArchiveError) { row = try edit.row(after: current) } catch {
          throw ArchiveError(error.code, "\(id): \(error.message)", cause: error)
        }
        for var warning in row.findings {
          warning.identifier = nil
          if !report.warnings.contains(warning) { report.warnings.append(warning) }
        }
        let changes = FieldChange.between(current.fields, row.fields)
        guard !changes.isEmpty, let collection = try CollectionTable.key(of: id.collection, db)
        else { continue }
        let open = try entry ?? OpenEntry(.set, by: provenance, in: db)
        entry = open
        let table =
          try tables[id.collection] ?? ImportTables(open, collection: collection, in: db)
        tables[id.collection] = table
        try table.keepByHand(row, of: id, insteadOf: current.fields, in: db)
        report.changed += 1
        if report.changes.count < SpatiaLiteArchive.listedEdits {
          report.changes.append(ItemChange(id, .changed, fields: changes))
        }
      }
      for table in tables.values { try table.finish(in: db) }
      guard let entry else { return report }
      var counts = ChangeCounts()
      counts.updated = report.changed
      try entry.close(counts, collection: tables.count == 1 ? tables.keys.first : nil, in: db)
      report.entry = isDryRun ? nil : entry.number
      return report
    }
  }

  /// The names of the columns that the items of a collection have and TimeWalk has no field for; of
  /// all when `nil`.
  public func otherColumns(of collection: String?) throws(ArchiveError) -> [String] {
    try ArchiveError.typed {
      try reader.read { db in
        let keys = try Int64.fetchAll(
          db, sql: "SELECT key FROM collections WHERE ?1 IS NULL OR name = ?1",
          arguments: [collection])
        return try OtherColumns.names(of: keys, db)
      }
    }
  }

  private static func items(of query: ArchiveQuery, in db: Database) throws -> [ItemID] {
    if query.area != nil { try SpatialExtension.load(into: db) }
    let statement = SearchStatement(query)
    let ids = try Row.fetchAll(
      db, sql: statement.page(selecting: "collections.name, items.identifier"),
      arguments: statement.arguments
    ).map { ItemID(collection: $0[0], identifier: $0[1]) }
    return ids + (try UnplacedSearch(query).items(in: db).map(\.id))
  }
}
