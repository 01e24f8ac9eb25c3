import Foundation
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// The search for entries to review.
struct ReviewSearch {
  private let query: ReviewQuery
  private let rules: ReviewRules
  private var pictures: StoredPictureLookup
  private let dismissals: Dismissals
  /// The collections that are reviewed, by their keys.
  private let collections: [Int64: CollectionStatement]
  /// The kept numbers of all collections.
  private let kept: [Int64: KeptCounts]
  private let groups: [ReviewCounts.Group: Int]
  private(set) var review = Review(entries: [], totals: [:])
  /// The entries of each kind, up to the requested number.
  private var found: [ReviewKind: [ReviewEntry]] = [:]

  init(_ query: ReviewQuery, store: MediaStore, _ db: any SQLDatabase) throws {
    self.query = query
    pictures = StoredPictureLookup(store)
    rules = ReviewRules(query, journal: try JournalTable.entries(db, of: .import))
    dismissals = try Dismissals(db)
    let rows = try CollectionRows.all(db).filter {
      query.collection == nil || query.collection == $0.statement.name
    }
    collections = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.statement) })
    kept = try KeptCounts.all(db)
    groups = try ReviewCounts.all(db)
  }

  /// Finds the entries of some kinds, which are listed in this order.
  mutating func find(_ kinds: [ReviewKind], _ db: any SQLDatabase) throws {
    for kind in kinds { review.totals[kind] = 0 }
    if query.limit == nil {
      try readItems(kinds.filter { $0 != .unplaced && $0 != .duplicate }, db) { search, entry in
        try search.add(entry, db)
        return true
      }
    }
    for kind in kinds {
      let left = query.limit.map { max(0, $0 - review.entries.count) } ?? Int.max
      switch kind {
      case .duplicate:
        if kept.values.reduce(0, { $0 + $1[.withFingerprint] }) > 1 { try findDuplicates(db) }
      case .unplaced: try findFirst(kind, left, db)
      default: if query.limit != nil { try findFirst(kind, left, db) }
      }
      review.entries += found[kind, default: []].prefix(left)
    }
  }

  /// A condition on `i` and `c` that excludes most items that a kind's rules would skip.
  ///
  /// An index has the items of the usual ones, which are the same in its text.
  private func condition(_ kind: ReviewKind) -> String {
    switch kind {
    case .doubtfulDate: ReviewCounts.isDoubtful("i.")
    case .undated: "i.date IS NULL"
    case .lowAccuracy:
      query.accuracy < ReviewQuery.usualAccuracy
        ? "i.accuracy > \(query.accuracy)"
        : "i.accuracy > 100 AND i.accuracy > \(query.accuracy)"
    case .noRights: lacksRights
    case .missingMedia: "i.media_kind = 'file'"
    case .duplicate, .unplaced: "1 = 1"
    }
  }

  /// The number of statements above which each item is checked instead.
  private static let mostStatements = 200

  /// A condition for an item without rights; items aren't read for it if all collections have some.
  private var lacksRights: String {
    let stated = collections.filter { RightsStatement.isUnderstood($0.value.license) }.keys
    guard stated.count < collections.count else { return "1 = 0" }
    let groups = groups.filter { $0.key.field == "license" }
    let unclear = Set(groups.keys.map(\.value)).filter { !RightsStatement.isUnderstood($0) }
    let others =
      stated.isEmpty
      ? "" : " AND i.collection NOT IN (\(stated.map(String.init).joined(separator: ", ")))"
    guard unclear.count <= ReviewSearch.mostStatements else { return "1 = 1\(others)" }
    let empty = groups.reduce(0) { $0 + ($1.key.value.isEmpty ? $1.value : 0) }
    let absent = kept.values.reduce(0) { $0 + $1[.items] - $1[.withLicense] }
    var texts = unclear.subtracting([""])
    // Another program may have stored an empty text.
    if empty > absent { texts.insert("") }
    guard !texts.isEmpty else { return "i.license IS NULL\(others)" }
    let list = texts.sorted().map { "'\($0.replacing("'", with: "''"))'" }
    return "(i.license IS NULL OR i.license IN (\(list.joined(separator: ", "))))\(others)"
  }

  /// Finds the first entries of a kind, and the number of all.
  private mutating func findFirst(_ kind: ReviewKind, _ left: Int, _ db: any SQLDatabase) throws {
    guard
      kind != .missingMedia || collections.keys.contains(where: { (kept[$0]?[.withFile] ?? 0) > 0 })
    else { return }
    // Each file is looked for.
    let total = kind == .missingMedia ? nil : try count(kind, db)
    let wanted = total.map { min($0, left) } ?? .max
    if wanted > 0 {
      try readItems([kind], db) { search, entry in
        try search.add(entry, db)
        return search.found[kind, default: []].count < wanted
      }
    }
    if let total { review.totals[kind] = total }
  }

  /// The number of a kind's entries, from kept numbers of items that its rule doesn't distinguish.
  private mutating func count(_ kind: ReviewKind, _ db: any SQLDatabase) throws -> Int {
    func sum(_ number: KeptCounts.Kind) -> Int {
      collections.keys.reduce(0) { $0 + (kept[$1]?[number] ?? 0) }
    }
    var count = 0
    switch kind {
    case .unplaced: count = sum(.unplaced)
    case .lowAccuracy where query.accuracy == ReviewQuery.usualAccuracy:
      count = sum(.withRoughPlace)
    case .lowAccuracy:
      count =
        try db.first(
          Int.self,
          """
          SELECT count(*) FROM items AS i JOIN collections AS c ON c.key = i.collection
          WHERE (CAST(?1 AS TEXT) IS NULL OR c.name = ?1) AND (\(condition(kind)))
          """, [query.collection]) ?? 0
    default:
      for (group, items) in groups where group.field == (kind == .noRights ? "license" : "date") {
        guard let collection = collections[group.collection],
          kind != .undated || group.value.isEmpty
        else { continue }
        var fields: [CatalogueColumn: String] = [:]
        func text(_ text: String) -> String? { text.isEmpty ? nil : text }
        if kind == .noRights {
          fields[.license] = text(group.value)
        } else {
          fields[.date] = text(group.value).flatMap { try? CaptureDate(edtf: $0) }?.edtf
          fields[.dateText] = text(group.words)
        }
        let id = ItemID(collection: collection.name, identifier: "")
        let entry = rules.entry(kind, of: id, fields, license: collection.license) { _ in false }
        if entry != nil { count += items }
      }
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
    if kinds == [.unplaced] { return try readUnplaced(item, db, body) }
    let license = 6 + ItemColumns.names.count
    let conditions = kinds.map { "(\(condition($0)))" }
    let marks = conditions.map { "CASE WHEN \($0) THEN 1 ELSE 0 END" }
    do {
      try db.forEach(
        """
        SELECT \(ItemFields.selection(of: .items, as: "i")), c.license,
          \(marks.joined(separator: ", "))
        FROM items AS i JOIN collections AS c ON c.key = i.collection
        WHERE \(ReviewSearch.place(of: item)) AND (\(conditions.joined(separator: " OR ")))
        ORDER BY i.key
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

  /// The condition for an item, or for the requested collection.
  private static func place(of item: ItemID?) -> String {
    item == nil
      ? "(CAST(?1 AS TEXT) IS NULL OR c.name = ?1)" : "c.name = ?1 AND i.identifier = ?2"
  }

  private mutating func hasCopy(of path: String, _ db: any SQLDatabase) throws -> Bool {
    guard let record = try MediaTable.record(path, db), record.isStored else { return false }
    return try pictures.has(record.sha256)
  }

  /// Reads the entries of items without a place while the body returns true.
  private mutating func readUnplaced(
    _ item: ItemID?, _ db: any SQLDatabase,
    _ body: (inout ReviewSearch, ReviewEntry) throws -> Bool
  ) throws {
    do {
      try db.forEach(
        """
        SELECT c.name, i.identifier FROM unplaced AS i JOIN collections AS c ON c.key = i.collection
        WHERE \(ReviewSearch.place(of: item)) ORDER BY i.key
        """, item.map { [$0.collection, $0.identifier] } ?? [query.collection]
      ) { row in
        let entry = ReviewEntry(unplaced: ItemID(collection: row[0], identifier: row[1]))
        guard try body(&self, entry) else { throw EarlyExit() }
      }
    } catch is EarlyExit {}
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
