internal import TimeWalkArchive
internal import TimeWalkCore

/// The date at the end of a title, as in `Hay Street, Perth, March 1982`.
package enum TrailingDate {
  /// Its words; `nil` when the title doesn't end in a date.
  package static func find(in title: String) -> String? {
    let plain = title.trimmed.hasSuffix(".") ? String(title.trimmed.dropLast()) : title.trimmed
    let words = plain.split { $0 == " " || $0 == "," }
    // The longest ending that reads as one date: a month without its day would be less precise than
    // the title.
    for count in [5, 4, 3, 2, 1] where words.count >= count {
      let text = words.suffix(count).joined(separator: " ")
      guard text.contains(where: \.isNumber), isDate(text) else { continue }
      return text
    }
    return nil
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let others: Set<String> = [
    "ca", "ca.", "c", "c.", "circa", "about", "before", "after", "between", "and", "early", "late",
    "mid", "spring", "summer", "autumn", "winter",
  ]

  /// A house number isn't a year: every word must be part of a date, and the last a year.
  private static func isDate(_ text: String) -> Bool {
    let words = text.lowercased().split(separator: " ").map(String.init)
    guard let last = words.last, isYear(last) else { return false }
    let fit = words.dropLast().allSatisfy { word in
      isYear(word) || others.contains(word)
        || months.contains { word.hasPrefix($0) && word.allSatisfy(\.isLetter) }
        || (Int(word.prefix { $0.isNumber }).map { (1...31).contains($0) } ?? false)
    }
    return fit && (try? DateReading(text: text)) != nil
  }

  private static func isYear(_ word: String) -> Bool {
    let plain = word.filter { !"?[]~".contains($0) }
    let digits = plain.hasSuffix("s") ? plain.dropLast() : plain[...]
    guard digits.count == 4, let year = Int(digits) else { return false }
    return (1800...2100).contains(year)
  }
}
