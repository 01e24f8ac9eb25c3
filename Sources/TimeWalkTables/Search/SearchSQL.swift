package import TimeWalkArchive
package import TimeWalkCore

/// The statements of a search among the items with a place, on every SQL engine.
///
/// Every value is an argument, never part of the text. The era is compared with the date's fuzzy
/// span, and undated items stay, unless the query is strict.
package struct SearchSQL {
  /// A stretch of the results: a condition of its own with its arguments.
  struct Part {
    var condition: String?
    var arguments: SQLArguments = []
    /// The order in a part of its own; `nil` for the usual one.
    var order: String?
  }

  let query: ArchiveQuery
  private(set) var arguments: SQLArguments = []
  private(set) var distance = "NULL"
  private(set) var order = "collections.name, items.identifier"
  /// The stretches that give the results in their order, one after the other.
  private(set) var parts = [Part()]
  private(set) var isJudged = false
  /// True if the items to search among are given.
  let isAmongKeys: Bool
  /// True if the order of names is that of the collections, and of the names in each.
  private let isByCollection: Bool
  private var conditions: [String] = []
  private var needsCollections = false
  private let source: String

  /// The number of items from which an area or a box has very many.
  ///
  /// They aren't counted, because counting reads each row. A page of them is found sooner in
  /// another way.
  @TaskLocal package static var many: Int = 20_000

  /// The number of items from which words have very many.
  @TaskLocal package static var manyWithWords: Int = 5_000

  /// Makes the statements of a query.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - keys: the items to search among; `nil` for all.
  ///   - isWide: true if the query's box has very many items.
  ///   - isAreaWide: true if its area has very many items, which are read in the query's order.
  ///   - inner: the distance from the area's middle within which items are left out.
  ///   - dialect: the engine's.
  package init(
    _ query: ArchiveQuery, among keys: SearchKeys? = nil, isWide: Bool = false,
    isAreaWide: Bool = false, beyond inner: Distance? = nil, _ dialect: some SearchDialect
  ) {
    self.query = query
    isAmongKeys = keys != nil
    let picks =
      (keys?.isList ?? false) || (query.area != nil && !isAreaWide) || (query.box != nil && !isWide)
    let isByName = query.usedOrder == .identifier && !picks
    source = isByName ? dialect.itemsByName : ItemColumns.source
    isByCollection = isByName && dialect.readsByCollection
    switch keys {
    case .list(let keys):
      conditions.append(dialect.hasKey(in: add(keys.map(String.init).joined(separator: ","))))
    case .rows(let rows):
      // The plus keeps SQLite from reading the rows in the order of this list.
      let key = isByName ? "+items.key" : "items.key"
      conditions.append("\(key) IN (\(rows.sql(rows.arguments.map { add($0) })))")
    case nil: break
    }
    if let collection = query.collection {
      conditions.append("collections.name = \(add(collection))")
      needsCollections = true
    }
    restrictDates(dialect)
    restrictArea(dialect, isWide: isAreaWide, beyond: inner)
    restrictBox(dialect, isWide: isWide)
    // They take the longest.
    restrictWords(dialect)
    sort()
  }

  /// Makes the statements of a query without regard to its page.
  package init(all query: ArchiveQuery, among keys: SearchKeys?, _ dialect: some SearchDialect) {
    var query = query
    (query.limit, query.offset, query.after) = (nil, 0, nil)
    self.init(query, among: keys, dialect)
  }

  /// Adds an argument, and gives its name.
  private mutating func add(_ value: (any SQLConvertible)?) -> String {
    arguments.append(value)
    return "?\(arguments.count)"
  }

  private mutating func add(_ box: GeographicBox) -> BoxArguments {
    BoxArguments(
      west: add(box.west), east: add(box.east), south: add(box.south), north: add(box.north))
  }

  private mutating func restrictWords(_ dialect: some SearchDialect) {
    let words = SearchWords.words(query.text ?? "")
    guard !words.isEmpty else { return }
    if dialect.judgesWords { isJudged = true }
    conditions.append(dialect.mayHave(words.map { add($0) }))
    needsCollections = true
  }

  private mutating func restrictDates(_ dialect: some SearchDialect) {
    guard let era = query.era else { return }
    let (first, last) =
      query.isEraStrict ? ("earliest", "latest") : ("earliest_fuzzy", "latest_fuzzy")
    var parts = ["items.date IS NOT NULL"]
    if let end = era.span.latest {
      parts.append("(items.\(first) IS NULL OR items.\(first) <= \(add(end.number)))")
    }
    if let start = era.span.earliest {
      parts.append("(items.\(last) IS NULL OR items.\(last) >= \(add(start.number)))")
    }
    if query.isEraStrict {
      // A set's span may contain an era without any of its members, and `../..` names no day at
      // all.
      parts.append("(items.earliest IS NOT NULL OR items.latest IS NOT NULL)")
      if dialect.hasFunctions {
        let edtf = add(era.date.edtf)
        parts.append("(items.date NOT GLOB '[[{]*' OR timewalk_is_in(items.date, \(edtf)))")
      } else {
        isJudged = true
      }
    }
    let overlap = parts.joined(separator: " AND ")
    conditions.append(query.isEraStrict ? overlap : "(items.date IS NULL OR (\(overlap)))")
  }

  private mutating func restrictArea(
    _ dialect: some SearchDialect, isWide: Bool, beyond inner: Distance?
  ) {
    guard let area = query.area else { return }
    let (longitude, latitude) = (add(area.center.longitude), add(area.center.latitude))
    distance = dialect.distance(longitude: longitude, latitude: latitude)
    if !isWide {
      let boxes = GeographicBox.around(
        latitude: area.center.latitude, longitude: area.center.longitude,
        meters: area.radius.meters
      ).map { add($0) }
      conditions.append(dialect.isNear(boxes))
    }
    func isWithin(_ meters: String) -> String {
      dialect.isWithin(longitude: longitude, latitude: latitude, meters: meters)
    }
    conditions.append(isWithin(add(area.radius.meters)))
    if let inner { conditions.append("NOT \(isWithin(add(inner.meters)))") }
  }

  private mutating func restrictBox(_ dialect: some SearchDialect, isWide: Bool) {
    guard let box = query.box else { return }
    // The index may round its boxes outwards.
    let parts = box.parts.map { part in
      let edges = add(part)
      return """
        (\(isWide ? dialect.isNear(wide: edges) : dialect.isNear([edges]))
          AND ST_X(items.geometry) BETWEEN \(edges.west) AND \(edges.east)
          AND ST_Y(items.geometry) BETWEEN \(edges.south) AND \(edges.north))
        """
    }
    conditions.append("(\(parts.joined(separator: " OR ")))")
  }

  /// Sorts the results, and begins behind the item that the query names.
  private mutating func sort() {
    let byName = order
    var keys = byName
    switch query.usedOrder {
    case .identifier: break
    case .date:
      // An open start comes before all, an open end behind all.
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
    guard let after = query.after else { return }
    let name: SQLArguments = [after.collection, after.identifier]
    let (collection, identifier) = ("?\(arguments.count + 1)", "?\(arguments.count + 2)")
    parts =
      query.usedOrder == .identifier
      // Each part is a stretch of the index of names, which one condition for both is not.
      ? [
        Part(
          condition: "collections.name = \(collection) AND items.identifier > \(identifier)",
          arguments: name),
        Part(condition: "collections.name > \(collection)", arguments: [after.collection]),
      ]
      : [
        Part(
          condition: """
            (\(keys)) > (SELECT \(keys) FROM \(ItemColumns.source)
              WHERE collections.name = \(collection) AND items.identifier = \(identifier))
            """, arguments: name)
      ]
  }

  /// The stretches of the single collections, each in the order of an index; `nil` for another
  /// order and for very many collections.
  func collectionParts(in db: any SQLDatabase) throws -> [Part]? {
    guard isByCollection else { return nil }
    let rows = try db.rows(
      """
      SELECT key, name FROM collections
      WHERE (CAST(?1 AS text) IS NULL OR name = ?1) AND (CAST(?2 AS text) IS NULL OR name >= ?2)
      ORDER BY name LIMIT \(SearchSQL.mostCollections + 1)
      """, [query.collection, query.after?.collection])
    guard rows.count <= SearchSQL.mostCollections else { return nil }
    let (key, identifier) = ("?\(arguments.count + 1)", "?\(arguments.count + 2)")
    return rows.map { row in
      var part = Part(
        condition: "items.collection = \(key)", arguments: [row[0] as Int64],
        order: "items.identifier")
      if let after = query.after, after.collection == row[1] as String {
        part.condition = "items.collection = \(key) AND items.identifier > \(identifier)"
        part.arguments.append(after.identifier)
      }
      return part
    }
  }

  private static let mostCollections = 100

  private func condition(_ part: Part = Part()) -> String {
    let all = conditions + (part.condition.map { [$0] } ?? [])
    return all.isEmpty ? "" : "WHERE " + all.joined(separator: " AND ")
  }

  /// The number of results, if no row needs an individual check.
  var count: String {
    "SELECT count(*) FROM \(needsCollections ? ItemColumns.source : "items") \(condition())"
  }

  /// The rows of a part, each with its distance last; in their order unless said otherwise.
  func rows(_ columns: String, of part: Part, isSorted: Bool = true) -> String {
    let rows = "SELECT \(columns), \(distance) AS distance"
    return isSorted
      ? "\(rows) FROM \(source) \(condition(part)) ORDER BY \(part.order ?? order)"
      : "\(rows) FROM \(ItemColumns.source) \(condition(part))"
  }
}
