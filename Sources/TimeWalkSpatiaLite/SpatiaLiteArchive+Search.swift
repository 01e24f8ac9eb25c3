import GRDB
package import TimeWalkArchive
import TimeWalkTables
import TimeWalkCore

extension SpatiaLiteArchive {
  /// How many of the views that show a spot a search looks through.
  static let mostShown = 10_000

  /// See `HistoricalArchive.search(_:)`.
  ///
  /// The era is compared with the date's fuzzy span, and undated items stay, unless the query is
  /// strict. Distances are SpatiaLite's on the WGS 84 ellipsoid. The time taken grows with the
  /// archive for words, and with what is near for an area. Of what shows a spot, the nearest
  /// `mostShown` views are looked through. Of a box with `manyInBox` items or more nobody counts
  /// how many are found, since that looks at each.
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
        if query.area != nil || query.box != nil { try SpatialExtension.load(into: db) }
        let isWide = try query.box.map { try SpatiaLiteArchive.isWide($0, in: db) } ?? false
        let statement = SearchStatement(query, among: shown, isWide: isWide)
        var total: Int?
        if let after = query.after {
          try SpatiaLiteArchive.require(after, for: query.usedOrder, in: db)
        } else if !isWide {
          total = try Int.fetchOne(db, sql: statement.count, arguments: statement.arguments) ?? 0
        }
        guard query.limit.map({ $0 > 0 }) ?? true, total.map({ query.offset < $0 }) ?? true else {
          return SearchResults(hits: [], total: total)
        }
        var hits: [SearchResults.Hit] = []
        for part in statement.parts {
          let limit = (query.limit ?? .max) - hits.count
          guard limit > 0 else { break }
          let page = statement.page(
            selecting: ItemColumns.selection, where: part, limit: limit)
          let cursor = try Row.fetchCursor(db, sql: page, arguments: statement.arguments)
          while let row = try cursor.next() {
            hits.append(
              SearchResults.Hit(
                key: row[0], item: try ItemColumns.item(from: row, inheriting: true),
                distance: (row["distance"] as Double?).flatMap(Distance.init(meters:))))
          }
        }
        return SearchResults(hits: hits, total: total)
      }
    }
  }

  /// From how many items in a box on they are found by going through the archive in its order,
  /// which meets a page of them soon, and not by sorting all of them.
  private static let manyInBox = 20_000

  private static func isWide(_ box: CollectionArea, in db: Database) throws -> Bool {
    let counts = try box.parts.map { part in
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM (SELECT 1 FROM idx_items_geometry
            WHERE xmax >= ? AND xmin <= ? AND ymax >= ? AND ymin <= ? LIMIT \(manyInBox))
          """, arguments: [part.west, part.east, part.south, part.north]) ?? 0
    }
    return counts.reduce(0, +) >= manyInBox
  }

  /// Makes sure that the place of an item in an order can be told.
  private static func require(
    _ id: ItemID, for order: ArchiveQuery.Order, in db: Database
  ) throws {
    guard order != .identifier else { return }
    let isThere = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM \(ItemColumns.source)
          WHERE collections.name = ? AND items.identifier = ?)
        """, arguments: [id.collection, id.identifier])
    guard isThere == true else {
      throw ArchiveError(
        .noSuchItem, "The archive no longer has the item \(id); start again from the first page.")
    }
  }
}

extension CollectionArea {
  /// The box as one, or as two where it crosses the antimeridian.
  fileprivate var parts: [GeographicBox] {
    func box(_ west: Double, _ east: Double) -> GeographicBox {
      GeographicBox(west: west, east: east, south: south, north: north)
    }
    return west <= east ? [box(west, east)] : [box(west, 180), box(-180, east)]
  }
}

/// The SQL of a search; every value is an argument, never part of the text.
struct SearchStatement {
  private var conditions: [String] = []
  private var distance = "NULL"
  private(set) var arguments = StatementArguments()
  private let order: String
  private let offset: Int
  /// Conditions of which one after the other gives the results in their order.
  let parts: [String]
  /// Whether the conditions speak of collections.
  private var needsCollections = false
  /// The tables in the order in which they are gone through, or in any.
  private let pageSource: String

  /// Makes the statement of a query, among some items where keys are given.
  ///
  /// With `isWide` the query's box is looked at item by item.
  init(_ query: ArchiveQuery, among keys: [Int64]? = nil, isWide: Bool = false) {
    var values: [String: (any DatabaseValueConvertible)?] = [:]
    if let keys {
      conditions.append("items.key IN (SELECT value FROM json_each(:keys))")
      values["keys"] = "[" + keys.map(String.init).joined(separator: ",") + "]"
    }
    if let collection = query.collection {
      conditions.append("collections.name = :collection")
      values["collection"] = collection
      needsCollections = true
    }
    for (index, word) in SearchWords.words(query.text ?? "").enumerated() {
      conditions.append(
        """
        timewalk_contains(:word\(index), items.title, items.creator, items.identifier,
          collections.name || ':' || items.identifier,
          timewalk_values(items.other_columns))
        """)
      values["word\(index)"] = word
      needsCollections = true
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
    if let box = query.box {
      // The index rounds its boxes outwards.
      let parts = box.parts.enumerated().map { index, part in
        for (name, value) in [
          ("boxWest", part.west), ("boxEast", part.east), ("boxSouth", part.south),
          ("boxNorth", part.north),
        ] { values["\(name)\(index)"] = value }
        let near = """
          xmax >= :boxWest\(index) AND xmin <= :boxEast\(index)
            AND ymax >= :boxSouth\(index) AND ymin <= :boxNorth\(index)
          """
        let candidates =
          isWide
          ? "EXISTS (SELECT 1 FROM idx_items_geometry WHERE pkid = items.key AND \(near))"
          : "items.key IN (SELECT pkid FROM idx_items_geometry WHERE \(near))"
        return """
          (\(candidates)
            AND ST_X(items.geometry) BETWEEN :boxWest\(index) AND :boxEast\(index)
            AND ST_Y(items.geometry) BETWEEN :boxSouth\(index) AND :boxNorth\(index))
          """
      }
      conditions.append("(\(parts.joined(separator: " OR ")))")
    }

    let byName = "collections.name, items.identifier"
    let sortKeys: String
    switch query.usedOrder {
    case .identifier: (order, sortKeys) = (byName, byName)
    case .date:
      // NULL comes before all, which is where an open start belongs; an open end comes last.
      order = "items.date IS NULL, items.earliest, items.latest IS NULL, items.latest, \(byName)"
      sortKeys = """
        items.date IS NULL, items.earliest IS NOT NULL, coalesce(items.earliest, 0),
        items.latest IS NULL, coalesce(items.latest, 0), \(byName)
        """
    case .distance:
      order = "distance, \(byName)"
      sortKeys = "\(distance), \(byName)"
    }
    // By their names through both indexes, which ends with the page; left to itself SQLite sorts
    // all items first. Where a place picks items, that is quicker.
    let picks = keys != nil || query.area != nil || (query.box != nil && !isWide)
    pageSource =
      query.usedOrder == .identifier && !picks
      ? "collections CROSS JOIN items ON items.collection = collections.key" : ItemColumns.source
    offset = query.after == nil ? max(0, query.offset) : 0
    if let after = query.after {
      values["afterCollection"] = after.collection
      values["afterIdentifier"] = after.identifier
      parts =
        query.usedOrder == .identifier
        // Each part is a stretch of the index of names, which one condition for both is not.
        ? [
          "collections.name = :afterCollection AND items.identifier > :afterIdentifier",
          "collections.name > :afterCollection",
        ]
        : [
          """
          (\(sortKeys)) > (SELECT \(sortKeys) FROM \(ItemColumns.source)
            WHERE collections.name = :afterCollection AND items.identifier = :afterIdentifier)
          """
        ]
    } else {
      parts = [""]
    }
    arguments = StatementArguments(values)
  }

  private func condition(_ part: String = "") -> String {
    let all = conditions + (part.isEmpty ? [] : [part])
    return all.isEmpty ? "" : "WHERE " + all.joined(separator: " AND ")
  }

  var count: String {
    "SELECT count(*) FROM \(needsCollections ? ItemColumns.source : "items") \(condition())"
  }

  /// The results from the offset on, as many as there are up to a limit.
  func page(selecting selection: String, where part: String = "", limit: Int = .max) -> String {
    """
    SELECT \(selection), \(distance) AS distance FROM \(pageSource) \(condition(part))
    ORDER BY \(order) LIMIT \(limit) OFFSET \(offset)
    """
  }
}
