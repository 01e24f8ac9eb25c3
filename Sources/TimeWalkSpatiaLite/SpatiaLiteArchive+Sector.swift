import GRDB
package import TimeWalkArchive
package import TimeWalkCore
package import TimeWalkTables

extension SpatiaLiteArchive {
  /// The views that a sector meets, by the words of their records alone, best first.
  ///
  /// Without an index of this state it takes longer.
  package func views(meeting query: SectorQuery) throws(ArchiveError) -> [SectorHit] {
    try ArchiveError.typed {
      var search = SectorSearch(query)
      let meters = query.radius.meters
      let isRead = try withIndex(besides: { $0.cells(around: query.place, meters: meters) }) {
        $0.look(&search, around: query.place, meters: meters)
      }
      if !isRead {
        search = SectorSearch(query)
        try search.look(at: candidates(near: query.place, within: query.radius))
      }
      return search.hits
    }
  }

  /// See `SQLArchive.items(of:in:)`.
  package func items(of query: ArchiveQuery, in db: any SQLDatabase) throws -> [ItemID] {
    guard let db = (db as? SQLiteConnection)?.db else { return [] }
    var query = query
    (query.limit, query.offset, query.after) = (nil, 0, nil)
    if query.area != nil || query.box != nil { try SpatialExtension.load(into: db) }
    let shown = try query.area.flatMap {
      $0.isShown ? try SpatiaLiteArchive.keys(showing: $0, in: db) : nil
    }
    let statement = SearchStatement(query, among: shown)
    return try Row.fetchAll(
      db, sql: statement.page(selecting: "collections.name, items.identifier"),
      arguments: statement.arguments
    ).map { ItemID(collection: $0[0], identifier: $0[1]) }
  }

  /// The items that show the middle of an area, as a change finds them in its own transaction.
  static func keys(showing area: ArchiveQuery.Area, in db: Database) throws -> [Int64] {
    let query = SectorQuery(showing: area.center, radius: area.radius, limit: mostShown)
    var candidates = Candidates()
    try readTiles(around: area.center, meters: area.radius.meters, in: db, to: &candidates)
    var search = SectorSearch(query)
    search.look(at: candidates)
    return search.hits.map(\.key)
  }
}
