import GRDB
import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// Follows which rows of an import have no rights, neither of their own nor of their collection.
struct RightsCount {
  private let statement: CollectionStatement
  private let isRequired: Bool
  /// Whether the collection has rights, by the source or by the archive; `nil` until somebody asks.
  private var collectionHasRights: Bool?
  /// How many rows were taken without.
  private(set) var count = 0

  init(_ statement: CollectionStatement, isRequired: Bool) {
    self.statement = statement
    self.isRequired = isRequired
  }

  /// What is doubtful about the collection's own statement.
  var doubt: ImportFinding? {
    statement.license.flatMap { text in
      RightsStatement.doubt(text).map {
        ImportFinding(
          .warning, line: nil, column: CatalogueColumn.license.rawValue, value: text,
          reason: "of the collection " + $0)
      }
    }
  }

  /// Counts a row, or refuses it where rights are required.
  mutating func judge(_ row: inout SourceRow, in db: Database) throws {
    guard let id = row.item?.id ?? row.unplaced?.id,
      !RightsStatement.isUnderstood(row.item?.license ?? row.unplaced?.fields[.license])
    else { return }
    let has = try collectionHasRights ?? find(db)
    collectionHasRights = has
    guard !has else { return }
    guard isRequired else { return count += 1 }
    let isEmpty = (row.item?.license ?? row.unplaced?.fields[.license]) == nil
    row.item = nil
    row.unplaced = nil
    row.findings.append(
      ImportFinding(
        .fault, line: row.line, identifier: id.identifier, column: CatalogueColumn.license.rawValue,
        reason: (isEmpty ? "is empty" : "isn't understood")
          + ", and the collection has no rights either",
        hint: "give the row a license, or the collection one in \(CollectionFile.name)"))
  }

  private func find(_ db: Database) throws -> Bool {
    if let own = statement.license { return RightsStatement.isUnderstood(own) }
    return RightsStatement.isUnderstood(
      try String.fetchOne(
        db, sql: "SELECT license FROM collections WHERE name = ?", arguments: [statement.name]))
  }
}
