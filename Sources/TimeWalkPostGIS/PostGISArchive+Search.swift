package import TimeWalkArchive
package import TimeWalkCore
package import TimeWalkTables

extension PostGISArchive {
  /// How many of the views that show a spot a search looks through.
  private static let mostShown = 10_000
  /// From how many items in a box on nobody counts how many are found.
  private static let manyInBox = 20_000

  /// See `HistoricalArchive.search(_:)`.
  package func search(_ query: ArchiveQuery) throws(ArchiveError) -> SearchResults {
    try look { db in
      guard let tables = db as? ServerTables else { return SearchResults(hits: [], total: nil) }
      return try PostGISArchive.search(query, tables)
    }
  }

  private static func search(_ query: ArchiveQuery, _ db: ServerTables) throws -> SearchResults {
    let statement = ServerSearch(query, among: try shown(query, db))
    var total: Int?
    if let after = query.after {
      try require(after, for: query.usedOrder, in: db)
    } else if try !isWide(query, statement, db) {
      total = try statement.count(in: db)
    }
    let limit = query.limit ?? .max
    let offset = query.after == nil ? max(0, query.offset) : 0
    guard limit > 0, total.map({ offset < $0 }) ?? true else {
      return SearchResults(hits: [], total: total)
    }
    let found = try statement.keys(limit: limit, offset: offset, in: db)
    let rows = try db.connection.query(
      "SELECT \(ItemColumns.selection) FROM \(ItemColumns.source) WHERE items.key = ANY($1)",
      [.numbers(found.map(\.key))])
    var items: [Int64: Item] = [:]
    for index in 0..<rows.count {
      let row = rows.row(index)
      items[row[0]] = try ItemColumns.item(from: row, inheriting: true)
    }
    let hits = found.compactMap { key, distance in
      items[key].map {
        SearchResults.Hit(key: key, item: $0, distance: distance.flatMap(Distance.init(meters:)))
      }
    }
    return SearchResults(hits: hits, total: total)
  }

  /// See `SQLArchive.items(of:in:)`.
  package func items(of query: ArchiveQuery, in db: any SQLDatabase) throws -> [ItemID] {
    guard let tables = db as? ServerTables else { return [] }
    var query = query
    (query.limit, query.offset, query.after) = (nil, 0, nil)
    return try ServerSearch(query, among: PostGISArchive.shown(query, tables)).names(in: tables)
  }

  /// The items that show the middle of the query's area, where that is asked for.
  private static func shown(_ query: ArchiveQuery, _ db: ServerTables) throws -> [Int64]? {
    guard let area = query.area, area.isShown else { return nil }
    try db.send()
    let blocks = TileGrid.levels.flatMap {
      $0.blocks(around: area.center, meters: area.radius.meters)
    }
    let near = try ServerTiles.candidates(in: blocks, of: db.connection, mayHaveChanges: true)
    var search = SectorSearch(
      SectorQuery(showing: area.center, radius: area.radius, limit: mostShown))
    search.look(at: near ?? Candidates())
    return search.hits.map(\.key)
  }

  private static func isWide(
    _ query: ArchiveQuery, _ statement: ServerSearch, _ db: ServerTables
  ) throws -> Bool {
    guard let box = query.box else { return false }
    let counts = try box.parts.map { part in
      try db.first(
        Int.self,
        """
        SELECT count(*) FROM (SELECT 1 FROM items
          WHERE geometry && ST_MakeEnvelope(?1, ?2, ?3, ?4, 4326) LIMIT \(manyInBox)) AS found
        """, [part.west, part.south, part.east, part.north]) ?? 0
    }
    return counts.reduce(0, +) >= manyInBox
  }

  /// Makes sure that the place of an item in an order can be told.
  private static func require(
    _ id: ItemID, for order: ArchiveQuery.Order, in db: ServerTables
  ) throws {
    guard order != .identifier else { return }
    let isThere = try db.first(
      Bool.self,
      """
      SELECT EXISTS (SELECT 1 FROM \(ItemColumns.source)
        WHERE collections.name = ?1 AND items.identifier = ?2)
      """, [id.collection, id.identifier])
    guard isThere == true else {
      throw ArchiveError(
        .noSuchItem, "The archive no longer has the item \(id); start again from the first page.")
    }
  }
}

extension CollectionArea {
  /// The box as one, or as two where it crosses the antimeridian.
  var parts: [GeographicBox] {
    func box(_ west: Double, _ east: Double) -> GeographicBox {
      GeographicBox(west: west, east: east, south: south, north: north)
    }
    return west <= east ? [box(west, east)] : [box(west, 180), box(-180, east)]
  }
}

/// A search on a server.
///
/// What SQL can't judge, words without regard to case and accents and sets of
/// dates, is judged here, row by row of what else fits.
struct ServerSearch {
  private let query: ArchiveQuery
  private let words: [String]
  private var conditions: [String] = []
  private var arguments: SQLArguments = []
  private var distance = "NULL::float8"
  private let order: String

  /// Makes the search of a query, among some items where keys are given.
  init(_ query: ArchiveQuery, among keys: [Int64]?) {
    self.query = query
    words = SearchWords.words(query.text ?? "")
    var arguments: SQLArguments = []
    func add(_ value: (any SQLConvertible)?) -> String {
      arguments.append(value)
      return "?\(arguments.count)"
    }
    if let keys {
      let list = keys.map(String.init).joined(separator: ",")
      conditions.append("items.key = ANY(CAST(\(add("{\(list)}")) AS text)::bigint[])")
    }
    if let collection = query.collection {
      conditions.append("collections.name = \(add(collection))")
    }
    if let era = query.era?.span {
      let (first, last) =
        query.isEraStrict ? ("earliest", "latest") : ("earliest_fuzzy", "latest_fuzzy")
      var parts = ["items.date IS NOT NULL"]
      if let end = era.latest {
        parts.append("(items.\(first) IS NULL OR items.\(first) <= \(add(end.number)))")
      }
      if let start = era.earliest {
        parts.append("(items.\(last) IS NULL OR items.\(last) >= \(add(start.number)))")
      }
      if query.isEraStrict {
        parts.append("(items.earliest IS NOT NULL OR items.latest IS NOT NULL)")
      }
      let overlap = parts.joined(separator: " AND ")
      conditions.append(query.isEraStrict ? overlap : "(items.date IS NULL OR (\(overlap)))")
    }
    if let area = query.area {
      let place =
        "ST_SetSRID(ST_MakePoint(\(add(area.center.longitude)), \(add(area.center.latitude))), 4326)"
      distance = "ST_Distance(items.geometry::geography, \(place)::geography)"
      let boxes = GeographicBox.around(
        latitude: area.center.latitude, longitude: area.center.longitude,
        meters: area.radius.meters)
      let near = boxes.map { box in
        "items.geometry && ST_MakeEnvelope(\(add(box.west)), \(add(box.south)), \(add(box.east)), \(add(box.north)), 4326)"
      }
      conditions.append("(\(near.joined(separator: " OR ")))")
      conditions.append("\(distance) <= \(add(area.radius.meters))")
    }
    if let box = query.box {
      let parts = box.parts.map { part in
        let (west, south, east, north) = (
          add(part.west), add(part.south), add(part.east), add(part.north)
        )
        return """
          (items.geometry && ST_MakeEnvelope(\(west), \(south), \(east), \(north), 4326)
            AND ST_X(items.geometry) BETWEEN \(west) AND \(east)
            AND ST_Y(items.geometry) BETWEEN \(south) AND \(north))
          """
      }
      conditions.append("(\(parts.joined(separator: " OR ")))")
    }
    let byName = "collections.name, items.identifier"
    let keys: String
    switch query.usedOrder {
    case .identifier: (order, keys) = (byName, byName)
    case .date:
      order = """
        items.date IS NULL, items.earliest NULLS FIRST, items.latest IS NULL, items.latest, \(byName)
        """
      keys = """
        items.date IS NULL, items.earliest IS NOT NULL, coalesce(items.earliest, 0),
        items.latest IS NULL, coalesce(items.latest, 0), \(byName)
        """
    case .distance:
      order = "distance, \(byName)"
      keys = "\(distance), \(byName)"
    }
    if let after = query.after {
      let (collection, identifier) = (add(after.collection), add(after.identifier))
      conditions.append(
        query.usedOrder == .identifier
          ? "(\(keys)) > (\(collection), \(identifier))"
          : """
          (\(keys)) > (SELECT \(keys) FROM \(ItemColumns.source)
            WHERE collections.name = \(collection) AND items.identifier = \(identifier))
          """)
    }
    self.arguments = arguments
  }

  /// Whether each row must be judged here.
  private var isJudged: Bool { !words.isEmpty || (query.isEraStrict && query.era != nil) }

  private var condition: String {
    conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
  }

  /// How many there are.
  func count(in db: ServerTables) throws -> Int {
    guard isJudged else {
      return try db.first(
        Int.self, "SELECT count(*) FROM \(ItemColumns.source) \(condition)", arguments) ?? 0
    }
    var count = 0
    try forEach(in: db) { _, _ in
      count += 1
      return true
    }
    return count
  }

  /// The keys of a page in their order, with how far they are.
  func keys(
    limit: Int, offset: Int, in db: ServerTables
  ) throws -> [(key: Int64, distance: Double?)] {
    guard isJudged else {
      return try db.rows(
        "\(selection("items.key")) LIMIT \(limit) OFFSET \(offset)", arguments
      ).map { ($0[0], $0[1]) }
    }
    var found: [(key: Int64, distance: Double?)] = []
    var left = offset
    try forEach(in: db) { row, distance in
      if left > 0 { left -= 1 } else { found.append((row[0], distance)) }
      return found.count < limit
    }
    return found
  }

  /// The names of all, in their order.
  func names(in db: ServerTables) throws -> [ItemID] {
    var names: [ItemID] = []
    try forEach(in: db) { row, _ in
      names.append(ItemID(collection: row[2], identifier: row[3]))
      return true
    }
    return names
  }

  private func selection(_ columns: String) -> String {
    "SELECT \(columns), \(distance) AS distance FROM \(ItemColumns.source) \(condition) ORDER BY \(order)"
  }

  private struct LimitReached: Error {}

  /// Gives what fits until the body has enough: the key, what is at 1, and the names.
  private func forEach(
    in db: ServerTables, _ body: (SQLRow, Double?) throws -> Bool
  ) throws {
    let columns =
      "items.key, items.title, collections.name, items.identifier, items.creator, items.other_columns, items.date"
    do {
      try db.forEach(selection(columns), arguments) { row in
        guard fits(row) else { return }
        guard try body(row, row[7]) else { throw LimitReached() }
      }
    } catch is LimitReached {}
  }

  private func fits(_ row: SQLRow) -> Bool {
    if !words.isEmpty {
      let (collection, identifier) = (row[2] as String, row[3] as String)
      let others = (row[5] as String?).map {
        FieldsText.dictionary(of: $0).sorted { $0.key < $1.key }.map(\.value)
          .joined(separator: "\n")
      }
      let texts = [
        row[1] as String?, row[4], identifier, "\(collection):\(identifier)", others,
      ].compactMap(\.self)
      guard words.allSatisfy({ word in texts.contains { SearchWords.contains($0, word) } }) else {
        return false
      }
    }
    // A set's span may go round an era that none of its members is in.
    guard query.isEraStrict, let era = query.era, let date = row[6] as String?,
      date.hasPrefix("[") || date.hasPrefix("{")
    else { return true }
    return (try? CaptureDate(edtf: date)).map { era.isShared(by: $0) } ?? false
  }
}
