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
      let output = db.whole(row[13])
      let renditions = try db.rows(
        """
        SELECT role, path, width, height, bytes FROM renditions WHERE sequence = ? ORDER BY role
        """, [row[0] as Int])
      return PhotoRecord(
        row, output: output,
        renditions: renditions.compactMap {
          Rendition(row: $0, at: db.whole($0[1]), of: row[0], in: output)
        })
    }
  }

  private init(_ row: SQLRow, output: String, renditions: [Rendition]) {
    var coordinate: Coordinate?
    if let latitude = row[10] as Double?, let longitude = row[11] as Double? {
      coordinate = Coordinate(
        latitude: latitude, longitude: longitude,
        horizontalAccuracy: (row[12] as Double?).flatMap(Distance.init(meters:)))
    }
    self.init(
      sequence: row[0], id: row[1], account: row[2],
      original: Original(
        path: row[3], url: row[4], sha256: row[5],
        bytes: Rendition.limited(row[6], to: Rendition.mostBytes), modified: row[7]),
      submitted: row[8], captured: row[9], coordinate: coordinate, output: output,
      asked: row[14], renditions: renditions, response: row[15])
  }
}

extension Rendition {
  /// The longest file, bytes; a billion of them can be added up.
  static let mostBytes = 1 << 33

  /// Reads a row of role, path, width, height and bytes, whose whole path is `place`.
  ///
  /// A foreign library may name any file, which must be neither shown nor deleted: `nil` for all
  /// but the photo's own file in the folder of its outputs.
  init?(row: SQLRow, at place: String, of sequence: Int, in output: String) {
    guard let role = Role(rawValue: row[0]),
      let path = OutputName.path(OutputName.image(sequence, role), in: output), path == place
    else { return nil }
    self.init(
      role: role, path: path, width: Rendition.limited(row[2], to: Int(Int32.max)),
      height: Rendition.limited(row[3], to: Int(Int32.max)),
      bytes: Rendition.limited(row[4], to: Rendition.mostBytes))
  }

  /// A number of a file that may be damaged, cut to sizes whose sums and products don't overflow.
  static func limited(_ number: Int, to most: Int) -> Int { max(0, min(number, most)) }
}
