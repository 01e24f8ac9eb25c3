internal import TimeWalkBase

/// The words of a page in its reader's language.
///
/// The English words are in the code and are the keys to those of other languages; missing
/// translations stay English.
package struct PageText: Sendable {
  /// The language, after BCP 47.
  package let language: String
  let translations: [String: String]
  private let localDate: @Sendable (String) -> String?

  /// Makes the words of a language.
  ///
  /// - Parameters:
  ///   - language: after BCP 47.
  ///   - translations: its words by the English ones, with the same places `%1`, `%2`.
  ///   - date: a date's EDTF in its words; `nil` for forms without words.
  package init(
    language: String = "en", translations: [String: String] = [:],
    date: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.language = language
    self.translations = translations
    localDate = date
  }

  /// Words with values in their places `%1`, `%2`.
  package func callAsFunction(_ english: String, _ values: String...) -> String {
    filled(english, values)
  }

  /// The same, with units kept beside their numbers; values are not searched for placeholders.
  func filled(_ english: String, _ values: [String]) -> String {
    let words = translations[english] ?? english
    guard !values.isEmpty else { return words }
    let parts = words.split(separator: "%", omittingEmptySubsequences: false)
    var result = String(parts[0])
    for part in parts.dropFirst() {
      if let number = part.first?.wholeNumberValue, values.indices.contains(number - 1) {
        result += values[number - 1] + part.dropFirst()
      } else {
        result += "%" + part
      }
    }
    return result.unbroken
  }

  /// A year for a chip.
  package func year(_ words: String) -> String {
    for (suffix, key) in [(" or later", "%1 or later"), (" or earlier", "%1 or earlier")]
    where words.hasSuffix(suffix) {
      return callAsFunction(key, year(String(words.dropLast(suffix.count))))
    }
    guard words.hasPrefix("about ") else { return callAsFunction(words) }
    return callAsFunction("about %1", String(words.dropFirst(6)))
  }

  /// A date, as HTML.
  ///
  /// - Parameters:
  ///   - edtf: the date; `nil` if unknown.
  ///   - words: the same in English.
  /// - Returns: the markup.
  package func date(_ edtf: String?, _ words: String) -> String {
    if let own = edtf.flatMap(self.words) { return HTMLText.own(own) }
    return translations[words].map(HTMLText.own) ?? english(words)
  }

  /// A date in the reader's own words, also an approximate, long or open one.
  ///
  /// - Parameter edtf: the date.
  /// - Returns: the words; `nil` for forms without words in the language.
  package func words(_ edtf: String) -> String? {
    if let own = localDate(edtf) { return own }
    if edtf.hasSuffix("~"), !edtf.contains("/") {
      return words(String(edtf.dropLast())).map { self("about %1", $0) }
    }
    let ends = edtf.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2 else { return nil }
    if ends[1] == ".." { return words(ends[0]).map { self("%1 or later", $0) } }
    if ends[0] == ".." { return words(ends[1]).map { self("%1 or earlier", $0) } }
    // Only years follow each other without a word between them.
    let isAbout = ends.allSatisfy { $0.hasSuffix("~") }
    let years = isAbout ? ends.map { String($0.dropLast()) } : ends
    guard years.allSatisfy({ $0.count == 4 && localDate($0) != nil }) else { return nil }
    let both = years.joined(separator: "–")
    return isAbout ? self("about %1", both) : both
  }

  /// A sentence that exists only in English, as HTML with its language.
  package func english(_ words: String) -> String {
    let words = words.unbroken
    return language == "en"
      ? HTMLText.own(words) : "<bdi lang=\"en\">\(HTMLText.escaped(words))</bdi>"
  }

  /// Words as HTML.
  package func html(_ english: String, _ values: String...) -> String {
    HTMLText.escaped(filled(english, values))
  }
}
