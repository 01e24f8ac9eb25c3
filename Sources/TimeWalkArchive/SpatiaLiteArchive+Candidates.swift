import GRDB
import Synchronization
public import TimeWalkCore

extension SpatiaLiteArchive {
  /// The longest list whose memory is kept for the next query: 13 MB.
  private static let mostSpare = 200_000

  /// See `HistoricalArchive.candidates(near:within:)`.
  ///
  /// Reads the tiles around the place, see `TileGrid`, with all that they hold: from the index file where that is of this state
  /// of the archive, else from the archive. In a file without tiles, looks at all items.
  public func candidates(
    near place: Coordinate, within distance: Distance
  ) throws(ArchiveError) -> Candidates {
    // No way was asked for, so there is an answer.
    try candidates(near: place, within: distance, using: nil) ?? Candidates()
  }

  /// What candidates are read from.
  enum Way {
    case index
    case tiles
  }

  /// The same in a way that is asked for; `nil` where the index doesn't answer.
  func candidates(
    near place: Coordinate, within distance: Distance, using way: Way?
  ) throws(ArchiveError) -> Candidates? {
    try ArchiveError.typed {
      // One consistent view of tiles and rows needs a transaction, which `read` brings.
      try reader.read { db in
        guard hasTiles else {
          return try CandidateScan.candidates(near: place, within: distance, in: db)
        }
        var candidates = spare.withLock { spare in
          defer { spare = Candidates() }
          return spare
        }
        candidates.removeAll()
        let isRead =
          try way != .tiles
          && readIndex(around: place, meters: distance.meters, in: db, to: &candidates)
        if !isRead {
          if way == .index { return nil }
          try readTiles(around: place, meters: distance.meters, in: db, to: &candidates)
        }
        if candidates.count <= SpatiaLiteArchive.mostSpare {
          spare.withLock { [candidates] in $0 = candidates }
        }
        return candidates
      }
    }
  }

  private func readTiles(
    around place: Coordinate, meters: Double, in db: Database, to candidates: inout Candidates
  ) throws {
    let reader = try TileReader(db)
    let blocks = try reader.levels().flatMap { $0.blocks(around: place, meters: meters) }
    // Columns that grow while they are filled take half as long again.
    candidates.reserveCapacity(try reader.count(in: blocks))
    for block in blocks { try reader.append(block, to: &candidates) }
  }

  /// Adds what the index has; false, with nothing added, when there is none of this state, or it is damaged, or something near
  /// changed since.
  private func readIndex(
    around place: Coordinate, meters: Double, in db: Database, to candidates: inout Candidates
  ) throws -> Bool {
    guard hasTileState, let state = try TileState(db),
      let index = index.index(stamp: state.stamp)
    else { return false }
    if state.hasNews {
      let blocks = try TileReader(db).levels().flatMap { $0.blocks(around: place, meters: meters) }
      guard try !state.hasNews(in: blocks, db) else { return false }
    }
    guard IndexReader(index: index).append(around: place, meters: meters, to: &candidates) else {
      self.index.refuse(index)
      return false
    }
    return true
  }
}
