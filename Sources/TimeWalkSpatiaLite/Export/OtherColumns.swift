import GRDB
import TimeWalkArchive

/// The columns that TimeWalk has no field for, which items keep as one JSON object each.
enum OtherColumns {
  /// `timewalk_values(json)`: the texts of a JSON object without their names, a line each.
  static let function = DatabaseFunction("timewalk_values", argumentCount: 1, pure: true) {
    values in
    guard let text = values.first.flatMap(String.fromDatabaseValue) else { return nil }
    return FieldsText.dictionary(of: text).sorted { $0.key < $1.key }.map(\.value)
      .joined(separator: "\n")
  }

  /// All names that the items of collections have, sorted.
  static func names(of collections: [Int64], _ db: Database) throws -> [String] {
    var names: Set<String> = []
    for collection in collections {
      for sql in [
        "SELECT DISTINCT other_columns FROM items WHERE collection = ? AND other_columns IS NOT NULL",
        """
        SELECT DISTINCT json_extract(fields, '$.other_columns') FROM unplaced
        WHERE collection = ? AND json_extract(fields, '$.other_columns') IS NOT NULL
        """,
      ] {
        let texts = try String.fetchCursor(db, sql: sql, arguments: [collection])
        while let text = try texts.next() { names.formUnion(FieldsText.dictionary(of: text).keys) }
      }
    }
    return names.sorted()
  }
}
