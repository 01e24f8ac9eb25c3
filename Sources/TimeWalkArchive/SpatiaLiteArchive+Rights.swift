import GRDB

/// The rights of one collection.
public struct CollectionRights: Hashable, Sendable {
  /// Its name.
  public var collection: String
  /// Its statement; `nil` when it has none.
  public var license: String?
  /// What is doubtful about it, continuing the statement; `nil` when nothing is.
  public var doubt: String?
  /// How many items, with a place, have no rights, neither of their own nor the collection's.
  public var without: Int
}

extension SpatiaLiteArchive {
  /// The rights of all collections, in the order of their names.
  public func rights() throws(ArchiveError) -> [CollectionRights] {
    try ArchiveError.typed {
      try reader.read { db in
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT name, license, CASE WHEN NOT timewalk_states_rights(license) THEN (SELECT count(*) FROM items
              WHERE collection = collections.key AND NOT timewalk_states_rights(items.license)) ELSE 0 END
            FROM collections ORDER BY name
            """)
        return rows.map { row in
          let license = row[1] as String?
          return CollectionRights(
            collection: row[0], license: license, doubt: license.flatMap(RightsStatement.doubt),
            without: row[2])
        }
      }
    }
  }

  /// Gives a collection a rights statement; an empty text takes it away.
  ///
  /// A later import of its source leaves it so, unless it is told otherwise.
  /// Throws `.noSuchCollection`, and `.invalidField` for a text with a NUL character.
  /// - Returns: the number of the change in the journal, `nil` when it was so already; and what is
  ///   doubtful about the statement.
  public func setRights(
    of collection: String, to text: String, by provenance: Provenance = Provenance()
  ) throws(ArchiveError) -> (entry: Int64?, doubt: String?) {
    let text = text.trimmed
    guard !text.utf8.contains(0) else {
      throw ArchiveError(.invalidField, "A rights statement can't hold a NUL character.")
    }
    let license = text.isEmpty ? nil : RightsWords.known(text)
    let doubt = license.flatMap(RightsStatement.doubt)
    return try change(isDryRun: false) { db in
      let key = try CollectionTable.require(collection, db)
      let before = try String.fetchOne(
        db, sql: "SELECT license FROM collections WHERE key = ?", arguments: [key])
      guard before != license else { return (nil, doubt) }
      let entry = try OpenEntry(
        .set, by: provenance, options: ["license": text], in: db)
      try entry.remember(.collections, key: key)
      try db.execute(
        sql: "UPDATE collections SET license = ? WHERE key = ?", arguments: [license, key])
      try CorrectionTable.noteLicense(of: key, from: before, to: license, as: entry, db)
      try entry.close(ChangeCounts(), collection: collection, in: db)
      return (entry.number, doubt)
    }
  }
}
