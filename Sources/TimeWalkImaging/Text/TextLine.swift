/// A set line: which glyphs go where.
struct TextLine: Sendable {
  struct Glyph: Sendable {
    let id: UInt32
    /// Its font, as an index of ``TextLine/fonts``.
    let font: Int
    /// Pixels right of the line's beginning, and above its baseline.
    let x: Double, y: Double
    /// How far it moves the pen, and which character of the line's text it stands for, as an index
    /// of its scalars.
    let advance: Double, scalar: Int
  }

  /// The text in the order in which it is read.
  let text: String
  /// The em in pixels.
  let size: Double
  let fonts: [FontFile]
  /// From left to right.
  let glyphs: [Glyph]
  /// Pixels from its left end to its right one, where a next letter would stand.
  let width: Double
  /// Pixels that the first font's letters reach above and below the baseline, both positive: the
  /// same for every line.
  let ascent: Double, descent: Double
  /// Pixels that this line's letters need above and below the baseline: at least ``ascent`` and
  /// ``descent``.
  let reachAbove: Double, reachBelow: Double
  /// Whether its paragraph is read from right to left, and so begins at the right side.
  let isRightToLeft: Bool
  /// What could not be set as it should.
  let gaps: TextGaps

  /// Characters that no font has; a hollow box is drawn for each.
  var missing: [Unicode.Scalar] { gaps.missing }

  /// Where it begins in a column that reaches from `x` over `width` pixels.
  func start(from x: Double, width columnWidth: Double) -> Double {
    isRightToLeft ? x + max(0, columnWidth - width) : x
  }

  /// Pixels from this line's baseline to that of the next, so that they don't touch.
  func leading(to next: TextLine, usual: Double) -> Double {
    max(usual, (reachBelow + next.reachAbove).rounded(.up))
  }
}

/// What of a text could not be set as it should.
package struct TextGaps: Sendable, Hashable {
  /// Characters that no font has, in their order; a hollow box stands for each.
  package var missing: [Unicode.Scalar] = []
  /// Whether text of both directions stands in one, since FriBidi isn't installed.
  package var isOrderUnknown = false

  /// Makes a report; without arguments one of a text that is as it should be.
  package init(missing: [Unicode.Scalar] = [], isOrderUnknown: Bool = false) {
    self.missing = missing
    self.isOrderUnknown = isOrderUnknown
  }

  init(_ lines: some Sequence<TextLine>) {
    for line in lines {
      missing += line.gaps.missing
      isOrderUnknown = isOrderUnknown || line.gaps.isOrderUnknown
    }
  }
}
