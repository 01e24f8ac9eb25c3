/// A font, ready to shape and draw lines of text, with other fonts for the characters that it
/// lacks.
///
/// Several threads may use one at a time; they take turns.
package final class Typeface: Sendable {
  /// The file that it came from.
  package let path: String

  private let font: FontFile
  private let installed: InstalledFonts?
  private let isBold: Bool

  /// Opens a font file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isBold: true if substitute fonts must be bold.
  ///   - installed: The substitute fonts; `nil` for none.
  /// - Throws: ``ImagingError`` with the code `fontUnusable` when FreeType can't read it.
  package init(path: String, isBold: Bool = false, installed: InstalledFonts? = nil)
    throws(ImagingError)
  {
    self.path = path
    self.isBold = isBold
    self.installed = installed
    font = try FontFile(path: path)
  }

  /// Characters of one text that are laid out; the rest is cut off with an ellipsis.
  package static let maximumCharacters = 2000

  /// Returns true if this font itself has a character.
  package func has(_ character: Unicode.Scalar) -> Bool {
    font.coverage(of: [character.value]) == [true]
  }

  /// Sets a line of text.
  ///
  /// - Parameters:
  ///   - text: The text to set; line breaks and other control characters become spaces.
  ///   - size: The em in pixels, at least 1.
  /// - Returns: Its glyphs and measures.
  func line(_ text: String, size: Double) -> TextLine {
    let paragraph = paragraph(text)
    return paragraph.line(paragraph.characters.indices, size: size)
  }

  /// A text with all data for line breaking.
  func paragraph(_ text: String) -> TextParagraph {
    TextParagraph(Self.plain(text), font: font) { characters, language in
      installed?.font(for: characters, language: language, isBold: isBold)
    }
  }

  /// Draws a line.
  ///
  /// - Parameters:
  ///   - line: A line that a typeface has set.
  ///   - x: the start of the line.
  ///   - baseline: the baseline of its letters.
  ///   - edge: the width of the rim around the letters, in pixels; 0 for none.
  ///   - coverage: The target; parts outside are left out.
  func draw(
    _ line: TextLine, x: Double, baseline: Int, edge: Double = 0, into coverage: inout Coverage
  ) {
    for glyph in line.glyphs {
      let position = x + glyph.x
      let whole = position.rounded(.down)
      let phase = min(3, Int((position - whole) * 4))
      let (fill, rim) = line.fonts[glyph.font].bitmaps(
        glyph.id, size: line.size, phase: phase, edge: edge)
      let y = baseline - Int(glyph.y.rounded())
      coverage.add(fill, to: .letters, x: Int(whole), baseline: y)
      if let rim { coverage.add(rim, to: .rim, x: Int(whole), baseline: y) }
    }
  }

  /// Invisible characters with a function: joiners, which change letter forms, and direction marks.
  ///
  /// The marks only order the characters between letters. Embeddings and overrides, which turn
  /// letters themselves round, are left out.
  private static let kept: Set<Unicode.Scalar> = [
    "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{061C}",
  ]

  /// The text on one line, without undrawable characters, and with a limited length.
  static func plain(_ text: String) -> String {
    let isLong = text.unicodeScalars.count > maximumCharacters
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(maximumCharacters) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
      case .format where !kept.contains(scalar): continue
      default: scalars.append(scalar)
      }
    }
    return String(scalars) + (isLong ? "…" : "")
  }
}
