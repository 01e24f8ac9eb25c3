import TimeWalkArchive
import TimeWalkCatalogue
import TimeWalkCore

/// The manual corrections in one collection, looked up row by row.
struct CorrectionLookup {
  private let collection: Int64
  private let hashes: Set<Int>
  /// True if the source's values replace corrections.
  private let overwrites: Bool

  /// Those of a collection; `nil` when it has none.
  init?(of name: String, overwrites: Bool, in db: any SQLDatabase) throws {
    guard let key = try CollectionTable.key(of: name, db) else { return nil }
    collection = key
    hashes = try CorrectionTable.hashes(in: key, db)
    self.overwrites = overwrites
    if hashes.isEmpty { return nil }
  }

  /// Returns true if an item may have corrections.
  func concerns(_ id: ItemID) -> Bool { hashes.contains(id.identifier.hashValue) }

  /// Replaces a row's values by a user's; `nil` for an item without corrections.
  func resolve(_ row: inout SourceRow, in db: any SQLDatabase) throws -> Corrections.Outcome? {
    guard let id = row.id, concerns(id) else { return nil }
    let corrections = try CorrectionTable.corrections(of: id.identifier, in: collection, db)
    return try corrections.resolve(
      &row, current: { try ItemEdit(id).find(db) }, overwrites: overwrites)
  }

  /// Leaves out of a statement the rights that a person gave the collection otherwise.
  func resolve(
    _ statement: inout CollectionStatement, in db: any SQLDatabase
  ) throws -> Corrections.Outcome {
    let corrections = try CorrectionTable.corrections(of: "", in: collection, db)
    let license = try db.first(
      String.self, "SELECT license FROM collections WHERE key = ?", [collection])
    return corrections.resolve(&statement, license: license, overwrites: overwrites)
  }

  /// Stores the result for a row.
  func keep(_ outcome: Corrections.Outcome, as entry: OpenEntry) throws {
    try CorrectionTable.apply(
      outcome.steps, to: outcome.id?.identifier ?? "", in: collection, as: entry)
  }
}
