import GRDB
package import TimeWalkStorage

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

  /// The rectangle around a geometry.
  package typealias Box = PackedRTree.Box

  /// A table's statement and R-tree, which belong to the connection.
  private struct Writer {
    let statement: Statement
    var tree: PackedRTree?
  }

  /// The number of boxes that are sorted together: some 5 MB for each layer.
  private static let batch = 1 << 17

  private let queue: DatabaseQueue
  private let tables: [Table]
  /// One for each table, until the file is closed.
  private var writers: [Writer] = []
  private var row = BoundRow()

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
        writers = try tables.map { try GeoPackageOutput.writer($0, db) }
      }
    } catch { throw GeoPackageOutput.fault(error) }
  }

  private static func writer(_ table: Table, _ db: Database) throws -> Writer {
    let own = table.geometry == nil ? ["fid"] : ["fid", "geom"]
    let columns = own + table.columns.map(\.name)
    let statement = try db.makeStatement(
      sql: """
        INSERT INTO \(table.name)
          (\(columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """)
    guard table.geometry != nil else { return Writer(statement: statement) }
    guard let tree = try PackedRTree(index(of: table), in: db, batch: batch) else {
      throw DatabaseError(message: "the R-tree has no root")
    }
    return Writer(statement: statement, tree: tree)
  }

  private static func index(of table: Table) -> String { "rtree_\(table.name)_geom" }

  /// Closes the file, without completing it.
  package func close() {
    writers = []
    try? queue.close()
  }

  /// Adds a row, and the box of its geometry to the R-tree; the numbers of a layer's rows ascend.
  ///
  /// - Parameters:
  ///   - name: the table's name.
  ///   - key: the row's number; `nil` takes the next.
  ///   - geometry: a geometry in the encoding of the standard, section 2.1.3; `nil` for none.
  ///   - box: the rectangle around it.
  ///   - values: the values, in the order of the table's columns.
  /// - Throws: an error if the row can't be written.
  package func insert(
    into name: String, key: Int64? = nil, geometry: [UInt8]? = nil, box: Box? = nil,
    values: [GeoPackageValue?]
  ) throws(GeoPackageFault) {
    guard let index = tables.firstIndex(where: { $0.name == name }) else { return }
    row.removeAll()
    if let key { row.append(key) } else { row.appendNull() }
    if tables[index].geometry != nil {
      if let geometry { row.append(blob: geometry) } else { row.appendNull() }
    }
    for value in values {
      switch value {
      case .text(let text): row.append(text)
      case .number(let number): row.append(number)
      case nil: row.appendNull()
      }
    }
    do {
      try queue.unsafeReentrantWrite { db in
        try row.execute(writers[index].statement, in: db)
        if let box { try writers[index].tree?.add(db.lastInsertedRowID, box) }
      }
    } catch { throw GeoPackageOutput.fault(error) }
  }

  /// Writes the R-trees and the layers' extents, makes the triggers that maintain the R-trees
  /// during edits, and closes the file.
  package func finish() throws(GeoPackageFault) {
    do {
      try queue.unsafeReentrantWrite { db in
        for (index, table) in tables.enumerated() where table.geometry != nil {
          if let extent = try writers[index].tree?.finish() {
            try db.execute(
              sql: """
                UPDATE gpkg_contents SET (min_x, max_x, min_y, max_y) = (?, ?, ?, ?)
                WHERE table_name = ?
                """,
              arguments: [extent.west, extent.east, extent.south, extent.north, table.name])
          }
          try GeoPackageOutput.createTriggers(
            table.name, index: GeoPackageOutput.index(of: table), db)
        }
        // Their statements would keep the file open.
        writers = []
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
        CREATE VIRTUAL TABLE \(index(of: table)) USING rtree (id, minx, maxx, miny, maxy);
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
