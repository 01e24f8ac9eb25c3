package import TimeWalkArchive
import TimeWalkCore

extension ShardedArchive {
  /// See `HistoricalArchive.collections()`.
  package func collections() throws(ArchiveError) -> [CollectionSummary] {
    var all: [String: CollectionSummary] = [:]
    for said in try askAll({ (archive) throws(ArchiveError) in try archive.collections() }) {
      for summary in said.value {
        let name = summary.statement.name
        guard var known = all[name] else {
          all[name] = summary
          continue
        }
        known.items += summary.items
        known.unplaced += summary.unplaced
        known.earliest = [known.earliest, summary.earliest].compactMap(\.self).min()
        known.latest = [known.latest, summary.latest].compactMap(\.self).max()
        all[name] = known
      }
    }
    return all.values.sorted { $0.statement.name.isBefore($1.statement.name) }
  }

  /// See `HistoricalArchive.require(collection:)`.
  package func require(collection name: String?) throws(ArchiveError) {
    guard let name else { return }
    let known = try statements().map(\.name)
    guard !known.contains(name) else { return }
    // A shard that can't be asked may have it.
    if let gap = gaps?.sentences.first { throw ArchiveError(.busy, gap) }
    throw .noCollection(name, among: known)
  }

  /// See `HistoricalArchive.statements()`; what the first shard says of a collection counts.
  package func statements() throws(ArchiveError) -> [CollectionStatement] {
    var all: [String: CollectionStatement] = [:]
    for said in try askAll({ (archive) throws(ArchiveError) in try archive.statements() }) {
      for statement in said.value { all[statement.name] = all[statement.name] ?? statement }
    }
    return all.values.sorted { $0.name.isBefore($1.name) }
  }

  /// See `HistoricalArchive.eras()`; of two of a name the first counts.
  package func eras() throws(ArchiveError) -> [NamedEra] {
    var all: [NamedEra] = []
    for said in try askAll({ (archive) throws(ArchiveError) in try archive.eras() }) {
      for era in said.value where !all.contains(where: { $0.isNamed(era.name) }) {
        all.append(era)
      }
    }
    return all.sorted(by: NamedEra.isOlder)
  }

  /// See `HistoricalArchive.otherColumns(of:)`.
  package func otherColumns(of collection: String?) throws(ArchiveError) -> [String] {
    let found = try askAll { (archive) throws(ArchiveError) in
      try archive.otherColumns(of: collection)
    }
    return Set(found.flatMap(\.value)).sorted { $0.isBefore($1) }
  }

  /// See `HistoricalArchive.statistics()`.
  package func statistics() throws(ArchiveError) -> ArchiveStatistics {
    struct Part: Sendable {
      var statistics: ArchiveStatistics
      var collections: [String]
    }
    let parts = try askAll { (archive) throws(ArchiveError) in
      Part(
        statistics: try archive.statistics(), collections: try archive.statements().map(\.name))
    }.map(\.value)
    var all = ArchiveStatistics()
    all.collections = Set(parts.flatMap(\.collections)).count
    for part in parts.map(\.statistics) {
      all.items += part.items
      all.unplaced += part.unplaced
      all.dated += part.dated
      all.withHeading += part.withHeading
      all.withFieldOfView += part.withFieldOfView
      all.subjectLocated += part.subjectLocated
      all.withMedia += part.withMedia
      all.withoutLicense += part.withoutLicense
      all.earliest = [all.earliest, part.earliest].compactMap(\.self).min()
      all.latest = [all.latest, part.latest].compactMap(\.self).max()
    }
    return all
  }
}

extension String {
  /// Whether it comes before another by their bytes, as engines order names.
  func isBefore(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
