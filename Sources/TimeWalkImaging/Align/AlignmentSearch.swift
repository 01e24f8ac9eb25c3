internal import Foundation

/// A possible position of the old picture in the new one's frame, best first.
struct AlignmentCandidate {
  let change: PoseChange
  let score: Double
  /// The search distance from the poses' result, relative to the new picture's width.
  let offset: SIMD2<Double>
}

extension AlignmentLevel {
  /// Scales and rolls that are tried, and how far heading and pitch may be off, degrees.
  private static let scales = stride(from: -0.28, through: 0.281, by: 0.28 / 3)
  private static let rolls = [-3.0, 0, 3]
  private static let headingReach = 22.0, pitchReach = 9.0
  /// The least cover, and the weight of the prior's logarithm in agreement.
  private static let leastCover: Float = 0.3
  static let priorWorth = 0.004
  /// Candidates of one scale and roll.
  private static let perScale = 4

  /// Returns true if a change lies at the edge of the search, or beyond it.
  static func isAtEdge(_ change: PoseChange) -> Bool {
    let most = SIMD4(headingReach, pitchReach, 1.5 * (rolls.last ?? 0), 0.28)
    return zip(0..<4, [0.95, 0.95, 1, 1]).contains { index, share in
      abs(change.values[index]) > share * most[index]
    }
  }

  /// Looks everywhere that the poses' usual errors allow.
  func candidates() throws(ImagingError) -> [AlignmentCandidate] {
    func cells(_ degrees: Double) -> Int {
      Int(tan(degrees.radians) * focalLength / Double(cell)) + 1
    }
    let reach = (columns: cells(Self.headingReach), rows: cells(Self.pitchReach))
    var found: [AlignmentCandidate] = []
    for scale in Self.scales {
      for roll in Self.rolls {
        let change = PoseChange(roll: roll, scale: scale)
        let result = try correlate(change, reach: reach, withBlocks: false)
        found += peaks(of: result, change, reach: reach)
      }
    }
    return found.sorted { $0.score > $1.score }
  }

  private func peaks(
    of found: BlockCorrelation, _ change: PoseChange, reach: (columns: Int, rows: Int)
  ) -> [AlignmentCandidate] {
    let count = found.across * found.down
    var all: [AlignmentCandidate?] = (0..<count).map { place in
      guard found.cover[place] > Self.leastCover else { return nil }
      let move =
        SIMD2(
          Double(reach.columns - place % found.across), Double(reach.rows - place / found.across))
        * Double(cell)
      let moved = self.change(change, movedBy: move)
      let agreement =
        Double(found.agreement[place]) * Self.worth(ofCover: Double(found.cover[place]))
      return AlignmentCandidate(
        change: moved, score: agreement + Self.priorWorth * moved.likelihood,
        offset: move / Double(size.width))
    }
    // Neighbouring maxima of the same peak don't count separately.
    let apart = max(1, 16 / cell)
    var peaks: [AlignmentCandidate] = []
    for _ in 0..<Self.perScale {
      let best = (0..<count).max { (all[$0]?.score ?? -9) < (all[$1]?.score ?? -9) }
      guard let best, let peak = all[best] else { break }
      peaks.append(peak)
      let (column, row) = (best % found.across, best / found.across)
      for y in max(0, row - apart)...min(found.down - 1, row + apart) {
        for x in max(0, column - apart)...min(found.across - 1, column + apart) {
          all[y * found.across + x] = nil
        }
      }
    }
    return peaks
  }
}

extension [AlignmentCandidate] {
  /// The best ones that differ from those before them.
  func distinct(_ most: Int) -> [AlignmentCandidate] {
    var kept: [AlignmentCandidate] = []
    for candidate in self where kept.count < most {
      let isNew = kept.allSatisfy { other in
        let move = candidate.offset - other.offset
        return (move * move).sum().squareRoot() > 0.03
          || abs(candidate.change.roll - other.change.roll) > 1
          || abs(candidate.change.scale - other.change.scale) > 0.06
      }
      if isNew { kept.append(candidate) }
    }
    return kept
  }
}
