internal import Foundation
internal import GRDB

/// A file of map tiles in SQLite (MBTiles 1.3).
package struct MBTilesFile: Sendable {
  /// The names and values of its description: `format`, `minzoom`, `attribution` and others.
  package let metadata: [String: String]
  private let database: DatabaseQueue
  private let select: String

  /// The file lacks the format's index: each tile would take a search through the whole file.
  package struct NoIndex: Error {
    /// The statements that make it.
    package let statements: String
  }

  /// The longest tile, bytes.
  private static let longestTile = 16 << 20

  /// Opens a file for reading.
  ///
  /// - Throws: `NoIndex`, and `DatabaseError` for another or a damaged file.
  package init(path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { try $0.guardAgainstFile(longestValue: MBTilesFile.longestTile) }
    database = try DatabaseQueue(path: path, configuration: configuration)
    (metadata, select) = try database.read { db -> ([String: String], String) in
      let rows = try Row.fetchAll(db, sql: "SELECT name, value FROM metadata")
      let pairs = rows.compactMap { row -> (String, String)? in
        let values = Array(row.databaseValues)
        guard let name = String.fromDatabaseValue(values[0]),
          let text = String.fromDatabaseValue(values[1])
            ?? Int64.fromDatabaseValue(values[1]).map({ String($0) })
        else { return nil }
        return (name, text)
      }
      // Many programs store equal tiles once, with a view in place of the table. The connection
      // refuses views: they are code of the file.
      let tables = try String.fetchSet(
        db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
      let isTable = tables.contains("tiles")
      let source = isTable ? "tiles" : "map JOIN images ON map.tile_id = images.tile_id"
      let select = """
        SELECT tile_data FROM \(source)
        WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
        """
      let steps = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + select, arguments: [0, 0, 0])
        .map { $0.databaseValues.last.flatMap(String.fromDatabaseValue) ?? "" }
      guard steps.contains(where: { $0.contains("tile_column=?") && $0.contains("tile_row=?") }),
        !steps.contains(where: { $0.hasPrefix("SCAN") || $0.contains("AUTOMATIC") })
      else {
        let columns = "(zoom_level, tile_column, tile_row)"
        throw NoIndex(
          statements: isTable
            ? "CREATE INDEX tile_index ON tiles \(columns)"
            : "CREATE INDEX map_index ON map \(columns); CREATE INDEX images_id ON images (tile_id)"
        )
      }
      _ = try Row.fetchOne(db, sql: select, arguments: [0, 0, 0])
      return (Dictionary(pairs) { first, _ in first }, select)
    }
  }

  /// A tile by its column and its row from the north; `nil` if the file has none.
  ///
  /// - Throws: `DatabaseError` for a damaged file.
  package func tile(zoom: Int, column: Int, row: Int) throws -> [UInt8]? {
    // The format's rows begin in the south.
    let south = 1 << zoom - 1 - row
    return try database.read { db in
      try Data.fetchOne(db, sql: select, arguments: [zoom, column, south]).map { [UInt8]($0) }
    }
  }
}
