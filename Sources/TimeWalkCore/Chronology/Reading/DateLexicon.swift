/// The words of all languages, found by their first word.
struct DateLexicon: Sendable {
  /// A word or phrase with its meanings in each language that has it.
  private struct Entry {
    /// Without its first word.
    let rest: [String]
    /// The word with its accents, if only these distinguish it from another.
    var exact: String?
    /// The meanings in languages, by their place in `DateLanguage.all`.
    var senses: [(language: Int, meanings: [DateMeaning])] = []

    /// The meanings, when all languages agree.
    var agreed: [DateMeaning]? {
      guard let first = senses.first?.meanings else { return nil }
      return senses.dropFirst().allSatisfy { $0.meanings == first } ? first : nil
    }

    func meanings(in language: Int) -> [DateMeaning]? {
      senses.first { $0.language == language }?.meanings
    }
  }

  /// All languages.
  static let all = DateLexicon(DateLanguage.all)

  private var entries: [String: [Entry]] = [:]

  private init(_ languages: [DateLanguage]) {
    for (index, language) in languages.enumerated() {
      for (name, meaning) in language.named {
        let exact = name.hasSuffix("!") ? String(name.dropLast()) : nil
        for spelling in LetterFolding.spellings(exact ?? name) {
          let words = spelling.split(separator: " ").map(String.init)
          add(words, meaning, language: index, exact: exact)
        }
      }
    }
    for word in entries.keys {
      entries[word]?.sort { ($0.rest.count, $0.exact ?? "") > ($1.rest.count, $1.exact ?? "") }
    }
  }

  private mutating func add(
    _ words: [String], _ meaning: DateMeaning, language: Int, exact: String?
  ) {
    guard let first = words.first else { return }
    let rest = Array(words.dropFirst())
    var list = entries[first] ?? []
    let place = list.firstIndex { $0.rest == rest && $0.exact == exact } ?? list.count
    if place == list.count { list.append(Entry(rest: rest, exact: exact)) }
    if let sense = list[place].senses.firstIndex(where: { $0.language == language }) {
      if !list[place].senses[sense].meanings.contains(meaning) {
        list[place].senses[sense].meanings.append(meaning)
      }
    } else {
      list[place].senses.append((language, [meaning]))
    }
    entries[first] = list
  }

  // MARK: reading

  /// The tokens with the meanings of their words, phrases as one token each, for each possible
  /// language of the text that makes a difference.
  func readings(of tokens: [DateToken], in text: String) -> [[DateToken]] {
    var known: [DateToken] = []
    var senses: [(place: Int, entry: Entry)] = []
    var isAmbiguous = false
    known.reserveCapacity(tokens.count)
    var index = 0
    while index < tokens.count {
      var token = tokens[index]
      index += 1
      if token.kind == .word, let (entry, next) = entry(at: index - 1, of: tokens, in: text) {
        token.range = token.range.lowerBound..<tokens[next - 1].range.upperBound
        index = next
        if let agreed = entry.agreed { token.meanings = agreed } else { isAmbiguous = true }
        senses.append((known.count, entry))
      }
      known.append(token)
    }
    guard isAmbiguous else { return [known] }
    return likeliest(among: senses).reduce(into: []) { readings, language in
      var reading = known
      for (place, entry) in senses where reading[place].meanings.isEmpty {
        reading[place].meanings =
          entry.meanings(in: language) ?? entry.senses.first?.meanings ?? []
      }
      if !readings.contains(where: { $0.map(\.meanings) == reading.map(\.meanings) }) {
        readings.append(reading)
      }
    }
  }

  /// The languages with most of the words, among those with an ambiguous one.
  private func likeliest(among senses: [(place: Int, entry: Entry)]) -> [Int] {
    var counts: [Int: Int] = [:]
    var candidates: Set<Int> = []
    for (_, entry) in senses {
      for sense in entry.senses { counts[sense.language, default: 0] += 1 }
      if entry.agreed == nil { candidates.formUnion(entry.senses.map(\.language)) }
    }
    let most = candidates.compactMap { counts[$0] }.max()
    return candidates.filter { counts[$0] == most }.sorted()
  }

  /// The longest phrase at a token, with the index of the token after it.
  private func entry(
    at index: Int, of tokens: [DateToken], in text: String
  ) -> (Entry, next: Int)? {
    let word = tokens[index].text
    guard let list = entries[word] else {
      // Misspelt in real catalogues: betwen, betweeen.
      guard word.hasPrefix("betw"), let between = entries["between"]?.last else { return nil }
      return (between, index + 1)
    }
    for entry in list {
      if let exact = entry.exact, text[tokens[index].range].lowercased() != exact { continue }
      if let next = DateLexicon.end(of: entry.rest, at: index + 1, in: tokens) {
        return (entry, next)
      }
    }
    return nil
  }

  private static func end(of words: [String], at index: Int, in tokens: [DateToken]) -> Int? {
    var next = index
    for word in words {
      // Abbreviations within a phrase have points, compounds have hyphens.
      while next < tokens.count, tokens[next].kind == .sign,
        [".", "-"].contains(tokens[next].text)
      {
        next += 1
      }
      guard next < tokens.count, tokens[next].text == word else { return nil }
      next += 1
    }
    return next
  }
}

extension DateLanguage {
  /// All words with their meanings; of a word with several, the usual one first.
  fileprivate var named: [(name: String, meaning: DateMeaning)] {
    var named: [(String, DateMeaning)] = []
    func add(_ list: String, _ meaning: DateMeaning) {
      for name in list.split(separator: ",") {
        named.append((name.split(separator: " ").joined(separator: " "), meaning))
      }
    }
    for (index, list) in months.enumerated() { add(list, .month(index + 1)) }
    for (index, list) in seasons.enumerated() { add(list, .season(21 + index)) }
    for (meaning, list) in words {
      if case .part = meaning { continue }
      add(list, meaning)
    }
    // Parts and ordinals are last: `prima` is usually before and not first, `metà` the middle.
    for (meaning, list) in words {
      if case .part = meaning { add(list, meaning) }
    }
    for (index, list) in ordinals.enumerated() { add(list, .ordinal(index + 1)) }
    return named
  }
}
