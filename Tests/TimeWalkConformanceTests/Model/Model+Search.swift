import TimeWalkArchive
import TimeWalkCore

extension Model {
  typealias Hit = SearchResults.Hit

  func search(_ query: ArchiveQuery) throws -> SearchResults {
    let hits = hits(query)
    let most = max(0, query.limit ?? .max)
    guard let after = query.after else {
      let page = hits.dropFirst(max(0, query.offset)).prefix(most)
      return SearchResults(hits: Array(page), total: hits.count)
    }
    let rest: [Hit]
    if query.usedOrder == .identifier {
      rest = hits.filter { Self.isBefore(after, $0.item.id) }
    } else {
      guard let item = find(after)?.kept.item else { throw ArchiveError(.noSuchItem, "\(after)") }
      let last = Hit(key: 0, item: item, distance: Self.distance(to: item, query))
      rest = hits.filter { Self.isBefore(last, $0, query) }
    }
    return SearchResults(hits: Array(rest.prefix(most)), total: nil)
  }

  /// All items with a place that a query finds, in its order.
  func hits(_ query: ArchiveQuery) -> [Hit] {
    let hits = items.compactMap { kept -> Hit? in
      guard var item = kept.item else { return nil }
      let place = item.pose.coordinate
      let texts = [item.title, item.creator ?? ""] + item.otherColumns.values
      let distance = Self.distance(to: item, query)
      guard query.collection == nil || query.collection == item.id.collection,
        query.hasWords(item.id, texts), query.isOfEra(item.date),
        query.box?.contains(latitude: place.latitude, longitude: place.longitude) ?? true
      else { return nil }
      if let area = query.area, let distance {
        guard distance <= area.radius, !area.isShown || Self.shows(item, area) else { return nil }
      }
      // Its collection supplies missing rights and credit.
      let statement = rows[kept.collection]?.statement
      (item.license, item.credit) = (
        item.license ?? statement?.license, item.credit ?? statement?.credit
      )
      return Hit(key: 0, item: item, distance: distance)
    }
    return hits.sorted { Self.isBefore($0, $1, query) }
  }

  /// All items without a place that a query finds, in the order of their names.
  func unplacedItems(_ query: ArchiveQuery) -> [UnplacedItem] {
    items.compactMap(\.unplaced).filter(query.finds).sorted { Self.isBefore($0.id, $1.id) }
  }

  private static func distance(to item: Item, _ query: ArchiveQuery) -> Distance? {
    query.area.map { Geodesic(from: $0.center, to: item.pose.coordinate).distance }
  }

  /// Returns true if an item's view contains the middle of an area.
  private static func shows(_ item: Item, _ area: ArchiveQuery.Area) -> Bool {
    var search = SectorSearch(SectorQuery(showing: area.center, radius: area.radius, limit: 1))
    search.look(at: Candidates([Candidate(item)]))
    return !item.isMap && !search.hits.isEmpty
  }

  private static func isBefore(_ a: ItemID, _ b: ItemID) -> Bool {
    (a.collection, a.identifier) < (b.collection, b.identifier)
  }

  private static func isBefore(_ a: Hit, _ b: Hit, _ query: ArchiveQuery) -> Bool {
    if query.usedOrder == .distance, let one = a.distance, let other = b.distance, one != other {
      return one < other
    }
    if query.usedOrder == .date {
      let days = [a, b].map { hit in
        hit.item.date.map { date in
          (0, date.strict.earliest?.number ?? .min, date.strict.latest?.number ?? .max)
        } ?? (1, 0, 0)
      }
      if days[0] != days[1] { return days[0] < days[1] }
    }
    return isBefore(a.item.id, b.item.id)
  }
}

extension Candidate {
  /// An item as engines give it to the judge, with the key 0.
  init(_ item: Item) {
    self.init(key: 0, pose: item.pose, dates: item.date?.strict, fuzzyDates: item.date?.fuzzy)
  }
}
