package import TimeWalkArchive
import TimeWalkCore

extension SQLArchive {
  /// See `HistoricalArchive.collections()`.
  package func collections() throws(ArchiveError) -> [CollectionSummary] {
    try look { db in
      let counts = try KeptCounts.all(db)
      return try CollectionRows.all(db).map { key, statement in
        let counts = counts[key] ?? KeptCounts()
        return CollectionSummary(
          statement: statement, items: counts[.items], unplaced: counts[.unplaced],
          earliest: counts.earliest.map(Day.init(number:)),
          latest: counts.latest.map(Day.init(number:)))
      }
    }
  }

  /// See `HistoricalArchive.statistics()`.
  package func statistics() throws(ArchiveError) -> ArchiveStatistics {
    try look { db in
      let counts = try KeptCounts.all(db)
      let collections = try CollectionRows.all(db)
      let kept = collections.map { counts[$0.key] ?? KeptCounts() }
      func sum(_ kind: KeptCounts.Kind) -> Int { kept.reduce(0) { $0 + $1[kind] } }
      let withoutLicense = zip(collections, kept).reduce(0) { sum, pair in
        let (collection, counts) = pair
        guard collection.statement.license == nil else { return sum }
        return sum + max(0, counts[.items] - counts[.withLicense])
      }
      return ArchiveStatistics(
        collections: collections.count, items: sum(.items), unplaced: sum(.unplaced),
        dated: sum(.dated), withHeading: sum(.withHeading),
        withFieldOfView: sum(.withFieldOfView), subjectLocated: sum(.subjectLocated),
        withMedia: sum(.withMedia), withoutLicense: withoutLicense,
        earliest: kept.compactMap(\.earliest).min().map(Day.init(number:)),
        latest: kept.compactMap(\.latest).max().map(Day.init(number:)))
    }
  }
}
