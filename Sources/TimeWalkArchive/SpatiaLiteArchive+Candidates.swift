internal import CSpatiaLite
import Foundation
import GRDB
public import TimeWalkCore

// GRDB's cached statement is stepped with SQLite's own calls, which was measured to take about a tenth less
// than a cursor of rows, and copies no blob. The pointers stay in this file.

extension SpatiaLiteArchive {
  /// See `HistoricalArchive.candidates(near:within:)`.
  ///
  /// Two R*Trees are asked: the geometry's own for the items whose reach is `Reach.common` at most, with
  /// the box widened by that; and `items_far`, which holds a box of its own for each that reaches farther.
  public func candidates(
    near place: Coordinate, within distance: Distance
  ) throws(ArchiveError) -> [Candidate] {
    try ArchiveError.typed {
      // One consistent view of both indexes needs a transaction, which `read` brings.
      try reader.read { db in
        var found: [Candidate] = []
        let sphere = SphericalDistance(latitude: place.latitude, longitude: place.longitude)
        func search(_ sql: String, meters: Double) throws {
          let boxes = GeographicBox.around(
            latitude: place.latitude, longitude: place.longitude, meters: meters)
          for box in boxes {
            try CandidateQuery.run(sql, in: db, box: box, sphere: sphere, limit: distance.meters) {
              found.append($0)
            }
          }
        }
        try search(CandidateQuery.common, meters: distance.meters + Reach.common)
        try search(CandidateQuery.far, meters: distance.meters)
        return CandidateQuery.ordered(found)
      }
    }
  }
}

private enum CandidateQuery {
  private static let columns = """
    items.key, items.geometry, items.accuracy, items.location_of, items.heading,
    items.heading_accuracy, items.field_of_view, items.pitch, items.altitude,
    items.altitude_reference, items.altitude_accuracy, items.earliest, items.latest,
    items.date IS NULL, items.earliest_fuzzy, items.latest_fuzzy
    """

  static let common = """
    SELECT \(columns) FROM idx_items_geometry AS box CROSS JOIN items ON items.key = box.pkid
    WHERE box.xmax >= ?1 AND box.xmin <= ?2 AND box.ymax >= ?3 AND box.ymin <= ?4
      AND (items.accuracy IS NULL OR items.accuracy <= \(Reach.commonAccuracy))
    """

  static let far = """
    SELECT \(columns) FROM items_far AS box CROSS JOIN items ON items.key = box.key
    WHERE box.east >= ?1 AND box.west <= ?2 AND box.north >= ?3 AND box.south <= ?4
    """

  /// Sorts by key and drops what both sides of the antimeridian found.
  static func ordered(_ found: [Candidate]) -> [Candidate] {
    let sorted = found.sorted { $0.key < $1.key }
    var last: Int64?
    return sorted.filter { candidate in
      defer { last = candidate.key }
      return candidate.key != last
    }
  }

  static func run(
    _ sql: String, in db: Database, box: GeographicBox, sphere: SphericalDistance, limit: Double,
    found: (Candidate) -> Void
  ) throws {
    let cached = try db.cachedStatement(sql: sql)
    let statement = cached.sqliteStatement
    defer { sqlite3_reset(statement) }
    sqlite3_reset(statement)
    for (index, value) in [box.west, box.east, box.south, box.north].enumerated() {
      sqlite3_bind_double(statement, Int32(index + 1), value)
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        if let candidate = candidate(of: statement, sphere: sphere, limit: limit) {
          found(candidate)
        }
      case SQLITE_DONE:
        return
      case let code:
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
      }
    }
  }

  /// Reads the row that a statement stands on; `nil` when it is too far away.
  private static func candidate(
    of statement: OpaquePointer, sphere: SphericalDistance, limit: Double
  ) -> Candidate? {
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
      start: sqlite3_column_blob(statement, 1), count: Int(sqlite3_column_bytes(statement, 1)))
    let accuracy = double(2)
    guard let point = PointBlob.decode(blob),
      sphere.mayBeWithin(
        meters: limit + Reach.meters(accuracy: accuracy), latitude: point.latitude,
        longitude: point.longitude),
      let coordinate = Coordinate(
        latitude: point.latitude, longitude: point.longitude,
        horizontalAccuracy: accuracy.flatMap(Distance.init(meters:)))
    else { return nil }
    // The column is checked to be `camera` or `subject`; the first letter tells them apart.
    let isSubject = sqlite3_column_text(statement, 3)?.pointee == UInt8(ascii: "s")
    let altitude = double(8).flatMap {
      Altitude(
        meters: $0, reference: text(9).flatMap(Altitude.Reference.init) ?? .unknown,
        accuracy: double(10).flatMap(Distance.init(meters:)))
    }
    let hasNoDate = sqlite3_column_int(statement, 13) != 0
    return Candidate(
      key: sqlite3_column_int64(statement, 0),
      pose: RecordedPose(
        coordinate: coordinate, locationOf: isSubject ? .subject : .camera,
        heading: double(4).flatMap(Heading.init(degrees:)),
        headingAccuracy: double(5).flatMap(Angle.init(degrees:)),
        fieldOfView: double(6).flatMap(FieldOfView.init(degrees:)),
        pitch: double(7).flatMap(Angle.init(degrees:)), altitude: altitude),
      dates: hasNoDate ? nil : DateSpan(earliest: day(11), latest: day(12)),
      fuzzyDates: hasNoDate ? nil : DateSpan(earliest: day(14), latest: day(15)))
  }
}
