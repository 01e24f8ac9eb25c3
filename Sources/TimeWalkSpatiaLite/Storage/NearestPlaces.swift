internal import CDatabases
import GRDB
import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

/// Finds the nearest places first, through the R*Tree.
///
/// SQLite visits the tree's nodes and places in the order of the numbers that a function gives
/// ("Custom R-Tree Queries", sqlite.org/rtree.html). Some 300 of them lead to the nearest place.
enum NearestPlaces {
  /// Adds `timewalk_nearest(latitude, longitude)` for `MATCH` to a connection.
  static func add(to db: Database) throws {
    let code = tws_order_places(db.sqliteConnection) { place, edges in
      guard let place, let edges, let center = Coordinate(latitude: place[0], longitude: place[1])
      else { return 0 }
      return GroundBox(west: edges[0], east: edges[1], south: edges[2], north: edges[3])
        .roughSquare(from: center)
    }
    guard code == SQLITE_OK else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: "SQLite lacks its R*Tree")
    }
  }

  private static let inOrder = """
    SELECT items.key, items.geometry, boxes.xmin, boxes.xmax, boxes.ymin, boxes.ymax
    FROM idx_items_geometry AS boxes CROSS JOIN items ON items.key = boxes.pkid
    WHERE boxes.pkid MATCH timewalk_nearest(?1, ?2) AND NOT \(ItemColumns.isMap("items"))
    """

  private struct Done: Error {}

  /// The nearest item except maps; `nil` if there is none.
  static func first(from place: Coordinate, in db: Database) throws -> NearestItem? {
    var best: NearestItem?
    do {
      try StatementRow.forEach(
        db.cachedStatement(sql: inOrder), in: db, numbers: [place.latitude, place.longitude]
      ) { row in
        func edge(_ column: Int) -> Double { row.double(column) ?? 0 }
        let box = GroundBox(west: edge(2), east: edge(3), south: edge(4), north: edge(5))
        // Boxes are rounded outwards: a later place may be nearer by a metre.
        if let best, box.roughSquare(from: place) > best.square { throw Done() }
        guard let point = row.point(1),
          let spot = Coordinate(latitude: point.latitude, longitude: point.longitude)
        else { return }
        let found = NearestItem(key: row.integer(0), coordinate: spot, from: place)
        if found.isNearer(than: best) { best = found }
      }
    } catch is Done {}
    return best
  }
}
