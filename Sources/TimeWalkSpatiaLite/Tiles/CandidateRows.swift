import GRDB
import TimeWalkArchive
import TimeWalkCore
import TimeWalkStorage

/// Reads candidates from rows of `items`, and blobs from rows of `tiles`.
enum CandidateRows {
  /// The `SELECT` list that `forEach` reads, after a leading tile number.
  static let columns = """
    items.key, items.geometry, items.accuracy, items.location_of, items.heading,
    items.heading_accuracy, items.field_of_view, items.pitch, items.altitude,
    items.altitude_reference, items.altitude_accuracy, items.earliest, items.latest,
    items.date IS NULL, items.earliest_fuzzy, items.latest_fuzzy, items.view_distance
    """

  /// Every row with a usable place of a statement that selects a tile's number and `columns`.
  static func forEach(
    _ statement: Statement, in db: Database, arguments: [Int64] = [],
    body: (Int64, Candidate) throws -> Void
  ) throws {
    try StatementRow.forEach(statement, in: db, arguments: arguments) { row in
      guard !row.isNull(0), let candidate = candidate(of: row) else { return }
      try body(row.integer(0), candidate)
    }
  }

  /// Every tile of a statement that selects the number and the data; the data are gone when the
  /// body returns.
  static func forEachTile(
    _ statement: Statement, in db: Database, arguments: [Int64],
    body: (Int64, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try db.withLongestValue(ArchiveLimits.longestTile) {
      try StatementRow.forEach(statement, in: db, arguments: arguments) { row in
        try row.withBytes(1) { try body(row.integer(0), $0) }
      }
    }
  }

  /// The one number that a statement selects.
  static func number(
    of statement: Statement, in db: Database, arguments: [Int64]
  ) throws -> Int {
    var number: Int64 = 0
    try StatementRow.forEach(statement, in: db, arguments: arguments) { number = $0.integer(0) }
    return Int(number)
  }

  /// The two numbers of the last row that a statement selects; `nil` without one.
  static func pair(of statement: Statement, in db: Database) throws -> (Int64, Int64)? {
    var pair: (Int64, Int64)?
    try StatementRow.forEach(statement, in: db, arguments: []) {
      pair = ($0.integer(0), $0.integer(1))
    }
    return pair
  }

  /// Reads a row; `nil` when its place is not usable.
  static func candidate(of row: StatementRow) -> Candidate? {
    func day(_ column: Int) -> Day? {
      row.isNull(column) ? nil : Day(number: Int(row.integer(column)))
    }
    guard let point = row.point(2),
      let coordinate = Coordinate(
        latitude: point.latitude, longitude: point.longitude,
        horizontalAccuracy: row.double(3).flatMap(Distance.init(meters:)))
    else { return nil }
    // The column is checked to be one of three words; the first letter tells them apart.
    let locationOf: LocationOf =
      switch row.withBytes(4, { $0.first }) {
      case UInt8(ascii: "s"): .subject
      case UInt8(ascii: "u"): .unknown
      default: .camera
      }
    let altitude = row.double(9).flatMap {
      Altitude(
        meters: $0, reference: row.text(10).flatMap(Altitude.Reference.init) ?? .unknown,
        accuracy: row.double(11).flatMap(Distance.init(meters:)))
    }
    let hasNoDate = row.integer(14) != 0
    return Candidate(
      key: row.integer(1),
      pose: RecordedPose(
        coordinate: coordinate, locationOf: locationOf,
        heading: row.double(5).flatMap(Heading.init(degrees:)),
        headingAccuracy: row.double(6).flatMap(Angle.init(degrees:)),
        fieldOfView: row.double(7).flatMap(FieldOfView.init(degrees:)),
        pitch: row.double(8).flatMap(Angle.init(degrees:)), altitude: altitude,
        viewDistance: row.double(17).flatMap(Distance.init(meters:))),
      dates: hasNoDate ? nil : DateSpan(earliest: day(12), latest: day(13)),
      fuzzyDates: hasNoDate ? nil : DateSpan(earliest: day(15), latest: day(16)))
  }
}
