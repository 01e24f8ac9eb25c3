import GRDB
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// The tables of the tiles, and their triggers.
///
/// `tiles` has the columns of the candidates in each cell, see `TileGrid` and `Candidates.bytes`.
/// Triggers record changed items in `tile_changes`, so an edit in QGIS or by any SQL is never
/// missed. A query reads the recorded items from their rows, and the next import or opening for
/// writing updates the tiles. `tile_counts` has their numbers on the map, see `MapPyramid`.
enum TileSchema {
  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE tile_levels (
          level INTEGER PRIMARY KEY, reach REAL NOT NULL, cells_per_degree REAL NOT NULL
        );
        CREATE TABLE tiles (tile INTEGER PRIMARY KEY, data BLOB NOT NULL);
        CREATE TABLE tile_counts (tile INTEGER PRIMARY KEY, data BLOB NOT NULL);
        CREATE TABLE tile_changes (
          tile INTEGER NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (tile, key)
        ) WITHOUT ROWID;
        """)
    for level in TileGrid.levels {
      try db.execute(
        sql: "INSERT INTO tile_levels VALUES (?, ?, ?)",
        arguments: [level.index, level.reach, level.cellsPerDegree])
    }
    for trigger in triggers { try db.execute(sql: trigger) }
    // The state that an index file is compared with: see `TileState`.
    try db.execute(
      sql: """
        CREATE TABLE tile_state (key INTEGER PRIMARY KEY CHECK (key = 1), stamp INTEGER NOT NULL);
        CREATE TABLE tile_news (tile INTEGER PRIMARY KEY);
        INSERT INTO tile_state VALUES (1, random());
        """)
  }

  /// The statements that make the triggers.
  static let triggers = [
    "CREATE TRIGGER tiles_insert AFTER INSERT ON items BEGIN \(note("new")) END",
    "CREATE TRIGGER tiles_insert_over BEFORE INSERT ON items \(forgetReplaced)",
    "CREATE TRIGGER tiles_delete AFTER DELETE ON items BEGIN \(note("old")) END",
    """
    CREATE TRIGGER tiles_update AFTER UPDATE OF \(columns) ON items
      BEGIN \(note("old")) \(note("new")) END
    """,
    """
    CREATE TRIGGER tiles_update_over BEFORE UPDATE OF key, collection, identifier ON items
      \(forgetReplaced)
    """,
  ]

  /// Notes the items that a row takes the place of, and takes the boxes of maps away:
  /// `INSERT OR REPLACE` doesn't ask the triggers for deletes.
  private static let forgetReplaced = """
    WHEN EXISTS (SELECT 1 FROM items WHERE \(isReplaced))
    BEGIN
      INSERT INTO tile_changes SELECT \(number(of: "items")) AS tile, items.key FROM items
        WHERE (\(isReplaced)) AND tile IS NOT NULL
        ON CONFLICT DO NOTHING;
      DELETE FROM map_boxes WHERE key IN (SELECT key FROM items WHERE \(isReplaced));
    END
    """

  private static let isReplaced = """
    items.key = new.key
      OR (items.collection = new.collection AND items.identifier = new.identifier)
    """

  /// The values of an item in the tiles.
  private static let columns = """
    key, geometry, accuracy, location_of, heading, heading_accuracy, field_of_view, pitch, altitude,
    altitude_reference, altitude_accuracy, view_distance, earliest, latest, earliest_fuzzy,
    latest_fuzzy, date, kind, outline
    """

  private static func note(_ row: String) -> String {
    """
    INSERT INTO tile_changes SELECT tile, \(row).key FROM (SELECT \(number(of: row)) AS tile)
    WHERE tile IS NOT NULL ON CONFLICT DO NOTHING;
    """
  }

  /// The number of the tile that a row of `items` belongs to, as an SQL expression.
  ///
  /// NULL for a row without a usable place, and for a map, which aren't candidates. A longitude
  /// above 180 is degrees east, as `Coordinate` takes it.
  static func number(of row: String) -> String {
    let (x, y) = ("ST_X(\(row).geometry)", "ST_Y(\(row).geometry)")
    let column =
      "CAST((\(x) + CASE WHEN \(x) < 180 THEN 180 ELSE -180 END) * cells_per_degree AS INTEGER)"
    let reach = ReachRule.sql(of: row, least: "min", greatest: "max")
    return """
      (SELECT (level << \(TileGrid.levelShift))
          | (CAST((\(y) + 90) * cells_per_degree AS INTEGER) << \(TileGrid.rowShift))
          | \(column)
        FROM tile_levels
        WHERE tile_levels.reach >= \(reach) AND \(x) BETWEEN -180 AND 360
          AND \(y) BETWEEN -90 AND 90 AND NOT \(ItemColumns.isMap(row))
        ORDER BY level LIMIT 1)
      """
  }
}
