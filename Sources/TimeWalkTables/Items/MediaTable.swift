package import TimeWalkArchive

/// The table `media`.
package enum MediaTable {
  private static let columns = "origin, sha256, bytes, type, width, height, stored, stamp"

  /// The data about a path or an address; `nil` if it wasn't read yet.
  package static func record(_ origin: String, _ db: any SQLDatabase) throws -> MediaRecord? {
    try db.row("SELECT \(columns) FROM media WHERE origin = ?", [origin]).map(record)
  }

  package static func keep(_ record: MediaRecord, _ db: any SQLDatabase) throws {
    let changes = columns.split(separator: ", ").dropFirst().map { "\($0) = excluded.\($0)" }
    try db.run(
      """
      INSERT INTO media (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (origin) DO UPDATE SET \(changes.joined(separator: ", "))
      """,
      [
        record.origin, record.sha256, record.bytes, record.type, record.width, record.height,
        record.isStored, record.stamp,
      ])
  }

  /// All that is known, in the order of the origins.
  package static func forEach(
    _ db: any SQLDatabase, _ body: (MediaRecord) throws -> Void
  ) throws {
    try db.forEach("SELECT \(columns) FROM media ORDER BY origin", []) { try body(record($0)) }
  }

  private static func record(_ row: SQLRow) -> MediaRecord {
    MediaRecord(
      origin: row[0], sha256: row[1], bytes: row[2], type: row[3], width: row[4], height: row[5],
      isStored: row[6], stamp: row[7])
  }
}
