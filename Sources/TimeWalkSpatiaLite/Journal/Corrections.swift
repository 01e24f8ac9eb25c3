import GRDB
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// What people corrected in one collection, held against what a source says now.
///
/// What was set by hand stays while the source says what it said; where it says something else
/// since, it stays as well, which is a conflict that a person should look at. An item that was
/// removed by hand stays away in the same way.
struct Corrections {
  /// What comes of one row.
  struct Outcome {
    /// Whether a person removed the item, so that the row is passed over.
    var isRemoved = false
    /// How many fields stay as a person set them.
    var keptFields = 0
    var conflicts: [CorrectionConflict] = []
    /// What is to be noted once the journal's entry is open.
    fileprivate var steps: [Step] = []

    /// Notes it.
    func apply(as entry: OpenEntry, in db: Database) throws {
      for step in steps {
        switch step {
        case .forget(let key): try CorrectionTable.remove(key, as: entry, db)
        case .update(let key, let source):
          try CorrectionTable.update(key, source, as: entry, db)
        }
      }
    }
  }

  fileprivate enum Step {
    case forget(Int64)
    case update(Int64, String?)
  }

  private let collection: Int64
  private let hashes: Set<Int>
  /// Whether the source's values replace what was corrected.
  private let overwrites: Bool

  /// Those of a collection; `nil` when it has none.
  init?(of name: String, overwrites: Bool, in db: Database) throws {
    guard let key = try CollectionTable.key(of: name, db) else { return nil }
    collection = key
    hashes = try CorrectionTable.hashes(in: key, db)
    self.overwrites = overwrites
    if hashes.isEmpty { return nil }
  }

  /// Puts a person's values in place of a row's; `nil` when nobody corrected the item.
  func resolve(_ row: inout SourceRow, in db: Database) throws -> Outcome? {
    guard let id = row.id, hashes.contains(id.identifier.hashValue)
    else { return nil }
    let corrections = try CorrectionTable.corrections(of: id.identifier, in: collection, db)
    guard !corrections.isEmpty else { return nil }
    let incoming = row.fields
    if overwrites { return Outcome(steps: corrections.map { .forget($0.key) }) }
    if let removal = corrections.first(where: { $0.column == nil }) {
      return removed(id, removal, incoming, line: row.line)
    }
    let edit = ItemEdit(id)
    guard let current = try edit.find(db) else {
      // Another program took the item away; nothing is left to protect.
      return Outcome(steps: corrections.map { .forget($0.key) })
    }
    var outcome = Outcome()
    let kept = compare(id, corrections, incoming, with: current.fields, row.line, &outcome)
    outcome.keptFields = kept.count { incoming[$0] != current.fields[$0] }
    if !kept.isEmpty { try merge(kept, of: current, into: &row, incoming) }
    return outcome
  }

  /// Leaves out of a statement the rights that a person gave the collection otherwise.
  func resolve(
    _ statement: inout CollectionStatement, in db: Database
  ) throws -> Outcome {
    guard let license = statement.license,
      let correction = try CorrectionTable.license(of: collection, db)
    else { return Outcome() }
    let current = try String.fetchOne(
      db, sql: "SELECT license FROM collections WHERE key = ?", arguments: [collection])
    if overwrites || license == current { return Outcome(steps: [.forget(correction.key)]) }
    statement.license = nil
    guard license != correction.source else { return Outcome(keptFields: 1) }
    return Outcome(
      keptFields: 1,
      conflicts: [
        CorrectionConflict(
          id: ItemID(collection: statement.name, identifier: ""), line: nil, column: .license,
          kept: current, source: license, before: correction.source)
      ], steps: [.update(correction.key, license)])
  }

  private func removed(
    _ id: ItemID, _ removal: CorrectionTable.Correction, _ incoming: [CatalogueColumn: String],
    line: Int?
  ) -> Outcome {
    var outcome = Outcome(isRemoved: true)
    let said = ItemFields.text(of: incoming)
    guard said != removal.source else { return outcome }
    outcome.steps = [.update(removal.key, said)]
    let changes = FieldChange.between(ItemFields.of(unplaced: removal.source), incoming)
    outcome.conflicts = [
      CorrectionConflict(
        id: id, line: line, column: nil, kept: nil,
        source: Corrections.list(changes.map { ($0.column, $0.after) }),
        before: Corrections.list(changes.map { ($0.column, $0.before) }))
    ]
    return outcome
  }

  private static func list(_ fields: [(CatalogueColumn, String?)]) -> String {
    fields.map { "\($0.0.rawValue)=\($0.1 ?? "")" }.joined(separator: ", ")
  }

  /// The columns that stay as they are.
  private func compare(
    _ id: ItemID, _ corrections: [CorrectionTable.Correction],
    _ incoming: [CatalogueColumn: String], with current: [CatalogueColumn: String], _ line: Int?,
    _ outcome: inout Outcome
  ) -> [CatalogueColumn] {
    var kept: [CatalogueColumn] = []
    var known: [CatalogueColumn: CorrectionTable.Correction] = [:]
    for correction in corrections { correction.column.map { known[$0] = correction } }
    // In the order of a catalogue's columns, so that the same import gives the same report.
    for column in CatalogueColumn.allCases where known[column] != nil {
      let group = column.companions.filter { known[$0] != nil }
      guard group.first == column else { continue }
      if group.allSatisfy({ incoming[$0] == current[$0] }) {
        // The source has come round to it.
        outcome.steps += group.compactMap { known[$0].map { .forget($0.key) } }
        continue
      }
      kept += group
      for column in group {
        guard let correction = known[column], incoming[column] != correction.source else {
          continue
        }
        outcome.steps.append(.update(correction.key, incoming[column]))
        outcome.conflicts.append(
          CorrectionConflict(
            id: id, line: line, column: column, kept: current[column], source: incoming[column],
            before: correction.source))
      }
    }
    return kept
  }

  /// Makes the row say what is kept, and what the source says of the other fields.
  private func merge(
    _ kept: [CatalogueColumn], of current: ItemEdit.Current, into row: inout SourceRow,
    _ incoming: [CatalogueColumn: String]
  ) throws {
    guard let id = row.id else { return }
    let keptFields = kept.map { ($0, current.fields[$0]) }
    if keptFields.reduce(into: incoming, { $0[$1.0] = $1.1 }) == current.fields {
      // Nearly always: the source says nothing new, so that there is nothing to read and judge.
      current.replace(&row)
      return
    }
    var fields: [CatalogueColumn: String] = [:]
    // A picture's file was looked for when it was given, and need not be there any more.
    for column in kept where column != .media { fields[column] = current.fields[column] ?? "" }
    let source: ItemEdit.Current =
      if let item = row.item {
        .item(item, copyOf: row.copyOf)
      } else {
        .unplaced(UnplacedItem(id: id, fields: incoming))
      }
    do throws(ArchiveError) {
      let merged = try ItemEdit(id, FieldEdit(fields)).row(after: source)
      row.item = merged.item
      row.unplaced = merged.unplaced
      row.copyOf = merged.copyOf
      if kept.contains(.media) {
        let media = current.fields[.media]
        row.item?.media = media.map(ItemEdit.media)
        row.unplaced?.fields[.media] = media
      }
    } catch {
      // Both are good by themselves but not together: what is there stays as it is.
      row.findings.append(
        ImportFinding(
          .warning, line: row.line, identifier: id.identifier,
          reason: "does not go together with what was corrected by hand; the item stays as it is",
          hint: error.message))
      current.replace(&row)
    }
  }
}

extension ItemEdit.Current {
  /// Makes a row say what stands in the archive.
  fileprivate func replace(_ row: inout SourceRow) {
    switch self {
    case .item(let item, let copyOf): (row.item, row.unplaced, row.copyOf) = (item, nil, copyOf)
    case .unplaced(let item): (row.item, row.unplaced, row.copyOf) = (nil, item, nil)
    }
  }
}

extension CorrectionConflict {
  /// Whether it is about the collection's own statement, and no item.
  package var isOfCollection: Bool { id.identifier.isEmpty }

  /// What the report says of it.
  var finding: ImportFinding {
    let hint = "--overwrite-corrections lets the source win"
    guard let column else {
      return ImportFinding(
        .warning, line: line, identifier: id.identifier,
        reason: "was removed by hand and stays away; the source says something else since: "
          + "\(source ?? "") instead of \(before ?? "")", hint: hint)
    }
    func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "nothing" }
    return ImportFinding(
      .warning, line: line, identifier: isOfCollection ? nil : id.identifier,
      column: column.rawValue, value: source ?? "",
      reason: (isOfCollection ? "of the collection " : "")
        + "was corrected by hand to \(quoted(kept)), which is kept; the source said "
        + "\(quoted(before)) before", hint: hint)
  }
}
