package import TimeWalkArchive
package import TimeWalkCore

/// A manual correction: a field that was set, or an item that was removed.
package struct Correction: Hashable, Sendable {
  /// The field; `nil` for the removal of the whole item.
  package var column: CatalogueColumn?
  /// The source's last value: a field's text, `nil` for none, or a removed item's fields in the
  /// form of `ItemFields.text`.
  package var source: String?

  /// Makes one.
  package init(_ column: CatalogueColumn?, source: String?) {
    self.column = column
    self.source = source
  }
}

/// The new state of a correction, by its field; `nil` stands for the whole item.
package enum CorrectionStep: Hashable, Sendable {
  case forget(CatalogueColumn?)
  /// The source has a new value.
  case update(CatalogueColumn?, String?)
  case add(CatalogueColumn?, String?)
}

/// The manual corrections of one item, or of a collection's statement, compared with the source's
/// new values.
///
/// A corrected field stays if the source's value is unchanged. If the source has a new value, it
/// stays as well, with a conflict for a user's review. A manually removed item stays removed in the
/// same way.
package struct Corrections {
  /// The result for one row.
  package struct Outcome {
    /// The item that the steps are about; `nil` for the collection's own statement.
    package var id: ItemID?
    /// True if a user removed the item; the row is then skipped.
    package var isRemoved = false
    /// The number of fields that keep a user's correction.
    package var keptFields = 0
    /// The conflicts for a user's review.
    package var conflicts: [CorrectionConflict] = []
    /// The changes to store with the import.
    package var steps: [CorrectionStep] = []
  }

  private let list: [Correction]

  /// Makes them from stored ones, in any order.
  package init(_ list: [Correction]) { self.list = list }

  /// Those of fields, without a removal.
  private var fields: [CatalogueColumn: Correction] {
    var fields: [CatalogueColumn: Correction] = [:]
    for correction in list { correction.column.map { fields[$0] = correction } }
    return fields
  }

  // MARK: Edits by users

  /// The corrections after an edit, field by field; a field that again equals the source's isn't a
  /// correction.
  package func steps(
    from before: [CatalogueColumn: String], to after: [CatalogueColumn: String]
  ) -> [CorrectionStep] {
    let known = fields
    var groups: [[CatalogueColumn]] = []
    for column in FieldChange.between(before, after).map(\.column)
    where !groups.contains(column.companions) {
      groups.append(column.companions)
    }
    return groups.flatMap { group -> [CorrectionStep] in
      let isBack = group.allSatisfy { column in
        after[column] == (known[column].map(\.source) ?? before[column])
      }
      return group.compactMap { column in
        if known[column] != nil { return isBack ? .forget(column) : nil }
        return isBack ? nil : .add(column, before[column])
      }
    }
  }

  /// The corrections after a manual removal of the item, which replaces earlier ones.
  package func steps(removing fields: [CatalogueColumn: String]) -> [CorrectionStep] {
    var said = fields
    for correction in list { correction.column.map { said[$0] = correction.source } }
    return forgetting + [.add(nil, ItemFields.text(of: said))]
  }

  /// The corrections after a change of the collection's rights.
  package func steps(license before: String?, to after: String?) -> [CorrectionStep] {
    guard let known = fields[.license] else { return [.add(.license, before)] }
    return known.source == after ? [.forget(.license)] : []
  }

  /// Deletes all of them, for instance for an item that its source lacks.
  package var forgetting: [CorrectionStep] { list.map { .forget($0.column) } }

  // MARK: Values of a source

  /// Puts a person's values in place of a row's.
  ///
  /// - Parameters:
  ///   - row: the row, which must be an item's.
  ///   - find: returns the archive's value, called only if needed.
  ///   - overwrites: true if the source's values replace corrections.
  /// - Returns: the result; `nil` for an item without corrections.
  /// - Throws: the error of `find`.
  package func resolve(
    _ row: inout SourceRow, current find: () throws -> ItemEdit.Current?, overwrites: Bool
  ) rethrows -> Outcome? {
    guard let id = row.id, !list.isEmpty else { return nil }
    var outcome = Outcome(id: id)
    if !overwrites, let removal = list.first(where: { $0.column == nil }) {
      let said = RowUpdate.fields(of: row, over: ItemFields.of(unplaced: removal.source))
      Corrections.keepAway(id, removal, said, line: row.line, &outcome)
      return outcome
    }
    // An item that another program removed needs no protection.
    guard !overwrites, let current = try find() else {
      outcome.steps = list.filter { isReplaced($0, by: row) }.map { .forget($0.column) }
      return outcome
    }
    // A field that the source lacks is as the source last had it.
    let last = fields.reduce(into: current.fields) { $0[$1.key] = $1.value.source }
    let incoming = RowUpdate.fields(of: row, over: last)
    let kept = compare(id, incoming, with: current.fields, row.line, &outcome)
    outcome.keptFields = kept.count { incoming[$0] != current.fields[$0] }
    if !kept.isEmpty { merge(kept, of: current, into: &row, incoming) }
    return outcome
  }

  /// Returns true if the source has a field of a correction, or one that is replaced with it.
  private func isReplaced(_ correction: Correction, by row: SourceRow) -> Bool {
    correction.column?.companions.contains(where: row.given.columns.contains) ?? true
  }

  /// Leaves out of a statement the rights that a person gave the collection otherwise.
  ///
  /// - Parameters:
  ///   - statement: the source's statement about the collection.
  ///   - current: the rights that the archive has.
  ///   - overwrites: true if the source's rights replace them.
  /// - Returns: the result.
  package func resolve(
    _ statement: inout CollectionStatement, license current: String?, overwrites: Bool
  ) -> Outcome {
    guard let license = statement.license, let correction = fields[.license] else {
      return Outcome()
    }
    if overwrites || license == current { return Outcome(steps: [.forget(.license)]) }
    statement.license = nil
    guard license != correction.source else { return Outcome(keptFields: 1) }
    return Outcome(
      keptFields: 1,
      conflicts: [
        CorrectionConflict(
          id: ItemID(collection: statement.name, identifier: ""), line: nil, column: .license,
          kept: current, source: license, before: correction.source)
      ], steps: [.update(.license, license)])
  }

  private static func keepAway(
    _ id: ItemID, _ removal: Correction, _ incoming: [CatalogueColumn: String], line: Int?,
    _ outcome: inout Outcome
  ) {
    outcome.isRemoved = true
    let said = ItemFields.text(of: incoming)
    guard said != removal.source else { return }
    outcome.steps = [.update(nil, said)]
    let changes = FieldChange.between(ItemFields.of(unplaced: removal.source), incoming)
    outcome.conflicts = [
      CorrectionConflict(
        id: id, line: line, column: nil, kept: nil,
        source: Corrections.list(changes.map { ($0.column, $0.after) }),
        before: Corrections.list(changes.map { ($0.column, $0.before) }))
    ]
  }

  private static func list(_ fields: [(CatalogueColumn, String?)]) -> String {
    fields.map { "\($0.0.name)=\($0.1 ?? "")" }.joined(separator: ", ")
  }

  /// The columns that stay unchanged.
  private func compare(
    _ id: ItemID, _ incoming: [CatalogueColumn: String], with current: [CatalogueColumn: String],
    _ line: Int?, _ outcome: inout Outcome
  ) -> [CatalogueColumn] {
    var kept: [CatalogueColumn] = []
    let known = fields
    // In the order of a catalogue's columns: the same import always gives the same report.
    for column in CatalogueColumn.allCases where known[column] != nil {
      let group = column.companions.filter { known[$0] != nil }
      guard group.first == column else { continue }
      if group.allSatisfy({ incoming[$0] == current[$0] }) {
        // The source has come round to it.
        outcome.steps += group.map { .forget($0) }
        continue
      }
      kept += group
      for column in group {
        guard let correction = known[column], incoming[column] != correction.source else {
          continue
        }
        outcome.steps.append(.update(column, incoming[column]))
        outcome.conflicts.append(
          CorrectionConflict(
            id: id, line: line, column: column, kept: current[column], source: incoming[column],
            before: correction.source))
      }
    }
    return kept
  }

  /// Sets the corrected values in the row, and takes the source's for the other fields.
  private func merge(
    _ kept: [CatalogueColumn], of current: ItemEdit.Current, into row: inout SourceRow,
    _ incoming: [CatalogueColumn: String]
  ) {
    guard let id = row.id else { return }
    let keptFields = kept.map { ($0, current.fields[$0]) }
    if keptFields.reduce(into: incoming, { $0[$1.0] = $1.1 }) == current.fields {
      // The usual case: the source is unchanged, and no validation is needed.
      current.replace(&row)
      return
    }
    var fields: [CatalogueColumn: String] = [:]
    // A picture's file was checked when it was given, and may be missing now.
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
      // Both are valid alone but not together: the stored value stays.
      row.findings.append(
        ImportFinding(
          .warning, line: row.line, identifier: id.identifier,
          reason: "conflicts with a correction made by hand; the item stays unchanged",
          hint: error.message))
      current.replace(&row)
    }
  }
}

extension ItemEdit.Current {
  /// Sets the archive's values in a row.
  func replace(_ row: inout SourceRow) {
    switch self {
    case .item(let item, let copyOf): (row.item, row.unplaced, row.copyOf) = (item, nil, copyOf)
    case .unplaced(let item): (row.item, row.unplaced, row.copyOf) = (nil, item, nil)
    }
  }
}
