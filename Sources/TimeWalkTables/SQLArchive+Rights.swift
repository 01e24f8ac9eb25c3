package import TimeWalkArchive
import TimeWalkCatalogue

extension SQLArchive {
  /// See `CuratedArchive.rights()`.
  package func rights() throws(ArchiveError) -> [CollectionRights] {
    try look { db in
      // Many items share few statements; each statement is judged once.
      var without: [String: Int] = [:]
      try db.forEach(
        """
        SELECT collections.name, items.license, count(*) FROM \(ItemColumns.source)
        GROUP BY collections.name, items.license
        """, []
      ) { row in
        guard !RightsStatement.isUnderstood(row[1]) else { return }
        without[row[0], default: 0] += row[2] as Int
      }
      return try CollectionRows.all(db).map { _, statement in
        let isStated = RightsStatement.isUnderstood(statement.license)
        return CollectionRights(
          collection: statement.name, license: statement.license,
          doubt: statement.license.flatMap(RightsStatement.doubt),
          without: isStated ? 0 : without[statement.name] ?? 0)
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
      let before = try db.first(String.self, "SELECT license FROM collections WHERE key = ?", [key])
      guard before != license else { return (nil, doubt) }
      let entry = try OpenEntry(
        .set, by: terms.provenance, options: ["license": text], in: db)
      try entry.remember(.collections, key: key)
      try db.run("UPDATE collections SET license = ? WHERE key = ?", [license, key])
      let corrections = try CorrectionTable.corrections(of: "", in: key, db)
      try CorrectionTable.apply(
        corrections.steps(license: before, to: license), to: "", in: key, as: entry)
      try entry.close(ChangeCounts(), collection: collection)
      return (terms.isDryRun ? nil : entry.number, doubt)
    }
  }
}
