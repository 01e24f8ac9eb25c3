package import TimeWalkArchive
import TimeWalkCore

extension ShardedArchive {
  /// See `HistoricalArchive.search(_:)`.
  package func search(_ query: ArchiveQuery) throws(ArchiveError) -> SearchResults {
    let roster = roster
    let parts = roster.plan.parts(for: query)
    if let after = query.after, query.usedOrder != .identifier {
      return try page(of: query, behind: after, parts, roster)
    }
    let offset = query.after == nil ? max(0, query.offset) : 0
    var each = query
    each.offset = 0
    each.limit = query.limit.map {
      $0.addingReportingOverflow(offset).overflow ? .max : $0 + offset
    }
    let found = try hits(of: each, parts, roster)
    return SearchResults(
      hits: Array(found.hits.dropFirst(offset).prefix(query.limit ?? .max)), total: found.total)
  }

  /// What shards find, put together in the query's order.
  ///
  /// - Returns: the hits, how many there are in all, and whether each shard told all that it has.
  private func hits(
    of query: ArchiveQuery, _ parts: [Int], _ roster: ShardSet
  ) throws(ArchiveError) -> (hits: [SearchResults.Hit], total: Int?, isAll: Bool) {
    let found = try ask(parts, of: roster) { (_, archive) throws(ArchiveError) in
      try archive.search(query)
    }
    var hits: [SearchResults.Hit] = []
    for said in found {
      hits += said.value.hits.map { hit in
        var hit = hit
        hit.key = ShardKey.key(hit.key, of: said.part)
        return hit
      }
    }
    if found.count > 1 {
      let order = query.usedOrder
      hits.sort { $0.isBefore($1, in: order) }
      hits = roster.plan.once(hits)
    }
    let totals = found.compactMap(\.value.total)
    let isAll =
      query.limit.map { limit in found.allSatisfy { $0.value.hits.count < limit } } ?? true
    return (hits, totals.count == found.count ? totals.reduce(0, +) : nil, isAll)
  }

  /// A page behind an item in an order by what only its shard knows: the pages before it are read,
  /// too.
  private func page(
    of query: ArchiveQuery, behind id: ItemID, _ parts: [Int], _ roster: ShardSet
  ) throws(ArchiveError) -> SearchResults {
    let wanted = query.limit ?? .max
    var each = query
    (each.after, each.offset) = (nil, 0)
    each.limit = query.limit.map { max(200, 2 * min($0, 1 << 40)) }
    while true {
      let found = try hits(of: each, parts, roster)
      let place = found.hits.firstIndex { $0.item.id == id }
      // As far as the shortest shard told, the order is whole.
      let isEnough = place.map { $0 + min(wanted, 1 << 40) < each.limit ?? .max } ?? false
      if let place, isEnough || found.isAll {
        return SearchResults(
          hits: Array(found.hits[(place + 1)...].prefix(wanted)), total: nil)
      }
      guard !found.isAll, let limit = each.limit else {
        throw ArchiveError(
          .noSuchItem, "The archive has no item \(id) any more; ask for the first page again.")
      }
      each.limit = 4 * limit
    }
  }
}

extension ShardPlan {
  /// The shards that a query concerns.
  fileprivate func parts(for query: ArchiveQuery) -> [Int] {
    var parts = Array(parts.indices)
    if let area = query.area {
      let near = self.parts(around: area.center, meters: area.radius.meters)
      parts.removeAll { !near.contains($0) }
    }
    if let box = query.box {
      func area(_ west: Double, _ east: Double) -> GeographicBox {
        GeographicBox(west: west, east: east, south: box.south, north: box.north)
      }
      let near = self.parts(
        touching: box.west <= box.east
          ? [area(box.west, box.east)] : [area(box.west, 180), area(-180, box.east)])
      parts.removeAll { !near.contains($0) }
    }
    return parts
  }

  /// Leaves out the second of two hits of one item, which both shards have while cells are moved.
  fileprivate func once(_ hits: [SearchResults.Hit]) -> [SearchResults.Hit] {
    var places: [ItemID: Int] = [:]
    var kept: [SearchResults.Hit] = []
    for hit in hits {
      guard let place = places[hit.item.id] else {
        places[hit.item.id] = kept.count
        kept.append(hit)
        continue
      }
      if part(of: hit.item) == ShardKey.part(of: hit.key) { kept[place] = hit }
    }
    return kept
  }
}

extension SearchResults.Hit {
  /// Whether it comes before another, as engines order them.
  fileprivate func isBefore(_ other: SearchResults.Hit, in order: ArchiveQuery.Order) -> Bool {
    switch order {
    case .identifier: break
    case .distance:
      if let own = distance, let theirs = other.distance, own != theirs { return own < theirs }
    case .date:
      let (own, theirs) = (DateRank(item), DateRank(other.item))
      if own != theirs { return own < theirs }
    }
    let (own, theirs) = (item.id, other.item.id)
    return own.collection == theirs.collection
      ? own.identifier.isBefore(theirs.identifier) : own.collection.isBefore(theirs.collection)
  }
}

/// Where a date stands: an open start before all, an open end behind all, no date last.
private struct DateRank: Comparable {
  var isUndated: Bool
  var earliest: Int
  var latest: Int

  init(_ item: Item) {
    isUndated = item.date == nil
    earliest = item.date?.strict.earliest?.number ?? .min
    latest = item.date?.strict.latest?.number ?? .max
  }

  static func < (a: DateRank, b: DateRank) -> Bool {
    if a.isUndated != b.isUndated { return b.isUndated }
    return a.earliest != b.earliest ? a.earliest < b.earliest : a.latest < b.latest
  }
}
