import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension MemoryArchive {
  /// How many changed items are listed.
  private static let listedEdits = 1_000

  func set(
    _ id: ItemID, _ edit: FieldEdit, as kind: JournalEntry.Kind, terms: ChangeTerms
  ) throws(ArchiveError) -> EditReport {
    if let basis = edit.basis, let last = history(of: id).last?.0.number, last > basis {
      throw ArchiveError.changedMeanwhile(id, by: last)
    }
    return try change(isDryRun: terms.isDryRun) { state in
      let current = try state.current(id)
      let row = try ItemEdit(id, edit).row(after: current)
      var report = EditReport(warnings: row.findings)
      let changes = FieldChange.between(current.fields, row.fields)
      guard !changes.isEmpty else { return report }
      state.begin(kind, by: terms.provenance)
      state.keepByHand(row, of: id, insteadOf: current)
      var counts = ChangeCounts()
      counts.updated = 1
      let entry = state.close(counts, collection: id.collection)
      report.change = ItemChange(id, .changed, fields: changes)
      report.entry = terms.isDryRun ? nil : entry
      return report
    }
  }

  func set(
    all query: ArchiveQuery, _ edit: FieldEdit, terms: ChangeTerms
  ) throws(ArchiveError) -> ManyEditsReport {
    try change(isDryRun: terms.isDryRun) { state in
      var report = ManyEditsReport()
      var collections: Set<String> = []
      for id in state.hits(query).map(\.item.id) + state.unplacedItems(query).map(\.id) {
        report.found += 1
        let current = try state.current(id)
        let row: SourceRow
        do throws(ArchiveError) { row = try ItemEdit(id, edit).row(after: current) } catch {
          throw ArchiveError(error.code, "\(id): \(error.message)", cause: error)
        }
        for var warning in row.findings {
          warning.identifier = nil
          if !report.warnings.contains(warning) { report.warnings.append(warning) }
        }
        let changes = FieldChange.between(current.fields, row.fields)
        guard !changes.isEmpty else { continue }
        if !state.isOpen { state.begin(.set, by: terms.provenance) }
        state.keepByHand(row, of: id, insteadOf: current)
        collections.insert(id.collection)
        report.changed += 1
        if report.changes.count < MemoryArchive.listedEdits {
          report.changes.append(ItemChange(id, .changed, fields: changes))
        }
      }
      var counts = ChangeCounts()
      counts.updated = report.changed
      let entry = state.close(counts, of: collections)
      report.entry = terms.isDryRun ? nil : entry
      return report
    }
  }

  func remove(_ ids: [ItemID], terms: ChangeTerms) throws(ArchiveError) -> RemovalReport {
    let ids = Set(ids).sorted { $0.description < $1.description }
    guard terms.isAgreed || terms.isDryRun || ids.count <= freelyRemoved else {
      throw ArchiveError.unconfirmed(removing: ids)
    }
    return try change(isDryRun: terms.isDryRun) { state in
      let missing = ids.filter { state.key(of: $0) == nil }
      guard missing.isEmpty else { throw ArchiveError.noItems(missing) }
      guard !ids.isEmpty else { return RemovalReport(count: 0) }
      state.begin(.remove, by: terms.provenance)
      for id in ids {
        guard let key = state.key(of: id), let row = state.rows[key],
          let collection = row.collection
        else { continue }
        let corrections = state.corrections(of: id.identifier, in: collection)
        state.set(key, nil)
        state.apply(
          corrections.steps(removing: row.current?.fields ?? [:]), to: id.identifier,
          in: collection)
      }
      var counts = ChangeCounts()
      counts.removed = ids.count
      let entry = state.close(counts, of: Set(ids.map(\.collection)))
      return RemovalReport(count: ids.count, entry: terms.isDryRun ? nil : entry)
    }
  }

  func remove(collection name: String, terms: ChangeTerms) throws(ArchiveError) -> RemovalReport {
    try change(isDryRun: terms.isDryRun) { state in
      let collection = try state.require(name)
      let keys = state.rows.filter { $0.value.collection == collection }.keys.sorted()
      let count = keys.count(where: \.isOfItem)
      guard terms.isAgreed || terms.isDryRun || count == 0 else {
        throw ArchiveError.unconfirmed(removing: name, count: count)
      }
      state.begin(.remove, by: terms.provenance)
      keys.forEach { state.set($0, nil) }
      state.set(MemoryKey(table: .collections, number: collection), nil)
      var counts = ChangeCounts()
      counts.removed = count
      let entry = state.close(counts, collection: name)
      return RemovalReport(count: count, entry: terms.isDryRun ? nil : entry)
    }
  }

  func addEra(
    _ era: NamedEra, terms: ChangeTerms
  ) throws(ArchiveError) -> (era: NamedEra, entry: Int64?) {
    let report = try change(isDryRun: terms.isDryRun) { state in
      if let known = state.era(named: era.name)?.era {
        guard known.era == era.era else { throw ArchiveError.eraExists(known) }
        guard known.description == nil, era.description != nil else {
          return EraReport(era: known)
        }
      }
      state.begin(
        .era, by: terms.provenance, options: ["add": "\(era.name), \(era.era.date.edtf)"])
      _ = state.keep(era)
      let entry = state.close(ChangeCounts(), collection: nil)
      return EraReport(
        era: state.era(named: era.name)?.era ?? era, entry: terms.isDryRun ? nil : entry)
    }
    return (report.era, report.entry)
  }

  func removeEra(
    named name: String, terms: ChangeTerms
  ) throws(ArchiveError) -> (era: NamedEra, entry: Int64?) {
    let report = try change(isDryRun: terms.isDryRun) { state in
      guard let known = state.era(named: name) else { throw ArchiveError.noEra(name) }
      let text = "\(known.era.name), \(known.era.era.date.edtf)"
      state.begin(.era, by: terms.provenance, options: ["remove": text])
      state.set(known.key, nil)
      let entry = state.close(ChangeCounts(), collection: nil)
      return EraReport(era: known.era, entry: terms.isDryRun ? nil : entry)
    }
    return (report.era, report.entry)
  }

  private struct EraReport {
    var era: NamedEra
    var entry: Int64?
  }

  // MARK: Rights

  func rights() -> [CollectionRights] {
    let state = state
    return state.statements.map { statement in
      let isStated = RightsStatement.isUnderstood(statement.license)
      let without = state.items.count { _, row in
        row.item.id.collection == statement.name
          && !RightsStatement.isUnderstood(row.item.license)
      }
      return CollectionRights(
        collection: statement.name, license: statement.license,
        doubt: statement.license.flatMap(RightsStatement.doubt), without: isStated ? 0 : without)
    }
  }

  func setRights(
    of collection: String, to text: String, terms: ChangeTerms
  ) throws(ArchiveError) -> (entry: Int64?, doubt: String?) {
    let text = text.trimmed
    guard !text.hasNUL else {
      throw ArchiveError(.invalidField, "A rights statement can't hold a NUL character.")
    }
    let license = text.isEmpty ? nil : RightsWords.known(text)
    let entry = try change(isDryRun: terms.isDryRun) { state -> Int64? in
      let key = try state.require(collection)
      guard var statement = state.statement(key), statement.license != license else { return nil }
      let corrections = state.corrections(of: "", in: key)
      state.begin(.set, by: terms.provenance, options: ["license": text])
      state.apply(corrections.steps(license: statement.license, to: license), to: "", in: key)
      statement.license = license
      state.set(MemoryKey(table: .collections, number: key), .collection(statement))
      let entry = state.close(ChangeCounts(), collection: collection)
      return terms.isDryRun ? nil : entry
    }
    return (entry, license.flatMap(RightsStatement.doubt))
  }
}
