/// The layout of an overlay's fields: the band's place, and each line with its pieces.
struct OverlayLayout: Sendable {
  struct Piece: Sendable {
    let line: TextLine
    let x: Double
  }

  /// The picture's size.
  let picture: PixelSize
  /// The band's first row, a multiple of the rows that one block of the JPEG covers; it ends with
  /// the picture.
  let bandTop: Int
  /// The em in pixels.
  let fontSize: Double
  let rows: [[Piece]]
  /// The baseline of each row, counted from the band's top.
  let baselines: [Int]
  /// The middles of the ticks between two fields, as row and column.
  let ticks: [(row: Int, x: Double)]
  /// The number of fields that are shown.
  let shown: Int

  var bandHeight: Int { picture.height - bandTop }

  /// The width of the dark rim around the letters.
  var rim: Double { max(1, fontSize / 14) }

  /// The size at which text is comfortable: 1/45 of the short side, and not below 11 pixels.
  static func comfortableSize(for picture: PixelSize) -> Double {
    max(smallestComfortable, (Double(min(picture.width, picture.height)) / 45).rounded())
  }

  static let smallestComfortable = 11.0
  static let smallest = 7.0
  /// The share of the height that the band may take at a comfortable size, and at most.
  static let comfortableShare = 0.3, largestShare = 0.5

  /// Finds the largest text that fits, with as many fields as fit; `nil` if not even the first
  /// does.
  static func make(
    _ fields: [String], on picture: PixelSize, blockRows: Int, typeface: Typeface
  ) -> OverlayLayout? {
    var sizes: [(size: Double, share: Double)] = []
    var size = comfortableSize(for: picture)
    while size > smallestComfortable {
      sizes.append((size, comfortableShare))
      size = max(smallestComfortable, (size * 0.9).rounded())
    }
    for size in stride(from: smallestComfortable, through: smallest, by: -1) {
      sizes.append((size, largestShare))
    }
    for shown in stride(from: fields.count, to: 0, by: -1) {
      for (size, share) in sizes {
        let layout = flow(
          Array(fields.prefix(shown)), on: picture, blockRows: blockRows, size: size,
          typeface: typeface)
        if let layout, Double(layout.bandHeight) <= Double(picture.height) * share { return layout }
      }
    }
    return nil
  }

  /// Sets the fields at one size; `nil` if the picture is too narrow or too low.
  private static func flow(
    _ fields: [String], on picture: PixelSize, blockRows: Int, size: Double, typeface: Typeface
  ) -> OverlayLayout? {
    let margin = max(4, (size * 0.7).rounded())
    let gap = (size * 1.5).rounded()
    let width = Double(picture.width) - 2 * margin
    // The width of some six letters: less isn't a line of text.
    guard width >= 4 * size else { return nil }

    let set = fields.map { typeface.wrap($0, size: size, width: width).lines }
    let widths = set.map { $0.map(\.width).max() ?? 0 }
    let groups = balanced(widths, gap: gap, width: width)

    var rows: [[Piece]] = []
    var ticks: [(row: Int, x: Double)] = []
    for group in groups {
      var row: [Piece] = []
      var x = margin
      for field in group {
        for (index, line) in set[field].enumerated() {
          if index > 0 {
            rows.append(row)
            row = []
          }
          row.append(Piece(line: line, x: line.start(from: x, width: widths[field])))
        }
        x += widths[field]
        if field != group.last { ticks.append((rows.count, x + gap / 2)) }
        x += gap
      }
      rows.append(row)
    }
    guard let first = rows.first, let last = rows.last else { return nil }
    let above = (first.map(\.line.reachAbove).max() ?? 0).rounded(.up)
    let below = (last.map(\.line.reachBelow).max() ?? 0).rounded(.up)
    let leading = leading(of: rows, usual: (size * 1.4).rounded())
    let padding = max(4, (size * 0.55).rounded())
    let needed = Int(above + below + leading * Double(rows.count - 1)) + 2 * Int(padding)
    guard needed <= picture.height else { return nil }
    let top = (picture.height - needed) / blockRows * blockRows
    let slack = picture.height - top - needed
    let baseline = slack / 2 + Int(padding) + Int(above)
    return OverlayLayout(
      picture: picture, bandTop: top, fontSize: size, rows: rows,
      baselines: rows.indices.map { baseline + Int(leading) * $0 }, ticks: ticks,
      shown: fields.count)
  }

  /// Pixels from one baseline to the next, enough to keep rows apart.
  private static func leading(of rows: [[Piece]], usual: Double) -> Double {
    zip(rows, rows.dropFirst()).reduce(usual) { leading, pair in
      let below = pair.0.map(\.line.reachBelow).max() ?? 0
      let above = pair.1.map(\.line.reachAbove).max() ?? 0
      return max(leading, (below + above).rounded(.up))
    }
  }

  /// Fields by rows: as few rows as the width needs, and these as even as they come.
  private static func balanced(_ widths: [Double], gap: Double, width: Double) -> [[Int]] {
    func greedy(_ limit: Double) -> [[Int]] {
      var rows: [[Int]] = []
      var used = 0.0
      for (field, own) in widths.enumerated() {
        if !rows.isEmpty, used + gap + own <= limit {
          rows[rows.count - 1].append(field)
          used += gap + own
        } else {
          rows.append([field])
          used = own
        }
      }
      return rows
    }
    let fewest = greedy(width).count
    var low = widths.max() ?? 0, high = width
    for _ in 0..<12 where low < high {
      let middle = (low + high) / 2
      if greedy(middle).count <= fewest { high = middle } else { low = middle }
    }
    return greedy(high)
  }
}
