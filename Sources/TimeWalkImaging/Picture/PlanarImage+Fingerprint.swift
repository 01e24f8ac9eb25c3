extension PlanarImage {
  /// Fields along the direction in which they are compared, less one, and across it.
  private static let along = 16, across = 8

  /// The 256 bits of the picture's fingerprint, equal for another scan of it; `nil` for a picture
  /// of one tone, which resembles any other such picture.
  ///
  /// A difference hash (N. Krawetz, "Kind of Like That", The Hacker Factor Blog, 2013) in two
  /// directions. The picture, without flat margins, is averaged into 17 x 8 fields, each of which
  /// is or isn't brighter than its left neighbour. It is also averaged into 8 x 17 fields, compared
  /// downwards. Only the order of brightness counts: exposure, contrast, toning and colour don't.
  /// `Fingerprint` in Core compares the bits. The arithmetic uses integers, for equal results on
  /// every machine.
  /// - Parameter orientation: the stored orientation; copies with different orientation tags are
  ///   alike.
  /// - Returns: the bits of the comparisons to the right, then of those downwards, row by row from
  ///   the top left. The first is the lowest bit of the first word.
  package func fingerprint(orientation: Orientation = .upright) -> SIMD4<UInt64>? {
    guard let luma = planes.first, let grid = ToneGrid(luma) else { return nil }
    let picture = grid.turned(orientation).withoutMargins()
    var words = SIMD4<UInt64>()
    var bit = 0
    func add(_ isBrighter: Bool) {
      if isBrighter { words[bit / 64] |= 1 << UInt64(bit % 64) }
      bit += 1
    }
    let wide = picture.fields(columns: Self.along + 1, rows: Self.across)
    for row in wide { for x in 1...Self.along { add(row[x] > row[x - 1]) } }
    let tall = picture.fields(columns: Self.across, rows: Self.along + 1)
    for y in 1...Self.along { for x in 0..<Self.across { add(tall[y][x] > tall[y - 1][x]) } }
    return words
  }
}
