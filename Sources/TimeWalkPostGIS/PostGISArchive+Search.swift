package import TimeWalkArchive
import TimeWalkBase
package import TimeWalkCore
package import TimeWalkTables

extension PostGISArchive {
  /// See `HistoricalArchive.search(_:)`.
  ///
  /// `SearchTime.limit` ends it.
  package func search(_ query: ArchiveQuery) throws(ArchiveError) -> SearchResults {
    try SearchTime.limited { () throws(ArchiveError) in
      try look { db in
        let keys = try PostGISArchive.keys(showing: query.area, in: db)
        guard let tables = db as? ServerTables else { return SearchResults(hits: [], total: 0) }
        return try SearchSQL.results(
          of: query, among: keys, in: db, counts: ServerMapCounts(tables.connection),
          PostGISSearch(query, in: db))
      }
    }
  }

  /// See `SQLArchive.items(of:in:)`.
  package func items(of query: ArchiveQuery, in db: any SQLDatabase) throws -> [ItemID] {
    let keys = try PostGISArchive.keys(showing: query.area, in: db)
    let dialect = try PostGISSearch(query, in: db)
    let among = try SearchSQL.keys(of: query, among: keys, in: db, dialect)
    return try SearchSQL(all: query, among: among, dialect).names(in: db)
  }

  /// The items that show the middle of an area, if requested.
  private static func keys(
    showing area: ArchiveQuery.Area?, in db: any SQLDatabase
  ) throws -> [Int64]? {
    guard let area, area.isShown, let tables = db as? ServerTables else { return nil }
    try tables.send()
    let blocks = TileGrid.levels.flatMap {
      $0.blocks(around: area.center, meters: area.radius.meters)
    }
    let near = try ServerTiles.candidates(in: blocks, of: tables.connection, mayHaveChanges: true)
    var search = SectorSearch(SectorQuery(showing: area))
    search.look(at: near ?? Candidates())
    return search.hits.map(\.key)
  }
}

/// The conditions of a search as PostgreSQL and PostGIS write them.
struct PostGISSearch: SearchDialect {
  private let words: ServerWords.State

  init(_ query: ArchiveQuery, in db: any SQLDatabase) throws {
    words = query.isForWords ? try ServerWords.state(db) : .unknown
  }

  var hasFunctions: Bool { false }
  var judgesWords: Bool { words != .complete }
  var hasExactWords: Bool { words == .complete }
  var readsByCollection: Bool { true }
  var measuresBoxes: Bool { false }
  var itemsByName: String { ItemColumns.source }

  /// A list that is known to the planner takes it longer than the rows.
  func hasKey(in list: String) -> String {
    "items.key = ANY(CAST((SELECT string_to_array(CAST(\(list) AS text), ',')) AS bigint[]))"
  }

  /// Without the folded texts, the server folds ASCII alone; all other texts, and JSON with
  /// escapes, are left to the judge.
  func mayHave(_ words: [String]) -> String {
    if !judgesWords {
      return """
        EXISTS (SELECT FROM item_words
          WHERE item_words.key = items.key AND \(ServerWords.have(words)))
        """
    }
    let texts = """
      (coalesce(items.title || ' ', '') || coalesce(items.creator || ' ', '') || collections.name
        || ':' || items.identifier || coalesce(' ' || items.other_columns, ''))
      """
    let found = words.map { "position(CAST(\($0) AS text) IN lower(\(texts) COLLATE \"C\")) > 0" }
    return """
      ((\(found.joined(separator: " AND ")))
        OR octet_length(\(texts)) <> length(\(texts))
        OR position(chr(92) IN items.other_columns) > 0
        OR current_setting('server_encoding') <> 'UTF8')
      """
  }

  func items(having words: [String], limit: Int, in db: any SQLDatabase) throws -> WordKeys {
    try ServerWords.items(having: words, limit: limit, self.words, in: db)
  }

  func distance(longitude: String, latitude: String) -> String {
    let place = "ST_SetSRID(ST_MakePoint(\(longitude), \(latitude)), 4326)"
    return "ST_Distance(items.geometry::geography, \(place)::geography)"
  }

  func isWithin(longitude: String, latitude: String, meters: String) -> String {
    "\(distance(longitude: longitude, latitude: latitude)) <= \(meters)"
  }

  func isNear(_ boxes: [BoxArguments]) -> String {
    "(\(boxes.map(isNear(wide:)).joined(separator: " OR ")))"
  }

  func isNear(wide box: BoxArguments) -> String {
    let edges = [box.west, box.south, box.east, box.north].joined(separator: ", ")
    return "items.geometry && ST_MakeEnvelope(\(edges), 4326)"
  }

  func places(in box: BoxArguments) -> String { "FROM items WHERE \(isNear(wide: box))" }
}
