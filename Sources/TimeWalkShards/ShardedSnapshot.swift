package import TimeWalkArchive

extension ShardedArchive {
  /// See `HistoricalArchive.snapshot()`: one state of each shard, though not one of all.
  package func snapshot() throws(ArchiveError) -> any ArchiveSnapshot {
    let roster = roster
    // Items without a place come last, and all lie in the shard of the rest.
    let order = roster.plan.parts.indices.filter { $0 != roster.plan.rest } + [roster.plan.rest]
    let snapshots = try ask(order, of: roster) { (_, archive) throws(ArchiveError) in
      try archive.snapshot()
    }
    return ShardedSnapshot(snapshots: snapshots.map(\.value))
  }
}

/// States of all shards, the rest last.
struct ShardedSnapshot: ArchiveSnapshot {
  let snapshots: [any ArchiveSnapshot]

  func statements() throws(ArchiveError) -> [CollectionStatement] {
    var all: [String: CollectionStatement] = [:]
    for snapshot in snapshots {
      for statement in try snapshot.statements() {
        all[statement.name] = all[statement.name] ?? statement
      }
    }
    return all.values.sorted { $0.name.isBefore($1.name) }
  }

  func eras() throws(ArchiveError) -> [NamedEra] {
    var all: [NamedEra] = []
    for snapshot in snapshots {
      for era in try snapshot.eras() where !all.contains(where: { $0.isNamed(era.name) }) {
        all.append(era)
      }
    }
    return all.sorted(by: NamedEra.isOlder)
  }

  func itemCount() throws(ArchiveError) -> Int {
    var count = 0
    for snapshot in snapshots { count += try snapshot.itemCount() }
    return count
  }

  func filledColumns(of collections: [String]) throws(ArchiveError) -> Set<CatalogueColumn> {
    var columns: Set<CatalogueColumn> = []
    for snapshot in snapshots { columns.formUnion(try snapshot.filledColumns(of: collections)) }
    return columns
  }

  func otherColumns(of collections: [String]) throws(ArchiveError) -> [String] {
    var columns: Set<String> = []
    for snapshot in snapshots { columns.formUnion(try snapshot.otherColumns(of: collections)) }
    return columns.sorted { $0.isBefore($1) }
  }

  func mediaRecord(_ origin: String) throws(ArchiveError) -> MediaRecord? {
    for snapshot in snapshots {
      if let record = try snapshot.mediaRecord(origin) { return record }
    }
    return nil
  }

  func page(
    of collection: CollectionStatement, after last: RecordPosition?, media names: MediaNames
  ) throws(ArchiveError) -> (records: [CatalogueRecord], last: RecordPosition) {
    var place = last.map { ShardKey.part(of: $0.key) } ?? 0
    var position = last.map {
      RecordPosition(isUnplaced: $0.isUnplaced, key: ShardKey.local($0.key))
    }
    while snapshots.indices.contains(place) {
      let page = try snapshots[place].page(of: collection, after: position, media: names)
      if !page.records.isEmpty {
        let key = ShardKey.key(page.last.key, of: place)
        return (page.records, RecordPosition(isUnplaced: page.last.isUnplaced, key: key))
      }
      (place, position) = (place + 1, nil)
    }
    return ([], last ?? RecordPosition())
  }
}
