/// A set line: which glyphs go where.
struct TextLine: Sendable {
  struct Glyph: Sendable {
    let id: UInt32
    /// Its font, as an index of ``TextLine/fonts``.
    let font: Int
    /// Pixels right of the line's beginning, and above its baseline.
    let x: Double, y: Double
    /// Its advance, and its character in the line's text, as an index of scalars.
    let advance: Double, scalar: Int
  }

  /// The text in the order in which it is read.
  let text: String
  /// The em in pixels.
  let size: Double
  let fonts: [FontFile]
  /// From left to right.
  let glyphs: [Glyph]
  /// Pixels from its left end to its right one, where a next letter would begin.
  let width: Double
  /// Pixels that the first font's letters reach above and below the baseline, both positive: the
  /// same for every line.
  let ascent: Double, descent: Double
  /// Pixels that this line's letters need above and below the baseline: at least ``ascent`` and
  /// ``descent``.
  let reachAbove: Double, reachBelow: Double
  /// True if its paragraph is read from right to left, and so begins at the right side.
  let isRightToLeft: Bool
  /// The parts that could not be set correctly.
  let gaps: TextGaps

  /// Characters that no font has; a hollow box is drawn for each.
  var missing: [Unicode.Scalar] { gaps.missing }

  /// The start of the line in a column that reaches from `x` over `width` pixels.
  func start(from x: Double, width columnWidth: Double) -> Double {
    isRightToLeft ? x + max(0, columnWidth - width) : x
  }

  /// Pixels from this line's baseline to the next one's, enough to keep them apart.
  func leading(to next: TextLine, usual: Double) -> Double {
    max(usual, (reachBelow + next.reachAbove).rounded(.up))
  }
}

/// The parts of a text that could not be set correctly.
package struct TextGaps: Sendable, Hashable {
  /// Characters that no font has, in their order; a hollow box replaces each.
  package var missing: [Unicode.Scalar] = []
  /// True if text of both directions is drawn in one, because FriBidi isn't installed.
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
