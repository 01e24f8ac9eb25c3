import GRDB
package import TimeWalkArchive
package import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.unplacedItem(_:)`.
  package func unplacedItem(_ id: ItemID) throws(ArchiveError) -> UnplacedItem? {
    try ArchiveError.typed {
      try reader.read { db in
        let text = try String.fetchOne(
          db,
          sql: """
            SELECT fields FROM unplaced JOIN collections ON collections.key = unplaced.collection
            WHERE collections.name = ? AND identifier = ?
            """, arguments: [id.collection, id.identifier])
        return text.map { UnplacedItem(id: id, fields: ItemFields.of(unplaced: $0)) }
      }
    }
  }

  /// A page of the items without a place that a query finds, by collection and identifier, and how
  /// many there are on all pages.
  ///
  /// Words and eras are looked for as `search` does; around a place there is none of them. The time
  /// taken grows with their number, unless the query asks for a collection alone.
  package func unplacedItems(
    _ query: ArchiveQuery
  ) throws(ArchiveError) -> (items: [UnplacedItem], total: Int) {
    try ArchiveError.typed {
      try reader.read { db in
        let search = UnplacedSearch(query)
        if let total = try search.total(in: db) {
          return (try search.items(limit: query.limit, offset: query.offset, in: db), total)
        }
        let all = try search.items(in: db)
        let page = all.dropFirst(max(0, query.offset)).prefix(query.limit ?? .max)
        return (Array(page), all.count)
      }
    }
  }
}

/// The search among the items without a place.
struct UnplacedSearch {
  private let query: ArchiveQuery

  init(_ query: ArchiveQuery) { self.query = query }

  private static let source = """
    FROM unplaced JOIN collections ON collections.key = unplaced.collection
    WHERE ?1 IS NULL OR collections.name = ?1
    """

  /// How many there are; `nil` where that takes a look at each.
  func total(in db: Database) throws -> Int? {
    guard query.area == nil, query.box == nil else { return 0 }
    guard SearchWords.words(query.text ?? "").isEmpty, query.era == nil else { return nil }
    return try Int.fetchOne(
      db, sql: "SELECT count(*) \(Self.source)", arguments: [query.collection]) ?? 0
  }

  /// Those that the query finds, by collection and identifier; limit and offset count before words
  /// and era are looked at.
  func items(limit: Int? = nil, offset: Int = 0, in db: Database) throws -> [UnplacedItem] {
    guard query.area == nil, query.box == nil else { return [] }
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT collections.name, identifier, fields \(Self.source)
        ORDER BY collections.name, identifier LIMIT ?2 OFFSET ?3
        """, arguments: [query.collection, limit ?? -1, max(0, offset)])
    var items: [UnplacedItem] = []
    while let row = try rows.next() {
      let item = UnplacedItem(
        id: ItemID(collection: row[0], identifier: row[1]), fields: ItemFields.of(unplaced: row[2]))
      if query.finds(item) { items.append(item) }
    }
    return items
  }
}
