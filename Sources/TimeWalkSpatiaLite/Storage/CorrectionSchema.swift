import GRDB
import TimeWalkArchive

/// The table of manual corrections of sources.
enum CorrectionSchema {
  /// Makes it.
  ///
  /// `identifier` is empty for the collection's own statement. `field` is a catalogue's column, or
  /// `*` for a removed item. `source` is the source's last value: a field's text, NULL for none, or
  /// a removed item's fields as JSON.
  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE corrections (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          collection INTEGER NOT NULL REFERENCES collections (key),
          identifier TEXT NOT NULL,
          field TEXT NOT NULL CHECK (field <> ''),
          source TEXT,
          UNIQUE (collection, identifier, field)
        );
        CREATE TABLE correction_versions (
          entry INTEGER NOT NULL REFERENCES journal (entry), key INTEGER NOT NULL,
          collection, identifier, field, source,
          UNIQUE (key, entry)
        );
        CREATE INDEX correction_versions_by_entry ON correction_versions (entry);
        """)
  }
}
