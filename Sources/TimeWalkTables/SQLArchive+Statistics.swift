package import TimeWalkArchive
import TimeWalkCore

extension SQLArchive {
  /// See `HistoricalArchive.collections()`.
  package func collections() throws(ArchiveError) -> [CollectionSummary] {
    try look { db in
      let unplaced = try unplacedCounts(db)
      let rows = try db.rows(
        """
        SELECT name, collections.title, description, collections.license, collections.credit,
          homepage, count(items.key), min(items.earliest), max(items.latest), area
        FROM collections LEFT JOIN items ON items.collection = collections.key
        GROUP BY collections.key ORDER BY name
        """)
      return rows.map { row in
        CollectionSummary(
          statement: CollectionStatement(
            name: row[0], title: row[1], description: row[2], license: row[3], credit: row[4],
            homepage: row[5], area: CollectionArea(text: row[9])),
          items: row[6], unplaced: unplaced[row[0]] ?? 0,
          earliest: (row[7] as Int?).map(Day.init(number:)),
          latest: (row[8] as Int?).map(Day.init(number:)))
      }
    }
  }

  /// See `HistoricalArchive.statistics()`.
  package func statistics() throws(ArchiveError) -> ArchiveStatistics {
    try look { db in
      let row = try db.row(
        """
        SELECT (SELECT count(*) FROM collections), count(*), count(date), count(heading),
          count(field_of_view), count(*) FILTER (WHERE location_of = 'subject'), count(media),
          count(*) FILTER (WHERE coalesce(items.license, collections.license) IS NULL),
          min(earliest), max(latest)
        FROM items JOIN collections ON collections.key = items.collection
        """)
      guard let row else { throw ArchiveError(.damaged, "Can't count the archive's items.") }
      return ArchiveStatistics(
        collections: row[0], items: row[1],
        unplaced: try unplacedCounts(db).values.reduce(0, +), dated: row[2],
        withHeading: row[3],
        withFieldOfView: row[4], subjectLocated: row[5], withMedia: row[6],
        withoutLicense: row[7], earliest: (row[8] as Int?).map(Day.init(number:)),
        latest: (row[9] as Int?).map(Day.init(number:)))
    }
  }
}

/// The number of items without a place, by the collection's name.
private func unplacedCounts(_ db: any SQLDatabase) throws -> [String: Int] {
  let rows = try db.rows(
    """
    SELECT collections.name, count(*)
    FROM unplaced JOIN collections ON collections.key = unplaced.collection
    GROUP BY collections.key
    """)
  // In a damaged table several may lack a name.
  return Dictionary(rows.map { ($0[0] as String, $0[1] as Int) }, uniquingKeysWith: +)
}
