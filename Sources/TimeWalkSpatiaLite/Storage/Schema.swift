import GRDB
import TimeWalkArchive
import TimeWalkTables

/// The tables of an archive, and how a file of any earlier version becomes one of this version.
///
/// Migrations are only ever added: a released one never changes. Each leaves its number as
/// `user_version`.
enum Schema {
  /// "TmWk": marks the file as an archive of TimeWalk for `file` and for ourselves.
  static let applicationID: Int32 = 0x546D_576B

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 first schema") { db in
      try createItems(db)
      try MapSchema.create(db)
      try TileSchema.create(db)
      try JournalSchema.create(db)
      try MediaSchema.create(db)
      try CorrectionSchema.create(db)
      try db.execute(sql: "PRAGMA user_version = 1")
    }
    migrator.registerMigration("2 kept counts") { db in
      try CountSchema.create(db)
      try CountSchema.fill(db)
      try db.execute(sql: "PRAGMA user_version = 2")
    }
    migrator.registerMigration("3 words of items") { db in
      try WordSchema.create(db)
      try WordSchema.fill(db)
      try db.execute(sql: "PRAGMA user_version = 3")
    }
    migrator.registerMigration("4 counts for reviews") { db in
      try CountSchema.remove(db)
      try CountSchema.create(db)
      for index in ReviewCounts.indexes { try db.execute(sql: index) }
      try CountSchema.fill(db)
      try db.execute(sql: "PRAGMA user_version = 4")
    }
    for (version, columns) in ItemColumns.additions {
      let names = columns.map(\.name).joined(separator: ", ")
      migrator.registerMigration("\(version) \(names)") { db in
        try add(columns, db)
        try db.execute(sql: "PRAGMA user_version = \(version)")
      }
    }
    return migrator
  }

  /// Adds columns to the items and to their earlier states.
  static func add(_ columns: [ItemColumns.Addition], _ db: Database) throws {
    for column in columns {
      try db.execute(
        sql: """
          ALTER TABLE items ADD COLUMN \(column.name) \(column.isNumeric ? "REAL" : "TEXT");
          ALTER TABLE item_versions ADD COLUMN \(column.name)
          """)
    }
  }

  /// Makes an earlier version's file readable: columns that its items don't have are NULL.
  static func complete(with columns: [ItemColumns.Addition], _ db: Database) throws {
    guard !columns.isEmpty else { return }
    for table in ["items", "item_versions"] where try db.tableExists(table) {
      let known = Set(try db.columns(in: table).map(\.name))
      let missing = columns.filter { !known.contains($0.name) }.map { ", NULL AS \($0.name)" }
      guard !missing.isEmpty else { continue }
      // A temporary view hides the file's table of its name, and isn't in the file.
      try db.execute(
        sql: "CREATE TEMP VIEW \(table) AS SELECT *\(missing.joined()) FROM main.\(table)")
    }
  }

  private static func createItems(_ db: Database) throws {
    // The migrator already holds a transaction, so SpatiaLite must not open its own (argument 0).
    try check(db, "InitSpatialMetaData(0, 'WGS84')")
    try db.execute(
      sql: """
        CREATE TABLE collections (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL UNIQUE CHECK (name <> '' AND instr(name, ':') = 0),
          title TEXT, description TEXT, license TEXT, credit TEXT, homepage TEXT,
          area TEXT CHECK (json_array_length(area) = 4)
        );
        CREATE TABLE eras (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (name <> ''),
          edtf TEXT NOT NULL,
          description TEXT
        );
        """)
    // Numbers come before texts: reading a candidate then never passes a long title.
    //
    // The columns for finding copies: `copy_of` is the declared original, `fingerprint` that of the
    // picture, and its stamp the state of the file. A later method of fingerprints needs a
    // migration that empties both. `other_columns` is a JSON object of columns without a field. The
    // columns `ground_…` are computed from the outline and the georeference.
    //
    // Words are compared one by one: for more than two in an IN, SQLite makes a table in memory for
    // each written row, which takes some microseconds.
    try db.execute(
      sql: """
        CREATE TABLE items (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          collection INTEGER NOT NULL REFERENCES collections (key),
          geometry POINT NOT NULL,
          accuracy REAL CHECK (accuracy >= 0),
          location_of TEXT NOT NULL CHECK (
            location_of = 'camera' OR location_of = 'subject' OR location_of = 'unknown'
          ),
          heading REAL CHECK (heading >= 0 AND heading < 360),
          heading_accuracy REAL CHECK (heading_accuracy >= 0),
          field_of_view REAL CHECK (field_of_view > 0 AND field_of_view <= 360),
          pitch REAL CHECK (pitch BETWEEN -90 AND 90),
          altitude REAL,
          altitude_reference TEXT,
          altitude_accuracy REAL CHECK (altitude_accuracy >= 0),
          view_distance REAL CHECK (view_distance > 0),
          earliest INTEGER, latest INTEGER, earliest_fuzzy INTEGER, latest_fuzzy INTEGER,
          date TEXT,
          identifier TEXT NOT NULL CHECK (identifier <> ''),
          title TEXT NOT NULL,
          creator TEXT, license TEXT, credit TEXT, source TEXT,
          media_kind TEXT CHECK (media_kind IN ('file', 'url')),
          media TEXT,
          date_text TEXT,
          view_pose TEXT,
          kind TEXT,
          outline TEXT, georeference TEXT,
          ground_west REAL, ground_east REAL, ground_south REAL, ground_north REAL,
          ground_resolution REAL, ground_error REAL,
          copy_of TEXT CHECK (copy_of <> ''),
          fingerprint BLOB CHECK (length(fingerprint) = 32),
          fingerprint_stamp TEXT,
          other_columns TEXT,
          CHECK ((media IS NULL) = (media_kind IS NULL))
        )
        """)
    try check(db, "RecoverGeometryColumn('items', 'geometry', 4326, 'POINT', 'XY')")
    try check(db, "CreateSpatialIndex('items', 'geometry')")
    // The declared originals have an index, for finding an item's copies quickly.
    try db.execute(
      sql: """
        CREATE UNIQUE INDEX items_by_identifier ON items (collection, identifier);
        CREATE INDEX items_by_original ON items (copy_of) WHERE copy_of IS NOT NULL;
        """)
  }

  /// Calls a function of SpatiaLite that answers 1 for success.
  static func check(_ db: Database, _ call: String) throws {
    guard try Int.fetchOne(db, sql: "SELECT \(call)") == 1 else {
      throw ArchiveError(.component, "SpatiaLite refuses \(call).")
    }
  }
}
