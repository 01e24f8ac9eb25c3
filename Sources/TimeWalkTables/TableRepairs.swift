/// The repairs of an archive that are the same on all engines, within one change.
///
/// Each returns its work as a sentence.
package enum TableRepairs {
  /// Moves items of a missing collection to one named `recovered-` and a number.
  package static func adoptOrphans(_ db: any SQLDatabase) throws -> [String] {
    let lost = ["items", "unplaced", "corrections"].map {
      """
      SELECT collection FROM \($0) AS lost WHERE collection IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM collections WHERE collections.key = lost.collection)
      """
    }
    var actions: [String] = []
    for key in try db.all(Int64.self, lost.joined(separator: " UNION ") + " ORDER BY collection") {
      var name = "recovered-\(key)"
      while try db.row("SELECT 1 FROM collections WHERE name = ?", [name]) != nil {
        name += "-again"
      }
      try db.run("INSERT INTO collections (key, name) VALUES (?, ?)", [key, name])
      let items = try db.first(
        Int64.self,
        """
        SELECT (SELECT count(*) FROM items WHERE collection = ?1)
          + (SELECT count(*) FROM unplaced WHERE collection = ?1)
        """, [key])
      let ones = items == 1 ? "1 item" : "\(items ?? 0) items"
      actions.append("created the collection \(name) for \(ones) without one")
    }
    return actions
  }

  /// Deletes corrections that fit no item.
  package static func forgetCorrections(_ db: any SQLDatabase) throws -> [String] {
    let count = try db.run(
      "DELETE FROM corrections WHERE key IN (SELECT c.key \(CorrectionTable.stale))")
    switch count {
    case ...0: return []
    case 1: return ["removed 1 correction without an item"]
    default: return ["removed \(count) corrections without an item"]
    }
  }
}
