import GRDB
import TimeWalkArchive

/// The tables of the journal, the earlier states of changed rows, and the items without a place.
enum JournalSchema {
  /// Makes them.
  ///
  /// The columns of versions have no types: SQLite stores every value unchanged. A later migration
  /// that adds a column to `items` adds it to `item_versions` as well.
  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE journal (
          entry INTEGER PRIMARY KEY AUTOINCREMENT,
          kind TEXT NOT NULL,
          who TEXT, at TEXT, source TEXT, tool TEXT, options TEXT,
          collection TEXT,
          added INTEGER NOT NULL DEFAULT 0, updated INTEGER NOT NULL DEFAULT 0,
          unchanged INTEGER NOT NULL DEFAULT 0, refused INTEGER NOT NULL DEFAULT 0,
          removed INTEGER NOT NULL DEFAULT 0,
          undoes INTEGER REFERENCES journal (entry),
          first_item INTEGER, last_item INTEGER, first_unplaced INTEGER, last_unplaced INTEGER,
          first_collection INTEGER, last_collection INTEGER, first_era INTEGER, last_era INTEGER,
          first_dismissal INTEGER, last_dismissal INTEGER,
          first_correction INTEGER, last_correction INTEGER
        );
        CREATE TABLE unplaced (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          collection INTEGER NOT NULL REFERENCES collections (key),
          identifier TEXT NOT NULL CHECK (identifier <> ''),
          fields TEXT NOT NULL CHECK (json_valid(fields)),
          UNIQUE (collection, identifier)
        );
        """)
    for (table, columns) in versions {
      try db.execute(
        sql: """
          CREATE TABLE \(table) (
            entry INTEGER NOT NULL REFERENCES journal (entry), key INTEGER NOT NULL, \(columns),
            UNIQUE (key, entry)
          );
          CREATE INDEX \(table)_by_entry ON \(table) (entry);
          """)
    }
    // An item's history is found by its name, which earlier states also have.
    try db.execute(
      sql: """
        CREATE INDEX item_versions_by_identifier ON item_versions (identifier, collection);
        CREATE INDEX unplaced_versions_by_identifier ON unplaced_versions (identifier, collection);
        """)
  }

  private static let versions = [
    ("collection_versions", "name, title, description, license, credit, homepage, area"),
    ("era_versions", "name, edtf, description"),
    ("unplaced_versions", "collection, identifier, fields"),
    (
      "item_versions",
      """
      collection, geometry, accuracy, location_of, heading, heading_accuracy, field_of_view, pitch,
      altitude, altitude_reference, altitude_accuracy, earliest, latest, earliest_fuzzy,
      latest_fuzzy, date, identifier, title, creator, license, credit, source, media_kind, media,
      view_distance, date_text, view_pose, kind, outline, georeference, ground_west, ground_east,
      ground_south, ground_north, ground_resolution, ground_error, copy_of, fingerprint,
      fingerprint_stamp, other_columns
      """
    ),
  ]
}
