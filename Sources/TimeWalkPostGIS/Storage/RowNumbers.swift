import TimeWalkTables

/// The last numbers of an archive's rows and of its journal, at the beginning of a change.
///
/// A sequence isn't transactional: dry runs and refused changes would leave gaps, unlike in a file.
/// Each change holds the archive's lock, which excludes other users of these numbers.
struct RowNumbers {
  private static let sequences =
    VersionedTable.allCases.map { "\($0.rawValue)_key_seq" } + ["journal_entry_seq"]
  private let restoring: String

  init(_ connection: ServerConnection) throws {
    let columns = RowNumbers.sequences.map { "\($0).last_value, \($0).is_called::int::bigint" }
    let found = try connection.query(
      "SELECT \(columns.joined(separator: ", ")) FROM \(RowNumbers.sequences.joined(separator: ", "))",
      [])
    let parts = RowNumbers.sequences.enumerated().map { index, name in
      "setval('\(name)', \(found.integer(0, 2 * index)), \(found.integer(0, 2 * index + 1) == 1))"
    }
    restoring = "SELECT " + parts.joined(separator: ", ")
  }

  /// Takes the numbers back that were given since; for a change that is about to be taken back.
  func restore(_ connection: ServerConnection) throws { try connection.execute(restoring) }
}
