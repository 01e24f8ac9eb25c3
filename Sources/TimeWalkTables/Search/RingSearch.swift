import TimeWalkArchive
import TimeWalkCore

/// The search of an area with many items.
///
/// A page by distance is read in rings around the middle, which end where it is full. Distances
/// are computed in the rings alone.
struct RingSearch<Dialect: SearchDialect> {
  let query: ArchiveQuery
  let area: ArchiveQuery.Area
  let db: any SQLDatabase
  let dialect: Dialect
  private let places: PlaceCount
  /// True if the area has so many items that other orders are read without it.
  let isVeryWide: Bool

  /// The items of the first ring for each wanted one, and of the second; the third has all.
  private static var shares: [Int] { [2, 32] }
  /// The number of items from which those within a ring aren't counted.
  private static var mostWithin: Int { 1 << 16 }
  /// The number of items that show a query's share of all.
  private static var sample: ClosedRange<Int> { 1_000...4_000 }

  /// The number of items from which an area has many: the distances of as many take 30 ms.
  private static var many: Int { min(SearchSQL.many, 5_000) }

  /// Makes the search; `nil` for a query without an area, or with few items in it.
  init?(
    _ query: ArchiveQuery, among keys: [Int64]?, in db: any SQLDatabase, _ dialect: Dialect
  ) throws {
    guard let area = query.area, keys == nil else { return nil }
    let places = PlaceCount(around: area.center, in: db, dialect)
    let count = try places.count(within: area.radius.meters, most: SearchSQL.many)
    guard count >= Self.many else { return nil }
    isVeryWide = count >= SearchSQL.many
    (self.query, self.area, self.places) = (query, area, places)
    (self.db, self.dialect) = (db, dialect)
  }

  // MARK: A page

  /// The number of items up to the end of the page; `nil` if it can't be read in rings.
  private var wanted: Int? {
    guard query.usedOrder == .distance, let limit = query.limit else { return nil }
    let offset = query.after == nil ? max(0, query.offset) : 0
    let (end, isTooMany) = offset.addingReportingOverflow(limit)
    return isTooMany || end > SearchSQL.many ? nil : end
  }

  /// The keys of a page by distance with the distances, from the first item on; `nil` if it can't
  /// be read in rings.
  func keys(isWide: Bool) throws -> [(key: Int64, distance: Double?)]? {
    guard let wanted else { return nil }
    var found: [(key: Int64, distance: Double?)] = []
    var inner = 0.0
    if let after = try query.after.flatMap({ try db.item($0) }) {
      inner = Geodesic(from: area.center, to: after.pose.coordinate).distance.meters
    }
    var isFirst = true
    for share in RingSearch.shares.map(Optional.some) + [nil] {
      let missing = wanted - found.count
      let outer = try share.map { try end(beyond: inner, holding: $0 * missing + 50) }
      var query = self.query
      query.area?.radius = outer.flatMap(Distance.init(meters:)) ?? area.radius
      let search = SearchSQL(
        query, isWide: isWide, beyond: isFirst ? nil : Distance(meters: inner), dialect)
      found += try search.keys(limit: missing, offset: 0, in: db)
      guard found.count < wanted, let outer, outer < area.radius.meters else { break }
      (inner, isFirst) = (outer, false)
    }
    return found
  }

  /// The end of a ring with a number of items.
  private func end(beyond inner: Double, holding wanted: Int) throws -> Double {
    let limit = area.radius.meters
    guard inner < limit else { return limit }
    let within = inner > 0 ? try places.count(within: inner, most: RingSearch.mostWithin) : 0
    guard within < RingSearch.mostWithin else {
      // As if they were spread evenly.
      return min(limit, inner * (1 + Double(wanted) / Double(within)).squareRoot() + 1)
    }
    return try places.reach(
      holding: within + wanted...within + 2 * wanted, beyond: inner, limit: limit)
  }

  // MARK: The number of results

  /// The approximate number of results; `nil` if the map's counts don't have them.
  func estimate(_ counts: any MapCountTable, isWide: Bool) throws -> Int? {
    let isByDate =
      !query.isEraStrict && query.collection == nil && query.box == nil
      && !query.isForWords
    // Samples of fewer are too small.
    guard isByDate || isVeryWide else { return nil }
    let views = try MapPyramid.views(
      around: area.center, within: area.radius, era: isByDate ? query.era : nil, in: counts)
    let all =
      isByDate && query.era != nil
      ? try MapPyramid.views(around: area.center, within: area.radius, in: counts) : views
    // Most are maps.
    guard 2 * all >= Self.many else { return nil }
    guard !isByDate else { return views }
    var sample = ArchiveQuery(area: area)
    let reach = try places.reach(
      holding: RingSearch.sample, beyond: 0, limit: area.radius.meters)
    sample.area?.radius = Distance(meters: reach) ?? area.radius
    let near = try SearchSQL(sample, dialect).count(in: db)
    var part = query
    (part.area, part.after) = (sample.area, nil)
    let found = try SearchSQL(part, isWide: isWide, dialect).count(in: db)
    return near == 0 ? nil : Int(Double(views) * Double(found) / Double(near))
  }
}
