import GRDB
public import TimeWalkCore

/// What an undo did.
public struct UndoReport: Hashable, Sendable {
  /// The entry that was undone.
  public var undone: JournalEntry
  /// The number of the undo itself; `nil` when nothing was written.
  public var entry: Int64?
  /// How many items came back, changed and went.
  public var counts: ChangeCounts
}

extension SpatiaLiteArchive {
  /// The changes that were made, newest first.
  public func history(limit: Int? = nil) throws(ArchiveError) -> [JournalEntry] {
    try ArchiveError.typed {
      try reader.read { db in try JournalTable.entries(db, limit: limit) }
    }
  }

  /// One entry of the journal; throws `.noSuchEntry`.
  public func entry(_ number: Int64) throws(ArchiveError) -> JournalEntry {
    try ArchiveError.typed { try reader.read { db in try JournalTable.entry(number, db) } }
  }

  /// Makes everything that an entry changed what it was before it, and keeps that as an entry of
  /// its own, which can be undone like any other.
  ///
  /// Throws `.noSuchEntry`, and `.conflict` with the later entries that must be undone first, since
  /// they changed the same items; then nothing changed.
  @discardableResult
  public func undo(
    _ number: Int64, isDryRun: Bool = false, by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> UndoReport {
    try change(isDryRun: isDryRun) { db in
      let plan = try UndoPlan(number, db)
      let conflicts = try plan.conflicts()
      guard conflicts.isEmpty else {
        let list = conflicts.map(String.init).joined(separator: ", ")
        throw ArchiveError(
          .conflict,
          "The entry \(number) can't be undone, as later ones changed the same items; undo first, in this order: "
            + "\(list).")
      }
      let undo = try OpenEntry(.undo, by: provenance, undoes: number, in: db)
      let counts: ChangeCounts
      do {
        counts = try plan.apply(as: undo)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        throw ArchiveError(
          .conflict,
          "The entry \(number) can't be undone, as another program has changed the same items since.",
          cause: error)
      }
      try undo.close(counts, collection: plan.entry.collection, in: db)
      return UndoReport(
        undone: plan.entry, entry: isDryRun ? nil : undo.number, counts: counts)
    }
  }

  /// What an entry changed, item by item in the order of the keys, each handed over as it is read.
  ///
  /// Throws `.noSuchEntry`.
  public func forEachChange(
    of number: Int64, _ body: (ItemChange) throws -> Void
  ) throws(ArchiveError) {
    try ArchiveError.typed {
      try reader.read { db in
        _ = try JournalTable.entry(number, db)
        try ItemHistory.forEachChange(of: number, db, body)
      }
    }
  }

  /// Every change of an item by its name, oldest first, whatever became of it; empty when none is
  /// known.
  public func history(of id: ItemID) throws(ArchiveError) -> [(JournalEntry, ItemChange)] {
    try ArchiveError.typed {
      try reader.read { db in try ItemHistory.changes(of: id, db) }
    }
  }
}
