package import TimeWalkArchive
import TimeWalkCore

/// The table of named eras; there are few, so all are read to compare names as people do.
package enum EraTable {
  /// All eras, oldest first, without those with an unreadable date.
  package static func all(_ db: any SQLDatabase) throws -> [NamedEra] {
    let rows = try db.rows("SELECT name, edtf, description FROM eras")
    let eras = rows.compactMap { row in
      try? NamedEra(name: row[0], date: row[1], description: row[2])
    }
    return eras.sorted(by: NamedEra.isOlder)
  }

  /// Opens the journal's entry of a manual change.
  package static func entry(
    _ action: String, _ era: NamedEra, by provenance: Provenance, in db: any SQLDatabase
  ) throws -> OpenEntry {
    try OpenEntry(
      .era, by: provenance, options: [action: "\(era.name), \(era.era.date.edtf)"], in: db)
  }

  /// The era of a name.
  package static func era(named name: String, _ db: any SQLDatabase) throws -> NamedEra? {
    try all(db).first { $0.isNamed(name) }
  }

  /// Adds an era with a new name, or a missing description.
  ///
  /// Returns whether it changed.
  package static func keep(_ era: NamedEra, as entry: OpenEntry) throws -> Bool {
    if let known = try EraTable.era(named: era.name, entry.db) {
      if known.description == nil, let description = era.description {
        // By the name that it has there, which may have other capitals.
        try entry.remember(.eras, where: "name = ?2", [known.name])
        try entry.db.run(
          "UPDATE eras SET description = ? WHERE name = ?", [description, known.name])
      }
      return false
    }
    try entry.db.run(
      "INSERT INTO eras (name, edtf, description) VALUES (?, ?, ?)",
      [era.name, era.era.date.edtf, era.description])
    return true
  }
}
