import GRDB
package import TimeWalkArchive
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
}
