internal import CDatabases
import GRDB
import TimeWalkArchive
import TimeWalkStorage
import TimeWalkTables

/// Fills the R*Tree of the items' places from all items at once.
///
/// SpatiaLite inserts row by row, which took a third of a large import.
enum PlaceIndex {
  private static let table = "idx_items_geometry"

  /// Fills the empty index.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - batch: the number of places to sort in memory; `nil` for many.
  /// - Returns: `false`, with the index half filled, when there are places that aren't points of
  ///   the form that we write. Another program may have left them. They are left to SpatiaLite.
  /// - Throws: an error of the database, or of a temporary file.
  static func fill(_ db: Database, batch: Int? = nil) throws -> Bool {
    // The tables of the R*Tree are SQLite's own, which a guarded connection doesn't write.
    try db.withoutDefence {
      let items = try Int.fetchOne(db, sql: "SELECT count(*) FROM items") ?? 0
      guard var tree = try PackedRTree(table, in: db, batch: batch ?? items) else {
        throw ArchiveError(.damaged, "The archive's spatial index has no root.")
      }
      guard try addPlaces(to: &tree, db) else { return false }
      _ = try tree.finish()
      return true
    }
  }

  /// Adds all places in the order of the keys; returns `false` at an unusual one.
  private static func addPlaces(to tree: inout PackedRTree, _ db: Database) throws -> Bool {
    let statement = try db.makeStatement(sql: "SELECT key, geometry FROM items ORDER BY key")
    let rows = statement.sqliteStatement
    defer { sqlite3_reset(rows) }
    while true {
      let code = sqlite3_step(rows)
      if code == SQLITE_DONE { return true }
      guard code == SQLITE_ROW else {
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
      }
      let blob = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(rows, 1), count: Int(sqlite3_column_bytes(rows, 1)))
      guard let point = PointBlob.decode(blob), point.latitude.isFinite, point.longitude.isFinite
      else { return false }
      try tree.add(
        sqlite3_column_int64(rows, 0),
        PackedRTree.Box(
          west: point.longitude, east: point.longitude, south: point.latitude,
          north: point.latitude))
    }
  }
}
