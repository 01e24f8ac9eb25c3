import GRDB
package import TimeWalkArchive
import TimeWalkCore

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.eras()`.
  package func eras() throws(ArchiveError) -> [NamedEra] {
    try ArchiveError.typed { try reader.read { db in try EraTable.all(db) } }
  }

  /// See `CuratedArchive.addEra(_:terms:)`.
  package func addEra(
    _ era: NamedEra, terms: ChangeTerms
  ) throws(ArchiveError) -> (era: NamedEra, entry: Int64?) {
    try change(isDryRun: terms.isDryRun) { db in
      if let known = try EraTable.era(named: era.name, db) {
        guard known.era == era.era else { throw ArchiveError.eraExists(known) }
        guard known.description == nil, era.description != nil else { return (known, nil) }
      }
      let entry = try EraTable.entry("add", era, by: terms.provenance, in: db)
      _ = try EraTable.keep(era, as: entry, db)
      try entry.close(ChangeCounts(), collection: nil, in: db)
      return (
        try EraTable.era(named: era.name, db) ?? era, terms.isDryRun ? nil : entry.number
      )
    }
  }

  /// See `CuratedArchive.removeEra(named:terms:)`.
  package func removeEra(
    named name: String, terms: ChangeTerms
  ) throws(ArchiveError) -> (era: NamedEra, entry: Int64?) {
    try change(isDryRun: terms.isDryRun) { db in
      guard let known = try EraTable.era(named: name, db) else {
        throw ArchiveError.noEra(name)
      }
      let entry = try EraTable.entry("remove", known, by: terms.provenance, in: db)
      try entry.remember(.eras, where: "name = ?2", [known.name], in: db)
      try db.execute(sql: "DELETE FROM eras WHERE name = ?", arguments: [known.name])
      try entry.close(ChangeCounts(), collection: nil, in: db)
      return (known, terms.isDryRun ? nil : entry.number)
    }
  }
}

/// The table of named eras; there are few, so all are read to compare names as people do.
enum EraTable {
  /// All eras, oldest first, without those whose date can't be read.
  static func all(_ db: Database) throws -> [NamedEra] {
    let rows = try Row.fetchAll(db, sql: "SELECT name, edtf, description FROM eras")
    let eras = rows.compactMap { row in
      try? NamedEra(name: row[0], date: row[1], description: row[2])
    }
    return eras.sorted(by: NamedEra.isOlder)
  }

  /// Opens the journal's entry of a change by hand.
  static func entry(
    _ action: String, _ era: NamedEra, by provenance: Provenance, in db: Database
  ) throws -> OpenEntry {
    try OpenEntry(
      .era, by: provenance, options: [action: "\(era.name), \(era.era.date.edtf)"], in: db)
  }

  /// The era of a name.
  static func era(named name: String, _ db: Database) throws -> NamedEra? {
    try all(db).first { $0.isNamed(name) }
  }

  /// Adds an era whose name is new, or a description where there was none; says whether it was
  /// added.
  static func keep(_ era: NamedEra, as entry: OpenEntry, _ db: Database) throws -> Bool {
    if let known = try EraTable.era(named: era.name, db) {
      if known.description == nil, let description = era.description {
        // By the name that it has there, which may have other capitals.
        try entry.remember(.eras, where: "name = ?2", [known.name], in: db)
        try db.execute(
          sql: "UPDATE eras SET description = ? WHERE name = ?",
          arguments: [description, known.name])
      }
      return false
    }
    try db.execute(
      sql: "INSERT INTO eras (name, edtf, description) VALUES (?, ?, ?)",
      arguments: [era.name, era.era.date.edtf, era.description])
    return true
  }
}
