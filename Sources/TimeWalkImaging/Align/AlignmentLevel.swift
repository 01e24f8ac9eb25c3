internal import Foundation

/// Both pictures at one size, ready to be compared under changes of the old picture's pose.
struct AlignmentLevel {
  /// The side of a cell, pixels of this level.
  let cell: Int
  let blocks: BlockCorrelation.Blocks
  let thenView: PictureView
  let nowView: PictureView
  /// The new picture's cells.
  let fixed: DirectionCells
  /// The size of the new picture at this level.
  let size: PixelSize
  /// Pixels of this level for one pixel of the whole new picture.
  let scale: Double

  private let then: Plane
  private let nowRays: ViewRays
  /// The old picture's pixels of this level for one of the whole.
  private let thenScale: SIMD2<Double>
  /// The compared part of the old picture, in its pixels at this level.
  private let inner: PixelRegion

  /// The new picture's longest side at a level, its cell size, and the method that gathers cells.
  struct Measure {
    let side: Int, cell: Int
    let blocks: BlockCorrelation.Blocks
  }

  /// Reduces both pictures to a given size.
  ///
  /// The result is `nil` if a picture is too small. `inner` is the compared part of the old
  /// picture.
  init?(
    then: PlanarImage, _ thenView: PictureView, inner: PixelRegion, now: PlanarImage,
    _ nowView: PictureView, _ measure: Measure
  ) throws(ImagingError) {
    cell = measure.cell
    blocks = measure.blocks
    let least = measure.cell * (measure.blocks.side + measure.blocks.step)
    let smallNow = try now.fitted(within: measure.side)
    size = smallNow.size
    guard min(size.width, size.height) >= least else { return nil }
    self.thenView = thenView
    self.nowView = nowView
    nowRays = ViewRays(nowView)
    scale = Double(size.width) / Double(now.size.width)
    // A little more than is needed, because the pose may still become wider or narrower.
    let wanted = 1.25 * scale * nowRays.focalLength / ViewRays(thenView).focalLength
    let longest = Double(max(then.size.width, then.size.height))
    let small = try then.fitted(within: max(16, Int((longest * min(1, wanted)).rounded())))
    self.then = small.planes[0]
    thenScale = SIMD2(
      Double(small.size.width) / Double(then.size.width),
      Double(small.size.height) / Double(then.size.height))
    let left = Int((Double(inner.x) * thenScale.x).rounded(.up))
    let top = Int((Double(inner.y) * thenScale.y).rounded(.up))
    self.inner = PixelRegion(
      x: left, y: top,
      width: min(small.size.width, Int(Double(inner.x + inner.width) * thenScale.x)) - left,
      height: min(small.size.height, Int(Double(inner.y + inner.height) * thenScale.y)) - top)
    guard self.inner.width >= 16, self.inner.height >= 16 else { return nil }
    fixed = try DirectionCells(SampledPlane(smallNow.planes[0]), cell: measure.cell)
  }

  /// Pixels of this level for one radian at the new picture's middle.
  var focalLength: Double { nowRays.focalLength * scale }

  /// Correlates both pictures, the old one's pose changed and moved by up to so many cells to each
  /// side.
  func correlate(
    _ change: PoseChange, reach: (columns: Int, rows: Int), withBlocks: Bool
  ) throws(ImagingError) -> BlockCorrelation {
    let rays = ViewRays(thenView.changed(by: change))
    let margin = SIMD2(Double(reach.columns * cell), Double(reach.rows * cell))
    let net = SamplingNet(
      width: (fixed.columns + 2 * reach.columns) * cell,
      height: (fixed.rows + 2 * reach.rows) * cell
    ) { node in
      let pixel = rays.pixel(in: nowRays.direction(of: whole(node - margin)))
      return innerPlace(of: pixel)
    }
    let part = then.part(inner)
    let moved = try DirectionCells(SampledPlane(part, through: net), cell: cell)
    return try BlockCorrelation(fixed, moved, blocks, withBlocks: withBlocks)
  }

  /// The pixel of the whole new picture that a place of this level is.
  private func whole(_ place: SIMD2<Double>) -> SIMD2<Double> {
    (place + 0.5) / scale - 0.5
  }

  private func innerPlace(of pixel: SIMD2<Double>) -> SIMD2<Double> {
    (pixel + 0.5) * thenScale - 0.5 - SIMD2(Double(inner.x), Double(inner.y))
  }

  /// The middle of a block, in pixels of the whole new picture.
  func middle(ofBlock index: Int, of columns: Int) -> SIMD2<Double> {
    let half = Double(blocks.side) / 2
    let column = Double(index % columns * blocks.step) + half
    let row = Double(index / columns * blocks.step) + half
    return whole(SIMD2(column, row) * Double(cell) - 0.5)
  }

  /// The change that moves the old picture's content by so many pixels of this level.
  func change(_ change: PoseChange, movedBy move: SIMD2<Double>) -> PoseChange {
    let x = atan(move.x / focalLength).degrees
    let y = atan(move.y / focalLength).degrees
    return PoseChange(change.values + SIMD4(x, -y, 0, 0))
  }
}
