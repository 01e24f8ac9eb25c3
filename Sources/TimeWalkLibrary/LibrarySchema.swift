internal import GRDB
internal import TimeWalkBase
internal import TimeWalkStorage

/// The tables of `library.sqlite`, version by version.
enum LibrarySchema {
  /// Makes the steps to the newest version of a library in the folder `home`.
  static func migrator(home: String) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 first schema") { db in
      // AUTOINCREMENT: a number is never given twice, not even after the last photo was removed.
      try db.execute(
        sql: """
          CREATE TABLE photos (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            original TEXT,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            bytes INTEGER NOT NULL,
            submitted TEXT NOT NULL,
            latitude REAL, longitude REAL, accuracy REAL,
            response TEXT,
            url TEXT,
            modified TEXT,
            captured TEXT,
            output TEXT,
            asked TEXT,
            owner INTEGER,
            replacing INTEGER NOT NULL DEFAULT 0
          );
          CREATE INDEX photos_by_sha256 ON photos (sha256);
          CREATE INDEX photos_by_owner ON photos (owner) WHERE owner IS NOT NULL;
          CREATE TABLE renditions (
            sequence INTEGER NOT NULL REFERENCES photos (sequence) ON DELETE CASCADE,
            role TEXT NOT NULL,
            path TEXT NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            PRIMARY KEY (sequence, role)
          ) WITHOUT ROWID;
          CREATE TABLE jobs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            path TEXT NOT NULL,
            request TEXT NOT NULL,
            archive TEXT,
            queued TEXT NOT NULL,
            owner INTEGER NOT NULL,
            code TEXT,
            message TEXT
          );
          CREATE INDEX jobs_by_path ON jobs (path);
          CREATE INDEX jobs_by_owner ON jobs (owner);
          """)
    }
    migrator.registerMigration("2 accounts and ids") { db in
      try db.execute(
        sql: """
          ALTER TABLE photos ADD COLUMN account TEXT NOT NULL DEFAULT 'local';
          ALTER TABLE photos ADD COLUMN id TEXT;
          CREATE UNIQUE INDEX photos_by_id ON photos (id);
          """)
      for sequence in try Int.fetchAll(db, sql: "SELECT sequence FROM photos") {
        try db.execute(
          sql: "UPDATE photos SET id = ? WHERE sequence = ?",
          arguments: [PhotoRecord.newID(), sequence])
      }
    }
    migrator.registerMigration("3 links") { db in
      try db.execute(
        sql: """
          ALTER TABLE photos ADD COLUMN link TEXT;
          CREATE UNIQUE INDEX photos_by_link ON photos (link) WHERE link IS NOT NULL;
          CREATE INDEX photos_by_account ON photos (account, sequence);
          """)
    }
    migrator.registerMigration("4 paths within the folder") { db in
      for (table, column) in [("photos", "output"), ("renditions", "path")] {
        try db.execute(
          sql: """
            UPDATE \(table) SET \(column) = substr(\(column), length(:home) + 1)
            WHERE substr(\(column), 1, length(:home)) = :home
            """, arguments: ["home": home + "/"])
      }
      try takeBack(db, home)
    }
    return migrator
  }

  /// Names the pictures in a copied or moved library's own folder instead of those in its old one.
  private static func takeBack(_ db: Database, _ home: String) throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT sequence FROM photos WHERE output LIKE '/%/pictures'")
    for row in rows {
      let sequence: Int = try row.read(0)
      let names = OutputName.all(sequence)
      guard names.contains(where: { RawPath.exists("\(home)/pictures/\($0)") }) else { continue }
      try db.execute(
        sql: "UPDATE photos SET output = 'pictures' WHERE sequence = ?", arguments: [sequence])
      for name in names {
        try db.execute(
          sql: "UPDATE renditions SET path = ? WHERE sequence = ? AND path LIKE ?",
          arguments: ["pictures/" + name, sequence, "%/" + name])
      }
    }
  }
}
