import GRDB
import TimeWalkArchive

/// The R*Tree of the maps' boxes, and its triggers.
///
/// A map's entry is the box around its outline, whose longitudes continue beyond 180 across the
/// antimeridian. The values for ranking are further dimensions, because auxiliary columns are
/// looked up row by row. They are days and metres in millions: the tree is then still split by
/// place. Unknown values are 1000, the earliest day -1000.
enum MapSchema {
  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE VIRTUAL TABLE map_boxes USING rtree(
          key, west, east, south, north, earliest, latest, resolution, resolution_again,
          error, error_again
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

  /// The statements that make the triggers; replaced rows are `TileSchema`'s.
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

  private static let add =
    "INSERT INTO map_boxes \(box(of: "new")) WHERE new.ground_west IS NOT NULL;"

  /// The value for unknown, in millions of days or metres.
  static let unknown = 1000.0

  /// The further dimensions of a row of `items`, as SQL expressions.
  static func ranks(of row: String) -> [(dimension: String, value: String)] {
    func millions(_ column: String, unknown: Double = unknown) -> String {
      let most = MapSchema.unknown
      return "coalesce(max(-\(most), min(\(most), \(row).\(column) / 1e6)), \(unknown))"
    }
    return [
      ("earliest", millions("earliest", unknown: -unknown)), ("latest", millions("latest")),
      ("resolution", millions("ground_resolution")),
      ("resolution_again", millions("ground_resolution")),
      ("error", millions("ground_error")), ("error_again", millions("ground_error")),
    ]
  }

  /// The `SELECT` of the box of a row of `items`.
  private static func box(of row: String) -> String {
    """
    SELECT \(row).key, \(row).ground_west, \(row).ground_east, \(row).ground_south,
      \(row).ground_north, \(ranks(of: row).map(\.value).joined(separator: ", "))
    """
  }

  /// Rebuilds the boxes from all items.
  static func fill(_ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM map_boxes;
        INSERT INTO map_boxes \(box(of: "items")) FROM items WHERE ground_west IS NOT NULL;
        """)
  }
}
