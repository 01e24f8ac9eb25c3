import GRDB
import TimeWalkCore

/// Finds candidates by a look at every item, in a file that was made before there were tiles and is only read.
///
/// Finds what the tiles would hold within reach, in the order of keys; a query takes as long as the archive is large.
enum CandidateScan {
  static func candidates(
    near place: Coordinate, within distance: Distance, in db: Database
  ) throws -> Candidates {
    let statement = try db.cachedStatement(
      sql: "SELECT 0, \(CandidateRows.columnsBeforeTiles) FROM items ORDER BY items.key")
    let way = SphericalDistance(latitude: place.latitude, longitude: place.longitude)
    var candidates = Candidates()
    try CandidateRows.forEach(statement, in: db) { _, candidate in
      let (there, reach) = (candidate.pose.coordinate, candidate.pose.reach)
      let isNear = way.mayBeWithin(
        meters: distance.meters + reach.meters, latitude: there.latitude, longitude: there.longitude
      )
      if isNear { candidates.append(candidate) }
    }
    return candidates
  }
}
