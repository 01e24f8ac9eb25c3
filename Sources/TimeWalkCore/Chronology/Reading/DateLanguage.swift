/// The words of one language about dates.
///
/// Each text has words or phrases with commas between them, in lower case and with their accents.
/// Texts without accents are read, too. Full stops and hyphens within a phrase are
/// spaces: `i e` is `i.e.` A word with an exclamation mark counts only with its accents, which
/// distinguish it from another.
struct DateLanguage: Sendable {
  /// The months from January on, in full and abbreviated.
  var months: [String] = []
  /// Spring, summer, autumn and winter.
  var seasons: [String] = []
  /// Ordinals from the first on, for parts and centuries.
  var ordinals: [String] = []
  /// All other words, by meaning.
  var words: KeyValuePairs<DateMeaning, String> = [:]

  /// Every language; earlier ones are preferred if the text has no hint.
  static let all = [
    english, german, french, dutch, spanish, italian, portuguese, swedish,
  ]
}
