import GRDB
import TimeWalkArchive

/// Finding words in catalogue texts without regard to case and accents.
enum TextSearch {
  /// `timewalk_contains(word, text…)`: whether a folded word occurs in any of the texts.
  static let function = DatabaseFunction("timewalk_contains", pure: true) { values in
    guard let word = values.first.flatMap(String.fromDatabaseValue) else { return false }
    return values.dropFirst().contains { value in
      guard let text = String.fromDatabaseValue(value) else { return false }
      return SearchWords.contains(text, word)
    }
  }

  /// `timewalk_values(json)`: the texts of a JSON object without their names, a line each.
  static let values = DatabaseFunction("timewalk_values", argumentCount: 1, pure: true) {
    values in
    guard let text = values.first.flatMap(String.fromDatabaseValue) else { return nil }
    return FieldsText.dictionary(of: text).sorted { $0.key < $1.key }.map(\.value)
      .joined(separator: "\n")
  }
}
