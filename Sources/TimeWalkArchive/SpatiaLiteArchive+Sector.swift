import GRDB
public import TimeWalkCore

extension SpatiaLiteArchive {
  /// The views that a sector meets, by the words of their records alone, best first.
  ///
  /// Without an index of this state it takes longer.
  public func views(meeting query: SectorQuery) throws(ArchiveError) -> [SectorHit] {
    try ArchiveError.typed {
      var search = SectorSearch(query)
      let meters = query.radius.meters
      let isRead = try readOnce { db in
        try withIndex(in: db, besides: { $0.cells(around: query.place, meters: meters) }) {
          reader in
          let blocks = reader.index.levels.flatMap {
            TileGrid.levels[$0].cells(around: query.place, meters: meters)
          }
          return reader.withSlices(of: blocks) { slices in
            for slice in slices { search.look(at: slice) }
          }
        }
      }
      if !isRead {
        search = SectorSearch(query)
        try search.look(at: candidates(near: query.place, within: query.radius))
      }
      return search.hits
    }
  }
}
