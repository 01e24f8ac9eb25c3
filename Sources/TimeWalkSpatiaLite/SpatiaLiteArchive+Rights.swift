import GRDB
package import TimeWalkArchive
import TimeWalkCatalogue

extension SpatiaLiteArchive {
  /// See `CuratedArchive.rights()`.
  package func rights() throws(ArchiveError) -> [CollectionRights] {
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

  /// See `CuratedArchive.setRights(of:to:terms:)`.
  package func setRights(
    of collection: String, to text: String, terms: ChangeTerms
  ) throws(ArchiveError) -> (entry: Int64?, doubt: String?) {
    let text = text.trimmed
    guard !text.utf8.contains(0) else {
      throw ArchiveError(.invalidField, "A rights statement can't hold a NUL character.")
    }
    let license = text.isEmpty ? nil : RightsWords.known(text)
    let doubt = license.flatMap(RightsStatement.doubt)
    return try change(isDryRun: terms.isDryRun) { db in
      let key = try CollectionTable.require(collection, db)
      let before = try String.fetchOne(
        db, sql: "SELECT license FROM collections WHERE key = ?", arguments: [key])
      guard before != license else { return (nil, doubt) }
      let entry = try OpenEntry(
        .set, by: terms.provenance, options: ["license": text], in: db)
      try entry.remember(.collections, key: key)
      try db.execute(
        sql: "UPDATE collections SET license = ? WHERE key = ?", arguments: [license, key])
      let corrections = try CorrectionTable.corrections(of: "", in: key, db)
      try CorrectionTable.apply(
        corrections.steps(license: before, to: license), to: "", in: key, as: entry, db)
      try entry.close(ChangeCounts(), collection: collection, in: db)
      return (terms.isDryRun ? nil : entry.number, doubt)
    }
  }
}
