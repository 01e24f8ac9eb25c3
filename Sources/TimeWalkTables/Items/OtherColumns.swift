import TimeWalkArchive

/// The columns that TimeWalk has no field for, which items keep as one JSON object each.
package enum OtherColumns {
  /// All names that the items of collections have, sorted.
  package static func names(of collections: [Int64], _ db: any SQLDatabase) throws -> [String] {
    var names: Set<String> = []
    for collection in collections {
      for sql in [
        "SELECT DISTINCT other_columns FROM items WHERE collection = ? AND other_columns IS NOT NULL",
        """
        SELECT DISTINCT fields ->> 'other_columns' FROM unplaced
        WHERE collection = ? AND fields ->> 'other_columns' IS NOT NULL
        """,
      ] {
        try db.forEach(sql, [collection]) {
          names.formUnion(FieldsText.dictionary(of: $0[0] as String).keys)
        }
      }
    }
    return names.sorted()
  }
}
