import GRDB
import Synchronization
public import TimeWalkCore

extension SpatiaLiteArchive {
  /// The longest list whose memory is kept for the next query: 13 MB.
  private static let mostSpare = 200_000

  /// See `HistoricalArchive.candidates(near:within:)`.
  ///
  /// Reads the tiles around the place, see `TileGrid`, with all that they hold; all items of a file without tiles.
  public func candidates(
    near place: Coordinate, within distance: Distance
  ) throws(ArchiveError) -> Candidates {
    try ArchiveError.typed {
      // One consistent view of tiles and rows needs a transaction, which `read` brings.
      try reader.read { db in
        guard hasTiles else {
          return try CandidateScan.candidates(near: place, within: distance, in: db)
        }
        let reader = try TileReader(db)
        let blocks = try reader.levels().flatMap {
          $0.blocks(around: place, meters: distance.meters)
        }
        var candidates = spare.withLock { spare in
          defer { spare = Candidates() }
          return spare
        }
        candidates.removeAll()
        // Columns that grow while they are filled take half as long again.
        candidates.reserveCapacity(try reader.count(in: blocks))
        for block in blocks { try reader.append(block, to: &candidates) }
        if candidates.count <= SpatiaLiteArchive.mostSpare {
          spare.withLock { [candidates] in $0 = candidates }
        }
        return candidates
      }
    }
  }
}
