import GRDB
import TimeWalkArchive

/// The R*Tree of the maps' boxes, and what keeps it true.
///
/// A map lies in it by the box around its outline, whose longitudes go on beyond 180 where it
/// crosses the antimeridian. Beside the box stands what maps are ranked by.
enum MapSchema {
  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE VIRTUAL TABLE map_boxes USING rtree(
          key, west, east, south, north, +earliest, +latest, +resolution, +error
        );
        CREATE INDEX items_with_ground ON items (key) WHERE ground_west IS NOT NULL;
        """)
    for trigger in triggers { try db.execute(sql: trigger) }
  }

  /// The names of the tables, triggers and indexes.
  static let names: Set<String> = [
    "map_boxes", "map_boxes_node", "map_boxes_rowid", "map_boxes_parent", "items_with_ground",
    "maps_insert", "maps_delete", "maps_update",
  ]

  /// What makes the triggers, a statement each; replaced rows are `TileSchema`'s.
  static let triggers = [
    """
    CREATE TRIGGER maps_insert AFTER INSERT ON items WHEN new.ground_west IS NOT NULL
      BEGIN \(add) END
    """,
    """
    CREATE TRIGGER maps_delete AFTER DELETE ON items WHEN old.ground_west IS NOT NULL
      BEGIN DELETE FROM map_boxes WHERE key = old.key; END
    """,
    """
    CREATE TRIGGER maps_update AFTER UPDATE OF key, earliest, latest, ground_west, ground_east,
        ground_south, ground_north, ground_resolution, ground_error ON items
      WHEN old.ground_west IS NOT NULL OR new.ground_west IS NOT NULL
      BEGIN DELETE FROM map_boxes WHERE key = old.key; \(add) END
    """,
  ]

  private static let add = """
    INSERT INTO map_boxes SELECT new.key, new.ground_west, new.ground_east, new.ground_south,
      new.ground_north, new.earliest, new.latest, new.ground_resolution, new.ground_error
    WHERE new.ground_west IS NOT NULL;
    """

  /// Fills the boxes anew from all items.
  static func fill(_ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM map_boxes;
        INSERT INTO map_boxes SELECT key, ground_west, ground_east, ground_south, ground_north,
          earliest, latest, ground_resolution, ground_error
        FROM items WHERE ground_west IS NOT NULL;
        """)
  }

  /// `Item.isMap` of a row of `items`, as an SQL expression that is never NULL.
  static func isMap(_ row: String) -> String {
    """
    (coalesce(\(row).kind, '') IN ('map', 'plan')
      OR (\(row).outline IS NOT NULL AND \(row).heading IS NULL))
    """
  }
}
