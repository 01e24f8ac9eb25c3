import GRDB
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// Finds candidates in an index, in the order in which `TileReader` finds them.
struct IndexReader {
  let index: MappedIndex

  /// A page with the tiles that are wanted of it.
  typealias PageTiles = (page: Int, tiles: ClosedRange<Int64>)

  /// Adds the content of the tiles around a place, and reports the end of each step.
  ///
  /// - Returns: false when the index is damaged; then nothing is added.
  func append(
    around place: Coordinate, meters: Double, to candidates: inout Candidates,
    done: (SearchStep) -> Void = { _ in }
  ) -> Bool {
    var wishes: [PageTiles] = []
    wishes.reserveCapacity(128)
    for level in index.levels {
      for block in TileGrid.levels[level].blocks(around: place, meters: meters) {
        wish(for: block, &wishes)
      }
    }
    done(.cells)
    return withExtendedLifetime(index) {
      var slices: [CandidatePage.Slice] = []
      guard take(wishes, &slices) else { return false }
      done(.pages)
      candidates.append(slices)
      done(.columns)
      return true
    }
  }

  /// Finds the pages of a block's tiles, without those of a block of the same level within it.
  func wish(for block: TileBlock, except inner: TileBlock? = nil, _ wishes: inout [PageTiles]) {
    var row = block.rows.lowerBound
    var near: Int?
    func wish(_ columns: ClosedRange<Int64>) {
      let tiles = block.tiles(ofRow: row, columns)
      let pages = index.pages(ofTiles: tiles, near: near)
      near = pages.lowerBound
      for page in pages { wishes.append((page, tiles)) }
    }
    while row <= block.rows.upperBound {
      if let inner, inner.rows.contains(row) {
        if block.columns.lowerBound < inner.columns.lowerBound {
          wish(block.columns.lowerBound...inner.columns.lowerBound - 1)
        }
        if block.columns.upperBound > inner.columns.upperBound {
          wish(inner.columns.upperBound + 1...block.columns.upperBound)
        }
      } else {
        wish(block.columns)
      }
      row += 1
      // Half a world of rows is mostly empty.
      guard block.rows.count > TileReader.manyRows else { continue }
      guard let next = index.firstTile(from: block.level.tile(row: row, column: 0)),
        next <= block.last
      else { return }
      row = TileGrid.row(of: next)
    }
  }

  /// Adds the pages' parts of the requested tiles, as they are in the file; valid while the index
  /// exists.
  ///
  /// - Returns: false when a page is damaged.
  func take(_ wishes: [PageTiles], _ slices: inout [CandidatePage.Slice]) -> Bool {
    index.fetch(wishes)
    slices.reserveCapacity(slices.count + wishes.count)
    for (page, tiles) in wishes {
      guard let slice = index.page(page)?.slice(ofGroups: tiles) else { return false }
      if slice.count > 0 { slices.append(slice) }
    }
    return true
  }
}
