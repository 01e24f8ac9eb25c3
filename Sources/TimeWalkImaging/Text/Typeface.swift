internal import Synchronization

/// A font file, ready to shape and draw lines of text.
///
/// Several threads may use one at a time; they take turns.
public final class Typeface: Sendable {
  /// The file that it came from.
  public let path: String

  private let face: Mutex<FontFace>

  /// Opens a font file.
  ///
  /// - Throws: ``ImagingError`` with the code `fontUnusable` when FreeType can't read it.
  public init(path: String) throws(ImagingError) {
    self.path = path
    face = Mutex(try FontFace(path: path))
  }

  /// Characters of one text that are laid out; the rest is cut off with an ellipsis.
  public static let maximumCharacters = 2000

  /// Sets a line of text.
  ///
  /// - Parameters:
  ///   - text: What to set; line breaks and other control characters become spaces.
  ///   - size: The em in pixels, at least 1.
  /// - Returns: Its glyphs and measures.
  func line(_ text: String, size: Double) -> TextLine {
    let text = Self.plain(text)
    return face.withLock { $0.shape(text, size: size) }
  }

  /// Draws a line.
  ///
  /// - Parameters:
  ///   - line: A line that this typeface has set.
  ///   - x: Where the line begins.
  ///   - baseline: Where its letters stand.
  ///   - edge: How far a rim surrounds the letters, in pixels; 0 for none.
  ///   - coverage: Where it is drawn; what lies outside is left out.
  func draw(
    _ line: TextLine, x: Double, baseline: Int, edge: Double = 0, into coverage: inout Coverage
  ) {
    for glyph in line.glyphs {
      let position = x + glyph.x
      let whole = position.rounded(.down)
      let phase = min(3, Int((position - whole) * 4))
      let (fill, rim) = face.withLock { face in
        (
          face.bitmap(glyph.id, size: line.size, phase: phase, edge: 0),
          edge > 0 ? face.bitmap(glyph.id, size: line.size, phase: phase, edge: edge) : nil
        )
      }
      let y = baseline - Int(glyph.y.rounded())
      coverage.add(fill, to: .letters, x: Int(whole), baseline: y)
      if let rim { coverage.add(rim, to: .rim, x: Int(whole), baseline: y) }
    }
  }

  /// The text on one line, without what can't be drawn, and not endless.
  static func plain(_ text: String) -> String {
    let isLong = text.unicodeScalars.count > maximumCharacters
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(maximumCharacters) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
      // Nothing is seen of these. Joiners and variation selectors, which change how letters look,
      // stay.
      case .format where !["\u{200C}", "\u{200D}"].contains(scalar): continue
      default: scalars.append(scalar)
      }
    }
    return String(scalars) + (isLong ? "…" : "")
  }
}

/// A set line: which glyphs go where.
struct TextLine: Sendable {
  struct Glyph: Sendable {
    let id: UInt32
    /// Pixels right of the line's beginning, and above its baseline.
    let x: Double, y: Double
    /// How far it moves the pen, and the offset of its text in UTF-8.
    let advance: Double, textOffset: Int
  }

  let text: String
  /// The em in pixels.
  let size: Double
  let glyphs: [Glyph]
  /// Pixels from its beginning to where a next letter would stand.
  let width: Double
  /// Pixels that letters reach above and below the baseline, both positive.
  let ascent: Double, descent: Double
  /// Characters that the font lacks; a hollow box is drawn for each.
  let missing: [Unicode.Scalar]
}
