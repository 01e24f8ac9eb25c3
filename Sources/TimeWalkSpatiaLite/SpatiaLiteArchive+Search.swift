import GRDB
package import TimeWalkArchive
import TimeWalkCore

extension SpatiaLiteArchive {
  /// How many of the views that show a spot a search looks through.
  static let mostShown = 10_000

  /// See `HistoricalArchive.search(_:)`.
  ///
  /// The era is compared with the date's fuzzy span, and undated items stay, unless the query is
  /// strict. Distances are SpatiaLite's on the WGS 84 ellipsoid. The time taken grows with the
  /// archive for words, and with what is near for an area. Of what shows a spot, the nearest
  /// `mostShown` views are looked through.
  package func search(_ query: ArchiveQuery) throws(ArchiveError) -> SearchResults {
    let shown = try query.area.flatMap { $0.isShown ? $0 : nil }.map {
      (area) throws(ArchiveError) in
      try views(
        meeting: SectorQuery(
          showing: area.center, radius: area.radius, limit: SpatiaLiteArchive.mostShown)
      ).map(\.key)
    }
    return try ArchiveError.typed {
      try reader.read { db in
        let statement = SearchStatement(query, among: shown)
        if query.area != nil { try SpatialExtension.load(into: db) }
        let total =
          try Int.fetchOne(db, sql: statement.count, arguments: statement.arguments) ?? 0
        guard query.limit.map({ $0 > 0 }) ?? true, query.offset < total else {
          return SearchResults(hits: [], total: total)
        }
        var hits: [SearchResults.Hit] = []
        let page = statement.page(selecting: ItemColumns.selection)
        let cursor = try Row.fetchCursor(db, sql: page, arguments: statement.arguments)
        while let row = try cursor.next() {
          hits.append(
            SearchResults.Hit(
              key: row[0], item: try ItemColumns.item(from: row, inheriting: true),
              distance: (row["distance"] as Double?).flatMap(Distance.init(meters:))))
        }
        return SearchResults(hits: hits, total: total)
      }
    }
  }
}

/// The SQL of a search; every value is an argument, never part of the text.
struct SearchStatement {
  private var conditions: [String] = []
  private var distance = "NULL"
  private(set) var arguments = StatementArguments()
  private let order: String
  private let range: String

  /// Makes the statement of a query, among some items where keys are given.
  init(_ query: ArchiveQuery, among keys: [Int64]? = nil) {
    var values: [String: (any DatabaseValueConvertible)?] = [:]
    if let keys {
      conditions.append("items.key IN (SELECT value FROM json_each(:keys))")
      values["keys"] = "[" + keys.map(String.init).joined(separator: ",") + "]"
    }
    if let collection = query.collection {
      conditions.append("collections.name = :collection")
      values["collection"] = collection
    }
    for (index, word) in SearchWords.words(query.text ?? "").enumerated() {
      conditions.append(
        """
        timewalk_contains(:word\(index), items.title, items.creator, items.identifier,
          collections.name || ':' || items.identifier,
          timewalk_values(items.other_columns))
        """)
      values["word\(index)"] = word
    }
    if let era = query.era?.span {
      let (first, last) =
        query.isEraStrict ? ("earliest", "latest") : ("earliest_fuzzy", "latest_fuzzy")
      var parts: [String] = []
      if let end = era.latest {
        parts.append("(items.\(first) IS NULL OR items.\(first) <= :end)")
        values["end"] = end.number
      }
      if let start = era.earliest {
        parts.append("(items.\(last) IS NULL OR items.\(last) >= :start)")
        values["start"] = start.number
      }
      if query.isEraStrict {
        // A set's span may go round an era that none of its members is in, and `../..` names no
        // day at all.
        parts.append("(items.earliest IS NOT NULL OR items.latest IS NOT NULL)")
        parts.append("(items.date NOT GLOB '[[{]*' OR timewalk_is_in(items.date, :era))")
        values["era"] = query.era?.date.edtf
      }
      let overlap = (["items.date IS NOT NULL"] + parts).joined(separator: " AND ")
      conditions.append(query.isEraStrict ? overlap : "(items.date IS NULL OR \(overlap))")
    }
    if let area = query.area {
      distance = "ST_Distance(items.geometry, MakePoint(:longitude, :latitude, 4326), 1)"
      values["longitude"] = area.center.longitude
      values["latitude"] = area.center.latitude
      values["radius"] = area.radius.meters
      let boxes = GeographicBox.around(
        latitude: area.center.latitude, longitude: area.center.longitude,
        meters: area.radius.meters)
      let keys = boxes.enumerated().map { index, box in
        for (name, value) in [
          ("west", box.west), ("east", box.east), ("south", box.south), ("north", box.north),
        ] { values["\(name)\(index)"] = value }
        return """
          SELECT pkid FROM idx_items_geometry WHERE xmax >= :west\(index) AND xmin <= :east\(index)
            AND ymax >= :south\(index) AND ymin <= :north\(index)
          """
      }
      conditions.append("items.key IN (\(keys.joined(separator: " UNION ")))")
      conditions.append("\(distance) <= :radius")
    }
    arguments = StatementArguments(values)

    let byName = "collections.name, items.identifier"
    switch query.order ?? (query.area == nil ? .identifier : .distance) {
    case .identifier: order = byName
    case .date:
      // NULL comes before all, which is where an open start belongs; an open end comes last.
      order = "items.date IS NULL, items.earliest, items.latest IS NULL, items.latest, \(byName)"
    case .distance: order = query.area == nil ? byName : "distance, \(byName)"
    }
    range = "LIMIT \(max(0, query.limit ?? .max)) OFFSET \(max(0, query.offset))"
  }

  private var condition: String {
    conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
  }

  var count: String { "SELECT count(*) FROM \(ItemColumns.source) \(condition)" }

  func page(selecting selection: String) -> String {
    """
    SELECT \(selection), \(distance) AS distance FROM \(ItemColumns.source) \(condition)
    ORDER BY \(order) \(range)
    """
  }
}
