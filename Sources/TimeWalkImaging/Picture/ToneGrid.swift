/// A picture's brightness in a square of fields, for any aspect ratio, with the part to compare.
///
/// Whole numbers throughout: fields that are equally bright must compare as equal, which rounded
/// sums don't.
struct ToneGrid {
  /// Fields on a side.
  static let side = 128
  /// The least difference between the darkest and the brightest field of a picture that shows
  /// anything, in levels.
  static let leastContrast = 4.0
  /// The greatest variation of a margin's tones: levels of standard deviation in a picture that has
  /// all 256.
  ///
  /// Paper's grain and a scanner's shading stay below, skies and walls with their edges above.
  static let marginVariation = 6.0
  /// The widest margin that is left out, in fields: 12 % of a side.
  static let widestMargin = 15

  /// The fields, row by row, in 1/256 of a level.
  private var tones: [Int]
  private var columns = 0..<side
  private var rows = 0..<side

  /// Averages a plane, each sample by the share of it that lies in a field; `nil` without contrast.
  init?(_ plane: Plane) {
    let side = Self.side
    var sums = [Int](repeating: 0, count: side * side)
    var line = [Int](repeating: 0, count: side)
    // In units of 1/128 of a sample, fields and samples begin at whole numbers. Sums stay below
    // 255 * 65,535 * 65,535, far within 63 bits.
    for y in 0..<plane.height {
      plane.withRow(y) { samples in
        for field in 0..<side {
          line[field] = Self.sum(of: samples, from: field * plane.width, length: plane.width)
        }
      }
      var start = y * side
      while start < (y + 1) * side {
        let field = start / plane.height
        let end = min((y + 1) * side, (field + 1) * plane.height)
        for x in 0..<side { sums[field * side + x] += line[x] * (end - start) }
        start = end
      }
    }
    // A field's samples weigh as much together as the plane has samples: 128 * 128 fields, in units
    // of 1/128 * 1/128.
    let area = plane.width * plane.height
    tones = sums.map { ($0 * 256 + area / 2) / area }
    guard contrast >= Self.leastContrast else { return nil }
  }

  /// The sum over samples from a place on, in units of 1/128 of a sample.
  private static func sum(
    of samples: UnsafeMutableBufferPointer<UInt8>, from start: Int, length: Int
  ) -> Int {
    let end = start + length
    let (first, last) = (start / side, (end - 1) / side)
    guard first < last else { return Int(samples[first]) * length }
    var whole = 0
    for x in (first + 1)..<last { whole += Int(samples[x]) }
    return whole * side + Int(samples[first]) * ((first + 1) * side - start)
      + Int(samples[last]) * (end - last * side)
  }

  /// The difference between the brightest and the darkest field, in levels.
  private var contrast: Double { Double((tones.max() ?? 0) - (tones.min() ?? 0)) / 256 }

  /// The grid of the upright picture.
  func turned(_ orientation: Orientation) -> ToneGrid {
    guard orientation != .upright else { return self }
    let last = Self.side - 1
    var turned = self
    for y in 0...last {
      for x in 0...last {
        let (column, row) =
          switch orientation {
          case .upright: (x, y)
          case .mirrored: (last - x, y)
          case .upsideDown: (last - x, last - y)
          case .mirroredUpsideDown: (x, last - y)
          case .transposed: (y, x)
          case .turnClockwise: (y, last - x)
          case .transversed: (last - y, last - x)
          case .turnCounterclockwise: (last - y, x)
          }
        turned.tones[y * Self.side + x] = tones[row * Self.side + column]
      }
    }
    return turned
  }

  /// The picture inside its flat margins: paper around a print, or the lid of a scanner.
  func withoutMargins() -> ToneGrid {
    let limit = Self.marginVariation * max(contrast / 255, 0.2)
    func tone(_ x: Int, _ y: Int) -> Double { Double(tones[y * Self.side + x]) / 256 }
    /// The width of the margin, for lines of fields counted from one edge.
    func margin(_ line: (Int) -> [Double]) -> Int {
      (0..<Self.widestMargin).first { Self.variation(line($0)) >= limit } ?? Self.widestMargin
    }
    let last = Self.side - 1
    let all = 0...last
    var inner = self
    let top = margin { y in all.map { tone($0, y) } }
    let bottom = margin { y in all.map { tone($0, last - y) } }
    inner.rows = top..<(Self.side - bottom)
    let left = margin { x in inner.rows.map { tone(x, $0) } }
    let right = margin { x in inner.rows.map { tone(last - x, $0) } }
    inner.columns = left..<(Self.side - right)
    return inner
  }

  /// The maximum variation of paper's tone from field to field, levels, and the minimum share of
  /// paper in a line.
  static let paperVariation = 24.0
  static let paperShare = 0.85
  /// The widest strip of paper: captions are more often below pictures than elsewhere.
  static let widestStrip = 32

  /// The widest frame that is recognized by the outermost line alone, which may also be a scanner's
  /// lid.
  static let widestEdge = 4

  /// The part inside a frame of paper, captions and all; `nil` without paper of one tone on three
  /// sides at least.
  ///
  /// A line of small type is mostly paper. A sky is flat as well, but on one side only.
  func insidePaper() -> ToneGrid? {
    // The outermost line may show the scanner next to the paper; if only this line differs, the
    // paper is narrow.
    insidePaper(from: 1, widest: Self.widestStrip) ?? insidePaper(from: 0, widest: Self.widestEdge)
  }

  /// The same, with the first line that is looked at, and the widest strip.
  private func insidePaper(from start: Int, widest: Int) -> ToneGrid? {
    let last = Self.side - 1
    let all = 0...last
    func tone(_ x: Int, _ y: Int) -> Double { Double(tones[y * Self.side + x]) / 256 }
    let sides: [(Int) -> [Double]] = [
      { y in all.map { tone($0, y) } }, { y in all.map { tone($0, last - y) } },
      { x in all.map { tone(x, $0) } }, { x in all.map { tone(last - x, $0) } },
    ]
    let papers = sides.map { side in side(start).sorted()[Self.side / 2] }
    let paper = papers.sorted()[2]
    let widths = sides.map { side in
      let first = (start..<widest).first { line in
        let fields = side(line)
        let alike = fields.count { abs($0 - paper) <= Self.paperVariation }
        return Double(alike) < Self.paperShare * Double(fields.count)
      }
      guard let first else { return 0 }
      return first == start ? 0 : first
    }
    guard widths.count(where: { $0 > 0 }) >= 3 else { return nil }
    var inner = self
    inner.rows = widths[0]..<(Self.side - widths[1])
    inner.columns = widths[2]..<(Self.side - widths[3])
    return inner
  }

  /// The fields that are looked at.
  var part: (columns: Range<Int>, rows: Range<Int>) { (columns, rows) }

  /// The standard deviation.
  private static func variation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count)).squareRoot()
  }

  /// The compared part, gathered into fewer fields, rows from the top.
  ///
  /// Each number is the brightness of its field times a common factor.
  func fields(columns across: Int, rows down: Int) -> [[Int]] {
    let lines = rows.map { y in
      Self.sums(columns.map { tones[y * Self.side + $0] }, count: across)
    }
    let stacks = (0..<across).map { x in Self.sums(lines.map { $0[x] }, count: down) }
    return (0..<down).map { y in stacks.map { $0[y] } }
  }

  /// Gathers values into fewer, each by the share of it that lies in a new one, in units of
  /// 1/count.
  private static func sums(_ values: [Int], count: Int) -> [Int] {
    let length = values.count
    return (0..<count).map { field in
      var start = field * length
      let end = start + length
      var sum = 0
      while start < end {
        let index = start / count
        let next = min(end, (index + 1) * count)
        sum += values[index] * (next - start)
        start = next
      }
      return sum
    }
  }
}
