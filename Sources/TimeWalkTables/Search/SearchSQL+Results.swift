package import TimeWalkArchive
package import TimeWalkCore

extension SearchSQL {
  /// A page of a query's results.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - keys: the items to search among; `nil` for all.
  ///   - db: one consistent state.
  ///   - counts: the map's counts of that state or an earlier one.
  ///   - dialect: the engine's.
  /// - Returns: the page.
  /// - Throws: `.noSuchItem` where the item that the page before ended with is gone.
  package static func results(
    of query: ArchiveQuery, among keys: [Int64]?, in db: any SQLDatabase,
    counts: any MapCountTable, _ dialect: some SearchDialect
  ) throws -> SearchResults {
    let found = try wordKeys(of: query, in: db, dialect)
    let among = SearchKeys(keys, found)
    let isFew = if case .few = found { true } else { false }
    var query = query
    if isFew, dialect.hasExactWords { query.text = nil }
    let isWide =
      try (query.after == nil || dialect.measuresBoxes)
      && isWide(query.box, in: db, dialect)
    let rings = try isFew ? nil : RingSearch(query, among: keys, in: db, dialect)
    let search = SearchSQL(
      query, among: among, isWide: isWide,
      isAreaWide: isFew || rings?.isVeryWide == true && query.usedOrder == .identifier, dialect)
    var total: Int?
    var few: [Int64]?
    var estimate: Int?
    if let after = query.after {
      try require(after, for: query.usedOrder, in: db)
    } else if !isWide || isFew {
      estimate = try rings?.estimate(counts, isWide: isWide)
      if case .many = found, estimate == nil { estimate = try search.estimate(in: db, dialect) }
      if estimate == nil { (total, few) = try search.total(in: db) }
    }
    let limit = query.limit ?? .max
    let offset = query.after == nil ? max(0, query.offset) : 0
    guard limit > 0, total.map({ offset < $0 }) ?? true else {
      return SearchResults(hits: [], total: total ?? estimate, isEstimated: estimate != nil)
    }
    let page =
      if let few {
        try SearchSQL(
          query, among: .list(few), isWide: isWide, isAreaWide: isFew, dialect
        ).keys(limit: limit, offset: offset, in: db)
      } else {
        try rings?.keys(isWide: isWide).map { Array($0.dropFirst(offset)) }
          ?? search.keys(
            limit: limit, offset: offset, areMany: total.map { $0 > manyWithWords } ?? true, in: db)
      }
    var results = try results(of: page, mostBytes: query.mostBytes, in: db)
    results.total = total
    guard let estimate else { return results }
    // The last page tells the number of all.
    let isLast = page.count < limit && (offset == 0 || !page.isEmpty)
    let seen = page.isEmpty ? 0 : offset + page.count
    (results.total, results.isEstimated) = (isLast ? seen : max(estimate, seen), !isLast)
    return results
  }

  /// The number of items that are read before their bytes are compared with a limit.
  private static let piece = 50

  /// The items of a page, up to a limit of bytes.
  private static func results(
    of page: [(key: Int64, distance: Double?)], mostBytes: Int?, in db: any SQLDatabase
  ) throws -> SearchResults {
    var results = SearchResults(hits: [], total: nil)
    var (left, rest) = (mostBytes ?? .max, page[...])
    while !rest.isEmpty, left > 0 {
      let part = rest.prefix(mostBytes == nil ? page.count : piece)
      let items = try db.items(keys: part.map(\.key))
      for (key, distance) in part where left > 0 {
        rest.removeFirst()
        guard let item = items[key] else { continue }
        left -= item.bytes
        results.hits.append(
          SearchResults.Hit(
            key: key, item: item, distance: distance.flatMap(Distance.init(meters:))))
      }
    }
    results.isCut = !rest.isEmpty
    return results
  }

  /// The items that may have the query's words.
  private static func wordKeys(
    of query: ArchiveQuery, in db: any SQLDatabase, _ dialect: some SearchDialect
  ) throws -> WordKeys {
    let words = SearchWords.words(query.text ?? "")
    guard !words.isEmpty else { return .unknown }
    return try dialect.items(having: words, limit: manyWithWords, in: db)
  }

  /// The items to search among for a query's results, for a search that needs all of them.
  package static func keys(
    of query: ArchiveQuery, among keys: [Int64]?, in db: any SQLDatabase,
    _ dialect: some SearchDialect
  ) throws -> SearchKeys? {
    SearchKeys(keys, try wordKeys(of: query, in: db, dialect))
  }

  /// The number of keys that show the share of all items that a query for words has.
  private static var sample: Int64 { 4_000 }

  /// The approximate number of results; `nil` for few items or one collection, which is counted.
  private func estimate(
    in db: any SQLDatabase, _ dialect: some SearchDialect
  ) throws -> Int? {
    guard query.collection == nil, query.area == nil, query.box == nil,
      let last = try db.first(Int64.self, "SELECT max(key) FROM items"),
      last > SearchSQL.sample * 4
    else { return nil }
    // Some of these have no item. Keys in a row are on few pages of the table.
    let rowOfKeys: Int64 = 20
    let keys = (0..<(SearchSQL.sample / rowOfKeys)).flatMap { start -> [Int64] in
      let first = start * rowOfKeys * (last / SearchSQL.sample)
      return (1...rowOfKeys).map { first + $0 }
    }
    let count = try SearchSQL(all: query, among: .list(keys), dialect).count(in: db)
    return count * Int(last / SearchSQL.sample)
  }

  /// The names of all results, in their order.
  package func names(in db: any SQLDatabase) throws -> [ItemID] {
    var names: [ItemID] = []
    for part in parts {
      try forEach(part, in: db) { row, _ in
        names.append(ItemID(collection: row[1], identifier: row[2]))
        return true
      }
    }
    return names
  }

  private static func isWide(
    _ box: CollectionArea?, in db: any SQLDatabase, _ dialect: some SearchDialect
  ) throws -> Bool {
    guard let box else { return false }
    let places = dialect.places(in: BoxArguments(west: "?1", east: "?2", south: "?3", north: "?4"))
    let counts = try box.parts.map { part in
      try db.first(
        Int.self, "SELECT count(*) FROM (SELECT 1 \(places) LIMIT \(many)) AS found",
        [part.west, part.east, part.south, part.north]) ?? 0
    }
    return counts.reduce(0, +) >= many
  }

  /// Checks that the position of an item in the order is defined.
  private static func require(
    _ id: ItemID, for order: ArchiveQuery.Order, in db: any SQLDatabase
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

  /// The number of results.
  func count(in db: any SQLDatabase) throws -> Int {
    // A plan for all words, or for all boxes with the few items that words have, would suit few.
    guard isJudged || query.isForWords || isAmongKeys else {
      return try db.first(Int.self, count, arguments) ?? 0
    }
    guard isJudged else { return try db.rows(once: count, arguments).first.map { $0[0] } ?? 0 }
    var count = 0
    try forEach(Part(), isSorted: false, in: db) { _, _ in
      count += 1
      return true
    }
    return count
  }

  /// The number of results; of a search for words with all their keys, unless these are very many.
  ///
  /// Words need a look at each row, which takes longer in the results' order.
  private func total(in db: any SQLDatabase) throws -> (total: Int, keys: [Int64]?) {
    guard query.isForWords else { return (try count(in: db), nil) }
    var keys: [Int64] = []
    var total = 0
    try forEach(Part(), isSorted: false, in: db) { row, _ in
      total += 1
      if keys.count < SearchSQL.many { keys.append(row[0]) }
      return isJudged || keys.count < SearchSQL.many
    }
    guard keys.count == SearchSQL.many else { return (total, keys) }
    return (isJudged ? total : try count(in: db), nil)
  }

  /// The number of results up to which a page is read collection by collection.
  private static let mostByCollection = 1_000

  /// The keys of a page in their order, with the distances.
  ///
  /// Among many results, an engine may read a page without the others.
  func keys(
    limit: Int, offset: Int, areMany: Bool = false, in db: any SQLDatabase
  ) throws -> [(key: Int64, distance: Double?)] {
    var found: [(key: Int64, distance: Double?)] = []
    let isEarly = areMany && limit <= SearchSQL.mostByCollection - offset
    if isEarly, !isJudged, let parts = try collectionParts(in: db) {
      for part in parts where found.count < limit + offset {
        found += try rows(of: part, "LIMIT \(limit + offset - found.count)", in: db)
      }
      return Array(found.dropFirst(offset))
    }
    var passed = 0
    for part in parts where found.count < limit {
      guard isJudged else {
        found += try rows(of: part, "LIMIT \(limit - found.count) OFFSET \(offset)", in: db)
        continue
      }
      try forEach(part, in: db) { row, distance in
        if passed < offset { passed += 1 } else { found.append((row[0], distance)) }
        return found.count < limit
      }
    }
    return found
  }

  private func rows(
    of part: Part, _ page: String, in db: any SQLDatabase
  ) throws -> [(key: Int64, distance: Double?)] {
    try db.rows(once: "\(rows("items.key", of: part)) \(page)", arguments + part.arguments)
      .map { ($0[0], $0[1]) }
  }

  private struct EarlyExit: Error {}

  /// Gives the results of a part, key and names first, with their distances, while the body returns
  /// true.
  private func forEach(
    _ part: Part, isSorted: Bool = true, in db: any SQLDatabase,
    _ body: (SQLRow, Double?) throws -> Bool
  ) throws {
    var columns = ["items.key", "collections.name", "items.identifier"]
    if isJudged {
      columns += ["items.title", "items.creator", "items.other_columns", "items.date"]
    }
    do {
      try db.forEach(
        rows(columns.joined(separator: ", "), of: part, isSorted: isSorted),
        arguments + part.arguments
      ) { row in
        guard !isJudged || fits(row) else { return }
        guard try body(row, row[columns.count]) else { throw EarlyExit() }
      }
    } catch is EarlyExit {}
  }

  private func fits(_ row: SQLRow) -> Bool {
    if query.text != nil {
      let texts = [row[3] as String?, row[4]].compactMap(\.self)
      let others = FieldsText.dictionary(of: row[5]).values
      guard query.hasWords(ItemID(collection: row[1], identifier: row[2]), texts + others)
      else { return false }
    }
    guard query.isEraStrict, let date = row[6] as String?,
      date.hasPrefix("[") || date.hasPrefix("{")
    else { return true }
    return query.isOfEra(try? CaptureDate(edtf: date))
  }
}
