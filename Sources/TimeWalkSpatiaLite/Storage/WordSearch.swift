import TimeWalkTables

/// The items that may have some folded words, by the index of words.
struct WordSearch {
  /// The most parts of words that a search uses.
  static let mostParts = 32
  /// The number of items from which it is quicker to look at all rows than to list these.
  private static let mostListed = 100_000

  private let query: KeyQuery

  /// Makes the search; `nil` for words that the index doesn't know.
  init?(_ words: [String]) {
    let parts = words.flatMap(WordSearch.parts).prefix(WordSearch.mostParts)
    if !parts.isEmpty {
      query = KeyQuery([WordSearch.expression(parts)]) { names in
        "SELECT rowid AS key FROM item_words WHERE item_words MATCH \(names[0])"
      }
      return
    }
    // Each letter begins three, because the texts end with two line feeds.
    guard let word = words.max(by: { $0.unicodeScalars.count < $1.unicodeScalars.count }),
      !word.isEmpty, !word.unicodeScalars.contains("\0")
    else { return nil }
    query = KeyQuery([word, word + "\u{10FFFF}\u{10FFFF}"]) { names in
      "SELECT doc AS key FROM \(WordSchema.terms) WHERE term >= \(names[0]) AND term <= \(names[1])"
    }
  }

  /// Each three letters in a row, without repetitions.
  static func parts(_ text: String) -> [String] {
    let letters = Array(text.unicodeScalars)
    guard letters.count >= 3 else { return [] }
    var known = Set<[Unicode.Scalar]>()
    return (0...(letters.count - 3)).compactMap { start in
      let part = Array(letters[start..<(start + 3)])
      // The tokenizer takes a NUL for the end.
      guard !part.contains("\0"), known.insert(part).inserted else { return nil }
      return String(String.UnicodeScalarView(part))
    }
  }

  /// An expression of FTS5 for texts with all of some parts.
  static func expression(_ parts: some Sequence<String>) -> String {
    parts.map { part in
      let letters = part.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
      return "\"\(letters.joined())\""
    }.joined(separator: " AND ")
  }

  /// The keys by the index and those of the noted items; `.unknown` for more noted items than a
  /// limit.
  func keys(limit: Int, in db: any SQLDatabase) throws -> WordKeys {
    let changes = try db.all(Int64.self, "SELECT key FROM word_changes LIMIT ?", [limit + 1])
    guard changes.count <= limit else { return .unknown }
    let rows = query.sql(["?1", "?2"])
    let found = try db.all(Int64.self, "\(rows) LIMIT \(limit + 1)", query.arguments)
    guard found.count > limit else { return .few(Set(found + changes).sorted()) }
    let isListed =
      try db.row("\(rows) LIMIT 1 OFFSET \(WordSearch.mostListed)", query.arguments) == nil
    guard isListed else { return .many(nil) }
    return .many(
      KeyQuery(query.arguments) { [query] in
        "SELECT key FROM word_changes UNION ALL \(query.sql($0))"
      })
  }
}
