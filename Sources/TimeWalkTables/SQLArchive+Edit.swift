package import TimeWalkArchive
import TimeWalkCatalogue
package import TimeWalkCore

extension SQLArchive {
  /// See `CuratedArchive.set(_:_:as:terms:)`.
  package func set(
    _ id: ItemID, _ edit: FieldEdit, as kind: JournalEntry.Kind, terms: ChangeTerms
  ) throws(ArchiveError) -> EditReport {
    let basis = edit.basis
    let edit = ItemEdit(id, edit)
    return try change(isDryRun: terms.isDryRun) { db in
      let current = try edit.current(db)
      if let basis, let last = try ItemHistory.last(of: id, db), last > basis {
        throw ArchiveError.changedMeanwhile(id, by: last)
      }
      let row = try edit.row(after: current)
      var report = EditReport(change: nil, entry: nil, warnings: row.findings)
      let changes = FieldChange.between(current.fields, row.fields)
      guard !changes.isEmpty, let collection = try CollectionTable.key(of: id.collection, db)
      else { return report }
      let entry = try OpenEntry(kind, by: terms.provenance, in: db)
      try db.writer(for: entry, collection: collection)
        .keepByHand(row, of: id, insteadOf: current.fields)
      var counts = ChangeCounts()
      counts.updated = 1
      try entry.close(counts, collection: id.collection)
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
        let gone = try [VersionedTable.items, .unplaced].contains { table in
          try entry.remove(
            table,
            where: """
              key IN (SELECT x.key FROM \(table.rawValue) AS x
                JOIN collections ON collections.key = x.collection
                WHERE collections.name = ?2 AND x.identifier = ?3)
              """, [id.collection, id.identifier]) > 0
        }
        if !gone { missing.append(id) }
        if let fields, let collection = try CollectionTable.key(of: id.collection, db) {
          let corrections = try CorrectionTable.corrections(of: id.identifier, in: collection, db)
          try CorrectionTable.apply(
            corrections.steps(removing: fields), to: id.identifier, in: collection, as: entry)
        }
      }
      guard missing.isEmpty else { throw ArchiveError.noItems(missing) }
      var counts = ChangeCounts()
      counts.removed = ids.count
      let collections = Set(ids.map(\.collection))
      try entry.close(
        counts, collection: collections.count == 1 ? collections.first : nil)
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
        try db.first(
          Int.self, "SELECT count(*) FROM items WHERE collection = ?", [key]) ?? 0
      let entry = try OpenEntry(.remove, by: terms.provenance, in: db)
      try db.willChange(items: items)
      var counts = ChangeCounts()
      for table in [VersionedTable.items, .unplaced] {
        counts.removed += try entry.remove(table, where: "collection = ?2", [key])
      }
      _ = try entry.remove(.corrections, where: "collection = ?2", [key])
      guard terms.isAgreed || terms.isDryRun || counts.removed == 0 else {
        throw ArchiveError.unconfirmed(removing: name, count: counts.removed)
      }
      _ = try entry.remove(.collections, where: "key = ?2", [key])
      try db.haveChangedItems()
      try entry.close(counts, collection: name)
      return RemovalReport(count: counts.removed, entry: terms.isDryRun ? nil : entry.number)
    }
  }
}
