package import TimeWalkArchive
package import TimeWalkCore

/// Follows which rows of an import have no rights, neither of their own nor of their collection.
package struct RightsCount {
  private let statement: CollectionStatement
  private let isRequired: Bool
  /// True if the collection has rights, in the source or in the archive; `nil` until it is needed.
  private var collectionHasRights: Bool?
  /// The number of rows that were accepted without rights.
  package private(set) var count = 0

  /// Makes a count from the source's statement about its collection, and whether rows need rights.
  package init(_ statement: CollectionStatement, isRequired: Bool) {
    self.statement = statement
    self.isRequired = isRequired
  }

  /// The doubt about the collection's own statement.
  package var doubt: ImportFinding? {
    statement.license.flatMap { text in
      RightsStatement.doubt(text).map {
        ImportFinding(
          .warning, line: nil, column: CatalogueColumn.license.name, value: text,
          reason: "of the collection " + $0)
      }
    }
  }

  /// Counts a row, or refuses it where rights are required.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - license: the archive's rights of the collection, read at most once.
  ///   - own: the archive's rights of the item, for a source without that column.
  package mutating func judge(
    _ row: inout SourceRow, archive license: () throws -> String?,
    item own: (ItemID) throws -> String?
  ) rethrows {
    guard let id = row.item?.id ?? row.unplaced?.id,
      !RightsStatement.isUnderstood(row.item?.license ?? row.unplaced?.fields[.license])
    else { return }
    let has =
      try collectionHasRights ?? RightsStatement.isUnderstood(statement.license ?? license())
    collectionHasRights = has
    guard !has else { return }
    if !row.given.columns.contains(.license), try RightsStatement.isUnderstood(own(id)) { return }
    guard isRequired else { return count += 1 }
    let isEmpty = (row.item?.license ?? row.unplaced?.fields[.license]) == nil
    row.item = nil
    row.unplaced = nil
    row.findings.append(
      ImportFinding(
        .fault, line: row.line, identifier: id.identifier, column: CatalogueColumn.license.name,
        reason: (isEmpty ? "is empty" : "isn't known")
          + ", and the collection has no rights either",
        hint: "add a license to the row, or to the collection in \(CollectionFile.name)"))
  }
}
