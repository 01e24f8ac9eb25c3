import TimeWalkCore

/// Counts the items around a place by the spatial index, never more than necessary.
struct PlaceCount {
  private let center: Coordinate
  private let db: any SQLDatabase
  private let statement: String

  init(around center: Coordinate, in db: any SQLDatabase, _ dialect: some SearchDialect) {
    (self.center, self.db) = (center, db)
    let box = BoxArguments(west: "?1", east: "?2", south: "?3", north: "?4")
    statement =
      "SELECT count(*) FROM (SELECT 1 \(dialect.places(in: box)) LIMIT ?5) AS found"
  }

  /// The number of items in the boxes that hold everything within a distance, at most `most`.
  func count(within meters: Double, most: Int) throws -> Int {
    var count = 0
    for box in GeographicBox.around(
      latitude: center.latitude, longitude: center.longitude, meters: meters)
    where count < most {
      count +=
        try db.first(
          Int.self, statement, [box.west, box.east, box.south, box.north, most - count]) ?? 0
    }
    return count
  }

  /// A distance whose boxes hold a number of items; more at one spot, and fewer if there are fewer.
  ///
  /// - Parameters:
  ///   - wanted: the number.
  ///   - inner: a distance whose boxes hold fewer.
  ///   - limit: the greatest distance.
  /// - Returns: the distance, metres.
  /// - Throws: the database's errors.
  func reach(holding wanted: ClosedRange<Int>, beyond inner: Double, limit: Double) throws -> Double
  {
    var (low, high) = (inner, limit)
    var isBounded = false
    while true {
      let next =
        isBounded ? (low + high) / 2 : min(limit, max(PlaceCount.firstReach, low * 4))
      let found = try count(within: next, most: wanted.upperBound + 1)
      if wanted.contains(found) { return next }
      if found > wanted.upperBound { (high, isBounded) = (next, true) } else { low = next }
      guard high - low > PlaceCount.leastStep else { return high }
    }
  }

  /// The first distance to try, and the least difference between two, metres.
  private static let firstReach = 64.0
  private static let leastStep = 1.0
}
