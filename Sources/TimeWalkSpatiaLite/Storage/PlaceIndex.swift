internal import CDatabases
import Foundation
import GRDB
import TimeWalkArchive
import TimeWalkTables
import TimeWalkStorage

/// Fills the R*Tree of the items' places from all items at once.
///
/// SpatiaLite inserts row by row, which took a third of a large import. Here the places are sorted
/// along a Hilbert curve and packed into nodes (I. Kamel and C. Faloutsos, "On Packing R-trees",
/// 1993). SQLite documents their format in `rtree.c`: nodes of big-endian cells, each a 64-bit key
/// and four 32-bit floats. The tables `_rowid` and `_parent` lead from a key to its leaf and from a
/// node to the one above.
struct PlaceIndex {
  /// A key or a node, and the box around it, rounded outwards.
  private struct Cell {
    var key: Int64
    var west: Float
    var east: Float
    var south: Float
    var north: Float
  }

  private struct Place {
    var cell: Cell
    /// The position on the curve.
    var turn: UInt32
    /// The index among those that were read together.
    var index: Int32
  }

  /// The number of places that are sorted together, which bounds the memory to some 40 MB.
  private static let batch = 1 << 20
  /// The root's number.
  private static let root: Int64 = 1
  private static let bytesPerCell = 24
  /// The possible sizes of a node: SQLite puts at most 51 cells into one (`rtree.c`).
  private static let sizes = 4 + 4 * bytesPerCell...4 + 51 * bytesPerCell
  private static let table = "idx_items_geometry"

  private let db: Database
  private let nodes: Statement
  private let parents: Statement
  private let leaves: Statement
  private let nodeSize: Int
  /// The number of cells in a full node, and in one with space for later ones.
  private let capacity: Int
  private let fill: Int
  private var nextNode = root + 1
  private var row = BoundRow()

  /// That an item's place is not a point of the form that we write; another program may have left
  /// it.
  private struct UnusualPlace: Error {}

  /// Fills the empty index.
  ///
  /// Returns `false`, with the index half filled, when there are unusual places, which are left to
  /// SpatiaLite.
  static func fill(_ db: Database) throws -> Bool {
    // The tables of the R*Tree are SQLite's own, which a guarded connection doesn't write.
    try db.withoutDefence {
      var index = try PlaceIndex(db)
      do { try index.build() } catch is UnusualPlace { return false }
      return true
    }
  }

  private init(_ db: Database) throws {
    self.db = db
    let table = PlaceIndex.table
    nodes = try db.makeStatement(sql: "INSERT OR REPLACE INTO \(table)_node VALUES (?, ?)")
    parents = try db.makeStatement(sql: "INSERT INTO \(table)_parent VALUES (?, ?)")
    leaves = try db.makeStatement(sql: "INSERT INTO \(table)_rowid VALUES (?, ?)")
    let size = try Int.fetchOne(
      db, sql: "SELECT length(data) FROM \(table)_node WHERE nodeno = \(PlaceIndex.root)")
    guard let size, PlaceIndex.sizes.contains(size) else {
      throw ArchiveError(.damaged, "The archive's spatial index has no root.")
    }
    nodeSize = size
    capacity = (size - 4) / PlaceIndex.bytesPerCell
    fill = capacity * 7 / 8
  }

  private mutating func build() throws {
    var cells: [Cell] = []
    try forEachBatch { batch in cells += try writeLeaves(of: &batch) }
    guard !cells.isEmpty else { return }
    if cells.count == 1 {
      // All items are in one leaf, which is the root itself.
      try moveToRoot(cells[0])
      return
    }
    var depth = 1
    while cells.count > capacity {
      cells = try writeNodes(over: cells)
      depth += 1
    }
    for cell in cells { try link(cell.key, under: PlaceIndex.root) }
    try write(PlaceIndex.root, cells[...], depth: depth)
  }

  // MARK: Nodes

  /// Packs places into leaves, and gives a cell for each.
  private mutating func writeLeaves(of places: inout [Place]) throws -> [Cell] {
    places.sort { ($0.turn, $0.index) < ($1.turn, $1.index) }
    var leafOf = [Int64](repeating: 0, count: places.count)
    var cells: [Cell] = []
    var keys = [Int64](repeating: 0, count: places.count)
    var start = 0
    while start < places.count {
      let end = min(start + fill, places.count)
      let node = nextNode
      nextNode += 1
      let members = places[start..<end].map(\.cell)
      try write(node, members[...], depth: 0)
      for place in places[start..<end] {
        leafOf[Int(place.index)] = node
        keys[Int(place.index)] = place.cell.key
      }
      cells.append(PlaceIndex.around(members[...], key: node))
      start = end
    }
    // In the order of the keys, which appends to the table.
    for (key, leaf) in zip(keys, leafOf) { try insert(leaves, key, leaf) }
    return cells
  }

  private mutating func writeNodes(over cells: [Cell]) throws -> [Cell] {
    var above: [Cell] = []
    var start = 0
    while start < cells.count {
      let members = cells[start..<min(start + fill, cells.count)]
      let node = nextNode
      nextNode += 1
      for member in members { try link(member.key, under: node) }
      try write(node, members, depth: 0)
      above.append(PlaceIndex.around(members, key: node))
      start += fill
    }
    return above
  }

  private mutating func moveToRoot(_ leaf: Cell) throws {
    let table = PlaceIndex.table
    try db.execute(
      sql: """
        UPDATE \(table)_node SET data = (SELECT data FROM \(table)_node WHERE nodeno = ?1)
          WHERE nodeno = \(PlaceIndex.root);
        """, arguments: [leaf.key])
    try db.execute(sql: "DELETE FROM \(table)_node WHERE nodeno = ?1", arguments: [leaf.key])
    try db.execute(sql: "UPDATE \(table)_rowid SET nodeno = \(PlaceIndex.root)")
  }

  private mutating func link(_ node: Int64, under parent: Int64) throws {
    try insert(parents, node, parent)
  }

  private mutating func insert(_ statement: Statement, _ first: Int64, _ second: Int64) throws {
    row.removeAll()
    row.append(first)
    row.append(second)
    try row.execute(statement, in: db)
  }

  private mutating func write(_ node: Int64, _ cells: ArraySlice<Cell>, depth: Int) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(nodeSize)
    func put<T: FixedWidthInteger>(_ value: T) {
      withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }
    put(UInt16(depth))
    put(UInt16(cells.count))
    for cell in cells {
      put(cell.key)
      for edge in [cell.west, cell.east, cell.south, cell.north] { put(edge.bitPattern) }
    }
    bytes += [UInt8](repeating: 0, count: nodeSize - bytes.count)
    row.removeAll()
    row.append(node)
    row.append(blob: bytes)
    try row.execute(nodes, in: db)
  }

  private static func around(_ cells: ArraySlice<Cell>, key: Int64) -> Cell {
    var box = Cell(
      key: key, west: .infinity, east: -.infinity, south: .infinity, north: -.infinity)
    for cell in cells {
      box.west = min(box.west, cell.west)
      box.east = max(box.east, cell.east)
      box.south = min(box.south, cell.south)
      box.north = max(box.north, cell.north)
    }
    return box
  }

  // MARK: Places

  /// Reads all places in the order of the keys, many at a time.
  private func forEachBatch(_ body: (inout [Place]) throws -> Void) throws {
    let statement = try db.makeStatement(sql: "SELECT key, geometry FROM items ORDER BY key")
    let rows = statement.sqliteStatement
    defer { sqlite3_reset(rows) }
    var places: [Place] = []
    let items = try Int.fetchOne(db, sql: "SELECT count(*) FROM items") ?? 0
    places.reserveCapacity(min(items, PlaceIndex.batch))
    while true {
      let code = sqlite3_step(rows)
      guard code == SQLITE_ROW else {
        guard code == SQLITE_DONE else {
          throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
        }
        break
      }
      let blob = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(rows, 1), count: Int(sqlite3_column_bytes(rows, 1)))
      guard let point = PointBlob.decode(blob), point.latitude.isFinite, point.longitude.isFinite
      else { throw UnusualPlace() }
      places.append(
        Place(
          cell: Cell(
            key: sqlite3_column_int64(rows, 0), west: PlaceIndex.down(point.longitude),
            east: PlaceIndex.up(point.longitude), south: PlaceIndex.down(point.latitude),
            north: PlaceIndex.up(point.latitude)),
          turn: PlaceIndex.turn(latitude: point.latitude, longitude: point.longitude),
          index: Int32(places.count)))
      if places.count == PlaceIndex.batch {
        try body(&places)
        places.removeAll(keepingCapacity: true)
      }
    }
    if !places.isEmpty { try body(&places) }
  }

  /// The float at or below a number, by the rule of `rtreeValueDown`.
  private static func down(_ number: Double) -> Float {
    let float = Float(number)
    return Double(float) > number ? Float(number * (number < 0 ? away : towards)) : float
  }

  /// The float at or above a number, by the rule of `rtreeValueUp`.
  private static func up(_ number: Double) -> Float {
    let float = Float(number)
    return Double(float) < number ? Float(number * (number < 0 ? towards : away)) : float
  }

  private static let towards = 1.0 - 1.0 / 8_388_608.0
  private static let away = 1.0 + 1.0 / 8_388_608.0

  /// The position of a place on a Hilbert curve of 65,536 by 65,536 cells around the world.
  private static func turn(latitude: Double, longitude: Double) -> UInt32 {
    func cell(_ share: Double) -> UInt32 { UInt32(min(65_535, max(0, share * 65_536))) }
    var x = cell((longitude + 180) / 360)
    var y = cell((latitude + 90) / 180)
    var turn: UInt32 = 0
    var side: UInt32 = 32_768
    while side > 0 {
      let (right, upper): (UInt32, UInt32) = (x & side > 0 ? 1 : 0, y & side > 0 ? 1 : 0)
      turn = turn &+ side &* side &* ((3 * right) ^ upper)
      // The curve within each quarter is turned.
      if upper == 0 {
        if right == 1 {
          x = 65_535 - x
          y = 65_535 - y
        }
        (x, y) = (y, x)
      }
      side /= 2
    }
    return turn
  }
}
