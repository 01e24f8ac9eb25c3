import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// Compares rows with a collection's items on the server, by a temporary table.
///
/// A statement for each row would take as long as the way to the server and back.
final class ServerItemComparer: ItemComparer {
  private let collection: Int64
  private let tables: ServerTables
  /// The hashes of the items with a place that may be there; others are not worth sending.
  private let known: Set<Int>

  /// `nil` for an empty collection, and for a user who may make no temporary table.
  init?(_ collection: Int64, _ tables: ServerTables) throws {
    let mayCompare = try tables.first(
      Bool.self,
      """
      SELECT has_database_privilege(current_database(), 'TEMPORARY')
        AND (EXISTS (SELECT FROM items WHERE collection = ?1)
          OR EXISTS (SELECT FROM unplaced WHERE collection = ?1))
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

  /// The fields of the rows without a place, which are sent with their names alone.
  private static let fields = """
    SELECT timewalk_rows.number, stored.fields FROM timewalk_rows CROSS JOIN LATERAL (
      SELECT fields FROM unplaced WHERE unplaced.collection = ?1
        AND unplaced.identifier = timewalk_rows.identifier LIMIT 1) AS stored
    WHERE timewalk_rows.geometry IS NULL
    """

  func unchanged(_ rows: [SourceRow]) throws -> Set<Int> {
    var sent = CopyRows()
    var hasUnplaced = false
    for (index, row) in rows.enumerated() {
      guard let name = row.id?.identifier,
        row.item == nil || known.contains(name.hashValue)
      else { continue }
      sent.begin(fields: Self.columns.count + 1)
      sent.append(Int64(index))
      sent.append(name)
      if let item = row.item {
        ItemColumns.append(item, to: &sent)
        sent.append(row.copyOf)
      } else {
        hasUnplaced = true
        for _ in Self.columns.dropFirst() { sent.appendNull() }
      }
    }
    guard let bytes = sent.take() else { return [] }
    try tables.send()
    let connection = tables.connection
    try connection.execute("TRUNCATE timewalk_rows")
    try connection.copy(Self.copy, bytes)
    let found = try connection.once(Self.same, [.value(.integer(collection))])
    var unchanged = Set((0..<found.count).map { Int(found.integer($0, 0)) })
    guard hasUnplaced else { return unchanged }
    let stored = try connection.once(Self.fields, [.value(.integer(collection))])
    for index in 0..<stored.count {
      let row = stored.row(index)
      let place = Int(row[0] as Int64)
      if rows[place].unplaced?.fields == ItemFields.of(unplaced: row[1]) { unchanged.insert(place) }
    }
    return unchanged
  }
}
