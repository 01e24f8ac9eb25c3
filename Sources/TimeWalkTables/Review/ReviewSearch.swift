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
  /// The entries of each kind, up to the requested number.
  private var found: [ReviewKind: [ReviewEntry]] = [:]

  init(_ query: ReviewQuery, store: MediaStore, _ db: any SQLDatabase) throws {
    self.query = query
    kept = StoredPictureLookup(store)
    rules = ReviewRules(query, journal: try JournalTable.entries(db))
    dismissals = try Dismissals(db)
  }

  /// Finds the entries of some kinds, which are listed in this order.
  mutating func find(_ kinds: [ReviewKind], _ db: any SQLDatabase) throws {
    for kind in kinds { review.totals[kind] = 0 }
    try findItems(kinds.filter { $0 != .unplaced && $0 != .duplicate }, db)
    if kinds.contains(.unplaced) { try findUnplaced(db) }
    if kinds.contains(.duplicate) { try findDuplicates(db) }
    for kind in kinds {
      let left = query.limit.map { max(0, $0 - review.entries.count) } ?? Int.max
      review.entries += found[kind, default: []].prefix(left)
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
    case .noRights: try lacksRights(db)
    case .missingMedia: "i.media_kind = 'file'"
    case .duplicate, .unplaced: "1 = 1"
    }
  }

  /// A condition for an item without rights; items aren't read for it if all collections have some.
  private func lacksRights(_ db: any SQLDatabase) throws -> String {
    let collections = try db.rows(
      "SELECT license FROM collections WHERE CAST(?1 AS TEXT) IS NULL OR name = ?1",
      [query.collection])
    if collections.allSatisfy({ RightsStatement.isUnderstood($0[0] as String?) }) { return "1 = 0" }
    return "NOT (\(try statesRights("i.license", of: "items", db))) "
      + "AND NOT (\(try statesRights("c.license", of: "collections", db)))"
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

  /// Finds the items of some kinds: all in one pass, or the first ones and the number of all.
  private mutating func findItems(_ kinds: [ReviewKind], _ db: any SQLDatabase) throws {
    guard let limit = query.limit else {
      return try readItems(kinds, db) { search, entry in
        try search.add(entry, db)
        return true
      }
    }
    for kind in kinds {
      // Each file is looked for.
      let total = kind == .missingMedia ? nil : try count(kind, db)
      let wanted = total.map { min($0, limit) } ?? .max
      if wanted > 0 {
        try readItems([kind], db) { search, entry in
          try search.add(entry, db)
          return search.found[kind, default: []].count < wanted
        }
      }
      if let total { review.totals[kind] = total }
    }
  }

  /// The number of a kind's entries, by groups of items that its rule doesn't distinguish.
  private mutating func count(_ kind: ReviewKind, _ db: any SQLDatabase) throws -> Int {
    let columns =
      switch kind {
      case .doubtfulDate, .undated: ["i.date", "i.date_text"]
      case .noRights: ["i.license"]
      default: [String]()
      }
    var count = 0
    try db.forEach(
      """
      SELECT count(*), \((["c.name", "c.license"] + columns).joined(separator: ", "))
      FROM items AS i JOIN collections AS c ON c.key = i.collection
      WHERE (CAST(?1 AS TEXT) IS NULL OR c.name = ?1) AND (\(try condition(kind, db)))
      GROUP BY \((["c.name", "c.license"] + columns).joined(separator: ", "))
      """, [query.collection]
    ) { row in
      var fields: [CatalogueColumn: String] = [:]
      if kind == .noRights {
        fields[.license] = row[3]
      } else if !columns.isEmpty {
        fields[.date] = (row[3] as String?).flatMap { try? CaptureDate(edtf: $0) }?.edtf
        fields[.dateText] = row[4]
      }
      let id = ItemID(collection: row[1], identifier: "")
      let isListed =
        kind == .lowAccuracy
        || rules.entry(kind, of: id, fields, license: row[2]) { _ in false } != nil
      if isListed { count += row[0] as Int }
    }
    for item in dismissals.items(of: kind) {
      guard query.collection == nil || query.collection == item.collection else { continue }
      try readItems([kind], of: item, db) { search, entry in
        if try search.dismissals.has(entry, db) { count -= 1 }
        return true
      }
    }
    return count
  }

  private struct EarlyExit: Error {}

  /// Reads the entries of some kinds, in the order of the items, while the body returns true.
  private mutating func readItems(
    _ kinds: [ReviewKind], of item: ItemID? = nil, _ db: any SQLDatabase,
    _ body: (inout ReviewSearch, ReviewEntry) throws -> Bool
  ) throws {
    guard !kinds.isEmpty else { return }
    let license = 6 + ItemColumns.names.count
    let conditions = try kinds.map { "(\(try condition($0, db)))" }
    let marks = conditions.map { "CASE WHEN \($0) THEN 1 ELSE 0 END" }
    let place =
      item == nil
      ? "(CAST(?1 AS TEXT) IS NULL OR c.name = ?1)" : "c.name = ?1 AND i.identifier = ?2"
    do {
      try db.forEach(
        """
        SELECT \(ItemFields.selection(of: .items, as: "i")), c.license,
          \(marks.joined(separator: ", "))
        FROM items AS i JOIN collections AS c ON c.key = i.collection
        WHERE \(place) AND (\(conditions.joined(separator: " OR "))) ORDER BY i.key
        """, item.map { [$0.collection, $0.identifier] } ?? [query.collection]
      ) { row in
        guard let (id, fields) = ItemFields.read(row, of: .items) else { return }
        for (index, kind) in kinds.enumerated() where row[license + 1 + index] as Bool {
          let entry = try rules.entry(kind, of: id, fields, license: row[license]) {
            try hasCopy(of: $0, db)
          }
          guard let entry else { continue }
          guard try body(&self, entry) else { throw EarlyExit() }
        }
      }
    } catch is EarlyExit {}
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
    if query.limit.map({ found[entry.kind, default: []].count < $0 }) ?? true {
      found[entry.kind, default: []].append(entry)
    }
  }
}
