/// The places where a line may end without a space, after the Unicode line breaking algorithm (UAX
/// #14).
///
/// Chinese and Japanese are broken between any two characters, but for signs that end or begin
/// something. Thai, Lao, Khmer and Burmese would need a dictionary; they are broken at spaces, and
/// else where the line is full, between letters.
enum LineBreaks {
  /// Returns true if a line may break between two characters, neither of which is a space.
  static func isAllowed(between before: Character, and after: Character) -> Bool {
    guard let last = before.unicodeScalars.last, let first = after.unicodeScalars.first,
      isIdeographic(last) || isIdeographic(first)
    else { return false }
    return !staysWithNext(last) && !staysWithPrevious(first)
  }

  /// Returns true if a character is a space at which a line may end.
  static func isSpace(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else {
      return false
    }
    return scalar == " "
      || (scalar.properties.generalCategory == .spaceSeparator
        && !["\u{A0}", "\u{2007}", "\u{202F}"].contains(scalar))
  }

  /// Han, kana, bopomofo and Yi, with their punctuation and wide forms.
  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0x312F, 0x3190...0xA4CF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF9F,
      0x1_AFF0...0x1_B16F, 0x2_0000...0x3_FFFD:
      true
    default: false
    }
  }

  private static func staysWithNext(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .currencySymbol: true
    case .spaceSeparator: true
    default: false
    }
  }

  /// Closing or continuing characters: brackets, stops, long vowels, small kana, marks of
  /// repetition.
  private static func staysWithPrevious(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .otherPunctuation, .dashPunctuation, .modifierLetter,
      .modifierSymbol, .nonspacingMark, .spacingMark, .spaceSeparator:
      true
    default: smallKana.contains(scalar)
    }
  }

  private static let smallKana = Set("ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ".unicodeScalars)
}
