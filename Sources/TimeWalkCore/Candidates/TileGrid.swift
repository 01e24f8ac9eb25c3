/// The division of the map into tiles, each with the candidates of one cell and of similar reach.
///
/// A level holds the items with a reach of at most `reach`. Its cells are about as large as that, a
/// power of two of degrees. A query reads each level's cells within its own distance plus the
/// level's reach; the cost doesn't depend on the archive's size. Cells narrow towards the poles
/// like the meridians, which costs a few more tiles there and needs no special case.
///
/// A tile's number has its level in bits 48 and up and the cell's row from the south in bits 24 to
/// 47. The column from the antimeridian is in the lowest 24. The tiles of a row of cells are
/// therefore adjacent in the file.
///
/// Migration 2 wrote these numbers into files; changing them requires another migration.
package enum TileGrid {
  /// The levels in rising order of reach.
  package static let levels: [TileLevel] = (0...last).map { index in
    TileLevel(
      index: Int64(index), reach: index == last ? .infinity : leastReach * doubled(index),
      cellsPerDegree: mostCells / doubled(max(0, index - 2)))
  }

  /// The level of items that reach half around the Earth, and farther.
  private static let last = 20
  /// The reach of the lowest level in metres: places with an accuracy of 10 m.
  private static let leastReach = 30.0
  /// The cells in a degree on the three lowest levels: 217 m, the fastest in measurements of dense
  /// and of average cities.
  private static let mostCells = 512.0

  /// 2 to a power.
  private static func doubled(_ times: Int) -> Double { Double(1 << times) }

  package static let levelShift: Int64 = 48
  package static let rowShift: Int64 = 24
  private static let mask: Int64 = 0xFF_FFFF

  package static func level(of tile: Int64) -> Int { Int(tile >> levelShift) }
  /// Returns true if a tile's number names a level that there is.
  package static func isLevel(of tile: Int64) -> Bool { levels.indices.contains(level(of: tile)) }
  package static func row(of tile: Int64) -> Int64 { tile >> rowShift & mask }
  package static func column(of tile: Int64) -> Int64 { tile & mask }
}

/// The cells for items of about one reach.
package struct TileLevel {
  package let index: Int64
  /// The farthest that an item of this level reaches, metres.
  package let reach: Double
  /// Cells in a degree of latitude or longitude; a power of two, for exact borders.
  package let cellsPerDegree: Double

  /// The number of the tile in a row and column.
  package func tile(row: Int64, column: Int64) -> Int64 {
    index << TileGrid.levelShift | row << TileGrid.rowShift | column
  }

  /// Blocks of cells that hold every item of this level that may concern a place within a distance,
  /// metres.
  package func blocks(around place: Coordinate, meters: Double) -> [TileBlock] {
    cells(around: place, meters: meters + reach)
  }

  /// Blocks of cells that contain every item of this level within a distance in metres.
  package func cells(around place: Coordinate, meters: Double) -> [TileBlock] {
    // A metre more than enough covers what rounding does to a reach or a cell's border.
    let boxes = GeographicBox.around(
      latitude: place.latitude, longitude: place.longitude, meters: meters + 1)
    let blocks = boxes.map(block)
    // Where cells are large, both sides of the antimeridian may lie in one.
    guard let one = blocks.first, let other = blocks.last, blocks.count == 2,
      one.columns.overlaps(other.columns)
    else { return blocks }
    return [TileBlock(level: self, rows: one.rows, columns: 0...cell(360))]
  }

  /// The cells that a box touches.
  package func block(_ box: GeographicBox) -> TileBlock {
    TileBlock(
      level: self,
      rows: cell(max(box.south, -90) + 90)...cell(min(box.north, 90) + 90),
      columns: cell(max(box.west, -180) + 180)...cell(min(box.east, 180) + 180))
  }

  private func cell(_ degrees: Double) -> Int64 { Int64(degrees * cellsPerDegree) }
}

/// Cells of one level side by side and above each other.
package struct TileBlock {
  package let level: TileLevel
  package let rows: ClosedRange<Int64>
  package let columns: ClosedRange<Int64>

  /// Makes a block.
  package init(level: TileLevel, rows: ClosedRange<Int64>, columns: ClosedRange<Int64>) {
    self.level = level
    self.rows = rows
    self.columns = columns
  }

  package var first: Int64 { level.tile(row: rows.lowerBound, column: columns.lowerBound) }
  package var last: Int64 { level.tile(row: rows.upperBound, column: columns.upperBound) }

  /// The first and the last tile of a row.
  package func range(ofRow row: Int64) -> [Int64] {
    let tiles = tiles(ofRow: row)
    return [tiles.lowerBound, tiles.upperBound]
  }

  /// The numbers of the tiles of a row.
  package func tiles(ofRow row: Int64) -> ClosedRange<Int64> { tiles(ofRow: row, columns) }

  /// The numbers of the tiles in some columns of a row.
  package func tiles(ofRow row: Int64, _ columns: ClosedRange<Int64>) -> ClosedRange<Int64> {
    level.tile(
      row: row, column: columns.lowerBound)...level.tile(
        row: row, column: columns.upperBound)
  }

  /// Returns true if a tile between `first` and `last` belongs to the block.
  package func contains(_ tile: Int64) -> Bool { columns.contains(TileGrid.column(of: tile)) }
}
