package import TimeWalkArchive
package import TimeWalkCore

extension ShardedArchive {
  /// See `HistoricalArchive.items(keys:)`.
  package func items(keys: [Int64]) throws(ArchiveError) -> [Int64: Item] {
    try byKeys(keys) { (archive, keys) throws(ArchiveError) in try archive.items(keys: keys) }
  }

  /// See `HistoricalArchive.records(keys:)`.
  package func records(keys: [Int64]) throws(ArchiveError) -> [Int64: ItemRecord] {
    try byKeys(keys) { (archive, keys) throws(ArchiveError) in try archive.records(keys: keys) }
  }

  private func byKeys<T: Sendable>(
    _ keys: [Int64],
    _ work: @escaping @Sendable (any CuratedArchive, [Int64]) throws(ArchiveError) -> [Int64: T]
  ) throws(ArchiveError) -> [Int64: T] {
    let roster = roster
    let split = ShardKey.split(keys).filter { roster.shards.indices.contains($0.key) }
    let found = try ask(split.keys.sorted(), of: roster) { (part, archive) throws(ArchiveError) in
      try work(archive, split[part] ?? [])
    }
    var all: [Int64: T] = [:]
    for said in found {
      for (key, value) in said.value { all[ShardKey.key(key, of: said.part)] = value }
    }
    return all
  }

  /// See `HistoricalArchive.item(_:)`.
  package func item(_ id: ItemID) throws(ArchiveError) -> Item? {
    try home(of: id)?.value
  }

  /// An item with its shard; while cells are moved, the shard that has it by the plan.
  func home(of id: ItemID) throws(ArchiveError) -> Said<Item>? {
    let plan = roster.plan
    let found = try find { (archive) throws(ArchiveError) in try archive.item(id) }
    return found.first { plan.part(of: $0.value) == $0.part } ?? found.first
  }

  /// See `HistoricalArchive.copies(of:)`; those within the item's shard.
  package func copies(of id: ItemID) throws(ArchiveError) -> [ItemCopy] {
    guard let home = try home(of: id) else { return [] }
    return try ask([home.part], of: roster) { (_, archive) throws(ArchiveError) in
      try archive.copies(of: id)
    }.first?.value ?? []
  }

  /// See `HistoricalArchive.unplacedItem(_:)`.
  package func unplacedItem(_ id: ItemID) throws(ArchiveError) -> UnplacedItem? {
    try find { (archive) throws(ArchiveError) in try archive.unplacedItem(id) }.first?.value
  }

  /// See `HistoricalArchive.unplacedItems(_:)`; all are in the shard of the rest.
  package func unplacedItems(
    _ query: ArchiveQuery
  ) throws(ArchiveError) -> (items: [UnplacedItem], total: Int) {
    struct Page: Sendable {
      var items: [UnplacedItem]
      var total: Int
    }
    let roster = roster
    let page = try ask([roster.plan.rest], of: roster) {
      (_, archive) throws(ArchiveError) -> Page in
      let (items, total) = try archive.unplacedItems(query)
      return Page(items: items, total: total)
    }.first?.value
    return (page?.items ?? [], page?.total ?? 0)
  }

  /// See `HistoricalArchive.mediaRecord(of:)`.
  package func mediaRecord(of media: Media) throws(ArchiveError) -> MediaRecord? {
    try tolerant.askAll { (archive) throws(ArchiveError) in try archive.mediaRecord(of: media) }
      .compactMap(\.value).first
  }

  /// See `HistoricalArchive.picturePath(of:)`.
  package func picturePath(of media: Media) throws(ArchiveError) -> String? {
    struct Path: Sendable {
      var path: String?
      var isKnown: Bool
    }
    let paths = try tolerant.askAll { (archive) throws(ArchiveError) -> Path in
      let record = try archive.mediaRecord(of: media)
      return Path(path: try archive.picturePath(of: media), isKnown: record != nil)
    }.map(\.value)
    // One that keeps a copy knows better than one that has never seen the picture.
    return paths.first { $0.isKnown && $0.path != nil }?.path
      ?? paths.lazy.compactMap(\.path).first
  }
}
