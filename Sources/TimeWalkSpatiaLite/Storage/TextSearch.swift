internal import CDatabases
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

  /// Adds `timewalk_finds(word, json, text…)` and `timewalk_folds(json, text…)` to a connection,
  /// many times as fast: NULL for a text that needs `timewalk_contains` or `timewalk_folded`.
  static func add(to db: Database) throws {
    let code = tws_find_words(db.sqliteConnection) { TextSearch.folds }
    guard code == SQLITE_OK else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: "SQLite can't be given a function")
    }
  }

  /// The folded forms of Latin letters, made at the first search.
  // It is never written again, and stays until the end.
  private nonisolated(unsafe) static let folds: UnsafePointer<UInt8>? = {
    let forms = (TWS_FIRST_FOLD...TWS_LAST_FOLD).flatMap { letter -> [UInt8] in
      let text = Unicode.Scalar(UInt32(letter)).map { SearchWords.fold(String(Character($0))) }
      let form = Array((text ?? "").utf8)
      guard form.count < TWS_FOLD else { return [UInt8](repeating: .max, count: TWS_FOLD) }
      let rest = [UInt8](repeating: 0, count: TWS_FOLD - 1 - form.count)
      return [UInt8(form.count)] + form + rest
    }
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: forms.count)
    bytes.initialize(from: forms, count: forms.count)
    return UnsafePointer(bytes)
  }()

  /// `timewalk_folded(json, text…)`: the texts, folded, each with a line feed, and one more at the
  /// end.
  static let folded = DatabaseFunction("timewalk_folded", pure: true) { values in
    let texts = values.dropFirst() + [values.first.flatMap(joined) ?? .null]
    return SearchWords.lines(texts.compactMap(String.fromDatabaseValue)) + "\n"
  }

  /// `timewalk_values(json)`: the texts of a JSON object without their names, a line each.
  static let values = DatabaseFunction("timewalk_values", argumentCount: 1, pure: true) {
    values in values.first.flatMap(joined)
  }

  private static func joined(_ json: DatabaseValue) -> DatabaseValue? {
    guard let text = String.fromDatabaseValue(json) else { return nil }
    return FieldsText.dictionary(of: text).sorted { $0.key < $1.key }.map(\.value)
      .joined(separator: "\n").databaseValue
  }
}
