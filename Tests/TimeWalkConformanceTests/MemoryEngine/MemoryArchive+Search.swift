import TimeWalkArchive
import TimeWalkCandidates
import TimeWalkCore

extension MemoryArchive {
  /// How far apart the places of two catalogues' copies are looked for, metres.
  private static let copiesWithin = 1000.0

  /// The promise of `HistoricalArchive.candidates(near:within:)`, word by word.
  func candidates(near place: Coordinate, within distance: Distance) -> Candidates {
    state.candidates(near: place, within: distance)
  }

  /// The promise of `HistoricalArchive.maps(around:)`, word by word.
  func maps(around place: Coordinate) -> [MapCandidate] { state.maps(around: place) }

  func search(_ query: ArchiveQuery) throws(ArchiveError) -> SearchResults {
    let hits = state.hits(query)
    if let after = query.after {
      let rest = try state.hits(hits, behind: after, query).prefix(max(0, query.limit ?? .max))
      return SearchResults(hits: Array(rest), total: nil)
    }
    let page = hits.dropFirst(max(0, query.offset)).prefix(max(0, query.limit ?? .max))
    return SearchResults(hits: Array(page), total: hits.count)
  }

  func unplacedItems(_ query: ArchiveQuery) -> (items: [UnplacedItem], total: Int) {
    let items = state.unplacedItems(query)
    let page = items.dropFirst(max(0, query.offset)).prefix(max(0, query.limit ?? .max))
    return (Array(page), items.count)
  }

  func copies(of id: ItemID) -> [ItemCopy] {
    let state = state
    guard let key = state.key(of: id), case .item(let own) = state.rows[key] else { return [] }
    var declared = Set(state.originals(of: own))
    var alike: Set<ItemID> = []
    for (_, row) in state.items where row.item.id != id {
      if state.originals(of: row).contains(id) { declared.insert(row.item.id) }
      let way = Geodesic(from: own.item.pose.coordinate, to: row.item.pose.coordinate)
      if let mine = own.fingerprint, let yours = row.fingerprint,
        mine.distance(to: yours) <= Fingerprint.greatestDistanceOfCopies,
        way.distance.meters <= MemoryArchive.copiesWithin + row.item.pose.reach.meters
      {
        alike.insert(row.item.id)
      }
    }
    func list(_ ids: Set<ItemID>, isDeclared: Bool) -> [ItemCopy] {
      ids.subtracting([id]).sorted { $0.description < $1.description }
        .map { ItemCopy(id: $0, isDeclared: isDeclared) }
    }
    return list(declared, isDeclared: true)
      + list(alike.subtracting(declared), isDeclared: false)
  }
}

extension MemoryState {
  func maps(around place: Coordinate) -> [MapCandidate] {
    items.compactMap { key, row in
      guard let ground = row.item.ground else { return nil }
      let box = ground.box
      let isHeld = [place.longitude, place.longitude + 360, place.longitude - 360].contains {
        (box.west...box.east).contains($0)
      }
      guard isHeld, (box.south...box.north).contains(place.latitude) else { return nil }
      return MapCandidate(
        key: key, dates: row.item.date?.strict, resolution: ground.resolution, error: ground.error)
    }.sorted { $0.key < $1.key }
  }

  func candidates(near place: Coordinate, within distance: Distance) -> Candidates {
    Candidates(
      items.filter { _, row in
        let pose = row.item.pose
        return !row.item.isMap
          && Geodesic(from: place, to: pose.coordinate).distance.meters
            <= distance.meters + pose.reach.meters
      }.map { key, row in
        Candidate(
          key: key, pose: row.item.pose, dates: row.item.date?.strict,
          fuzzyDates: row.item.date?.fuzzy)
      })
  }

  /// The originals that an item is declared a copy of, one after the other.
  func originals(of row: MemoryItem) -> [ItemID] {
    guard let name = row.copyOf else { return [] }
    return CopyRecord.originals(of: row.item.id, declaring: name) { id in
      guard let key = key(of: id), case .item(let found) = rows[key] else { return nil }
      return (id, found.copyOf)
    }
  }

  /// All items with a place that a query finds, in its order.
  func hits(_ query: ArchiveQuery) -> [SearchResults.Hit] {
    let shown = query.area.flatMap { $0.isShown ? views(showing: $0) : nil }
    let hits = items.compactMap { key, row -> SearchResults.Hit? in
      let item = row.item
      let texts = [item.title, item.creator ?? ""] + item.otherColumns.values
      let distance = query.area.map {
        Geodesic(from: $0.center, to: item.pose.coordinate).distance
      }
      guard (query.collection ?? item.id.collection) == item.id.collection,
        shown?.contains(key) ?? true, query.hasWords(item.id, texts), query.isOfEra(item.date),
        query.area.flatMap({ area in distance.map { $0 <= area.radius } }) ?? true,
        query.box?.contains(
          latitude: item.pose.coordinate.latitude, longitude: item.pose.coordinate.longitude)
          ?? true
      else { return nil }
      return SearchResults.Hit(key: key, item: inheriting(row), distance: distance)
    }
    return hits.sorted { MemoryState.isBefore($0, $1, query) }
  }

  /// Those of some hits that come behind an item, which need not be among them.
  func hits(
    _ hits: [SearchResults.Hit], behind id: ItemID, _ query: ArchiveQuery
  ) throws(ArchiveError) -> [SearchResults.Hit] {
    guard query.usedOrder != .identifier else {
      return hits.filter {
        (id.collection, id.identifier) < ($0.item.id.collection, $0.item.id.identifier)
      }
    }
    guard let key = key(of: id), case .item(let row) = rows[key] else {
      throw ArchiveError(
        .noSuchItem, "The archive has no item \(id) any more; ask for the first page again.")
    }
    let last = SearchResults.Hit(
      key: 0, item: row.item,
      distance: query.area.map {
        Geodesic(from: $0.center, to: row.item.pose.coordinate).distance
      })
    return hits.filter { MemoryState.isBefore(last, $0, query) }
  }

  private func views(showing area: ArchiveQuery.Area) -> Set<Int64> {
    var search = SectorSearch(
      SectorQuery(showing: area.center, radius: area.radius, limit: 10_000))
    search.look(at: candidates(near: area.center, within: area.radius))
    return Set(search.hits.map(\.key))
  }

  private static func isBefore(
    _ a: SearchResults.Hit, _ b: SearchResults.Hit, _ query: ArchiveQuery
  ) -> Bool {
    let names = (
      (a.item.id.collection, a.item.id.identifier),
      (b.item.id.collection, b.item.id.identifier)
    )
    switch query.order ?? (query.area == nil ? .identifier : .distance) {
    case .distance where a.distance != b.distance:
      return (a.distance?.meters ?? 0) < (b.distance?.meters ?? 0)
    case .date:
      // An open start lies before all, an open end behind all, and what has no date comes last.
      let days = [a, b].map { hit in
        hit.item.date.map { date in
          (0, date.strict.earliest?.number ?? .min, date.strict.latest?.number ?? .max)
        } ?? (1, 0, 0)
      }
      return days[0] == days[1] ? names.0 < names.1 : days[0] < days[1]
    case .distance, .identifier: return names.0 < names.1
    }
  }

  /// All items without a place that a query finds, by collection and identifier.
  func unplacedItems(_ query: ArchiveQuery) -> [UnplacedItem] {
    unplaced.map(\.item).filter(query.finds).sorted {
      ($0.id.collection, $0.id.identifier) < ($1.id.collection, $1.id.identifier)
    }
  }
}
