internal import TimeWalkCore
internal import TimeWalkTables

extension PhotoRecord {
  /// The columns that a record is read from, in their order.
  private static let columns =
    "sequence, id, account, original, url, sha256, bytes, modified, submitted, captured, "
    + "latitude, longitude, accuracy, output, asked, response"

  static func fetch(
    _ db: any LibraryTables, where condition: String, _ arguments: SQLArguments
  ) throws -> [PhotoRecord] {
    try db.rows("SELECT \(columns) FROM photos WHERE \(condition)", arguments).map { row in
      let renditions = try db.rows(
        """
        SELECT role, path, width, height, bytes FROM renditions WHERE sequence = ? ORDER BY role
        """, [row[0] as Int])
      return PhotoRecord(row, renditions: renditions.compactMap(Rendition.init(row:)))
    }
  }

  private init(_ row: SQLRow, renditions: [Rendition]) {
    var coordinate: Coordinate?
    if let latitude = row[10] as Double?, let longitude = row[11] as Double? {
      coordinate = Coordinate(
        latitude: latitude, longitude: longitude,
        horizontalAccuracy: (row[12] as Double?).flatMap(Distance.init(meters:)))
    }
    self.init(
      sequence: row[0], id: row[1], account: row[2],
      original: Original(
        path: row[3], url: row[4], sha256: row[5], bytes: row[6], modified: row[7]),
      submitted: row[8], captured: row[9], coordinate: coordinate, output: row[13],
      asked: row[14], renditions: renditions, response: row[15])
  }
}

extension Rendition {
  /// Reads a row of role, path, width, height and bytes.
  init?(row: SQLRow) {
    guard let role = Role(rawValue: row[0]) else { return nil }
    self.init(role: role, path: row[1], width: row[2], height: row[3], bytes: row[4])
  }
}
