import GRDB
package import TimeWalkArchive
package import TimeWalkCore
import TimeWalkTables

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.candidates(near:within:)`.
  ///
  /// Reads the tiles around the place, see `TileGrid`, with all that they hold: from the index file
  /// where that is of this state of the archive, else from the archive. In a file without tiles,
  /// looks at all items.
  package func candidates(
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
      var candidates = spare.take()
      var isRead = false
      if way != .tiles {
        isRead = try withIndex(besides: { $0.blocks(around: place, meters: distance.meters) }) {
          $0.append(around: place, meters: distance.meters, to: &candidates)
        }
        if way == .index, !isRead { return nil }
      }
      if !isRead {
        // One consistent view of tiles and rows needs a transaction, which `read` brings.
        try reader.read { db in
          try SpatiaLiteArchive.readTiles(
            around: place, meters: distance.meters, in: db, to: &candidates)
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

  /// Reads the index, unless there is none of this state of the archive, or something changed since
  /// in the blocks that a level is asked for.
  ///
  /// - Returns: false when it was not read, or the work says that the index is damaged.
  func withIndex(
    besides blocks: (TileLevel) -> [TileBlock], _ work: (IndexReader) -> Bool
  ) throws -> Bool {
    // Which index is right is told by one statement, and an index never changes.
    guard
      let stamp = try reader.unsafeRead({ try stampOfIndex(besides: blocks, in: $0) }),
      let index = index.index(stamp: stamp)
    else { return false }
    guard work(IndexReader(index: index)) else {
      self.index.refuse(index)
      return false
    }
    return true
  }

  /// The stamp of the tiles; `nil` when something changed since in the blocks that a level is asked
  /// for.
  private func stampOfIndex(
    besides blocks: (TileLevel) -> [TileBlock], in db: Database
  ) throws -> Int64? {
    guard let state = try TileState(db) else { return nil }
    guard state.hasNews, index.index(stamp: state.stamp) != nil else { return state.stamp }
    var isNear = true
    // What changes between the statements would else be seen by none.
    try db.inSavepoint {
      let blocks = try TileReader(db).levels().flatMap(blocks)
      isNear = try TileState(db)?.stamp != state.stamp || state.hasNews(in: blocks, db)
      return .commit
    }
    return isNear ? nil : state.stamp
  }
}
