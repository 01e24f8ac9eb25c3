import GRDB
import TimeWalkCore

/// Finds candidates in an index, in the order in which `TileReader` finds them.
struct IndexReader {
  let index: MappedIndex

  /// Pages with the tiles that are wanted of them.
  private typealias Wish = (page: Int, tiles: ClosedRange<Int64>)

  /// Adds what the tiles around a place hold.
  ///
  /// - Returns: false when the index is not what was written; then nothing is added.
  func append(around place: Coordinate, meters: Double, to candidates: inout Candidates) -> Bool {
    withSlices(
      of: index.levels.flatMap { TileGrid.levels[$0].blocks(around: place, meters: meters) }
    ) { candidates.append($0) }
  }

  /// Hands on what the tiles of some blocks hold, as it lies in the file.
  ///
  /// - Returns: false when the index is not what was written; then nothing is handed on.
  func withSlices(of blocks: [TileBlock], _ body: ([CandidatePage.Slice]) -> Void) -> Bool {
    guard index.isWhole else { return false }
    var wishes: [Wish] = []
    for block in blocks { wish(for: block, &wishes) }
    return withExtendedLifetime(index) {
      var slices: [CandidatePage.Slice] = []
      slices.reserveCapacity(wishes.count)
      var rest = wishes[...]
      let areWhole = index.read(wishes.map(\.page)) { _, page in
        guard let wish = rest.popFirst(), let slice = page.slice(ofGroups: wish.tiles) else {
          return false
        }
        if slice.count > 0 { slices.append(slice) }
        return true
      }
      if areWhole { body(slices) }
      return areWhole
    }
  }

  private func wish(for block: TileBlock, _ wishes: inout [Wish]) {
    var row = block.rows.lowerBound
    while row <= block.rows.upperBound {
      let tiles = block.tiles(ofRow: row)
      for page in index.pages(ofTiles: tiles) { wishes.append((page, tiles)) }
      row += 1
      // Half a world of rows is mostly empty.
      guard block.rows.count > TileReader.manyRows else { continue }
      guard let next = index.firstTile(from: block.level.tile(row: row, column: 0)),
        next <= block.last
      else { return }
      row = TileGrid.row(of: next)
    }
  }
}
