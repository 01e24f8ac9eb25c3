package import TimeWalkArchive
package import TimeWalkCore

extension SQLArchive {
  /// See `CuratedArchive.history(limit:)`.
  package func history(limit: Int?) throws(ArchiveError) -> [JournalEntry] {
    try look { db in try JournalTable.entries(db, limit: limit) }
  }

  /// See `CuratedArchive.entry(_:)`.
  package func entry(_ number: Int64) throws(ArchiveError) -> JournalEntry {
    try look { db in try JournalTable.entry(number, db) }
  }

  /// See `CuratedArchive.undo(_:terms:)`.
  package func undo(
    _ number: Int64, terms: ChangeTerms
  ) throws(ArchiveError) -> UndoReport {
    try change(isDryRun: terms.isDryRun) { db in
      let plan = try UndoPlan(number, db)
      let conflicts = try plan.conflicts()
      guard conflicts.isEmpty else {
        throw ArchiveError.mustUndoFirst(conflicts, before: number)
      }
      let undo = try OpenEntry(.undo, by: terms.provenance, undoes: number, in: db)
      let counts: ChangeCounts
      do {
        counts = try plan.apply(as: undo)
      } catch  where isConstraint(error) {
        throw ArchiveError(
          .conflict,
          "Entry \(number) can't be undone, because another program has changed the same items since.",
          cause: error)
      }
      try undo.close(counts, collection: plan.entry.collection)
      return UndoReport(
        undone: plan.entry, entry: terms.isDryRun ? nil : undo.number, counts: counts)
    }
  }

  /// See `CuratedArchive.forEachChange(of:_:)`.
  package func forEachChange(
    of number: Int64, _ body: (ItemChange) throws -> Void
  ) throws(ArchiveError) {
    try look { db in
      _ = try JournalTable.entry(number, db)
      try ItemHistory.forEachChange(of: number, db, body)
    }
  }

  /// See `CuratedArchive.history(of:)`.
  package func history(of id: ItemID) throws(ArchiveError) -> [(JournalEntry, ItemChange)] {
    try look { db in try ItemHistory.changes(of: id, db) }
  }
}
