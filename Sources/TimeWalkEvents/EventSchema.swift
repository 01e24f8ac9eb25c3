internal import GRDB

/// The tables of `events.sqlite`, version by version.
///
/// Times are whole seconds since 1970, UTC.
enum EventSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 first schema") { db in
      try db.execute(
        sql: """
          CREATE TABLE events (
            id TEXT PRIMARY KEY,
            organiser TEXT NOT NULL,
            made INTEGER NOT NULL,
            name TEXT NOT NULL,
            begins INTEGER NOT NULL,
            ends INTEGER NOT NULL CHECK (ends >= begins),
            photos INTEGER NOT NULL,
            guests INTEGER NOT NULL,
            gallery TEXT NOT NULL,
            uploaders TEXT NOT NULL,
            downloaders TEXT NOT NULL,
            positions INTEGER NOT NULL,
            reviewed INTEGER NOT NULL,
            stops TEXT NOT NULL,
            last INTEGER NOT NULL DEFAULT 0,
            erasing INTEGER NOT NULL DEFAULT 0
          ) WITHOUT ROWID;
          CREATE INDEX events_by_end ON events (ends);
          CREATE TABLE guests (
            id TEXT PRIMARY KEY,
            event TEXT NOT NULL REFERENCES events (id),
            role TEXT NOT NULL,
            organiser TEXT,
            name TEXT,
            joined INTEGER NOT NULL,
            token BLOB UNIQUE,
            session INTEGER,
            policy TEXT,
            consented INTEGER,
            erasing INTEGER NOT NULL DEFAULT 0
          ) WITHOUT ROWID;
          CREATE INDEX guests_by_event ON guests (event);
          CREATE INDEX guests_by_session ON guests (session) WHERE session IS NOT NULL;
          CREATE TABLE pictures (
            id TEXT PRIMARY KEY,
            event TEXT NOT NULL REFERENCES events (id),
            guest TEXT NOT NULL REFERENCES guests (id),
            state INTEGER NOT NULL,
            owner INTEGER,
            number INTEGER,
            sending TEXT,
            name TEXT,
            taken INTEGER,
            kept INTEGER NOT NULL,
            ending TEXT,
            bytes INTEGER,
            sha256 TEXT,
            checksum INTEGER,
            latitude REAL, longitude REAL,
            waiting INTEGER NOT NULL DEFAULT 0,
            sizes TEXT NOT NULL DEFAULT '[]',
            matches TEXT,
            UNIQUE (guest, sending)
          ) WITHOUT ROWID;
          CREATE UNIQUE INDEX pictures_by_number ON pictures (event, number);
          CREATE INDEX pictures_by_guest ON pictures (guest);
          CREATE INDEX pictures_by_owner ON pictures (owner) WHERE owner IS NOT NULL;
          CREATE TABLE downloads (
            event TEXT NOT NULL REFERENCES events (id),
            hour INTEGER NOT NULL,
            pictures INTEGER NOT NULL,
            PRIMARY KEY (event, hour)
          ) WITHOUT ROWID;
          CREATE TABLE reports (
            id TEXT PRIMARY KEY,
            event TEXT NOT NULL REFERENCES events (id),
            guest TEXT REFERENCES guests (id),
            at INTEGER NOT NULL,
            text TEXT NOT NULL
          ) WITHOUT ROWID;
          CREATE INDEX reports_by_event ON reports (event);
          CREATE TABLE accounts (
            name TEXT PRIMARY KEY,
            salt BLOB NOT NULL,
            hash BLOB NOT NULL,
            rounds INTEGER NOT NULL
          ) WITHOUT ROWID;
          CREATE TABLE devices (
            account TEXT NOT NULL REFERENCES accounts (name),
            token BLOB NOT NULL,
            used INTEGER NOT NULL,
            PRIMARY KEY (account, token)
          ) WITHOUT ROWID;
          CREATE TABLE erasures (pending INTEGER NOT NULL);
          INSERT INTO erasures VALUES (0);
          """)
    }
    migrator.registerMigration("2 hold of erasure") { db in
      try db.execute(sql: "ALTER TABLE erasures ADD COLUMN held INTEGER")
    }
    migrator.registerMigration("3 kind, cover and quality of events") { db in
      // A deleted picture is no cover.
      try db.execute(
        sql: """
          ALTER TABLE events ADD COLUMN kind TEXT NOT NULL DEFAULT 'event';
          ALTER TABLE events ADD COLUMN quality INTEGER NOT NULL DEFAULT 0;
          ALTER TABLE events ADD COLUMN cover TEXT REFERENCES pictures (id) ON DELETE SET NULL;
          CREATE INDEX events_by_cover ON events (cover) WHERE cover IS NOT NULL;
          """)
    }
    return migrator
  }
}

/// The state of a picture's row in relation to its files.
enum PictureState {
  /// A slot among the guest's photos is reserved; `owner` is writing its files.
  static let reserved = 0
  /// It is in the gallery.
  static let kept = 1
  /// It is hidden from all; its files are deleted, then its row.
  static let going = 2
}
