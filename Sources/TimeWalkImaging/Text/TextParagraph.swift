/// A stretch of text that is shaped at once: one direction, one script, one font.
struct TextRun: Sendable {
  /// Scalars of the line.
  var range: Range<Int>
  let level: Int8
  let script: TextScript
  /// A tag of RFC 3066.
  let language: String
  /// An index of the paragraph's fonts.
  let font: Int

  var isRightToLeft: Bool { level % 2 == 1 }
}

/// A text with the direction, script and font of each character, ready for line breaking.
///
/// Lines are broken before they are reordered: a break in reordered text would put the last words
/// first.
struct TextParagraph: Sendable {
  /// A letter and its marks are never separated.
  let characters: [Character]
  /// The first scalar of each character, and the end of the last one.
  let starts: [Int]
  /// The typeface's own font, and substitutes, ``maximumFonts`` at most.
  private(set) var fonts: [FontFile]

  private let scalars: [UInt32]
  private let bidi: BidiLevels
  private let scripts: [TextScript]
  private let language: String
  private var fontOf: [Int]

  /// The maximum number of fonts of one text, each of which is an open file; other characters stay
  /// boxes.
  static let maximumFonts = 16

  var isRightToLeft: Bool { bidi.isRightToLeft }

  /// Analyses a text that is on one line already.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - font: The font to set it in.
  ///   - substitute: Another font for a cluster of characters, in a language; `nil` if there is
  ///     none.
  init(
    _ text: String, font: FontFile,
    substitute: (_ characters: [UInt32], _ language: String) -> FontFile?
  ) {
    characters = Array(text)
    scalars = text.unicodeScalars.map(\.value)
    var offset = 0
    starts =
      characters.map { character in
        defer { offset += character.unicodeScalars.count }
        return offset
      } + [scalars.count]
    bidi = BidiLevels(scalars)
    scripts = TextScript.scripts(of: scalars)
    language = TextScript.language(of: scripts)
    fonts = [font]
    fontOf = [Int](repeating: 0, count: scalars.count)
    let covered = font.coverage(of: scalars)
    guard covered.contains(false) else { return }
    for index in characters.indices {
      let range = starts[index]..<starts[index + 1]
      guard range.contains(where: { !covered[$0] }) else { continue }
      // Invisible characters, such as a joiner, need no glyph.
      let needed = range.filter { Self.isSeen(scalars[$0]) }
      guard needed.contains(where: { !covered[$0] }) else { continue }
      let found =
        substitute(needed.map { scalars[$0] }, language)
        // A letter without its mark is better than no letter.
        ?? (covered[range.lowerBound] ? nil : substitute([scalars[range.lowerBound]], language))
      guard let found else { continue }
      let number = fonts.firstIndex { $0 === found } ?? fonts.count
      if number == fonts.count {
        guard fonts.count < Self.maximumFonts else { continue }
        fonts.append(found)
      }
      for scalar in range { fontOf[scalar] = number }
    }
  }

  private static func isSeen(_ scalar: UInt32) -> Bool {
    !(Unicode.Scalar(scalar)?.properties.isDefaultIgnorableCodePoint ?? false)
  }

  /// Sets some of the characters on one line.
  ///
  /// - Parameters:
  ///   - range: the characters.
  ///   - isCut: true if an ellipsis follows.
  ///   - size: The em in pixels.
  /// - Returns: The line, its stretches in the order in which they are seen.
  func line(_ range: Range<Int>, isCut: Bool = false, size: Double) -> TextLine {
    let from = starts[range.lowerBound], to = starts[range.upperBound]
    var text = String(characters[range])
    var line = Array(scalars[from..<to])
    var runs: [TextRun] = []
    func add(level: Int8, script: TextScript, font: Int) {
      let next = runs.last?.range.upperBound ?? 0
      if let last = runs.last, last.level == level, last.script == script, last.font == font {
        runs[runs.count - 1].range = last.range.lowerBound..<next + 1
      } else {
        runs.append(
          TextRun(
            range: next..<next + 1, level: level, script: script, language: language, font: font))
      }
    }
    for scalar in from..<to {
      add(level: bidi.levels[scalar], script: scripts[scalar], font: fontOf[scalar])
    }
    if isCut {
      // The ellipsis belongs to the paragraph: it is at the end of the line, at the left of Hebrew.
      text += "…"
      line.append(0x2026)
      add(level: bidi.base, script: runs.last?.script ?? .common, font: 0)
    }
    return set(line, text: text, runs: runs, size: size)
  }

  private func set(_ line: [UInt32], text: String, runs: [TextRun], size: Double) -> TextLine {
    let metrics = fonts[0].metrics(size: size)
    var glyphs: [TextLine.Glyph] = []
    var missing: [(scalar: Int, value: Unicode.Scalar)] = []
    var x = 0.0
    var above = metrics.ascent, below = metrics.descent
    for index in BidiLevels.visualOrder(runs.map(\.level)) {
      let run = runs[index]
      let shaped = fonts[run.font].shape(run, of: line, size: size, measuresInk: run.font > 0)
      for glyph in shaped.glyphs {
        glyphs.append(
          TextLine.Glyph(
            id: glyph.id, font: run.font, x: x + glyph.x, y: glyph.y, advance: glyph.advance,
            scalar: glyph.scalar))
      }
      missing += shaped.missing.compactMap { scalar in
        Unicode.Scalar(line[scalar]).map { (scalar, $0) }
      }
      x += shaped.width
      // Stacked marks may be higher than the picture; parts beyond an em more aren't drawn.
      above = max(above, min(shaped.inkAbove, 2 * size))
      below = max(below, min(shaped.inkBelow, size))
    }
    missing.sort { $0.scalar < $1.scalar }
    return TextLine(
      text: text, size: size, fonts: fonts, glyphs: glyphs, width: x, ascent: metrics.ascent,
      descent: metrics.descent, reachAbove: above, reachBelow: below,
      isRightToLeft: bidi.isRightToLeft,
      gaps: TextGaps(missing: missing.map(\.value), isOrderUnknown: bidi.isOrderUnknown))
  }
}
