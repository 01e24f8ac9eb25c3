import GRDB
package import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension SpatiaLiteArchive {
  /// How many changed items are listed.
  private static let listedEdits = 1_000

  /// See `CuratedArchive.set(all:_:terms:)`.
  package func set(
    all query: ArchiveQuery, _ edit: FieldEdit, terms: ChangeTerms
  ) throws(ArchiveError) -> ManyEditsReport {
    try change(isDryRun: terms.isDryRun) { db in
      var report = ManyEditsReport()
      var entry: OpenEntry?
      var tables: [String: ImportTables] = [:]
      for id in try SpatiaLiteArchive.items(of: query, in: db) {
        report.found += 1
        let edit = ItemEdit(id, edit)
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
        let open = try entry ?? OpenEntry(.set, by: terms.provenance, in: db)
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
      report.entry = terms.isDryRun ? nil : entry.number
      return report
    }
  }

  /// See `HistoricalArchive.otherColumns(of:)`.
  package func otherColumns(of collection: String?) throws(ArchiveError) -> [String] {
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
    var query = query
    (query.limit, query.offset, query.after) = (nil, 0, nil)
    if query.area != nil || query.box != nil { try SpatialExtension.load(into: db) }
    let shown = try query.area.flatMap { $0.isShown ? try keys(showing: $0, in: db) : nil }
    let statement = SearchStatement(query, among: shown)
    let ids = try Row.fetchAll(
      db, sql: statement.page(selecting: "collections.name, items.identifier"),
      arguments: statement.arguments
    ).map { ItemID(collection: $0[0], identifier: $0[1]) }
    return ids + (try UnplacedSearch(query).items(in: db).map(\.id))
  }
}
