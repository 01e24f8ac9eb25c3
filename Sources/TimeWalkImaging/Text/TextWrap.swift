/// Text broken into lines.
struct WrappedText: Sendable {
  let lines: [TextLine]
  /// Whether text was left out at the end, where an ellipsis stands.
  let isCut: Bool
}

extension Typeface {
  /// Where a text may be broken.
  enum Breaking: Sendable {
    /// At spaces, and within a word only where it is longer than a line.
    case words
    /// Anywhere, as for a web address.
    case anywhere
  }

  /// Breaks text into lines that are no wider than `width`.
  ///
  /// - Parameters:
  ///   - text: What to set.
  ///   - size: The em in pixels.
  ///   - width: The widest that a line may be, in pixels.
  ///   - maximumLines: How many lines there may be; the last one ends in an ellipsis where that is too few.
  ///   - breaking: Where it may be broken.
  /// - Returns: The lines, from the top.
  func wrap(
    _ text: String, size: Double, width: Double, maximumLines: Int = .max,
    breaking: Breaking = .words
  ) -> WrappedText {
    let pieces = characters(of: text, size: size)
    var lines: [TextLine] = []
    var start = 0
    while start < pieces.count {
      if pieces[start].isSpace, !lines.isEmpty {
        start += 1
        continue
      }
      var end = lineEnd(of: pieces, from: start, width: width, breaking: breaking)
      var set = line(Self.string(pieces[start..<end]), size: size)
      // Letters that lean into each other are wider once they are parted.
      while set.width > width, end > start + 1 {
        end -= 1
        set = line(Self.string(pieces[start..<end]), size: size)
      }
      if lines.count + 1 == maximumLines, pieces[end...].contains(where: { !$0.isSpace }) {
        lines.append(cut(pieces[start..<end], size: size, width: width))
        return WrappedText(lines: lines, isCut: true)
      }
      lines.append(set)
      start = end
    }
    return WrappedText(lines: lines, isCut: false)
  }

  private struct Piece {
    let character: Character
    let width: Double
    var isSpace: Bool { character == " " }
  }

  /// The text's characters with what each adds to the width.
  private func characters(of text: String, size: Double) -> [Piece] {
    let whole = line(text, size: size)
    var widths: [Int: Double] = [:]
    for glyph in whole.glyphs { widths[glyph.textOffset, default: 0] += glyph.advance }
    var offset = 0
    return whole.text.map { character in
      let next = offset + character.utf8.count
      defer { offset = next }
      return Piece(
        character: character, width: (offset..<next).reduce(0) { $0 + (widths[$1] ?? 0) })
    }
  }

  /// The end of the longest line that begins at `start`; always beyond it.
  private func lineEnd(of pieces: [Piece], from start: Int, width: Double, breaking: Breaking)
    -> Int
  {
    var used = 0.0
    var end = start
    var lastBreak: Int?
    while end < pieces.count {
      if pieces[end].isSpace { lastBreak = end }
      used += pieces[end].width
      if used > width, end > start, !pieces[end].isSpace { break }
      end += 1
    }
    guard end < pieces.count, breaking == .words, let lastBreak, lastBreak > start else {
      return end
    }
    return lastBreak
  }

  /// A line with an ellipsis at its end that is no wider than `width`, unless that is narrower than the ellipsis.
  private func cut(_ pieces: ArraySlice<Piece>, size: Double, width: Double) -> TextLine {
    var pieces = pieces
    while true {
      let candidate = line(Self.string(pieces) + "…", size: size)
      if candidate.width <= width || pieces.isEmpty { return candidate }
      pieces.removeLast()
    }
  }

  private static func string(_ pieces: ArraySlice<Piece>) -> String {
    let text = String(pieces.map(\.character))
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}
