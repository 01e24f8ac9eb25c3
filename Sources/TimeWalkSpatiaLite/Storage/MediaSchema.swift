import GRDB
import TimeWalkArchive

/// The tables of data about pictures' files, and of dismissed suggestions.
enum MediaSchema {
  /// Makes them.
  ///
  /// `media` describes the file at a path or an address that items name. It is about files, not
  /// about items, and is not in the journal.
  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE media (
          origin TEXT PRIMARY KEY CHECK (origin <> ''),
          sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
          bytes INTEGER NOT NULL CHECK (bytes >= 0),
          type TEXT,
          width INTEGER CHECK (width > 0), height INTEGER CHECK (height > 0),
          stored INTEGER NOT NULL CHECK (stored IN (0, 1)),
          stamp TEXT
        );
        CREATE INDEX media_by_hash ON media (sha256);
        CREATE TABLE dismissals (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          item TEXT NOT NULL CHECK (item <> ''),
          kind TEXT NOT NULL,
          other TEXT NOT NULL DEFAULT '',
          state TEXT NOT NULL,
          note TEXT,
          UNIQUE (item, kind, other)
        );
        CREATE TABLE dismissal_versions (
          entry INTEGER NOT NULL REFERENCES journal (entry), key INTEGER NOT NULL,
          item, kind, other, state, note,
          UNIQUE (key, entry)
        );
        CREATE INDEX dismissal_versions_by_entry ON dismissal_versions (entry);
        """)
  }
}
