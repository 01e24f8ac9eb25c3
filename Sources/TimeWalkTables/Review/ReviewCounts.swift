import TimeWalkArchive
import TimeWalkCatalogue

/// The numbers of items by their rights and by their dates, which the table `review_counts` keeps
/// for the totals of a review.
///
/// Triggers of the engine follow every change, also by other programs. Each item counts by its
/// rights, and also by its date if there is none or it may be doubtful. A review judges the values.
package enum ReviewCounts {
  /// The items of a collection that have a value; an empty text is none.
  package struct Group: Hashable, Sendable {
    var collection: Int64
    var field: String
    var value: String
    /// The words of a date.
    var words: String
  }

  /// The columns of `Group`, the key of `review_counts`.
  package static let group = "collection, field, value, words"
  /// The columns of `review_counts`.
  package static let columns = "\(group), items"

  /// The first day of dates that may be in the future: 2026-01-01.
  private static let firstFuture = 20_454

  /// The condition for a row of `items` with a date that may be doubtful.
  package static func isDoubtful(_ row: String) -> String {
    """
    \(row)date_text <> '' OR \(row)date LIKE '%?%' OR \(row)date LIKE '%!%%' ESCAPE '!'
      OR \(row)date LIKE '____-__' AND substr(\(row)date, 6) > '12'
      OR \(row)latest - \(row)earliest > \(ReviewRules.longestSpan)
      OR \(row)earliest > \(firstFuture)
    """
  }

  /// The statements that make the indexes of items that a review lists first.
  package static let indexes = [
    "CREATE INDEX items_with_doubt ON items (key) WHERE \(isDoubtful(""))",
    "CREATE INDEX items_without_date ON items (key) WHERE date IS NULL",
    "CREATE INDEX items_with_rough_place ON items (key) WHERE accuracy > 100",
    "CREATE INDEX items_without_license ON items (key) WHERE license IS NULL",
  ]

  /// The query for the groups that a row of `items` belongs to, with a number.
  ///
  /// With `source`, a table of many rows, which are counted; `collections` limits them to these.
  package static func rows(
    _ row: String, _ number: String, from source: String? = nil, in collections: [Int64]? = nil
  ) -> String {
    let list = collections.map { $0.map(String.init).joined(separator: ", ") }
    let filter = list.map { " AND \(row).collection IN (\($0))" } ?? ""
    let parts = [
      (
        "date", "coalesce(\(row).date, '')", "coalesce(\(row).date_text, '')", isDoubtful("\(row).")
      ),
      ("date", "''", "''", "\(row).date IS NULL AND coalesce(\(row).date_text, '') = ''"),
      ("license", "coalesce(\(row).license, '')", "''", "1 = 1"),
    ]
    // The plus keeps an engine from reading all items in the order of an index.
    return parts.map { field, value, words, condition in
      """
      SELECT +\(row).collection AS collection, '\(field)' AS field, \(value) AS value,
        \(words) AS words, \(number) AS items \(source.map { "FROM \($0)" } ?? "")
      WHERE (\(condition))\(filter)\(source == nil ? "" : " GROUP BY 1, 3, 4")
      """
    }.joined(separator: "\nUNION ALL ")
  }

  /// The query that counts the items of some collections, or of all, in the order of `columns`.
  package static func anew(_ collections: [Int64]? = nil) -> String {
    rows("items", "count(*)", from: "items", in: collections)
  }

  /// All groups, with the number of their items.
  package static func all(_ db: any SQLDatabase) throws -> [Group: Int] {
    let isStale =
      try db.keptCounts.flatMap { try db.row("SELECT 1 FROM \($0) AS kept WHERE is_stale <> 0") }
      != nil
    let source = try isStale ? nil : db.reviewCounts
    return try read("\(source ?? "(\(anew()))") AS kept", db)
  }

  private static func read(_ source: String, _ db: any SQLDatabase) throws -> [Group: Int] {
    var groups: [Group: Int] = [:]
    for row in try db.rows("SELECT \(columns) FROM \(source)") {
      let group = Group(collection: row[0], field: row[1], value: row[2], words: row[3])
      // A hostile file may have any number.
      let items = min(max(0, row[4] as Int), 1 << 40)
      if items > 0 { groups[group] = items }
    }
    return groups
  }

  /// The collections whose kept groups differ from their items.
  package static func wrong(_ db: any SQLDatabase) throws -> Set<Int64> {
    guard let source = try db.reviewCounts else { return [] }
    let (kept, right) = (try read("\(source) AS kept", db), try read("(\(anew())) AS counted", db))
    let differing = Set(kept.keys).union(right.keys).filter { kept[$0] != right[$0] }
    return Set(differing.map(\.collection))
  }
}
