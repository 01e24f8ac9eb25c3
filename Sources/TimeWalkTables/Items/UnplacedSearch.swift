import TimeWalkArchive
import TimeWalkCore

/// The search among the items without a place.
struct UnplacedSearch {
  private let query: ArchiveQuery

  init(_ query: ArchiveQuery) { self.query = query }

  private static let source = """
    FROM unplaced JOIN collections ON collections.key = unplaced.collection
    WHERE CAST(?1 AS TEXT) IS NULL OR collections.name = ?1
    """

  /// Their number; `nil` if counting would read each.
  func total(in db: any SQLDatabase) throws -> Int? {
    guard query.area == nil, query.box == nil else { return 0 }
    guard SearchWords.words(query.text ?? "").isEmpty, query.era == nil else { return nil }
    return try db.first(Int.self, "SELECT count(*) \(Self.source)", [query.collection]) ?? 0
  }

  /// The query's results, by collection and identifier; limit and offset apply before words and
  /// era.
  func items(limit: Int? = nil, offset: Int = 0, in db: any SQLDatabase) throws -> [UnplacedItem] {
    guard query.area == nil, query.box == nil else { return [] }
    var items: [UnplacedItem] = []
    try db.forEach(
      """
      SELECT collections.name, identifier, fields \(Self.source)
      ORDER BY collections.name, identifier LIMIT ?2 OFFSET ?3
      """, [query.collection, limit ?? Int.max, max(0, offset)]
    ) { row in
      let item = UnplacedItem(
        id: ItemID(collection: row[0], identifier: row[1]), fields: ItemFields.of(unplaced: row[2]))
      if query.finds(item) { items.append(item) }
    }
    return items
  }
}
