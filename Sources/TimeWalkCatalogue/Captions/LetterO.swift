/// The direction of the letter O in winds such as NO: east in German and Dutch, west in Romance
/// languages.
enum LetterO: Hashable, Sendable, CaseIterable {
  case east
  case west

  /// The winds with the letter, from north to south on the eastern side.
  private static let winds = [
    "nno": 22.5, "no": 45, "ono": 67.5, "o": 90, "oso": 112.5, "so": 135, "sso": 157.5,
  ]

  /// Degrees of a wind with the letter; `nil` for other texts.
  func degrees(of text: String) -> Double? {
    LetterO.winds[CompassWord.plain(text)].map { self == .east ? $0 : 360 - $0 }
  }

  /// Returns true if a text is a wind with the letter.
  static func isWind(_ text: String) -> Bool { winds[CompassWord.plain(text)] != nil }

  /// The meaning that the language of a direction's name shows; `nil` if several languages have it.
  init?(shownBy text: String) {
    let word = CompassWord.plain(text)
    guard CompassWord.degrees(of: word) == nil else { return nil }
    var shown: Set<LetterO> = []
    for (languages, letter) in [
      (CaptionLanguage.withEasternO, LetterO.east), (CaptionLanguage.withWesternO, .west),
    ] where languages.contains(where: { $0.namedDegrees(of: word) != nil }) {
      shown.insert(letter)
    }
    guard shown.count == 1, let only = shown.first else { return nil }
    self = only
  }
}

/// The meaning of the letter O in the headings of a source.
///
/// One name of a direction settles it for the whole column, also in a later row; names that
/// contradict each other settle nothing.
struct HeadingLetters {
  private var seen: Set<LetterO> = []
  /// True if the whole column was looked at.
  private(set) var isWhole = false

  /// The meaning; `nil` if unknown.
  var meaning: LetterO? { seen.count == 1 ? seen.first : nil }

  /// Notes the text of a heading.
  mutating func note(_ text: String) {
    if let letter = LetterO(shownBy: text) { seen.insert(letter) }
  }

  /// Notes the meanings that the rest of the column shows.
  mutating func take(_ rest: Set<LetterO>) {
    seen.formUnion(rest)
    isWhole = true
  }
}

extension CaptionLanguage {
  static let withEasternO = [german, dutch]
  static let withWesternO = [french, spanish, italian]

  /// Degrees of a direction's name; `nil` for letters and other words.
  func namedDegrees(of word: String) -> Double? { word.utf8.count > 2 ? points?[word] : nil }
}
