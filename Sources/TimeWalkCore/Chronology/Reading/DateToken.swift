/// A piece of a text: a run of letters, a run of digits, or one sign.
struct DateToken: Hashable, Sendable {
  /// The kind of a token.
  enum Kind: Hashable, Sendable {
    /// Letters, in lower case.
    case word
    /// Digits.
    case number
    /// Anything else but spaces and apostrophes.
    case sign
  }

  /// Its kind.
  let kind: Kind
  /// The piece; dashes of any length are `-`, words of other languages the English ones.
  let text: String
  /// True if it touches the piece before.
  let isJoined: Bool

  /// The number; `nil` for words, signs and more than four digits.
  var value: Int? { kind == .number && text.count <= 4 ? Int(text) : nil }

  /// Cuts a text into its pieces.
  static func tokens(_ text: String) -> [DateToken] {
    var tokens: [DateToken] = []
    var piece = ""
    var kind = Kind.word
    var isJoined = false
    func end() {
      if !piece.isEmpty {
        let text = kind == .word ? DateWords.english[piece] ?? piece : piece
        tokens.append(DateToken(kind: kind, text: text, isJoined: isJoined))
      }
      piece = ""
    }
    var touches = false
    for character in text.lowercased() {
      if character.isWhitespace {
        end()
        touches = false
        continue
      }
      // 1860's is 1860s.
      if character == "'" || character == "’" { continue }
      let isDigit = character.isASCII && character.isNumber
      let next: Kind = isDigit ? .number : character.isLetter ? .word : .sign
      if next != kind || next == .sign || piece.isEmpty {
        end()
        (kind, isJoined) = (next, touches)
      }
      piece.append(dashes.contains(character) ? "-" : character)
      touches = true
    }
    end()
    return tokens
  }

  /// Returns true if a byte is an ASCII letter.
  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static let dashes: Set<Character> = ["‐", "‑", "‒", "–", "—", "−"]
}
