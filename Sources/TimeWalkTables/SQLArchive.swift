package import TimeWalkArchive
package import TimeWalkCore

/// An archive whose engine uses SQL.
///
/// Queries and changes are the same on each engine, except for places.
package protocol SQLArchive: CuratedArchive {
  /// Reads one consistent state of the tables.
  func look<T>(_ work: (any SQLDatabase) throws -> T) throws(ArchiveError) -> T

  /// Changes the archive in one exclusive transaction, and updates all data derived from the items;
  /// or rolls back a dry run.
  ///
  /// Without `locksFirst`, other programs may still change the archive until the work calls
  /// `SQLDatabase.lock()`; it must not write before.
  func change<T>(
    isDryRun: Bool, locksFirst: Bool, _ work: (any SQLDatabase) throws -> T
  ) throws(ArchiveError) -> T

  /// Changes what isn't an item's and has no part in the journal, in one transaction.
  func note(_ work: (any SQLDatabase) throws -> Void) throws(ArchiveError)

  /// Throws `.readOnly` for an archive that was opened read-only.
  func checkIsWritable() throws(ArchiveError)

  /// Returns true if a statement failed because of a conflicting or missing row.
  func isConstraint(_ error: any Error) -> Bool

  /// The items with a place that a query finds without its limit and offset, within a change.
  func items(of query: ArchiveQuery, in db: any SQLDatabase) throws -> [ItemID]

  /// The store of the archive's own copies of pictures.
  var mediaStore: MediaStore { get }
}

extension SQLArchive {
  /// The same, locked from the beginning.
  package func change<T>(
    isDryRun: Bool, _ work: (any SQLDatabase) throws -> T
  ) throws(ArchiveError) -> T {
    try change(isDryRun: isDryRun, locksFirst: true, work)
  }
}
