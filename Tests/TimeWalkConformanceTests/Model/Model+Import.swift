import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

extension Model {
  /// Imports sources.
  mutating func apply(
    _ sources: [Rows], policy: ImportPolicy, from origin: String?
  ) throws -> String {
    let terms = ChangeTerms(isDryRun: policy.isDryRun, by: policy.provenance)
    return try change(.import, terms, source: origin, options: policy.journalOptions) { model in
      var whole = ImportReport(collection: "", isDryRun: policy.isDryRun)
      var done = Done(said: "")
      for source in sources {
        var pass = ImportPass(source.statement, policy: policy)
        try pass.read(source, into: &model)
        whole.add(pass.report)
        guard pass.collection != nil else { continue }
        done.collections.append(source.statement.name)
        done.counts.added += pass.report.added
        done.counts.updated += pass.report.updated
        done.counts.unchanged += pass.report.unchanged
        done.counts.refused += pass.report.refused
        done.counts.removed += pass.report.removed
      }
      done.said = whole.plain
      done.hasEntry = !done.collections.isEmpty
      return done
    }
  }
}

/// One pass over a source.
private struct ImportPass {
  let statement: CollectionStatement
  let policy: ImportPolicy
  /// The identifiers in the source, also those of refused rows.
  var named: Set<String> = []
  /// The collection's key; `nil` until there is a good row.
  var collection: Int?
  var report: ImportReport

  init(_ statement: CollectionStatement, policy: ImportPolicy) {
    (self.statement, self.policy) = (statement, policy)
    report = ImportReport(collection: statement.name, isDryRun: policy.isDryRun)
  }

  mutating func read(_ source: Rows, into model: inout Model) throws {
    var source = source
    while var row = try source.next() {
      let known = model.key("collection", statement.name)
      let outcome = row.id.flatMap { id in
        known.flatMap {
          model.resolve(&row, id, in: $0, overwrites: policy.overwritesCorrections)
        }
      }
      guard let id = row.id else {
        report.refused += 1
        named.formUnion(row.findings.compactMap(\.identifier))
        continue
      }
      named.insert(id.identifier)
      let collection = begin(in: &model)
      if let outcome { note(outcome, of: id.identifier, in: collection, &model) }
      if outcome?.isRemoved == true {
        report.unchanged += 1
      } else {
        write(row, id, in: collection, &model)
      }
    }
    if policy.replaces, let collection { try replace(collection, in: &model) }
  }

  private mutating func note(
    _ outcome: Model.Outcome, of identifier: String, in collection: Int, _ model: inout Model
  ) {
    model.keep(outcome.corrections, of: identifier, in: collection)
    report.keptCorrections += outcome.keptFields
    if outcome.isRemoved { report.keptRemovals += 1 }
    let room = max(0, policy.listedChanges - report.conflicts.count)
    report.conflicts += outcome.conflicts.prefix(room)
    report.conflictCount += outcome.conflicts.count
  }

  /// Makes the collection at the first good row.
  private mutating func begin(in model: inout Model) -> Int {
    if let collection { return collection }
    let known = model.key("collection", statement.name)
    let row = Model.Row.collection(statement.kept(over: known.flatMap { model.statement($0) }))
    let key = known ?? model.add(row)
    model.set(key, row)
    collection = key
    return key
  }

  private mutating func write(
    _ row: SourceRow, _ id: ItemID, in collection: Int, _ model: inout Model
  ) {
    let key = model.key(of: id)
    let before = key.flatMap { model.rows[$0]?.item }
    let known = before ?? Model.Kept(collection: collection, id: id)
    // A place is not lost by a source that has none.
    let kept = row.item == nil && known.item != nil ? known : Model.Kept(row, id, over: known)
    if before == nil {
      report.added += 1
    } else if kept != known {
      report.updated += 1
    } else {
      report.unchanged += 1
    }
    if kept.item == nil { report.unplaced += 1 }
    if let key { model.set(key, .item(kept)) } else { model.add(.item(kept)) }
  }

  /// Removes the items that the source doesn't name.
  private mutating func replace(_ collection: Int, in model: inout Model) throws {
    let gone = model.rows.filter { _, row in
      row.item.map { $0.collection == collection && !named.contains($0.id.identifier) } ?? false
    }
    report.removed = gone.count
    let items = gone.values.compactMap(\.item)
    guard !gone.isEmpty, !policy.isDryRun else { return }
    try policy.checkRemoval(of: items.map(\.id.identifier), refused: report.refused)
    for (key, row) in gone {
      model.set(key, nil)
      if let id = row.item?.id { model.keep([:], of: id.identifier, in: collection) }
    }
  }
}

extension Model.Kept {
  /// An item as a row says it.
  init(_ row: SourceRow, _ id: ItemID, over before: Model.Kept) {
    self.init(
      collection: before.collection, id: id, item: row.item, unplaced: row.unplaced,
      copyOf: row.copyOf)
  }
}
