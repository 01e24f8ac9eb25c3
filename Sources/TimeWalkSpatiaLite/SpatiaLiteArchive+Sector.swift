import GRDB
package import TimeWalkArchive
import TimeWalkCandidates
package import TimeWalkCore

extension SpatiaLiteArchive {
  /// The views that a sector meets, by the words of their records alone, best first.
  ///
  /// Without an index of this state it takes longer.
  package func views(meeting query: SectorQuery) throws(ArchiveError) -> [SectorHit] {
    try ArchiveError.typed {
      var search = SectorSearch(query)
      let meters = query.radius.meters
      let isRead = try withIndex(besides: { $0.cells(around: query.place, meters: meters) }) {
        $0.look(&search, around: query.place, meters: meters)
      }
      if !isRead {
        search = SectorSearch(query)
        try search.look(at: candidates(near: query.place, within: query.radius))
      }
      return search.hits
    }
  }

  /// The items that show the middle of an area, as a change finds them in its own transaction.
  static func keys(showing area: ArchiveQuery.Area, in db: Database) throws -> [Int64] {
    let query = SectorQuery(showing: area.center, radius: area.radius, limit: mostShown)
    var candidates = Candidates()
    try readTiles(around: area.center, meters: area.radius.meters, in: db, to: &candidates)
    var search = SectorSearch(query)
    search.look(at: candidates)
    return search.hits.map(\.key)
  }
}
