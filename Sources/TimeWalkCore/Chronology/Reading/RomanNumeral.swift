/// Roman numbers, for centuries and months.
enum RomanNumeral {
  /// The number that a word in lower case is, up to 39; `nil` for any other word.
  static func value(_ word: String) -> Int? {
    guard word.utf8.count <= 7, let first = word.utf8.first, "ivx".utf8.contains(first) else {
      return nil
    }
    var rest = Substring(word)
    var value = 0
    for (sign, worth, most) in [
      ("x", 10, 3), ("ix", 9, 1), ("v", 5, 1), ("iv", 4, 1), ("i", 1, 3),
    ] {
      var count = 0
      while count < most, rest.hasPrefix(sign) {
        // iv is 4, not i and v; ix is 9.
        rest = rest.dropFirst(sign.count)
        value += worth
        count += 1
      }
    }
    return rest.isEmpty && written(value) == word ? value : nil
  }

  private static func written(_ value: Int) -> String {
    var rest = value
    var text = ""
    for (sign, worth) in [("x", 10), ("ix", 9), ("v", 5), ("iv", 4), ("i", 1)] {
      while rest >= worth {
        text += sign
        rest -= worth
      }
    }
    return text
  }
}
