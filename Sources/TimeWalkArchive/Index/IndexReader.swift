import GRDB
import TimeWalkCore

/// Finds candidates in an index, in the order in which `TileReader` finds them.
struct IndexReader {
  let index: MappedIndex

  /// Adds what the tiles around a place hold.
  ///
  /// - Returns: false when the index is not what was written; then nothing is added.
  func append(around place: Coordinate, meters: Double, to candidates: inout Candidates) -> Bool {
    var slices: [CandidatePage.Slice] = []
    slices.reserveCapacity(128)
    return withExtendedLifetime(index) {
      for level in index.levels {
        for block in TileGrid.levels[level].blocks(around: place, meters: meters) {
          guard forEachSlice(of: block, { slices.append($0) }) else { return false }
        }
      }
      candidates.append(slices)
      return true
    }
  }

  /// Hands on what the tiles of a block hold, as it lies in the file for as long as the index is there.
  ///
  /// - Parameter inner: a block of the same level whose tiles are left out.
  /// - Returns: false when the index is not what was written; what came before was handed on.
  func forEachSlice(
    of block: TileBlock, except inner: TileBlock? = nil,
    _ body: (CandidatePage.Slice) -> Void
  ) -> Bool {
    var row = block.rows.lowerBound
    var near: Int?
    while row <= block.rows.upperBound {
      if let inner, inner.rows.contains(row) {
        for columns in block.columns.parts(without: inner.columns) {
          let tiles = block.tiles(ofRow: row, columns)
          guard forEachSlice(ofTiles: tiles, near: &near, body) else { return false }
        }
      } else {
        let tiles = block.tiles(ofRow: row, block.columns)
        guard forEachSlice(ofTiles: tiles, near: &near, body) else { return false }
      }
      row += 1
      // Half a world of rows is mostly empty.
      guard block.rows.count > TileReader.manyRows else { continue }
      guard let next = index.firstTile(from: block.level.tile(row: row, column: 0)),
        next <= block.last
      else { return true }
      row = TileGrid.row(of: next)
    }
    return true
  }

  private func forEachSlice(
    ofTiles tiles: ClosedRange<Int64>, near: inout Int?, _ body: (CandidatePage.Slice) -> Void
  ) -> Bool {
    let pages = index.pages(ofTiles: tiles, near: near)
    near = pages.lowerBound
    for number in pages {
      guard let slice = index.page(number)?.slice(ofGroups: tiles) else { return false }
      if slice.count > 0 { body(slice) }
    }
    return true
  }
}

extension ClosedRange<Int64> {
  /// What is left when a range in the middle, or at an end, is taken away.
  fileprivate func parts(without other: ClosedRange<Int64>) -> [ClosedRange<Int64>] {
    var parts: [ClosedRange<Int64>] = []
    if lowerBound < other.lowerBound { parts.append(lowerBound...other.lowerBound - 1) }
    if upperBound > other.upperBound { parts.append(other.upperBound + 1...upperBound) }
    return parts
  }
}
