import GRDB
package import TimeWalkArchive
import TimeWalkBase
import TimeWalkStorage
package import TimeWalkCore
package import TimeWalkTables

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.search(_:)`.
  ///
  /// Distances are on the WGS 84 ellipsoid. Words are found by an index.
  /// `SearchTime.limit` ends it.
  package func search(_ query: ArchiveQuery) throws(ArchiveError) -> SearchResults {
    var keys: [Int64]?
    if let area = query.area, area.isShown {
      keys = try views(meeting: SectorQuery(showing: area)).map(\.key)
    }
    return try SearchTime.limited { () throws(ArchiveError) in
      try ArchiveError.typed {
        try reader.read { db in
          try SpatiaLiteArchive.prepare(db, for: query)
          return try SearchSQL.results(
            of: query, among: keys, in: SQLiteConnection(db), counts: FileMapCounts(db),
            SpatiaLiteSearch())
        }
      }
    }
  }

  /// See `SQLArchive.items(of:in:)`.
  package func items(of query: ArchiveQuery, in db: any SQLDatabase) throws -> [ItemID] {
    guard let connection = db as? SQLiteConnection else { return [] }
    try SpatiaLiteArchive.prepare(connection.db, for: query)
    let keys = try query.area.flatMap {
      $0.isShown ? try SpatiaLiteArchive.keys(showing: $0, in: connection.db) : nil
    }
    let among = try SearchSQL.keys(
      of: query, among: keys, in: connection, SpatiaLiteSearch())
    return try SearchSQL(all: query, among: among, SpatiaLiteSearch()).names(in: connection)
  }

  private static func prepare(_ db: Database, for query: ArchiveQuery) throws {
    if query.area != nil || query.box != nil { try SpatialExtension.load(into: db) }
  }

  /// The items that show the middle of an area, as a change finds them in its own transaction.
  private static func keys(showing area: ArchiveQuery.Area, in db: Database) throws -> [Int64] {
    var candidates = Candidates()
    try readTiles(around: area.center, meters: area.radius.meters, in: db, to: &candidates)
    var search = SectorSearch(SectorQuery(showing: area))
    search.look(at: candidates)
    return search.hits.map(\.key)
  }
}

/// The conditions of a search as SQLite and SpatiaLite write them.
struct SpatiaLiteSearch: SearchDialect {
  var hasFunctions: Bool { true }
  var judgesWords: Bool { false }
  var hasExactWords: Bool { false }
  var readsByCollection: Bool { false }
  var measuresBoxes: Bool { true }

  /// Through both indexes, which ends with the page; left to itself SQLite sorts all items first.
  ///
  /// If a place picks items, this order is the faster one.
  var itemsByName: String { "collections CROSS JOIN items ON items.collection = collections.key" }

  func hasKey(in list: String) -> String {
    "items.key IN (SELECT value FROM json_each('[' || \(list) || ']'))"
  }

  func mayHave(_ words: [String]) -> String {
    words.map { word in
      """
      coalesce(
        timewalk_finds(\(word), items.other_columns, items.title, items.creator,
          collections.name || ':' || items.identifier),
        timewalk_contains(\(word), items.title, items.creator,
          collections.name || ':' || items.identifier, timewalk_values(items.other_columns)))
      """
    }.joined(separator: " AND ")
  }

  func items(having words: [String], limit: Int, in db: any SQLDatabase) throws -> WordKeys {
    guard let connection = db as? SQLiteConnection,
      try connection.db.tableExists("word_changes"), let search = WordSearch(words)
    else { return .unknown }
    return try search.keys(limit: limit, in: db)
  }

  func distance(longitude: String, latitude: String) -> String {
    let place = "\(longitude), \(latitude)"
    return "coalesce(timewalk_distance(items.geometry, \(place)), \(ellipsoid(place)))"
  }

  func isWithin(longitude: String, latitude: String, meters: String) -> String {
    let place = "\(longitude), \(latitude)"
    return """
      coalesce(timewalk_is_within(items.geometry, \(place), \(meters)),
        \(ellipsoid(place)) <= \(meters))
      """
  }

  /// SpatiaLite's distance, for a point in a form that TimeWalk doesn't write.
  private func ellipsoid(_ place: String) -> String {
    "ST_Distance(items.geometry, MakePoint(\(place), 4326), 1)"
  }

  func isNear(_ boxes: [BoxArguments]) -> String {
    let keys = boxes.map { "SELECT pkid \(places(in: $0))" }
    return "items.key IN (\(keys.joined(separator: " UNION ")))"
  }

  func isNear(wide box: BoxArguments) -> String {
    "EXISTS (SELECT 1 \(places(in: box)) AND pkid = items.key)"
  }

  func places(in box: BoxArguments) -> String {
    """
    FROM idx_items_geometry WHERE xmax >= \(box.west) AND xmin <= \(box.east)
      AND ymax >= \(box.south) AND ymin <= \(box.north)
    """
  }
}
