import GRDB
import TimeWalkArchive

/// The table of what people corrected by hand in what sources bring.
enum CorrectionSchema {
  /// Makes it.
  ///
  /// `identifier` is empty for the collection's own statement. `field` is a catalogue's column, or
  /// `*` for an item that was removed; `source` is what the source said last: of a field its text,
  /// NULL for nothing, of a removed item all its fields as JSON.
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
