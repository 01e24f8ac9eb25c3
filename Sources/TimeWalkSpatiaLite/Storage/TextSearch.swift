import Foundation
import GRDB
import TimeWalkArchive

/// Finding words in catalogue texts without regard to case and accents.
enum TextSearch {
  /// `timewalk_contains(word, text…)`: whether a folded word occurs in any of the texts.
  static let function = DatabaseFunction("timewalk_contains", pure: true) { values in
    guard let word = values.first.flatMap(String.fromDatabaseValue) else { return false }
    return values.dropFirst().contains { value in
      guard let text = String.fromDatabaseValue(value) else { return false }
      return contains(text, word)
    }
  }

  /// The words of a query, folded.
  static func words(_ query: String) -> [String] {
    query.split(whereSeparator: \.isWhitespace).map { fold(String($0)) }.filter { !$0.isEmpty }
  }

  /// Lower case without accents.
  static func fold(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .lowercased()
  }

  private static func contains(_ text: String, _ word: String) -> Bool {
    let text = Array(fold(text).utf8)
    let word = Array(word.utf8)
    guard let first = word.first, text.count >= word.count else { return word.isEmpty }
    for start in 0...(text.count - word.count)
    where text[start] == first && text[start..<(start + word.count)].elementsEqual(word) {
      return true
    }
    return false
  }
}
