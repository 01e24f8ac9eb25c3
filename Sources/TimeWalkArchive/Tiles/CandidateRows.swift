internal import CSpatiaLite
import GRDB
import TimeWalkCore

/// Reads candidates from rows of `items`, and blobs from rows of `tiles`.
///
/// GRDB's cached statements are stepped with SQLite's own calls, which was measured to take about a tenth less
/// than a cursor of rows, and copies no blob. The pointers stay in this file.
enum CandidateRows {
  /// The `SELECT` list that `forEach` reads, after a leading tile number.
  static let columns = earlierColumns + ", items.view_distance"

  /// The same for a file that has no tiles, and no view distances either.
  static let columnsBeforeTiles = earlierColumns + ", NULL"

  private static let earlierColumns = """
    items.key, items.geometry, items.accuracy, items.location_of, items.heading,
    items.heading_accuracy, items.field_of_view, items.pitch, items.altitude,
    items.altitude_reference, items.altitude_accuracy, items.earliest, items.latest,
    items.date IS NULL, items.earliest_fuzzy, items.latest_fuzzy
    """

  /// Every row with a usable place of a statement that selects a tile's number and `columns`.
  static func forEach(
    _ statement: Statement, in db: Database, arguments: [Int64] = [],
    body: (Int64, Candidate) throws -> Void
  ) throws {
    try step(statement, in: db, arguments: arguments) { statement in
      guard sqlite3_column_type(statement, 0) != SQLITE_NULL,
        let candidate = candidate(of: statement)
      else { return }
      try body(sqlite3_column_int64(statement, 0), candidate)
    }
  }

  /// Every tile of a statement that selects the number and the data; the data are gone when the body returns.
  static func forEachTile(
    _ statement: Statement, in db: Database, arguments: [Int64],
    body: (Int64, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try step(statement, in: db, arguments: arguments) { statement in
      let start = sqlite3_column_blob(statement, 1)
      let count = Int(sqlite3_column_bytes(statement, 1))
      try body(
        sqlite3_column_int64(statement, 0),
        UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
  }

  /// The one number that a statement selects.
  static func number(
    of statement: Statement, in db: Database, arguments: [Int64]
  ) throws -> Int {
    var number: Int64 = 0
    try step(statement, in: db, arguments: arguments) { number = sqlite3_column_int64($0, 0) }
    return Int(number)
  }

  /// The two numbers of the last row that a statement selects; `nil` without one.
  static func pair(of statement: Statement, in db: Database) throws -> (Int64, Int64)? {
    var pair: (Int64, Int64)?
    try step(statement, in: db, arguments: []) {
      pair = (sqlite3_column_int64($0, 0), sqlite3_column_int64($0, 1))
    }
    return pair
  }

  private static func step(
    _ statement: Statement, in db: Database, arguments: [Int64],
    row: (OpaquePointer) throws -> Void
  ) throws {
    let statement = statement.sqliteStatement
    defer { sqlite3_reset(statement) }
    sqlite3_reset(statement)
    for (index, value) in arguments.enumerated() {
      sqlite3_bind_int64(statement, Int32(index + 1), value)
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        try row(statement)
      case SQLITE_DONE:
        return
      case let code:
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
      }
    }
  }

  /// Reads the row that a statement stands on; `nil` when its place is not usable.
  private static func candidate(of statement: OpaquePointer) -> Candidate? {
    func double(_ column: Int32) -> Double? {
      sqlite3_column_type(statement, column) == SQLITE_NULL
        ? nil : sqlite3_column_double(statement, column)
    }
    func day(_ column: Int32) -> Day? {
      sqlite3_column_type(statement, column) == SQLITE_NULL
        ? nil : Day(number: Int(sqlite3_column_int64(statement, column)))
    }
    func text(_ column: Int32) -> String? {
      sqlite3_column_text(statement, column).map(String.init(cString:))
    }

    let blob = UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, 2), count: Int(sqlite3_column_bytes(statement, 2)))
    guard let point = PointBlob.decode(blob),
      let coordinate = Coordinate(
        latitude: point.latitude, longitude: point.longitude,
        horizontalAccuracy: double(3).flatMap(Distance.init(meters:)))
    else { return nil }
    // The column is checked to be `camera` or `subject`; the first letter tells them apart.
    let isSubject = sqlite3_column_text(statement, 4)?.pointee == UInt8(ascii: "s")
    let altitude = double(9).flatMap {
      Altitude(
        meters: $0, reference: text(10).flatMap(Altitude.Reference.init) ?? .unknown,
        accuracy: double(11).flatMap(Distance.init(meters:)))
    }
    let hasNoDate = sqlite3_column_int(statement, 14) != 0
    return Candidate(
      key: sqlite3_column_int64(statement, 1),
      pose: RecordedPose(
        coordinate: coordinate, locationOf: isSubject ? .subject : .camera,
        heading: double(5).flatMap(Heading.init(degrees:)),
        headingAccuracy: double(6).flatMap(Angle.init(degrees:)),
        fieldOfView: double(7).flatMap(FieldOfView.init(degrees:)),
        pitch: double(8).flatMap(Angle.init(degrees:)), altitude: altitude,
        viewDistance: double(17).flatMap(Distance.init(meters:))),
      dates: hasNoDate ? nil : DateSpan(earliest: day(12), latest: day(13)),
      fuzzyDates: hasNoDate ? nil : DateSpan(earliest: day(15), latest: day(16)))
  }
}
