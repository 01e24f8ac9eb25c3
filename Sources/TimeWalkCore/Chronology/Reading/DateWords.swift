/// The English words of catalogues about dates; `english` translates those of other languages.
enum DateWords {
  /// Months by name and abbreviation.
  static let months: [String: Int] = {
    var months = ["sept": 9]
    for (index, name) in Day.englishMonths.enumerated() {
      months[name.lowercased()] = index + 1
      months[String(name.lowercased().prefix(3))] = index + 1
    }
    return months
  }()

  /// The month of a misspelt word such as `Decemeber`: at least six letters, of which at most two
  /// are wrong, lost or added.
  static func misspeltMonth(_ word: String) -> Int? {
    guard (5...11).contains(word.count) else { return nil }
    let index = Day.englishMonths.firstIndex {
      $0.count >= 6 && $0.lowercased().first == word.first
        && changes(Array($0.lowercased()), Array(word)) <= 2
    }
    return index.map { $0 + 1 }
  }

  /// The number of letters to change, lose or add from one word to another (Levenshtein 1966).
  private static func changes(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let cost = min(row[j], row[j + 1]) + 1
        (diagonal, row[j + 1]) = (row[j + 1], min(cost, diagonal + (letter == other ? 0 : 1)))
      }
    }
    return row[b.count]
  }

  /// Seasons, by their EDTF codes.
  static let seasons = ["spring": 21, "summer": 22, "autumn": 23, "fall": 23, "winter": 24]

  /// Centuries in words.
  static let ordinals = [
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13,
    "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18,
    "nineteenth": 19, "twentieth": 20,
  ]

  /// Endings of numbers that are ordinals.
  static let ordinalEndings: Set<String> = ["st", "nd", "rd", "th", "e", "er", "ème"]

  /// The certainty that each suffix of a date expresses.
  static let qualifiers: [String: EDTFQualifier] = {
    var words: [String: EDTFQualifier] = [
      "?": .uncertain, "~": .approximate, "%": [.uncertain, .approximate],
    ]
    for word in ["c", "ca", "cca", "circa", "approx", "approximately", "about", "around", "abt"] {
      words[word] = .approximate
    }
    for word in [
      "maybe", "perhaps", "possibly", "probably", "prob", "uncertain", "guess", "questionable",
    ] {
      words[word] = .uncertain
    }
    return words
  }()

  /// The side of a date on which the time lies.
  static let sides: [String: DateSide] = [
    "before": .before, "earlier": .before, "prior": .before, "pre": .before, "bef": .before,
    "after": .after, "later": .after, "post": .after, "aft": .after, "onward": .after,
    "onwards": .after, "since": .after,
  ]

  /// Thirds of a decade or century.
  static let thirds = ["early": 0, "mid": 1, "middle": 1, "late": 2]

  /// Words that start something other than the date of the picture: it ends at the next semicolon.
  static let asides: Set<String> = [
    "printed", "print", "reprinted", "cast", "published", "copied", "copyrighted", "scanned",
    "digitized",
  ]

  /// Words that need no note when they are passed over.
  static let fillers: Set<String> = [
    "the", "in", "a", "an", "of", "on", "at", "during", "somewhere", "sometime", "year", "years",
    "decade", "decades", "date", "dated", "than", "photographed", "taken", "made", "active",
    "created",
    "s",
  ]

  /// Returns true if a text states that the date is unknown.
  static func isUndated(_ tokens: [DateToken]) -> Bool {
    let said = tokens.filter { $0.kind != .sign }.map(\.text).joined(separator: " ")
    if said.isEmpty { return tokens.allSatisfy { "-?.[]()".contains($0.text) } }
    return [
      "n d", "nd", "s d", "sd", "s a", "o j", "undated", "no date", "not dated", "date unknown",
      "unknown",
      "unknown date", "date not known", "without date", "without year", "none", "n a",
      "unspecified",
    ].contains(said)
  }
}

/// The side of a date on which the time lies.
enum DateSide: Hashable, Sendable {
  /// It ends with the date.
  case before
  /// It starts with the date.
  case after
}
