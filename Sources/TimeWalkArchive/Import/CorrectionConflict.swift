package import TimeWalkCore

/// A manual correction that a source newly contradicts; it stays.
package struct CorrectionConflict: Hashable, Sendable {
  /// The item; without an identifier for the collection itself.
  package var id: ItemID
  /// The physical line of the source's row; `nil` when it has no lines.
  package var line: Int?
  /// The field; `nil` for an item that a person removed.
  package var column: CatalogueColumn?
  /// The user's value, which stays; `nil` for none.
  package var kept: String?
  /// The source's new value; `nil` for none.
  package var source: String?
  /// The source's old value; `nil` for none.
  package var before: String?

  /// Makes one.
  package init(
    id: ItemID, line: Int? = nil, column: CatalogueColumn? = nil, kept: String? = nil,
    source: String? = nil, before: String? = nil
  ) {
    self.id = id
    self.line = line
    self.column = column
    self.kept = kept
    self.source = source
    self.before = before
  }
}

extension CorrectionConflict {
  /// True if it is about the collection's own statement, and no item.
  package var isOfCollection: Bool { id.identifier.isEmpty }

  /// The conflicts by the names of a catalogue's columns, of which those without a TimeWalk field
  /// are one field.
  package var columns: [(name: String, kept: String?, source: String?, before: String?)] {
    guard let column else { return [] }
    guard column == .otherColumns else { return [(column.name, kept, source, before)] }
    let kept = FieldsText.dictionary(of: kept)
    return FieldChange(.otherColumns, before: before, after: source).columns.map {
      ($0.name, kept[$0.name], $0.after, $0.before)
    }
  }

  /// The report's sentences about it.
  package var findings: [ImportFinding] {
    let hint = "use --overwrite-corrections to accept the source's value"
    guard column != nil else {
      return [
        ImportFinding(
          .warning, line: line, identifier: id.identifier,
          reason: "was removed by hand and stays removed; the source has changed since: "
            + "\(source ?? "") instead of \(before ?? "")", hint: hint)
      ]
    }
    func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "nothing" }
    return columns.map { column in
      ImportFinding(
        .warning, line: line, identifier: isOfCollection ? nil : id.identifier,
        column: column.name, value: column.source ?? "",
        reason: (isOfCollection ? "of the collection " : "")
          + "was corrected by hand to \(quoted(column.kept)) and stays so; the source had "
          + "\(quoted(column.before)) before", hint: hint)
    }
  }
}
