internal import GRDB
internal import TimeWalkCore

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
      sequence: row["sequence"], id: row["id"], account: row["account"],
      original: Original(
        path: row["original"], url: row["url"], sha256: row["sha256"], bytes: row["bytes"],
        modified: row["modified"]),
      submitted: row["submitted"], captured: row["captured"], coordinate: coordinate,
      output: row["output"], asked: row["asked"], renditions: renditions,
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
