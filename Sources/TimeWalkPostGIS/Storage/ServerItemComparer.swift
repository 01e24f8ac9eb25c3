import TimeWalkCore
import TimeWalkTables

/// Compares rows with a collection's items on the server, by a temporary table.
///
/// A statement for each row would take as long as the way to the server and back.
final class ServerItemComparer: ItemComparer {
  private let collection: Int64
  private let tables: ServerTables
  /// The hashes of the identifiers that may be there; other rows are not worth sending.
  private let known: Set<Int>

  /// `nil` for an empty collection, and for a user who may make no temporary table.
  init?(_ collection: Int64, _ tables: ServerTables) throws {
    let mayCompare = try tables.first(
      Bool.self,
      """
      SELECT has_database_privilege(current_database(), 'TEMPORARY')
        AND EXISTS (SELECT FROM items WHERE collection = ?1)
      """, [collection])
    guard mayCompare == true else { return nil }
    (self.collection, self.tables) = (collection, tables)
    known = try tables.identifiers(in: collection)
    try tables.connection.execute(
      """
      CREATE TEMPORARY TABLE IF NOT EXISTS timewalk_rows ON COMMIT DROP AS
      SELECT CAST(0 AS bigint) AS number, \(Self.columns.joined(separator: ", ")) FROM items LIMIT 0
      """)
  }

  private static let columns = ServerTables.itemColumns.filter { $0 != "collection" }

  private static let copy =
    "COPY timewalk_rows (number, \(columns.joined(separator: ", "))) FROM STDIN (FORMAT binary)"

  /// Without its limit the server may read all items for each list.
  private static let same = """
    SELECT timewalk_rows.number FROM timewalk_rows CROSS JOIN LATERAL (
      SELECT * FROM items WHERE items.collection = ?1
        AND items.identifier = timewalk_rows.identifier LIMIT 1) AS stored
    WHERE \(columns.map { "stored.\($0) IS NOT DISTINCT FROM timewalk_rows.\($0)" }
      .joined(separator: " AND "))
    """

  func unchanged(_ rows: [(item: Item, copyOf: String?)]) throws -> Set<Int> {
    var sent = CopyRows()
    for (index, row) in rows.enumerated()
    where known.contains(row.item.id.identifier.hashValue) {
      sent.begin(fields: Self.columns.count + 1)
      sent.append(Int64(index))
      sent.append(row.item.id.identifier)
      ItemColumns.append(row.item, to: &sent)
      sent.append(row.copyOf)
    }
    guard let bytes = sent.take() else { return [] }
    try tables.send()
    let connection = tables.connection
    try connection.execute("TRUNCATE timewalk_rows")
    try connection.copy(Self.copy, bytes)
    let found = try connection.once(Self.same, [.value(.integer(collection))])
    return Set((0..<found.count).map { Int(found.integer($0, 0)) })
  }
}
