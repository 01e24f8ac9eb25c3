import GRDB
package import TimeWalkArchive
package import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.maps(around:)`.
  package func maps(around place: Coordinate) throws(ArchiveError) -> [MapCandidate] {
    try ArchiveError.typed {
      try reader.unsafeReentrantRead { db in
        let statement = try db.cachedStatement(sql: SpatiaLiteArchive.coveringMaps)
        var found: [MapCandidate] = []
        // Boxes that cross the antimeridian end beyond 180.
        for turn in [0.0, 360, -360] {
          try StatementRow.forEach(
            statement, in: db, numbers: [place.longitude + turn, place.latitude]
          ) { found.append(SpatiaLiteArchive.mapCandidate($0)) }
        }
        return found.sorted { $0.key < $1.key }
      }
    }
  }

  private static let coveringMaps = """
    SELECT key, earliest, latest, resolution, error FROM map_boxes
    WHERE west <= ?1 AND east >= ?1 AND south <= ?2 AND north >= ?2
    """

  private static func mapCandidate(_ row: StatementRow) -> MapCandidate {
    func millions(_ column: Int) -> Double? {
      row.double(column).flatMap { abs($0) < MapSchema.unknown ? $0 * 1e6 : nil }
    }
    // The tree rounds its edges outwards, by less than half a day after the year -5000.
    func day(_ column: Int) -> Day? { millions(column).map { Day(number: Int(nearest: $0)) } }
    let (earliest, latest) = (day(1), day(2))
    return MapCandidate(
      key: row.integer(0),
      dates: earliest == nil && latest == nil ? nil : DateSpan(earliest: earliest, latest: latest),
      resolution: millions(3).flatMap(Distance.init(meters:)),
      error: millions(4).flatMap(Distance.init(meters:)))
  }
}
