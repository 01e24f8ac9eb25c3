import TimeWalkArchive
import TimeWalkCore

extension Model {
  /// An item with the rights and the credit that it has from its collection.
  private func inheriting(_ kept: Kept) -> Item? {
    guard var item = kept.item else { return nil }
    item.license = item.license ?? statement(kept.collection)?.license
    item.credit = item.credit ?? statement(kept.collection)?.credit
    return item
  }

  func search(_ query: ArchiveQuery) throws -> SearchResults {
    let hits = hits(query)
    guard let after = query.after else {
      let page = hits.dropFirst(max(0, query.offset)).prefix(max(0, query.limit ?? .max))
      return SearchResults(hits: Array(page), total: hits.count)
    }
    let last: SearchResults.Hit? = try? require(after).kept.item.map { item in
      SearchResults.Hit(key: 0, item: item, distance: Self.distance(to: item, query))
    }
    guard query.usedOrder == .identifier || last != nil else {
      throw ArchiveError(.noSuchItem, "\(after)")
    }
    let rest = hits.filter { hit in
      query.usedOrder == .identifier
        ? Self.isBefore(after, hit.item.id)
        : last.map { Self.isBefore($0, hit, query) } ?? false
    }
    return SearchResults(hits: Array(rest.prefix(max(0, query.limit ?? .max))), total: nil)
  }

  /// All items with a place that a query finds, in its order.
  func hits(_ query: ArchiveQuery) -> [SearchResults.Hit] {
    let hits = items.compactMap { kept -> SearchResults.Hit? in
      guard let item = inheriting(kept) else { return nil }
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
      return SearchResults.Hit(key: 0, item: item, distance: distance)
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

  /// Whether an item's view has the middle of an area in it.
  private static func shows(_ item: Item, _ area: ArchiveQuery.Area) -> Bool {
    guard !item.isMap else { return false }
    var search = SectorSearch(
      SectorQuery(showing: area.center, radius: area.radius, limit: 1))
    let candidate = Candidate(
      key: 0, pose: item.pose, dates: item.date?.strict, fuzzyDates: item.date?.fuzzy)
    search.look(at: Candidates([candidate]))
    return !search.hits.isEmpty
  }

  private static func isBefore(_ a: ItemID, _ b: ItemID) -> Bool {
    (a.collection, a.identifier) < (b.collection, b.identifier)
  }

  private static func isBefore(
    _ a: SearchResults.Hit, _ b: SearchResults.Hit, _ query: ArchiveQuery
  ) -> Bool {
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
