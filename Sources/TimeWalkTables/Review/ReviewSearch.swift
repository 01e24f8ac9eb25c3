import Foundation
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// The search for entries to review.
struct ReviewSearch {
  private let query: ReviewQuery
  private let rules: ReviewRules
  private var kept: StoredPictureLookup
  private let dismissals: Dismissals
  private(set) var review = Review(entries: [], totals: [:])

  init(_ query: ReviewQuery, store: MediaStore, _ db: any SQLDatabase) throws {
    self.query = query
    kept = StoredPictureLookup(store)
    rules = ReviewRules(query, journal: try JournalTable.entries(db))
    dismissals = try Dismissals(db)
  }

  mutating func find(_ kind: ReviewKind, _ db: any SQLDatabase) throws {
    review.totals[kind] = 0
    switch kind {
    case .unplaced: try findUnplaced(db)
    case .duplicate: try findDuplicates(db)
    case .doubtfulDate, .undated, .lowAccuracy, .noRights, .missingMedia:
      try findItems(kind, db)
    }
  }

  /// A condition on `i` and `c` that excludes most items that a kind's rules would skip.
  private func condition(_ kind: ReviewKind, _ db: any SQLDatabase) throws -> String {
    switch kind {
    case .doubtfulDate:
      """
      i.date_text IS NOT NULL OR i.date LIKE '%?%' OR i.date LIKE '%!%%' ESCAPE '!'
        OR i.date LIKE '____-__' OR i.latest - i.earliest > \(ReviewRules.longestSpan)
        OR \(query.today.map { "i.earliest > \($0.number)" } ?? "1 = 0")
      """
    case .undated: "i.date IS NULL"
    case .lowAccuracy: "i.accuracy > \(query.accuracy)"
    case .noRights:
      "NOT (\(try statesRights("i.license", of: "items", db))) "
        + "AND NOT (\(try statesRights("c.license", of: "collections", db)))"
    case .missingMedia: "i.media_kind = 'file'"
    case .duplicate, .unplaced: "1 = 1"
    }
  }

  /// The number of statements above which each item is checked instead.
  private static let mostStatements = 200

  /// A condition for a column with one of the valid statements; `1 = 0` for too many.
  private func statesRights(
    _ column: String, of table: String, _ db: any SQLDatabase
  ) throws -> String {
    let known = try db.all(
      String.self,
      """
      SELECT DISTINCT license FROM \(table) WHERE license IS NOT NULL
      LIMIT \(ReviewSearch.mostStatements + 1)
      """)
    let understood = known.filter(RightsStatement.isUnderstood)
    guard known.count <= ReviewSearch.mostStatements, !understood.isEmpty else { return "1 = 0" }
    let list = understood.map { "'\($0.replacing("'", with: "''"))'" }.joined(separator: ", ")
    return "\(column) IS NOT NULL AND \(column) IN (\(list))"
  }

  private mutating func findItems(_ kind: ReviewKind, _ db: any SQLDatabase) throws {
    let last = 6 + ItemColumns.names.count
    try db.forEach(
      """
      SELECT \(ItemFields.selection(of: .items, as: "i")), c.license FROM items AS i
      JOIN collections AS c ON c.key = i.collection
      WHERE (CAST(?1 AS TEXT) IS NULL OR c.name = ?1) AND (\(condition(kind, db))) ORDER BY i.key
      """, [query.collection]
    ) { row in
      guard let (id, fields) = ItemFields.read(row, of: .items) else { return }
      let entry = try rules.entry(kind, of: id, fields, license: row[last]) {
        try hasCopy(of: $0, db)
      }
      if let entry { try add(entry, db) }
    }
  }

  private mutating func hasCopy(of path: String, _ db: any SQLDatabase) throws -> Bool {
    guard let record = try MediaTable.record(path, db), record.isStored else { return false }
    return try kept.has(record.sha256)
  }

  private mutating func findUnplaced(_ db: any SQLDatabase) throws {
    try db.forEach(
      """
      SELECT c.name, i.identifier FROM unplaced AS i JOIN collections AS c ON c.key = i.collection
      WHERE CAST(?1 AS TEXT) IS NULL OR c.name = ?1 ORDER BY i.key
      """, [query.collection]
    ) { row in
      try add(ReviewEntry(unplaced: ItemID(collection: row[0], identifier: row[1])), db)
    }
  }

  private mutating func findDuplicates(_ db: any SQLDatabase) throws {
    for like in try NearDuplicateSearch(db).pictures(collection: query.collection).suggestions {
      try add(ReviewEntry(like), db)
    }
  }

  private mutating func add(_ entry: ReviewEntry, _ db: any SQLDatabase) throws {
    guard try !dismissals.has(entry, db) else { return }
    review.totals[entry.kind, default: 0] += 1
    if query.limit.map({ review.entries.count < $0 }) ?? true { review.entries.append(entry) }
  }
}
