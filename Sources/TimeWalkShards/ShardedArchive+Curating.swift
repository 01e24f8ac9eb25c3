package import TimeWalkArchive
package import TimeWalkCore

// What curators read of all shards.
extension ShardedArchive {
  /// See `CuratedArchive.history(limit:)`; by the time of the changes, and each with the number
  /// that it has among all shards.
  package func history(limit: Int?) throws(ArchiveError) -> [JournalEntry] {
    let found = try askAll { (archive) throws(ArchiveError) in try archive.history(limit: limit) }
    var entries: [JournalEntry] = []
    for said in found { entries += said.value.map { $0.renumbered(said.part) } }
    entries.sort { a, b in
      let (one, other) = (a.timestamp ?? "", b.timestamp ?? "")
      return one != other ? one > other : a.number > b.number
    }
    return limit.map { Array(entries.prefix($0)) } ?? entries
  }

  /// See `CuratedArchive.entry(_:)`.
  package func entry(_ number: Int64) throws(ArchiveError) -> JournalEntry {
    let part = try part(ofEntry: number)
    return try only(part, number) { (archive) throws(ArchiveError) in
      try archive.entry(ShardKey.local(number)).renumbered(part)
    }
  }

  /// See `CuratedArchive.forEachChange(of:_:)`.
  package func forEachChange(
    of number: Int64, _ body: (ItemChange) throws -> Void
  ) throws(ArchiveError) {
    let part = try part(ofEntry: number)
    do throws(ArchiveError) {
      try roster.shards[part].archive().forEachChange(of: ShardKey.local(number), body)
    } catch { throw error.code == .noSuchEntry ? .noEntry(number) : error }
  }

  /// See `CuratedArchive.history(of:)`; by the time of the changes.
  package func history(
    of id: ItemID
  ) throws(ArchiveError) -> [(JournalEntry, ItemChange)] {
    struct Change: Sendable {
      var entry: JournalEntry
      var change: ItemChange
    }
    let found = try askAll { (archive) throws(ArchiveError) in
      try archive.history(of: id).map { Change(entry: $0.0, change: $0.1) }
    }
    var changes: [(JournalEntry, ItemChange)] = []
    for said in found {
      changes += said.value.map { ($0.entry.renumbered(said.part), $0.change) }
    }
    return changes.enumerated().sorted { a, b in
      let (one, other) = (a.element.0.timestamp ?? "", b.element.0.timestamp ?? "")
      return one != other ? one < other : a.offset < b.offset
    }.map(\.element)
  }

  /// See `CuratedArchive.review(_:)`; shard by shard, duplicates within each.
  package func review(_ query: ReviewQuery) throws(ArchiveError) -> Review {
    try require(collection: query.collection)
    let found = try askCollection(query.collection) { (archive) throws(ArchiveError) in
      try archive.review(query)
    }
    var review = Review(entries: [], totals: [:])
    for part in found {
      review.entries += part.entries
      review.totals.merge(part.totals, uniquingKeysWith: +)
    }
    if let limit = query.limit { review.entries = Array(review.entries.prefix(limit)) }
    return review
  }

  /// See `CuratedArchive.likePictures(collection:)`; pictures are compared within each shard.
  package func likePictures(collection: String?) throws(ArchiveError) -> LikePictures {
    try require(collection: collection)
    let found = try askCollection(collection) { (archive) throws(ArchiveError) in
      try archive.likePictures(collection: collection)
    }
    return LikePictures(
      suggestions: found.flatMap(\.suggestions), compared: found.reduce(0) { $0 + $1.compared },
      blank: found.reduce(0) { $0 + $1.blank }, isCut: found.contains(where: \.isCut))
  }

  /// See `CuratedArchive.rights()`.
  package func rights() throws(ArchiveError) -> [CollectionRights] {
    var all: [String: CollectionRights] = [:]
    for said in try askAll({ (archive) throws(ArchiveError) in try archive.rights() }) {
      for rights in said.value {
        all[
          rights.collection,
          default: CollectionRights(
            collection: rights.collection, license: rights.license, doubt: rights.doubt, without: 0)
        ].without += rights.without
      }
    }
    return all.values.sorted { $0.collection.isBefore($1.collection) }
  }

  /// See `CuratedArchive.verify(_:)`: what is wrong in each shard.
  package func verify(_ depth: VerifyDepth) throws(ArchiveError) -> [ArchiveProblem] {
    let roster = roster
    return try askAll { (archive) throws(ArchiveError) in try archive.verify(depth) }
      .flatMap { said in
        said.value.map { $0.of(shard: roster.shards[said.part].name) }
      }
  }

  /// Not over shards.
  package func backup(
    to path: String, withPictures: Bool
  ) throws(ArchiveError) -> BackupReport {
    let names = roster.plan.parts.map(\.name).joined(separator: ", ")
    throw ArchiveError(
      .outputFailed,
      "A backup isn't made over shards: make one of each by its own address (\(names) in \(location))."
    )
  }

  /// See `CuratedArchive.archive(at:)`.
  package func archive(at path: String) throws(ArchiveError) -> (any HistoricalArchive)? {
    try roster.shards[roster.plan.rest].archive().archive(at: path)
  }

  /// Asks the shards that have a collection; all where none is named.
  func askCollection<T: Sendable>(
    _ name: String?,
    _ work: @escaping @Sendable (any CuratedArchive) throws(ArchiveError) -> T
  ) throws(ArchiveError) -> [T] {
    try askAll { (archive) throws(ArchiveError) -> T? in
      if let name, try !archive.statements().contains(where: { $0.name == name }) { return nil }
      return try work(archive)
    }.compactMap(\.value)
  }

  /// The shard of an entry by its number among all shards.
  func part(ofEntry number: Int64) throws(ArchiveError) -> Int {
    let part = ShardKey.part(of: number)
    guard number > 0, roster.shards.indices.contains(part) else { throw .noEntry(number) }
    return part
  }

  /// Asks one shard for an entry.
  private func only<T: Sendable>(
    _ part: Int, _ number: Int64,
    _ work: @escaping @Sendable (any CuratedArchive) throws(ArchiveError) -> T
  ) throws(ArchiveError) -> T {
    do throws(ArchiveError) {
      let said = try ask([part], of: roster) { (_, archive) throws(ArchiveError) in
        try work(archive)
      }
      guard let value = said.first?.value else { throw .noEntry(number) }
      return value
    } catch { throw error.code == .noSuchEntry ? .noEntry(number) : error }
  }
}

extension ArchiveProblem {
  /// The same, which says in which shard.
  package func of(shard name: String) -> ArchiveProblem {
    var problem = self
    problem.detail = "shard \(name): \(detail)"
    return problem
  }
}

extension JournalEntry {
  /// The same with the numbers that entries have among all shards.
  func renumbered(_ part: Int) -> JournalEntry {
    var entry = self
    entry.number = ShardKey.key(number, of: part)
    entry.undoes = undoes.map { ShardKey.key($0, of: part) }
    entry.undoneBy = undoneBy.map { ShardKey.key($0, of: part) }
    return entry
  }
}
