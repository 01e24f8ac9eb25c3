import GRDB

/// The tables of an archive, and how a file of any earlier version becomes one of this version.
///
/// Migrations are only ever added: a released one never changes. Each leaves its number as `user_version`.
enum Schema {
  /// "TmWk": marks the file as an archive of TimeWalk for `file` and for ourselves.
  static let applicationID: Int32 = 0x546D_576B

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 collections and items") { db in try createFirstVersion(db) }
    migrator.registerMigration("2 tiles and view distance") { db in try createTiles(db) }
    migrator.registerMigration("3 dates as written and named eras") { db in try addEras(db) }
    migrator.registerMigration("4 copies") { db in try addCopies(db) }
    migrator.registerMigration("5 journal") { db in try JournalSchema.create(db) }
    migrator.registerMigration("6 media") { db in try MediaSchema.create(db) }
    migrator.registerMigration("7 corrections") { db in try CorrectionSchema.create(db) }
    migrator.registerMigration("8 state of the tiles") { db in
      try TileSchema.createState(db)
      try db.execute(sql: "PRAGMA user_version = 8")
    }
    migrator.registerMigration("9 index of originals") { db in try indexOriginals(db) }
    migrator.registerMigration("10 other columns") { db in try addOtherColumns(db) }
    return migrator
  }

  private static func createFirstVersion(_ db: Database) throws {
    // The migrator already holds a transaction, so SpatiaLite must not open its own (argument 0).
    try check(db, "InitSpatialMetaData(0, 'WGS84')")
    try db.execute(
      sql: """
        CREATE TABLE collections (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL UNIQUE CHECK (name <> '' AND instr(name, ':') = 0),
          title TEXT, description TEXT, license TEXT, credit TEXT, homepage TEXT
        )
        """)
    // Numbers stand before texts, so that reading a candidate never walks through a long title.
    try db.execute(
      sql: """
        CREATE TABLE items (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          collection INTEGER NOT NULL REFERENCES collections (key),
          geometry POINT NOT NULL,
          accuracy REAL CHECK (accuracy >= 0),
          location_of TEXT NOT NULL CHECK (location_of IN ('camera', 'subject')),
          heading REAL CHECK (heading >= 0 AND heading < 360),
          heading_accuracy REAL CHECK (heading_accuracy >= 0),
          field_of_view REAL CHECK (field_of_view > 0 AND field_of_view <= 360),
          pitch REAL CHECK (pitch BETWEEN -90 AND 90),
          altitude REAL,
          altitude_reference TEXT,
          altitude_accuracy REAL CHECK (altitude_accuracy >= 0),
          earliest INTEGER, latest INTEGER, earliest_fuzzy INTEGER, latest_fuzzy INTEGER,
          date TEXT,
          identifier TEXT NOT NULL CHECK (identifier <> ''),
          title TEXT NOT NULL,
          creator TEXT, license TEXT, credit TEXT, source TEXT,
          media_kind TEXT CHECK (media_kind IN ('file', 'url')),
          media TEXT,
          CHECK ((media IS NULL) = (media_kind IS NULL))
        )
        """)
    try check(db, "RecoverGeometryColumn('items', 'geometry', 4326, 'POINT', 'XY')")
    try check(db, "CreateSpatialIndex('items', 'geometry')")
    try db.execute(
      sql: "CREATE UNIQUE INDEX items_by_identifier ON items (collection, identifier)")
    try createReachIndex(db)
    try db.execute(sql: "PRAGMA user_version = 1")
  }

  /// Makes the tiles that candidates are read from, in place of the index of far items.
  private static func createTiles(_ db: Database) throws {
    try db.execute(
      sql: """
        DROP TRIGGER items_far_insert;
        DROP TRIGGER items_far_leave;
        DROP TRIGGER items_far_enter;
        DROP TRIGGER items_far_delete;
        DROP TABLE items_far;
        ALTER TABLE items ADD COLUMN view_distance REAL CHECK (view_distance > 0);
        """)
    try TileSchema.create(db)
    try db.execute(sql: "PRAGMA user_version = 2")
  }

  /// Keeps dates in the catalogue's own words, and spans of time by name.
  private static func addEras(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE items ADD COLUMN date_text TEXT;
        CREATE TABLE eras (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (name <> ''),
          edtf TEXT NOT NULL,
          description TEXT
        );
        PRAGMA user_version = 3;
        """)
  }

  /// Adds what tells copies of one picture: the item that a catalogue declares to be copied, what the picture looks
  /// like, and which state of its file was looked at.
  ///
  /// A later method of fingerprints comes with a migration that empties both columns.
  private static func addCopies(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE items ADD COLUMN copy_of TEXT CHECK (copy_of <> '');
        ALTER TABLE items ADD COLUMN fingerprint BLOB CHECK (length(fingerprint) = 32);
        ALTER TABLE items ADD COLUMN fingerprint_stamp TEXT;
        PRAGMA user_version = 4;
        """)
  }

  /// Adds the index of what items are declared copies of, so that an item's copies are found without reading all.
  private static func indexOriginals(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE INDEX items_by_original ON items (copy_of) WHERE copy_of IS NOT NULL;
        PRAGMA user_version = 9;
        """)
  }

  /// Keeps what a catalogue says in columns that there is no field for, as one JSON object.
  private static func addOtherColumns(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE items ADD COLUMN other_columns TEXT;
        ALTER TABLE item_versions ADD COLUMN other_columns TEXT;
        PRAGMA user_version = 10;
        """)
  }

  /// Makes the index of the items that reach farther than 150 m, and what keeps it true.
  ///
  /// Triggers keep it, so that an edit in QGIS or by SQL can't leave it behind. The boxes are generous: see
  /// `GeographicBox` for why a degree of latitude and of longitude divided by the cosine at the far edge
  /// is enough.
  private static func createReachIndex(_ db: Database) throws {
    try db.execute(
      sql: "CREATE VIRTUAL TABLE items_far USING rtree (key, west, east, south, north)")
    for trigger in reachTriggers { try db.execute(sql: trigger) }
  }

  /// What makes the triggers of version 1, a statement each.
  static let reachTriggers: [String] = {
    let far = "new.accuracy > 50.0"
    let tall = "(3.0 * new.accuracy / \(GeographicBox.metersPerLatitude))"
    let high = "(abs(ST_Y(new.geometry)) + \(tall))"
    let half = "\(tall) / cos(radians(\(high)))"
    let around =
      "\(high) >= \(GeographicBox.polarLatitude) OR abs(ST_X(new.geometry)) + \(half) >= 180"
    let insert = """
      INSERT INTO items_far VALUES (
        new.key,
        CASE WHEN \(around) THEN -180 ELSE ST_X(new.geometry) - \(half) END,
        CASE WHEN \(around) THEN 180 ELSE ST_X(new.geometry) + \(half) END,
        ST_Y(new.geometry) - \(tall),
        ST_Y(new.geometry) + \(tall));
      """
    // SQLite leaves the order of two triggers on one event open, so only one of an update's two ever runs.
    return [
      "CREATE TRIGGER items_far_insert AFTER INSERT ON items WHEN \(far) BEGIN \(insert) END",
      """
      CREATE TRIGGER items_far_leave AFTER UPDATE OF key, geometry, accuracy ON items
        WHEN old.accuracy > 50.0 AND NOT coalesce(\(far), 0)
        BEGIN DELETE FROM items_far WHERE key = old.key; END
      """,
      """
      CREATE TRIGGER items_far_enter AFTER UPDATE OF key, geometry, accuracy ON items WHEN \(far)
        BEGIN DELETE FROM items_far WHERE key = old.key; \(insert) END
      """,
      """
      CREATE TRIGGER items_far_delete AFTER DELETE ON items
        WHEN old.accuracy > 50.0
        BEGIN DELETE FROM items_far WHERE key = old.key; END
      """,
    ]
  }()

  /// Calls a function of SpatiaLite that answers 1 for success.
  static func check(_ db: Database, _ call: String) throws {
    guard try Int.fetchOne(db, sql: "SELECT \(call)") == 1 else {
      throw ArchiveError(.component, "SpatiaLite refuses \(call).")
    }
  }
}
