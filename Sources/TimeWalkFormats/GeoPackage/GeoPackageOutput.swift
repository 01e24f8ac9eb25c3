package import Foundation
import GRDB

/// A GeoPackage 1.3 that is being written, by the tables of requirements in OGC 12-128r17.
///
/// It has layers of features in WGS 84, each with an R-tree, and tables without geometry. It is
/// invalid until it is finished, so no journal protects it: a caller that stops before removes the
/// file.
package final class GeoPackageOutput {
  /// A column of a table; the type is SQLite's, such as `TEXT`, `DOUBLE` or `DATE`.
  package typealias Column = (name: String, type: String)

  /// A table.
  package struct Table {
    /// Its name, letters only.
    package var name: String
    /// Its title.
    package var title: String
    /// Its columns, besides `fid` and the geometry `geom`.
    package var columns: [Column]
    /// The type of its geometries, such as `POINT`; `nil` for a table without geometry.
    package var geometry: String?

    /// Makes one.
    package init(name: String, title: String, columns: [Column], geometry: String? = nil) {
      self.name = name
      self.title = title
      self.columns = columns
      self.geometry = geometry
    }
  }

  /// The rectangle around a geometry, degrees.
  package struct Box {
    package var west, east, south, north: Double

    /// Makes one.
    package init(west: Double, east: Double, south: Double, north: Double) {
      self.west = west
      self.east = east
      self.south = south
      self.north = north
    }
  }

  private let queue: DatabaseQueue
  private let tables: [Table]

  /// Starts a file with these tables, which must not be there.
  package init(path: String, tables: [Table]) throws(GeoPackageFault) {
    self.tables = tables
    var configuration = Configuration()
    configuration.label = "TimeWalkExport"
    // One transaction for all, over many calls.
    configuration.allowsUnsafeTransactions = true
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.unsafeReentrantWrite { db in
        try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
        try GeoPackageOutput.createOwnTables(db)
        for table in tables { try GeoPackageOutput.create(table, db) }
      }
    } catch { throw GeoPackageOutput.fault(error) }
  }

  /// Closes the file, without completing it.
  package func close() { try? queue.close() }

  /// Adds a row, and the box of its geometry to the R-tree.
  ///
  /// - Parameters:
  ///   - name: the table's name.
  ///   - key: the row's number; `nil` takes the next.
  ///   - geometry: a geometry in the encoding of the standard, section 2.1.3; `nil` for none.
  ///   - box: the rectangle around it.
  ///   - values: the values, in the order of the table's columns.
  /// - Throws: an error if the row can't be written.
  package func insert(
    into name: String, key: Int64? = nil, geometry: Data? = nil, box: Box? = nil,
    values: [GeoPackageValue?]
  ) throws(GeoPackageFault) {
    guard let table = tables.first(where: { $0.name == name }) else { return }
    do {
      try queue.unsafeReentrantWrite { db in
        let own = table.geometry == nil ? ["fid"] : ["fid", "geom"]
        let columns = own + table.columns.map(\.name)
        let statement = try db.cachedStatement(
          sql: """
            INSERT INTO \(name) (\(columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """)
        var arguments = [key?.databaseValue ?? .null]
        if table.geometry != nil { arguments.append(geometry?.databaseValue ?? .null) }
        try statement.execute(
          arguments: StatementArguments(arguments + values.map { $0?.databaseValue ?? .null }))
        guard let box else { return }
        let index = try db.cachedStatement(
          sql: "INSERT INTO rtree_\(name)_geom VALUES (?, ?, ?, ?, ?)")
        try index.execute(
          arguments: [db.lastInsertedRowID, box.west, box.east, box.south, box.north])
      }
    } catch { throw GeoPackageOutput.fault(error) }
  }

  /// Writes the layers' extents, makes the triggers that maintain the R-trees during edits, and
  /// closes the file.
  package func finish() throws(GeoPackageFault) {
    do {
      try queue.unsafeReentrantWrite { db in
        for table in tables where table.geometry != nil {
          let index = "rtree_\(table.name)_geom"
          try db.execute(
            sql: """
              UPDATE gpkg_contents SET (min_x, max_x, min_y, max_y) =
                (SELECT min(minx), max(maxx), min(miny), max(maxy) FROM \(index))
              WHERE table_name = '\(table.name)'
              """)
          try GeoPackageOutput.createTriggers(table.name, index: index, db)
        }
        try db.execute(sql: "COMMIT")
      }
      try queue.close()
    } catch { throw GeoPackageOutput.fault(error) }
  }

  private static func fault(_ error: any Error) -> GeoPackageFault {
    GeoPackageFault(description: (error as? DatabaseError)?.message ?? "\(error)", cause: error)
  }

  private static func createOwnTables(_ db: Database) throws {
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
  }

  private static func create(_ table: Table, _ db: Database) throws {
    let name = table.name
    let list = table.columns.map { ", \($0.name.quotedDatabaseIdentifier) \($0.type)" }.joined()
    let shape = table.geometry.map { ", geom \($0)" } ?? ""
    try db.execute(
      sql: "CREATE TABLE \(name) (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL\(shape)\(list))")
    try db.execute(
      sql: """
        INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id)
        VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        name, table.geometry == nil ? "attributes" : "features", name, table.title,
        table.geometry == nil ? nil : 4326,
      ])
    guard let geometry = table.geometry else { return }
    try db.execute(
      sql: """
        INSERT INTO gpkg_geometry_columns VALUES ('\(name)', 'geom', '\(geometry)', 4326, 0, 0);
        INSERT INTO gpkg_extensions VALUES ('\(name)', 'geom', 'gpkg_rtree_index',
          'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');
        CREATE VIRTUAL TABLE rtree_\(name)_geom USING rtree (id, minx, maxx, miny, maxy);
        """)
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
