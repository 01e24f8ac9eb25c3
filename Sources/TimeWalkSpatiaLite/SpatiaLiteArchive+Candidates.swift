import GRDB
package import TimeWalkArchive
package import TimeWalkCore
import TimeWalkTables

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.candidates(near:within:)`.
  ///
  /// Reads the tiles around the place, see `TileGrid`, with all their content: from the index file
  /// if it is of this state of the archive, else from the archive. In a file without tiles, reads
  /// all items.
  package func candidates(
    near place: Coordinate, within distance: Distance
  ) throws(ArchiveError) -> Candidates {
    // Without a requested source, there is always an answer.
    try candidates(near: place, within: distance, using: nil) ?? Candidates()
  }

  /// The source of candidates.
  enum Way {
    case index
    case tiles
  }

  /// The same from a requested source; `nil` if the index can't be used.
  func candidates(
    near place: Coordinate, within distance: Distance, using way: Way?
  ) throws(ArchiveError) -> Candidates? {
    try ArchiveError.typed {
      var candidates = spare.take()
      var isRead = false
      if way != .tiles {
        isRead = try withIndex(besides: { $0.blocks(around: place, meters: distance.meters) }) {
          $0.append(around: place, meters: distance.meters, to: &candidates)
        }
        if way == .index, !isRead { return nil }
      }
      if !isRead {
        // One consistent view of tiles and rows needs a transaction.
        try reader.unsafeReentrantRead { db in
          try db.inSavepoint {
            try SpatiaLiteArchive.readTiles(
              around: place, meters: distance.meters, in: db, to: &candidates)
            return .commit
          }
        }
      }
      spare.remember(candidates)
      return candidates
    }
  }

  static func readTiles(
    around place: Coordinate, meters: Double, in db: Database, to candidates: inout Candidates
  ) throws {
    let reader = try TileReader(db)
    let blocks = try reader.levels().flatMap { $0.blocks(around: place, meters: meters) }
    // Columns that grow while they are filled take half as long again.
    candidates.reserveCapacity(try reader.count(in: blocks))
    for block in blocks { try reader.append(block, to: &candidates) }
  }

  /// Reads the index, unless it is missing or of another state, or the requested blocks of a level
  /// changed since.
  ///
  /// - Returns: false when it was not read, or the work found the index damaged.
  func withIndex(
    besides blocks: (TileLevel) -> [TileBlock], _ work: (IndexReader) -> Bool
  ) throws -> Bool {
    // One statement determines the right index, and an index never changes.
    guard
      let stamp = try reader.unsafeReentrantRead({ try stampOfIndex(besides: blocks, in: $0) }),
      let index = index.index(stamp: stamp)
    else { return false }
    guard work(IndexReader(index: index)) else {
      self.index.refuse(index)
      return false
    }
    return true
  }

  /// The stamp of the tiles; `nil` when the requested blocks of a level changed since.
  private func stampOfIndex(
    besides blocks: (TileLevel) -> [TileBlock], in db: Database
  ) throws -> Int64? {
    guard let state = try TileState(db) else { return nil }
    guard state.hasNews, index.index(stamp: state.stamp) != nil else { return state.stamp }
    var isNear = true
    // Changes between the statements would otherwise be missed.
    try db.inSavepoint {
      let blocks = try TileReader(db).levels().flatMap(blocks)
      isNear = try TileState(db)?.stamp != state.stamp || state.hasNews(in: blocks, db)
      return .commit
    }
    return isNear ? nil : state.stamp
  }
}
