package import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// The number of changed items that are listed.
private let listedEdits = 1_000

extension SQLArchive {
  /// See `CuratedArchive.set(all:_:terms:)`.
  package func set(
    all query: ArchiveQuery, _ edit: FieldEdit, terms: ChangeTerms
  ) throws(ArchiveError) -> ManyEditsReport {
    try change(isDryRun: terms.isDryRun) { db in
      var report = ManyEditsReport()
      var entry: OpenEntry?
      var tables: [String: any ItemWriter] = [:]
      let unplaced = try UnplacedSearch(query).items(in: db).map(\.id)
      for id in try items(of: query, in: db) + unplaced {
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
          try tables[id.collection] ?? db.writer(for: open, collection: collection)
        tables[id.collection] = table
        try table.keepByHand(row, of: id, insteadOf: current.fields)
        report.changed += 1
        if report.changes.count < listedEdits {
          report.changes.append(ItemChange(id, .changed, fields: changes))
        }
      }
      for table in tables.values { try table.finish() }
      guard let entry else { return report }
      var counts = ChangeCounts()
      counts.updated = report.changed
      try entry.close(counts, collection: tables.count == 1 ? tables.keys.first : nil)
      report.entry = terms.isDryRun ? nil : entry.number
      return report
    }
  }

  /// See `HistoricalArchive.otherColumns(of:)`.
  package func otherColumns(of collection: String?) throws(ArchiveError) -> [String] {
    try look { db in
      let keys = try db.all(
        Int64.self, "SELECT key FROM collections WHERE CAST(?1 AS TEXT) IS NULL OR name = ?1",
        [collection])
      return try OtherColumns.names(of: keys, db)
    }
  }
}
