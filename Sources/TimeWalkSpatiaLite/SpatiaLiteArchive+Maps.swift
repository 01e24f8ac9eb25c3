import GRDB
package import TimeWalkArchive
package import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.maps(around:)`.
  package func maps(around place: Coordinate) throws(ArchiveError) -> [MapCandidate] {
    try ArchiveError.typed {
      try reader.unsafeRead { db in
        let statement = try db.cachedStatement(
          sql: """
            SELECT key, earliest, latest, resolution, error FROM map_boxes
            WHERE west <= ?1 AND east >= ?1 AND south <= ?2 AND north >= ?2
            """)
        var found: [MapCandidate] = []
        // Boxes that cross the antimeridian end beyond 180.
        for longitude in [place.longitude, place.longitude + 360, place.longitude - 360] {
          let rows = try Row.fetchCursor(statement, arguments: [longitude, place.latitude])
          while let row = try rows.next() {
            let (earliest, latest): (Int?, Int?) = (row[1], row[2])
            found.append(
              MapCandidate(
                key: row[0],
                dates: earliest == nil && latest == nil
                  ? nil
                  : DateSpan(
                    earliest: earliest.map(Day.init(number:)),
                    latest: latest.map(Day.init(number:))),
                resolution: (row[3] as Double?).flatMap(Distance.init(meters:)),
                error: (row[4] as Double?).flatMap(Distance.init(meters:))))
          }
        }
        return found.sorted { $0.key < $1.key }
      }
    }
  }
}
