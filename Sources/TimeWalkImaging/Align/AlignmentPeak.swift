/// The agreement at a pose, compared with the agreement at poses that are moved a little.
///
/// Pictures of one place agree at one position. Pictures of two places agree at many: rows of
/// windows, skylines and streets repeat.
struct AlignmentPeak {
  /// The excess over the mean of the moved poses, in their standard deviations.
  let prominence: Double
  /// The excess over the best of the moved poses, in the same unit.
  let lead: Double
}

extension BlockCorrelation {
  /// The part of the fixed picture's blocks that counts.
  enum Part {
    case whole
    /// Without the outer parts, where sky and street often stay when buildings go.
    case middle
  }

  /// The first and last shares of columns and rows that belong to the middle.
  private static let middleColumns = 0.2..<0.8, middleRows = 0.15..<0.72

  /// The distance within which places belong to the peak, and from which they are compared, cells.
  private static let peakReach = 1, ringStart = 4

  /// Compares the central offset with those at least four cells away.
  func peak(of part: Part) -> AlignmentPeak {
    let shares = shares(of: part)
    let center = (column: across / 2, row: down / 2)
    var (top, best, sum, squares, count) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for place in 0..<(across * down) {
      let distance = max(
        abs(place % across - center.column), abs(place / across - center.row))
      guard distance <= Self.peakReach || distance >= Self.ringStart else { continue }
      let value = agreement(at: place, shares)
      if distance <= Self.peakReach {
        top = max(top, value)
      } else {
        best = max(best, value)
        sum += value
        squares += value * value
        count += 1
      }
    }
    guard count > 0 else { return AlignmentPeak(prominence: 0, lead: 0) }
    let mean = sum / count
    let deviation = max(0, squares / count - mean * mean).squareRoot() + 1e-5
    return AlignmentPeak(prominence: (top - mean) / deviation, lead: (top - best) / deviation)
  }

  /// The weight of each block; 0 outside the part, and where the central offset has no picture.
  private func shares(of part: Part) -> [Float] {
    let count = blockColumns * blockRows
    let center = across * down / 2 * count
    func range(_ shares: Range<Double>, _ length: Int) -> Range<Int> {
      Int(shares.lowerBound * Double(length))..<Int(shares.upperBound * Double(length))
    }
    let columns = range(Self.middleColumns, blockColumns)
    let rows = range(Self.middleRows, blockRows)
    return (0..<count).map { block in
      let isIn =
        part == .whole
        || columns.contains(block % blockColumns) && rows.contains(block / blockColumns)
      return isIn && blocks[center + block] > -1 ? weights[block] : 0
    }
  }

  /// The weighted mean of the blocks' squared excess at an offset.
  private func agreement(at place: Int, _ shares: [Float]) -> Double {
    var (sum, weight) = (Float(0), Float(1e-6))
    for (block, share) in shares.enumerated() where share > 0 {
      let value = blocks[place * shares.count + block]
      guard value > -1 else { continue }
      let excess = max(0, value - Self.least)
      sum += excess * excess * share
      weight += share
    }
    return Double(sum / weight)
  }
}
