import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// The decisions of one review on their way into the archive, within the change's transaction.
struct DecisionRun {
  private let provenance: Provenance
  private let folder: String?
  private var entry: OpenEntry?
  private var tables: [String: any ItemWriter] = [:]
  private var suggested: [ItemID: ItemID]?
  private var changed = Set<ItemID>()
  var report = DecisionReport()

  init(_ provenance: Provenance, folder: String?) {
    self.provenance = provenance
    self.folder = folder
  }

  /// Applies one decision; throws `.noSuchItem` and `.invalidField` for an invalid one, before any
  /// change.
  mutating func follow(_ decision: ReviewDecision, in db: any SQLDatabase) throws {
    var decision = decision
    if decision.kind == .duplicate, decision.other == nil {
      decision.other = try suggestion(for: decision.item, db)
    }
    switch decision.verdict {
    case .dismiss:
      // Looked for before the journal is touched.
      _ = try ItemEdit(decision.item).current(db)
      let entry = try open(in: db)
      if try Dismissals.add(decision, as: entry) {
        report.dismissed += 1
      } else {
        report.unchanged += 1
      }
    case .set(let fields): try set(fields, on: decision.item, in: db)
    case .accept: try accept(decision, in: db)
    }
  }

  private mutating func accept(_ decision: ReviewDecision, in db: any SQLDatabase) throws {
    switch (decision.kind, decision.other) {
    case (.duplicate, let original?):
      guard original != decision.item else {
        throw ArchiveError(.invalidField, "An item can't be a copy of itself.")
      }
      _ = try ItemEdit(original).current(db)
      try set(
        [.copyOf: original.name(within: decision.item.collection)], on: decision.item,
        in: db)
    case (.missingMedia, _): try set([.media: ""], on: decision.item, in: db)
    default:
      throw ReviewDecision.nothingSuggested(decision)
    }
  }

  /// The item that another is suggested to be a copy of.
  private mutating func suggestion(for item: ItemID, _ db: any SQLDatabase) throws -> ItemID {
    if suggested == nil {
      suggested = Dictionary(
        try NearDuplicateSearch(db).pictures(collection: nil).suggestions.map {
          ($0.item, $0.original)
        },
        uniquingKeysWith: { first, _ in first })
    }
    guard let other = suggested?[item] else { throw ReviewDecision.nothingAlike(item) }
    return other
  }

  private mutating func set(
    _ fields: [CatalogueColumn: String], on item: ItemID, in db: any SQLDatabase
  ) throws {
    let edit = ItemEdit(item, FieldEdit(fields, folder: folder))
    let current = try edit.current(db)
    let row = try edit.row(after: current)
    guard !FieldChange.between(current.fields, row.fields).isEmpty,
      let collection = try CollectionTable.key(of: item.collection, db)
    else { return report.unchanged += 1 }
    let entry = try open(in: db)
    let writer =
      try tables[item.collection] ?? db.writer(for: entry, collection: collection)
    tables[item.collection] = writer
    try writer.keepByHand(row, of: item, insteadOf: current.fields)
    if changed.insert(item).inserted { report.changed += 1 }
  }

  private mutating func open(in db: any SQLDatabase) throws -> OpenEntry {
    if let entry { return entry }
    let entry = try OpenEntry(.review, by: provenance, in: db)
    self.entry = entry
    return entry
  }

  /// Completes the change; without a difference, the journal gets no entry.
  mutating func close(in db: any SQLDatabase) throws {
    guard let entry else { return }
    guard report.changed + report.dismissed > 0 else {
      try db.run("DELETE FROM journal WHERE entry = ?", [entry.number])
      return
    }
    for writer in tables.values { try writer.finish() }
    var counts = ChangeCounts()
    counts.updated = report.changed
    let collections = Set(changed.map(\.collection))
    try entry.close(
      counts, collection: collections.count == 1 ? collections.first : nil)
    report.entry = entry.number
  }
}
