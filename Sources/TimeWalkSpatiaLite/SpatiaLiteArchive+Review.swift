import Foundation
import GRDB
package import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension SpatiaLiteArchive {
  /// What needs a person, without what was dismissed.
  ///
  /// Reads all items for each kind; duplicates cost what `likePictures` does.
  /// Throws `.noSuchCollection`.
  package func review(_ query: ReviewQuery) throws(ArchiveError) -> Review {
    try ArchiveError.typed {
      try reader.read { db in
        if let name = query.collection { try CollectionTable.require(name, db) }
        var search = try ReviewSearch(query, store: mediaStore, db)
        for kind in ReviewKind.allCases where query.kinds.isEmpty || query.kinds.contains(kind) {
          try search.find(kind, db)
        }
        return search.review
      }
    }
  }

  /// See `CuratedArchive.decide(_:folder:terms:)`.
  package func decide(
    _ decisions: [ReviewDecision], folder: String?, terms: ChangeTerms
  ) throws(ArchiveError) -> DecisionReport {
    try change(isDryRun: terms.isDryRun) { db in
      var run = DecisionRun(terms.provenance, folder: folder)
      // What is dismissed is dismissed as it is in the end, after all that is set.
      let numbered = Array(decisions.enumerated())
      let ordered =
        numbered.filter { $0.element.verdict != .dismiss }
        + numbered.filter { $0.element.verdict == .dismiss }
      for (index, decision) in ordered {
        do throws(ArchiveError) {
          try ArchiveError.typed { try run.follow(decision, in: db) }
        } catch {
          let isOwn: [ArchiveError.Code] = [.noSuchItem, .invalidField]
          guard isOwn.contains(error.code) else { throw error }
          run.report.faults.append(DecisionReport.Fault(index: index, reason: error.message))
        }
      }
      run.report.faults.sort { $0.index < $1.index }
      try run.close(in: db)
      if terms.isDryRun { run.report.entry = nil }
      return run.report
    }
  }
}

/// The search for what needs a person.
private struct ReviewSearch {
  private let query: ReviewQuery
  private let rules: ReviewRules
  private let store: MediaStore
  private let dismissals: Dismissals
  private(set) var review = Review(entries: [], totals: [:])

  init(_ query: ReviewQuery, store: MediaStore, _ db: Database) throws {
    self.query = query
    self.store = store
    rules = ReviewRules(query, journal: try JournalTable.entries(db))
    dismissals = try Dismissals(db)
  }

  mutating func find(_ kind: ReviewKind, _ db: Database) throws {
    review.totals[kind] = 0
    switch kind {
    case .unplaced: try findUnplaced(db)
    case .duplicate: try findDuplicates(db)
    case .doubtfulDate, .undated, .lowAccuracy, .noRights, .missingMedia:
      try findItems(kind, db)
    }
  }

  /// What leaves most items out that the rules of a kind pass over, as a condition on `i` and `c`.
  private func condition(_ kind: ReviewKind) -> String {
    switch kind {
    case .doubtfulDate:
      """
      i.date_text IS NOT NULL OR instr(i.date, '?') OR instr(i.date, '%')
        OR i.date GLOB '[0-9][0-9][0-9][0-9]-[2-9][0-9]'
        OR i.latest - i.earliest > \(ReviewRules.longestSpan)
        OR \(query.today.map { "i.earliest > \($0.number)" } ?? "0")
      """
    case .undated: "i.date IS NULL"
    case .lowAccuracy: "i.accuracy > \(query.accuracy)"
    case .noRights:
      "NOT timewalk_states_rights(i.license) AND NOT timewalk_states_rights(c.license)"
    case .missingMedia: "i.media_kind = 'file'"
    case .duplicate, .unplaced: "1"
    }
  }

  private mutating func findItems(_ kind: ReviewKind, _ db: Database) throws {
    let last = 6 + ItemColumns.names.count
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(ItemFields.selection(of: .items, as: "i")), c.license FROM items AS i
        JOIN collections AS c ON c.key = i.collection
        WHERE (?1 IS NULL OR c.name = ?1) AND (\(condition(kind))) ORDER BY i.key
        """, arguments: [query.collection])
    while let row = try rows.next() {
      guard let (id, fields) = ItemFields.read(row, of: .items) else { continue }
      let entry = try rules.entry(kind, of: id, fields, license: row[last]) {
        try ReviewSearch.hasCopy(of: $0, in: store, db)
      }
      if let entry { try add(entry, db) }
    }
  }

  private static func hasCopy(of path: String, in store: MediaStore, _ db: Database) throws -> Bool
  {
    guard let record = try MediaTable.record(path, db), record.isStored,
      let copy = store.path(of: record.sha256)
    else { return false }
    return FileManager.default.fileExists(atPath: copy)
  }

  private mutating func findUnplaced(_ db: Database) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT c.name, i.identifier FROM unplaced AS i JOIN collections AS c ON c.key = i.collection
        WHERE ?1 IS NULL OR c.name = ?1 ORDER BY i.key
        """, arguments: [query.collection])
    while let row = try rows.next() {
      try add(ReviewEntry(unplaced: ItemID(collection: row[0], identifier: row[1])), db)
    }
  }

  private mutating func findDuplicates(_ db: Database) throws {
    for like in try LikeSearch(db).pictures(collection: query.collection).suggestions {
      try add(ReviewEntry(like), db)
    }
  }

  private mutating func add(_ entry: ReviewEntry, _ db: Database) throws {
    guard try !dismissals.has(entry, db) else { return }
    review.totals[entry.kind, default: 0] += 1
    if query.limit.map({ review.entries.count < $0 }) ?? true { review.entries.append(entry) }
  }
}
