internal import CImages

/// A picture as cells with the strength of its edges in each direction, independent of exposure.
///
/// After N. Dalal and B. Triggs, "Histograms of Oriented Gradients for Human Detection", CVPR 2005,
/// without signs: dark and bright may have swapped since then.
struct DirectionCells {
  let columns: Int, rows: Int
  /// One plane for each direction.
  fileprivate let values: [Float]
  /// 1 for cells that the picture has, else 0.
  fileprivate let valid: [Float]

  /// The side of the square that a gradient is measured against, pixels.
  private static let window = 41

  /// - Parameters:
  ///   - plane: at least one cell wide and high.
  ///   - cell: the side of a cell, pixels.
  /// - Throws: ``ImagingError`` when memory runs out.
  init(_ plane: SampledPlane, cell: Int) throws(ImagingError) {
    columns = plane.width / cell
    rows = plane.height / cell
    var values = [Float](repeating: 0, count: Int(TWX_DIRECTIONS) * columns * rows)
    var valid = [Float](repeating: 0, count: columns * rows)
    guard
      twx_directions(
        plane.samples, plane.inside, UInt32(plane.width), UInt32(plane.height), UInt32(cell),
        UInt32(Self.window), &values, &valid)
    else { throw ImagingError(.outOfMemory, "not enough memory to compare pictures") }
    self.values = values
    self.valid = valid
  }
}

/// The similarity of one picture's blocks to another picture at different offsets.
struct BlockCorrelation {
  /// Blocks of cells that are compared as one.
  struct Blocks {
    /// The side of a block, and from one to the next, cells.
    let side: Int, step: Int
  }

  /// The correlation from which on a block counts.
  static let least: Float = 0.1
  /// The energy of a cell that means nothing.
  static let noise: Float = 0.02

  /// The numbers of places that were tried across and down.
  let across: Int, down: Int
  /// The numbers of blocks across and down.
  let blockColumns: Int, blockRows: Int
  /// For each offset, the weighted mean over blocks of the squared excess of their correlation over
  /// `least`.
  let agreement: [Float]
  /// For each place, the share of the fixed picture that the moved one covers.
  let cover: [Float]
  /// For each offset, each block's correlation, -2 outside the moved picture; empty unless
  /// requested.
  let blocks: [Float]
  /// The edge strength of each block, 0...1; empty unless requested.
  let weights: [Float]

  /// - Parameters:
  ///   - fixed: the picture whose blocks are compared.
  ///   - moved: the same and a margin around it, of half as many cells as there are places.
  ///   - sizes: the blocks.
  ///   - withBlocks: true if each block's correlation is kept.
  /// - Throws: ``ImagingError`` when memory runs out.
  init(
    _ fixed: DirectionCells, _ moved: DirectionCells, _ sizes: Blocks, withBlocks: Bool
  ) throws(ImagingError) {
    across = moved.columns - fixed.columns + 1
    down = moved.rows - fixed.rows + 1
    let side = sizes.side
    precondition(across > 0 && down > 0 && fixed.columns >= side && fixed.rows >= side)
    blockColumns = (fixed.columns - side) / sizes.step + 1
    blockRows = (fixed.rows - side) / sizes.step + 1
    let count = blockColumns * blockRows
    var agreement = [Float](repeating: 0, count: across * down)
    var cover = agreement
    var blocks = [Float](repeating: 0, count: withBlocks ? across * down * count : 0)
    var weights = [Float](repeating: 0, count: withBlocks ? count : 0)
    let (across, down) = (across, down)
    let isDone = fixed.values.withUnsafeBufferPointer { fixedValues in
      moved.values.withUnsafeBufferPointer { movedValues in
        moved.valid.withUnsafeBufferPointer { movedValid in
          var given = twx_correlation(
            fixed: fixedValues.baseAddress, moved: movedValues.baseAddress,
            moved_valid: movedValid.baseAddress, fixed_columns: UInt32(fixed.columns),
            fixed_rows: UInt32(fixed.rows), moved_columns: UInt32(moved.columns),
            moved_rows: UInt32(moved.rows), block: UInt32(side), step: UInt32(sizes.step),
            across: UInt32(across), down: UInt32(down), noise: Self.noise, least: Self.least)
          return withBlocks
            ? twx_correlate(&given, &agreement, &cover, &blocks, &weights)
            : twx_correlate(&given, &agreement, &cover, nil, nil)
        }
      }
    }
    guard isDone else { throw ImagingError(.outOfMemory, "not enough memory to compare pictures") }
    (self.agreement, self.cover, self.blocks, self.weights) = (agreement, cover, blocks, weights)
  }
}
