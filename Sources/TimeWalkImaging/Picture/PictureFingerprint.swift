/// What a picture looks like, in 256 bits that another scan of it shares.
///
/// A difference hash (N. Krawetz, "Kind of Like That", The Hacker Factor Blog, 2013) in two
/// directions: the picture, without flat margins, is averaged into 17 x 8 fields, each of which is
/// or isn't brighter than the one left of it; and into 8 x 17, compared downwards. Only the order
/// of brightness counts, so that exposure, contrast and toning fall out, and colour is not looked
/// at. `Fingerprint` in Core says how near copies lie.
package struct PictureFingerprint: Hashable, Sendable {
  /// Bits of the comparisons to the right, then of those downwards, row by row from the top left;
  /// the first is the lowest of the first word.
  package let words: SIMD4<UInt64>

  /// Fields along the direction in which they are compared, less one, and across it.
  private static let along = 16, across = 8

  /// Looks at a picture's brightness; `nil` for a picture that is all of one tone, which looks like
  /// any other such.
  ///
  /// Counted in whole numbers, so that it is the same on every machine.
  /// - Parameters:
  ///   - image: the picture as it is stored.
  ///   - orientation: how it is stored; copies that are turned by their metadata are alike.
  package init?(of image: PlanarImage, orientation: Orientation = .upright) {
    guard let luma = image.planes.first, let grid = ToneGrid(luma) else { return nil }
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
    self.words = words
  }

  /// How many bits differ, 0...256.
  package func distance(to other: PictureFingerprint) -> Int {
    let different = words ^ other.words
    return (0..<4).reduce(0) { $0 + different[$1].nonzeroBitCount }
  }
}
