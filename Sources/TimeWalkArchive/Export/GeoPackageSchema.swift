import Foundation
import GRDB

/// The tables of a GeoPackage 1.3, by the tables of requirements in OGC 12-128r17.
enum GeoPackageSchema {
  /// The columns of the layer `footprints`.
  static let footprintColumns: [(name: String, type: String)] = [
    ("id", "TEXT"), ("title", "TEXT"), ("date", "TEXT"), ("heading", "DOUBLE"),
    ("field_of_view", "DOUBLE"), ("view_distance", "DOUBLE"), ("assumed", "TEXT"),
    ("earliest", "DATE"), ("latest", "DATE"),
  ]

  private static let layers = ["items", "footprints"]

  /// The columns by which a layer is known as one of ours, whatever else was done to it.
  static let marks =
    [
      CatalogueColumn.id, .locationOf, .heading, .headingAccuracy,
    ].map(\.rawValue) + ["collection"]
  /// Columns of the layer `items` that are made for maps, and say nothing that the others don't.
  static let made: Set<String> = ["collection", "earliest", "latest"]
  private static let reserved = made.union(["fid", "geom"])

  /// The column of a name of somebody else's: one that we need ourselves gets `_`.
  static func column(for name: String) -> String { isReserved(name) ? name + "_" : name }

  /// The name that `column(for:)` made a column of.
  static func name(of column: String) -> String {
    isReserved(column) && column.hasSuffix("_") ? String(column.dropLast()) : column
  }

  private static func isReserved(_ name: String) -> Bool {
    let plain = name.reversed().drop { $0 == "_" }.reversed()
    return reserved.contains(String(plain).lowercased())
  }

  static func create(_ db: Database, columns: [CatalogueColumn], others: [String]) throws {
    // "GPKG", version 1.3.0.
    try db.execute(sql: "PRAGMA application_id = \(0x4750_4B47); PRAGMA user_version = 10300")
    try db.execute(
      sql: """
        CREATE TABLE gpkg_spatial_ref_sys (
          srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
          organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT
        );
        CREATE TABLE gpkg_contents (
          table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
          description TEXT DEFAULT '',
          last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
          min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
          srs_id INTEGER REFERENCES gpkg_spatial_ref_sys (srs_id)
        );
        CREATE TABLE gpkg_geometry_columns (
          table_name TEXT NOT NULL UNIQUE REFERENCES gpkg_contents (table_name),
          column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
          srs_id INTEGER NOT NULL REFERENCES gpkg_spatial_ref_sys (srs_id),
          z TINYINT NOT NULL, m TINYINT NOT NULL, PRIMARY KEY (table_name, column_name)
        );
        CREATE TABLE gpkg_extensions (
          table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL,
          definition TEXT NOT NULL, scope TEXT NOT NULL,
          UNIQUE (table_name, column_name, extension_name)
        );
        CREATE TABLE collections (
          fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
          name TEXT NOT NULL, title TEXT, description TEXT, license TEXT, credit TEXT, homepage TEXT,
          area TEXT
        );
        CREATE TABLE eras (
          fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
          name TEXT NOT NULL, date TEXT NOT NULL, description TEXT, earliest DATE, latest DATE
        );
        """)
    let systems: [(String, Int, String, Int, String, String)] = [
      (
        "WGS 84", 4326, "EPSG", 4326,
        #"GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],"#
          + #"PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]"#,
        "longitude and latitude in degrees"
      ),
      ("Undefined Cartesian", -1, "NONE", -1, "undefined", "no known system, flat"),
      ("Undefined geographic", 0, "NONE", 0, "undefined", "no known system, of angles"),
    ]
    for system in systems {
      try db.execute(
        sql: "INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [system.0, system.1, system.2, system.3, system.4, system.5])
    }
    let items = columns.map { (name: $0.rawValue, type: $0.isNumeric ? "DOUBLE" : "TEXT") }
    try createLayer(
      "items", type: "POINT", title: "Historical images",
      columns: items + [("earliest", "DATE"), ("latest", "DATE")] + others.map { ($0, "TEXT") }, db)
    try createLayer(
      "footprints", type: "MULTIPOLYGON", title: "What they show", columns: footprintColumns, db)
    for name in ["collections", "eras"] {
      try db.execute(
        sql:
          "INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES (?, 'attributes', ?)",
        arguments: [name, name])
    }
  }

  private static func createLayer(
    _ name: String, type: String, title: String, columns: [(name: String, type: String)],
    _ db: Database
  ) throws {
    let list = columns.map { ", \($0.name.quotedDatabaseIdentifier) \($0.type)" }.joined()
    try db.execute(
      sql: """
        CREATE TABLE \(name) (
          fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom \(type), collection TEXT\(list)
        );
        INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id)
          VALUES ('\(name)', 'features', '\(name)', '\(title)', 4326);
        INSERT INTO gpkg_geometry_columns VALUES ('\(name)', 'geom', '\(type)', 4326, 0, 0);
        INSERT INTO gpkg_extensions VALUES ('\(name)', 'geom', 'gpkg_rtree_index',
          'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');
        CREATE VIRTUAL TABLE rtree_\(name)_geom USING rtree (id, minx, maxx, miny, maxy);
        """)
  }

  /// Adds a row of a layer, and its box to the R-tree.
  static func insert(
    into layer: String, columns: [String], key: Int64, collection: String, geometry: Data?,
    box: [MapPosition]?, values: [DatabaseValue?], _ db: Database
  ) throws {
    let names = columns.map { ", \($0.quotedDatabaseIdentifier)" }.joined()
    let marks = String(repeating: ", ?", count: columns.count)
    let statement = try db.cachedStatement(
      sql: "INSERT INTO \(layer) (fid, geom, collection\(names)) VALUES (?, ?, ?\(marks))")
    var arguments: [DatabaseValue] = [
      key.databaseValue, geometry?.databaseValue ?? .null, collection.databaseValue,
    ]
    arguments += values.map { $0 ?? .null }
    try statement.execute(arguments: StatementArguments(arguments))
    guard let box else { return }
    let index = try db.cachedStatement(
      sql: "INSERT INTO rtree_\(layer)_geom VALUES (?, ?, ?, ?, ?)")
    try index.execute(
      arguments: StatementArguments(
        [key.databaseValue] + GeoPackageBlob.box(of: box).map(\.databaseValue)))
  }

  /// Writes down how far the layers reach, and makes the triggers that keep the R-trees for whoever
  /// edits.
  static func finish(_ db: Database) throws {
    for layer in layers {
      let index = "rtree_\(layer)_geom"
      try db.execute(
        sql: """
          UPDATE gpkg_contents SET (min_x, max_x, min_y, max_y) =
            (SELECT min(minx), max(maxx), min(miny), max(maxy) FROM \(index))
          WHERE table_name = '\(layer)'
          """)
      try createTriggers(layer, index: index, db)
    }
  }

  /// The triggers that the extension prescribes, under the names that it gives them.
  private static func createTriggers(_ layer: String, index: String, _ db: Database) throws {
    let isThere = "(new.geom NOTNULL AND NOT ST_IsEmpty(new.geom))"
    let isNot = "(new.geom ISNULL OR ST_IsEmpty(new.geom))"
    let put = """
      INSERT OR REPLACE INTO \(index) VALUES (new.fid, ST_MinX(new.geom), ST_MaxX(new.geom),
        ST_MinY(new.geom), ST_MaxY(new.geom));
      """
    let triggers = [
      ("insert", "INSERT", isThere, put),
      ("update1", "UPDATE OF geom", "old.fid = new.fid AND \(isThere)", put),
      (
        "update2", "UPDATE OF geom", "old.fid = new.fid AND \(isNot)",
        "DELETE FROM \(index) WHERE id = old.fid;"
      ),
      (
        "update3", "UPDATE", "old.fid != new.fid AND \(isThere)",
        "DELETE FROM \(index) WHERE id = old.fid; \(put)"
      ),
      (
        "update4", "UPDATE", "old.fid != new.fid AND \(isNot)",
        "DELETE FROM \(index) WHERE id IN (old.fid, new.fid);"
      ),
      ("delete", "DELETE", "old.geom NOT NULL", "DELETE FROM \(index) WHERE id = old.fid;"),
    ]
    for (name, event, condition, action) in triggers {
      try db.execute(
        sql: """
          CREATE TRIGGER \(index)_\(name) AFTER \(event) ON \(layer) WHEN \(condition)
          BEGIN \(action) END
          """)
    }
  }
}
