internal import GRDB
internal import TimeWalkCore

/// The tables of `library.sqlite`, version by version.
enum LibrarySchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 photos and renditions") { db in
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
            response TEXT
          );
          CREATE INDEX photos_by_sha256 ON photos (sha256);
          CREATE TABLE renditions (
            sequence INTEGER NOT NULL REFERENCES photos (sequence) ON DELETE CASCADE,
            role TEXT NOT NULL,
            path TEXT NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            PRIMARY KEY (sequence, role)
          ) WITHOUT ROWID;
          """)
    }
    return migrator
  }
}

extension PhotoRecord {
  static func fetch(_ db: Database, where condition: String, _ arguments: StatementArguments) throws
    -> [PhotoRecord]
  {
    let rows = try Row.fetchAll(
      db, sql: "SELECT * FROM photos WHERE \(condition)", arguments: arguments)
    return try rows.map { row in
      let renditions = try Row.fetchAll(
        db, sql: "SELECT * FROM renditions WHERE sequence = ? ORDER BY role",
        arguments: [row["sequence"] as Int])
      return PhotoRecord(row, renditions: renditions.compactMap(Rendition.init(row:)))
    }
  }

  private init(_ row: Row, renditions: [Rendition]) {
    let latitude: Double? = row["latitude"]
    let longitude: Double? = row["longitude"]
    let accuracy: Double? = row["accuracy"]
    var coordinate: Coordinate?
    if let latitude, let longitude {
      coordinate = Coordinate(
        latitude: latitude, longitude: longitude,
        horizontalAccuracy: accuracy.flatMap(Distance.init(meters:)))
    }
    self.init(
      sequence: row["sequence"],
      original: Original(path: row["original"], sha256: row["sha256"], bytes: row["bytes"]),
      submitted: row["submitted"], coordinate: coordinate, renditions: renditions,
      response: row["response"])
  }
}

extension Rendition {
  fileprivate init?(row: Row) {
    guard let role = Role(rawValue: row["role"]) else { return nil }
    self.init(
      role: role, path: row["path"], width: row["width"], height: row["height"],
      bytes: row["bytes"])
  }
}
