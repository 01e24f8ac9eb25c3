/// Text broken into lines.
struct WrappedText: Sendable {
  let lines: [TextLine]
  /// True if text was replaced by an ellipsis at the end.
  let isCut: Bool
}

extension Typeface {
  /// The places where a text may be broken.
  enum LineBreaking: Sendable {
    /// At spaces and between Chinese and Japanese characters; within a word only if it is longer
    /// than a line.
    case words
    /// Anywhere, as for a web address.
    case anywhere
  }

  /// Breaks text into lines that are no wider than `width`.
  ///
  /// - Parameters:
  ///   - text: The text to set.
  ///   - size: The em in pixels.
  ///   - width: The widest that a line may be, in pixels.
  ///   - maximumLines: The maximum number of lines; the last one ends in an ellipsis if text is
  ///     left out.
  ///   - breaking: the places where it may be broken.
  /// - Returns: The lines, from the top.
  func wrap(
    _ text: String, size: Double, width: Double, maximumLines: Int = .max,
    breaking: LineBreaking = .words
  ) -> WrappedText {
    let paragraph = paragraph(text)
    let pieces = pieces(of: paragraph, size: size)
    var lines: [TextLine] = []
    var start = 0
    while start < pieces.count {
      if pieces[start].isSpace, !lines.isEmpty {
        start += 1
        continue
      }
      var end = lineEnd(of: pieces, from: start, width: width, breaking: breaking)
      var set = paragraph.line(trimmed(pieces, start..<end), size: size)
      // Kerned letters are wider once they are separated.
      while set.width > width, end > start + 1 {
        end -= 1
        set = paragraph.line(trimmed(pieces, start..<end), size: size)
      }
      if lines.count + 1 == maximumLines, pieces[end...].contains(where: { !$0.isSpace }) {
        lines.append(cut(paragraph, pieces, start..<end, size: size, width: width))
        return WrappedText(lines: lines, isCut: true)
      }
      lines.append(set)
      start = end
    }
    return WrappedText(lines: lines, isCut: false)
  }

  /// A character of the text, with its additional width.
  private struct Piece {
    let width: Double
    let isSpace: Bool
    /// True if a line may begin with it without a space before it.
    let mayBegin: Bool
  }

  private func pieces(of paragraph: TextParagraph, size: Double) -> [Piece] {
    let characters = paragraph.characters
    var widths = [Double](repeating: 0, count: paragraph.starts.last ?? 0)
    for glyph in paragraph.line(characters.indices, size: size).glyphs {
      widths[glyph.scalar] += glyph.advance
    }
    return characters.indices.map { index in
      let scalars = paragraph.starts[index]..<paragraph.starts[index + 1]
      return Piece(
        width: widths[scalars].reduce(0, +), isSpace: LineBreaks.isSpace(characters[index]),
        mayBegin: index > 0
          && LineBreaks.isAllowed(between: characters[index - 1], and: characters[index]))
    }
  }

  /// The end of the longest line that begins at `start`; always beyond it.
  private func lineEnd(of pieces: [Piece], from start: Int, width: Double, breaking: LineBreaking)
    -> Int
  {
    var used = 0.0
    var end = start
    var lastBreak: Int?
    while end < pieces.count {
      if pieces[end].isSpace || pieces[end].mayBegin { lastBreak = end }
      used += pieces[end].width
      if used > width, end > start, !pieces[end].isSpace { break }
      end += 1
    }
    guard end < pieces.count, breaking == .words, let lastBreak, lastBreak > start else {
      return end
    }
    return lastBreak
  }

  /// A line with an ellipsis at its end that is no wider than `width`, unless that is narrower than
  /// the ellipsis.
  private func cut(
    _ paragraph: TextParagraph, _ pieces: [Piece], _ range: Range<Int>, size: Double, width: Double
  ) -> TextLine {
    var range = range
    while true {
      let candidate = paragraph.line(trimmed(pieces, range), isCut: true, size: size)
      if candidate.width <= width || range.isEmpty { return candidate }
      range = range.lowerBound..<range.upperBound - 1
    }
  }

  /// A range without the spaces at its end.
  private func trimmed(_ pieces: [Piece], _ range: Range<Int>) -> Range<Int> {
    let last = pieces[range].lastIndex { !$0.isSpace }
    return range.lowerBound..<(last.map { $0 + 1 } ?? range.lowerBound)
  }
}
