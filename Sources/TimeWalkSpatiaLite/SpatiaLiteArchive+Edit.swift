import GRDB
package import TimeWalkArchive
import TimeWalkCatalogue
package import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `CuratedArchive.set(_:_:as:terms:)`.
  package func set(
    _ id: ItemID, _ edit: FieldEdit, as kind: JournalEntry.Kind, terms: ChangeTerms
  ) throws(ArchiveError) -> EditReport {
    let edit = ItemEdit(id, edit)
    return try change(isDryRun: terms.isDryRun) { db in
      let current = try edit.current(db)
      let row = try edit.row(after: current)
      var report = EditReport(change: nil, entry: nil, warnings: row.findings)
      let changes = FieldChange.between(current.fields, row.fields)
      guard !changes.isEmpty, let collection = try CollectionTable.key(of: id.collection, db)
      else { return report }
      let entry = try OpenEntry(kind, by: terms.provenance, in: db)
      try ImportTables(entry, collection: collection, in: db)
        .keepByHand(row, of: id, insteadOf: current.fields, in: db)
      var counts = ChangeCounts()
      counts.updated = 1
      try entry.close(counts, collection: id.collection, in: db)
      report.change = ItemChange(id, .changed, fields: changes)
      report.entry = terms.isDryRun ? nil : entry.number
      return report
    }
  }

  /// See `CuratedArchive.remove(_:terms:)`.
  package func remove(
    _ ids: [ItemID], terms: ChangeTerms
  ) throws(ArchiveError) -> RemovalReport {
    // Named twice is removed once.
    let ids = Set(ids).sorted { $0.description < $1.description }
    guard terms.isAgreed || terms.isDryRun || ids.count <= freelyRemoved else {
      throw ArchiveError.unconfirmed(removing: ids)
    }
    return try change(isDryRun: terms.isDryRun) { db in
      guard !ids.isEmpty else { return RemovalReport(count: 0) }
      let entry = try OpenEntry(.remove, by: terms.provenance, in: db)
      var missing: [ItemID] = []
      for id in ids {
        let fields = try ItemEdit(id).find(db)?.fields
        let gone = try [KeptTable.items, .unplaced].contains { table in
          try SpatiaLiteArchive.remove(
            table,
            "key IN (SELECT x.key FROM \(table.rawValue) AS x JOIN collections "
              + "ON collections.key = x.collection WHERE collections.name = ?2 AND x.identifier = ?3)",
            [id.collection, id.identifier], as: entry, in: db) > 0
        }
        if !gone { missing.append(id) }
        if let fields, let collection = try CollectionTable.key(of: id.collection, db) {
          let corrections = try CorrectionTable.corrections(of: id.identifier, in: collection, db)
          try CorrectionTable.apply(
            corrections.steps(removing: fields), to: id.identifier, in: collection, as: entry, db)
        }
      }
      guard missing.isEmpty else { throw ArchiveError.noItems(missing) }
      var counts = ChangeCounts()
      counts.removed = ids.count
      let collections = Set(ids.map(\.collection))
      try entry.close(
        counts, collection: collections.count == 1 ? collections.first : nil, in: db)
      return RemovalReport(count: ids.count, entry: terms.isDryRun ? nil : entry.number)
    }
  }

  /// See `CuratedArchive.remove(collection:terms:)`.
  package func remove(
    collection name: String, terms: ChangeTerms
  ) throws(ArchiveError) -> RemovalReport {
    try change(isDryRun: terms.isDryRun) { db in
      let key = try CollectionTable.require(name, db)
      let items =
        try Int.fetchOne(
          db, sql: "SELECT count(*) FROM items WHERE collection = ?", arguments: [key]) ?? 0
      let entry = try OpenEntry(.remove, by: terms.provenance, in: db)
      var bulk = BulkLoad()
      try bulk.begin(changing: items, in: db)
      var counts = ChangeCounts()
      for table in [KeptTable.items, .unplaced] {
        counts.removed += try SpatiaLiteArchive.remove(
          table, "collection = ?2", [key], as: entry, in: db)
      }
      _ = try SpatiaLiteArchive.remove(.corrections, "collection = ?2", [key], as: entry, in: db)
      guard terms.isAgreed || terms.isDryRun || counts.removed == 0 else {
        throw ArchiveError.unconfirmed(removing: name, count: counts.removed)
      }
      _ = try SpatiaLiteArchive.remove(.collections, "key = ?2", [key], as: entry, in: db)
      try bulk.finish(in: db)
      try entry.close(counts, collection: name, in: db)
      return RemovalReport(count: counts.removed, entry: terms.isDryRun ? nil : entry.number)
    }
  }

  /// Removes what a condition selects, whose arguments start at ?2, and remembers it.
  private static func remove(
    _ table: KeptTable, _ condition: String, _ arguments: StatementArguments, as entry: OpenEntry,
    in db: Database
  ) throws -> Int {
    try entry.remember(table, where: condition, arguments, in: db)
    // The first argument is the entry there; here it only keeps its place.
    try db.execute(
      sql: "DELETE FROM \(table.rawValue) WHERE ?1 IS NOT NULL AND \(condition)",
      arguments: [entry.number] + arguments)
    return db.changesCount
  }
}
