internal import Foundation

/// The agreement of two pictures under a pose.
struct AlignmentSupport {
  /// The mean over blocks of the squared excess of their correlation over the minimum, at exactly
  /// that position.
  let exact: Double
  /// The same with each block up to two cells off.
  let tolerant: Double
  /// The share of the new picture that the old one covers.
  let cover: Double
  /// The weight of each block's evidence for the pose.
  let evidence: [Double]
}

/// The distances of well matching blocks from their best match near by.
struct BlockSpread {
  /// The correlation from which on a block matches well.
  static let least: Float = 0.4
  /// The distance in cells within which a block counts as at its place.
  static let nearness = 1.5

  /// The weight of the blocks that match best at their positions, and of those that match better
  /// next to them, as shares of all weight.
  let here: Double, elsewhere: Double
  /// The weighted median of their distances from the best match, as a share of the width.
  let distance: Double

  /// The share that matches better off its position.
  ///
  /// It is large if the cameras stood apart and the scene is deep.
  var shareElsewhere: Double { elsewhere / max(here + elsewhere, 1e-9) }
}

/// The value at which half of the weight is reached; 0 without weight.
func weightedMedian(_ values: [(distance: Double, weight: Double)]) -> Double {
  let half = values.reduce(0) { $0 + $1.weight } / 2
  var sum = 0.0
  for (value, weight) in values.sorted(by: { $0.distance < $1.distance }) {
    sum += weight
    if sum >= half { return value }
  }
  return 0
}

extension AlignmentLevel {
  /// The cover from which on agreement isn't lessened.
  private static let plentyOfCover = 0.6

  /// The weight of agreement for the covered share of the picture.
  static func worth(ofCover cover: Double) -> Double {
    min(1, cover / plentyOfCover).squareRoot()
  }

  /// The search distance of each block around its expected position, cells.
  private static let tolerance = 2

  /// Measures how well both pictures agree.
  func support(of change: PoseChange) throws(ImagingError) -> AlignmentSupport {
    let reach = Self.tolerance
    let found = try correlate(change, reach: (reach, reach), withBlocks: true)
    let count = found.blockColumns * found.blockRows
    let middle = found.across * found.down / 2 * count
    var (exact, tolerant, weight) = (0.0, 0.0, 0.0)
    var evidence = [Double](repeating: 0, count: count)
    for block in 0..<count where found.blocks[middle + block] > -1 {
      let share = Double(found.weights[block])
      var best: Float = -1
      for place in 0..<(found.across * found.down) {
        best = max(best, found.blocks[place * count + block])
      }
      func excess(_ value: Float) -> Double {
        let value = Double(max(0, value - BlockCorrelation.least))
        return value * value * share
      }
      exact += excess(found.blocks[middle + block])
      evidence[block] = excess(best)
      tolerant += evidence[block]
      weight += share
    }
    let cover = Double(found.cover[found.across * found.down / 2])
    let scale = weight > 0 ? Self.worth(ofCover: cover) / weight : 0
    return AlignmentSupport(
      exact: exact * scale, tolerant: tolerant * scale, cover: cover, evidence: evidence)
  }

  /// The rules by which blocks change the pose.
  struct Pull {
    /// The distance within which a block's match is searched, in cells.
    let reach: Int
    /// The correlation from which on a block pulls.
    let least: Float
    /// The distance from the others beyond which a block has less weight, cells.
    let tolerance: Double
  }

  /// The result of a fit.
  struct Fit {
    /// The pose that suits the blocks best.
    let change: PoseChange
    /// The agreement at the best common place, before the fit.
    let agreement: Double
    /// The distances of the well matching blocks before the fit.
    let spread: BlockSpread
  }

  /// The weight of the prior against all blocks together.
  private static let priorWeight = 0.02
  /// The greatest change of one fit.
  private static let farthest = SIMD4<Double>(6, 6, 3, 0.1)

  /// Searches each block near its position and changes the pose to match.
  ///
  /// The method is weighted least squares with Geman-McClure's weights, which reduce blocks that
  /// contradict the others. The prior is the usual errors of poses.
  func fit(_ change: PoseChange, _ pull: Pull) throws(ImagingError) -> Fit {
    let reach = pull.reach
    let found = try correlate(change, reach: (reach, reach), withBlocks: true)
    let (common, agreement) = bestPlace(found, reach: reach)
    let pulls = blockPulls(found, change, pull)
    var step = SIMD4<Double>(
      atan(common.x / focalLength).degrees, -atan(common.y / focalLength).degrees, 0, 0)
    let tolerance = pull.tolerance * Double(cell)
    for _ in 0..<8 {
      var equations = NormalEquations()
      var sum = 1e-6
      for pull in pulls {
        let rest = pull.move - pull.move(by: step)
        let closeness = 1 + (rest * rest).sum() / (tolerance * tolerance)
        let weight = pull.weight / (closeness * closeness)
        equations.add(pull.acrossPerStep, pull.move.x, weight: weight / (tolerance * tolerance))
        equations.add(pull.downPerStep, pull.move.y, weight: weight / (tolerance * tolerance))
        sum += weight
      }
      for index in 0..<4 {
        var unit = SIMD4<Double>()
        unit[index] = 1
        let deviation = PoseChange.usual[index]
        equations.add(
          unit, -change.values[index],
          weight: Self.priorWeight * sum / (deviation * deviation))
      }
      guard let solved = equations.solved() else { break }
      step = solved
    }
    step = step.clamped(lowerBound: -Self.farthest, upperBound: Self.farthest)
    return Fit(
      change: PoseChange(change.values + step), agreement: agreement,
      spread: spread(pulls, of: found))
  }

  /// The search distance of the fine size's blocks, cells.
  private static let spreadReach = 6

  /// The distances of the well matching blocks from the places that a pose gives them, and the
  /// peaks of the whole picture and of its middle.
  func evidence(of change: PoseChange) throws(ImagingError)
    -> (spread: BlockSpread, whole: AlignmentPeak, middle: AlignmentPeak)
  {
    let pull = Pull(reach: Self.spreadReach, least: BlockSpread.least, tolerance: 1)
    let found = try correlate(
      change, reach: (Self.spreadReach, Self.spreadReach), withBlocks: true)
    return (
      spread(blockPulls(found, change, pull), of: found), found.peak(of: .whole),
      found.peak(of: .middle)
    )
  }

  /// The distance to the farthest moved poses that a peak is compared with, cells.
  private static let peakReach = 8

  /// The peak of the whole picture at a pose.
  func peak(of change: PoseChange) throws(ImagingError) -> AlignmentPeak {
    try correlate(change, reach: (Self.peakReach, Self.peakReach), withBlocks: true)
      .peak(of: .whole)
  }

  private func spread(_ pulls: [BlockPull], of found: BlockCorrelation) -> BlockSpread {
    let limit = BlockSpread.nearness * Double(cell)
    let all = Double(found.weights.reduce(1e-6, +))
    var (here, elsewhere) = (0.0, 0.0)
    var distances: [(distance: Double, weight: Double)] = []
    for pull in pulls where pull.likeness > Double(BlockSpread.least) {
      let excess = pull.likeness - Double(BlockSpread.least)
      let weight = pull.share * excess * excess
      let distance = (pull.move * pull.move).sum().squareRoot()
      if distance > limit { elsewhere += weight } else { here += weight }
      distances.append((distance, weight))
    }
    return BlockSpread(
      here: here / all, elsewhere: elsewhere / all,
      distance: weightedMedian(distances) / Double(size.width))
  }

  /// The move of all that suits best, in pixels of this level, and the agreement there.
  private func bestPlace(_ found: BlockCorrelation, reach: Int) -> (SIMD2<Double>, Double) {
    var (best, at) = (-1.0, found.across * found.down / 2)
    for place in 0..<(found.across * found.down) {
      let value =
        Double(found.agreement[place]) * Self.worth(ofCover: Double(found.cover[place]))
      if value > best { (best, at) = (value, place) }
    }
    return (move(toPlace: at, of: found, reach: reach), best)
  }

  private func move(toPlace place: Int, of found: BlockCorrelation, reach: Int) -> SIMD2<Double> {
    SIMD2(Double(reach - place % found.across), Double(reach - place / found.across))
      * Double(cell)
  }

  /// The correction that one block suggests.
  private struct BlockPull {
    /// Its new position, pixels of this level.
    let move: SIMD2<Double>
    let weight: Double
    /// The agreement at that place, and the amount of detail in the block.
    let likeness: Double, share: Double
    /// The block's movement for one step of each part of the pose.
    let acrossPerStep: SIMD4<Double>, downPerStep: SIMD4<Double>

    func move(by step: SIMD4<Double>) -> SIMD2<Double> {
      SIMD2((acrossPerStep * step).sum(), (downPerStep * step).sum())
    }
  }

  private func blockPulls(_ found: BlockCorrelation, _ change: PoseChange, _ pull: Pull)
    -> [BlockPull]
  {
    let count = found.blockColumns * found.blockRows
    let slopes = PoseSlopes(thenView, nowView, at: change)
    var pulls: [BlockPull] = []
    for block in 0..<count {
      var (best, at) = (Float(-2), 0)
      for place in 0..<(found.across * found.down) {
        let value = found.blocks[place * count + block]
        if value > best { (best, at) = (value, place) }
      }
      guard best > pull.least else { continue }
      func value(_ place: Int) -> Double { Double(found.blocks[place * count + block]) }
      /// The peak's position between cells, from the parabola through it and its neighbours.
      func rest(_ before: Int, _ after: Int) -> Double {
        let curve = value(before) + value(after) - 2 * value(at)
        guard value(before) > -1, value(after) > -1, curve < -1e-6 else { return 0 }
        return max(-0.5, min(0.5, 0.5 * (value(before) - value(after)) / curve))
      }
      let (column, row) = (at % found.across, at / found.across)
      let isInside =
        (1..<(found.across - 1)).contains(column) && (1..<(found.down - 1)).contains(row)
      var move = move(toPlace: at, of: found, reach: pull.reach)
      if isInside {
        move -=
          SIMD2(rest(at - 1, at + 1), rest(at - found.across, at + found.across))
          * Double(cell)
      }
      guard let slope = slopes.slope(at: middle(ofBlock: block, of: found.blockColumns)) else {
        continue
      }
      let share = Double(found.weights[block])
      let excess = Double(best - pull.least)
      // A maximum at the edge of the searched area may be the slope of one outside.
      let trust = isInside ? 1 : 0.3
      pulls.append(
        BlockPull(
          move: move, weight: trust * share * excess * excess, likeness: Double(best),
          share: share, acrossPerStep: slope.across * scale, downPerStep: slope.down * scale))
    }
    return pulls
  }
}

/// The movement of the new picture's pixels when the old one's pose changes.
struct PoseSlopes {
  private static let steps = SIMD4<Double>(0.2, 0.2, 0.2, 0.005)

  private let now: ViewRays
  private let then: ViewRays
  private let changed: [ViewRays]

  init(_ thenView: PictureView, _ nowView: PictureView, at change: PoseChange) {
    now = ViewRays(nowView)
    then = ViewRays(thenView.changed(by: change))
    changed = (0..<4).map { index in
      var values = change.values
      values[index] += Self.steps[index]
      return ViewRays(thenView.changed(by: PoseChange(values)))
    }
  }

  /// Pixels across and down for one degree of each angle, and for 1 of the scale's logarithm; `nil`
  /// if the old picture's pixel isn't before both cameras.
  func slope(at pixel: SIMD2<Double>) -> (across: SIMD4<Double>, down: SIMD4<Double>)? {
    let shown = then.pixel(in: now.direction(of: pixel))
    var across = SIMD4<Double>()
    var down = SIMD4<Double>()
    for index in 0..<4 {
      let moved = now.pixel(in: changed[index].direction(of: shown))
      across[index] = (moved.x - pixel.x) / Self.steps[index]
      down[index] = (moved.y - pixel.y) / Self.steps[index]
    }
    let sum = (across + down).sum()
    return sum.isFinite ? (across, down) : nil
  }
}

/// Linear equations of four unknowns in the sense of least squares.
struct NormalEquations {
  private var rows = [SIMD4<Double>](repeating: SIMD4(), count: 4)
  private var right = SIMD4<Double>()

  /// Adds one equation, `factors` times the unknowns equals `value`.
  mutating func add(_ factors: SIMD4<Double>, _ value: Double, weight: Double) {
    for index in 0..<4 { rows[index] += factors * (factors[index] * weight) }
    right += factors * (value * weight)
  }

  /// The unknowns, by Gauss's elimination; `nil` if the equations don't determine them.
  func solved() -> SIMD4<Double>? {
    var (rows, right) = (rows, right)
    for pivot in 0..<4 {
      let best = (pivot..<4).max { abs(rows[$0][pivot]) < abs(rows[$1][pivot]) } ?? pivot
      rows.swapAt(pivot, best)
      (right[pivot], right[best]) = (right[best], right[pivot])
      guard abs(rows[pivot][pivot]) > 1e-12 else { return nil }
      for row in 0..<4 where row != pivot {
        let factor = rows[row][pivot] / rows[pivot][pivot]
        rows[row] -= rows[pivot] * factor
        right[row] -= right[pivot] * factor
      }
    }
    var solution = SIMD4<Double>()
    for index in 0..<4 { solution[index] = right[index] / rows[index][index] }
    return solution
  }
}
