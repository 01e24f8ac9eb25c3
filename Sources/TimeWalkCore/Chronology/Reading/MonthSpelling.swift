/// Misspelt names of months.
enum MonthSpelling {
  /// The month of a misspelt word such as `Decemeber`: at least six letters, of which at most two
  /// are wrong, lost or added.
  static func misspelt(_ word: String) -> Int? {
    guard (5...11).contains(word.utf8.count) else { return nil }
    let index = Day.englishMonths.firstIndex {
      $0.utf8.count >= 6 && $0.lowercased().first == word.first
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
}
