package import TimeWalkArchive
import TimeWalkCore

extension SQLArchive {
  /// See `HistoricalArchive.eras()`.
  package func eras() throws(ArchiveError) -> [NamedEra] {
    try look { db in
      try EraTable.all(db)
    }
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
      _ = try EraTable.keep(era, as: entry)
      try entry.close(ChangeCounts(), collection: nil)
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
      _ = try entry.remove(.eras, where: "name = ?2", [known.name])
      try entry.close(ChangeCounts(), collection: nil)
      return (known, terms.isDryRun ? nil : entry.number)
    }
  }
}
