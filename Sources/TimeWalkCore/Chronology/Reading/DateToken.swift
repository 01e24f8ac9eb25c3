/// A piece of a text: a run of letters, a run of digits, or one sign.
struct DateToken: Hashable, Sendable {
  /// The kind of a token.
  enum Kind: Hashable, Sendable {
    /// Letters, in lower case and without accents.
    case word
    /// Digits.
    case number
    /// Anything else but spaces and apostrophes.
    case sign
  }

  /// Its kind.
  let kind: Kind
  /// The piece; dashes of any length are `-`, and so are two points or more.
  let text: String
  /// True if it touches the piece before.
  let isJoined: Bool
  /// True if an apostrophe precedes it: `'35`.
  let hasApostrophe: Bool
  /// The position in the text.
  var range: Range<String.Index>
  /// The meanings of a word, the usual one first; empty for an unknown word.
  var meanings: [DateMeaning] = []

  /// The number; `nil` for words, signs and more than four digits.
  var value: Int? { kind == .number && text.utf8.count <= 4 ? Int(text) : nil }

  /// The usual meaning.
  var meaning: DateMeaning? { meanings.first }

  /// Cuts a text into its pieces.
  static func tokens(_ text: String) -> [DateToken] {
    var cutter = TokenCutter(text: text)
    return cutter.tokens()
  }
}

/// Cuts a text into tokens.
private struct TokenCutter {
  let text: String
  private var found: [DateToken] = []
  private var piece = ""
  private var kind = DateToken.Kind.word
  private var start: String.Index
  private var isJoined = false
  private var hasApostrophe = false

  init(text: String) {
    self.text = text
    start = text.startIndex
  }

  mutating func tokens() -> [DateToken] {
    let scalars = text.unicodeScalars
    var touches = false
    var apostrophe = false
    for index in scalars.indices {
      let scalar = scalars[index]
      if scalar == " " || scalar.properties.isWhitespace {
        end(at: index)
        (touches, apostrophe) = (false, false)
        continue
      }
      // 1860's is 1860s, and d'août has two words.
      if TokenCutter.apostrophes.contains(scalar) {
        end(at: index)
        apostrophe = true
        continue
      }
      if LetterFolding.isCombining(scalar) { continue }
      let next = TokenCutter.kind(of: scalar)
      if next != kind || next == .sign || piece.isEmpty {
        end(at: index)
        (kind, isJoined, hasApostrophe, start) = (next, touches, apostrophe, index)
      }
      (touches, apostrophe) = (true, false)
      switch next {
      case .word: LetterFolding.append(scalar, to: &piece)
      case .number: piece.unicodeScalars.append(scalar)
      case .sign: piece.unicodeScalars.append(TokenCutter.dashes.contains(scalar) ? "-" : scalar)
      }
    }
    end(at: text.endIndex)
    return found
  }

  private mutating func end(at index: String.Index) {
    guard !piece.isEmpty else { return }
    // 1905..1910 is a range, [ca.. 1910] is none.
    if piece == ".", isJoined, let last = found.last, [".", "-"].contains(last.text),
      found.dropLast().last?.kind == .number
    {
      found[found.count - 1] = DateToken(
        kind: .sign, text: "-", isJoined: last.isJoined, hasApostrophe: false,
        range: last.range.lowerBound..<index)
    } else {
      found.append(
        DateToken(
          kind: kind, text: piece, isJoined: isJoined, hasApostrophe: hasApostrophe,
          range: start..<index))
    }
    piece = ""
  }

  private static func kind(of scalar: Unicode.Scalar) -> DateToken.Kind {
    switch scalar {
    case "0"..."9": .number
    case "a"..."z", "A"..."Z": .word
    default: scalar.value >= 0x80 && scalar.properties.isAlphabetic ? .word : .sign
    }
  }

  private static let apostrophes: Set<Unicode.Scalar> = ["'", "’", "‘", "ʼ", "`", "´"]
  private static let dashes: Set<Unicode.Scalar> = ["‐", "‑", "‒", "–", "—", "−"]
}
