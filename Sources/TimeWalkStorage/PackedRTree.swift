internal import Glibc
package import GRDB

/// Fills an empty R*Tree of two dimensions from all boxes at once.
///
/// SQLite itself searches the tree and rewrites nodes for each box. Here the boxes are sorted along
/// a Hilbert curve and packed into nodes (I. Kamel and C. Faloutsos, "On Packing R-trees", 1993).
/// SQLite documents their format in `rtree.c`: nodes of big-endian cells, each a 64-bit key and
/// four 32-bit floats. The tables `_rowid` and `_parent` lead from a key to its leaf and from a
/// node to the one above.
///
/// The connection must be allowed to write SQLite's own tables. It must not have read from the tree
/// before.
package struct PackedRTree {
  /// A rectangle, degrees.
  package struct Box: Equatable {
    package var west, east, south, north: Double

    /// Makes one.
    package init(west: Double, east: Double, south: Double, north: Double) {
      self.west = west
      self.east = east
      self.south = south
      self.north = north
    }
  }

  /// A key or a node, and the box around it, rounded outwards.
  private struct Cell {
    var key: Int64
    var west: Float
    var east: Float
    var south: Float
    var north: Float
  }

  private struct Entry {
    var cell: Cell
    /// The position on the curve.
    var turn: UInt32
    /// The index among all.
    var index: UInt32

    /// The place in the order of the curve.
    var order: UInt64 { UInt64(turn) << 32 | UInt64(index) }
  }

  /// The greatest number of boxes that are sorted in memory, in some 32 MB.
  ///
  /// More of them are sorted in runs, and take 12 bytes of memory each.
  private static let greatestBatch = 1 << 20
  /// The root's number.
  private static let root: Int64 = 1
  private static let bytesPerCell = 24
  /// The possible sizes of a node: SQLite puts at most 51 cells into one (`rtree.c`).
  private static let sizes = 4 + 4 * bytesPerCell...4 + 51 * bytesPerCell

  private let table: String
  private let db: Database
  private let nodes: Statement
  private let parents: Statement
  private let leaves: Statement
  private let nodeSize: Int
  /// The number of cells in a full node, and in one with space for later ones.
  private let capacity: Int
  private let fill: Int
  private let batch: Int
  private var nextNode = root + 1
  private var row = BoundRow()
  private var entries: [Entry] = []
  private var runs: SortedRuns?
  /// The keys of all boxes, and the leaf of each.
  private var keys: [Int64] = []
  private var leafOf: [UInt32] = []
  /// The cells of the next leaf.
  private var members: [Cell] = []
  /// A cell for each leaf that is written.
  private var packed: [Cell] = []

  /// Starts to fill a tree; `nil` when it has no root of a known size.
  ///
  /// - Parameters:
  ///   - table: the tree's name.
  ///   - db: the connection, which must be the same until the end.
  ///   - batch: the number of boxes to sort in memory.
  /// - Throws: `DatabaseError` when there is no such tree.
  package init?(_ table: String, in db: Database, batch: Int) throws {
    self.table = table
    self.db = db
    self.batch = min(max(batch, 1), PackedRTree.greatestBatch)
    nodes = try db.makeStatement(sql: "INSERT OR REPLACE INTO \(table)_node VALUES (?, ?)")
    parents = try db.makeStatement(sql: "INSERT INTO \(table)_parent VALUES (?, ?)")
    leaves = try db.makeStatement(sql: "INSERT INTO \(table)_rowid VALUES (?, ?)")
    let size = try Int.fetchOne(
      db, sql: "SELECT length(data) FROM \(table)_node WHERE nodeno = \(PackedRTree.root)")
    guard let size, PackedRTree.sizes.contains(size) else { return nil }
    nodeSize = size
    capacity = (size - 4) / PackedRTree.bytesPerCell
    fill = capacity * 7 / 8
  }

  /// Adds a box; the keys must ascend.
  package mutating func add(_ key: Int64, _ box: Box) throws {
    if entries.isEmpty { entries.reserveCapacity(batch) }
    if entries.count == batch { try addRun() }
    entries.append(
      Entry(
        cell: Cell(
          key: key, west: PackedRTree.down(box.west), east: PackedRTree.up(box.east),
          south: PackedRTree.down(box.south), north: PackedRTree.up(box.north)),
        turn: PackedRTree.turn(
          latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2),
        index: UInt32(keys.count)))
    keys.append(key)
  }

  /// Completes the tree.
  ///
  /// - Returns: the box around all; `nil` when there is none.
  /// - Throws: `DatabaseError` when a node can't be written.
  package mutating func finish() throws -> Box? {
    try writeLeaves()
    guard !packed.isEmpty else { return nil }
    let all = PackedRTree.around(packed[...], key: PackedRTree.root)
    if packed.count == 1 {
      // All boxes are in one leaf, which is the root itself.
      try moveToRoot(packed[0])
    } else {
      var depth = 1
      while packed.count > capacity {
        packed = try writeNodes(over: packed)
        depth += 1
      }
      for cell in packed { try link(cell.key, under: PackedRTree.root) }
      try write(PackedRTree.root, packed[...], depth: depth)
    }
    return Box(
      west: Double(all.west), east: Double(all.east), south: Double(all.south),
      north: Double(all.north))
  }

  // MARK: Nodes

  /// Sorts the boxes so far, and puts them away.
  private mutating func addRun() throws {
    let runs = try self.runs ?? SortedRuns()
    self.runs = runs
    entries.sort { $0.order < $1.order }
    try runs.append(entries)
    entries.removeAll(keepingCapacity: true)
  }

  /// Packs the boxes into leaves.
  private mutating func writeLeaves() throws {
    leafOf = [UInt32](repeating: 0, count: keys.count)
    if runs != nil { try addRun() }
    if let runs {
      entries = []
      try runs.merge { try pack($0) }
    } else {
      entries.sort { $0.order < $1.order }
      for entry in entries { try pack(entry) }
    }
    if !members.isEmpty { try writeLeaf() }
    // In the order of the keys, which appends to the table.
    for (key, leaf) in zip(keys, leafOf) { try insert(leaves, key, Int64(leaf)) }
  }

  private mutating func pack(_ entry: Entry) throws {
    members.append(entry.cell)
    leafOf[Int(entry.index)] = UInt32(nextNode)
    if members.count == fill { try writeLeaf() }
  }

  private mutating func writeLeaf() throws {
    try write(nextNode, members[...], depth: 0)
    packed.append(PackedRTree.around(members[...], key: nextNode))
    members.removeAll(keepingCapacity: true)
    nextNode += 1
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
      above.append(PackedRTree.around(members, key: node))
      start += fill
    }
    return above
  }

  private func moveToRoot(_ leaf: Cell) throws {
    try db.execute(
      sql: """
        UPDATE \(table)_node SET data = (SELECT data FROM \(table)_node WHERE nodeno = ?1)
          WHERE nodeno = \(PackedRTree.root);
        """, arguments: [leaf.key])
    try db.execute(sql: "DELETE FROM \(table)_node WHERE nodeno = ?1", arguments: [leaf.key])
    try db.execute(sql: "UPDATE \(table)_rowid SET nodeno = \(PackedRTree.root)")
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
      put(cell.west.bitPattern)
      put(cell.east.bitPattern)
      put(cell.south.bitPattern)
      put(cell.north.bitPattern)
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

  // MARK: Runs

  /// Sorted boxes in a file without a name, see `tmpfile(3)`.
  private final class SortedRuns {
    /// The number of entries of a run that are read at a time.
    private static let window = 4_096

    private let file: UnsafeMutablePointer<FILE>
    /// The places in the file behind the runs, in entries.
    private var ends: [Int] = []

    init() throws {
      guard let file = tmpfile() else {
        throw DatabaseError(
          resultCode: .SQLITE_CANTOPEN, message: "a temporary file can't be made")
      }
      self.file = file
    }

    deinit { fclose(file) }

    func append(_ entries: [Entry]) throws {
      let isWritten = entries.withUnsafeBytes { fwrite($0.baseAddress, $0.count, 1, file) == 1 }
      guard isWritten, fflush(file) == 0 else {
        throw DatabaseError(resultCode: .SQLITE_FULL, message: "a temporary file can't be written")
      }
      ends.append((ends.last ?? 0) + entries.count)
    }

    /// Visits all boxes in the order of the curve.
    func merge(_ visit: (Entry) throws -> Void) throws {
      var starts = [0] + ends.dropLast()
      var windows = try ends.indices.map { try read(from: &starts[$0], to: ends[$0]) }
      var places = ends.map { _ in 0 }
      var orders = windows.map { $0.first?.order ?? .max }
      while let least = orders.min(), least < .max, let run = orders.firstIndex(of: least) {
        try visit(windows[run][places[run]])
        places[run] += 1
        if places[run] == windows[run].count {
          windows[run] = try read(from: &starts[run], to: ends[run])
          places[run] = 0
        }
        orders[run] = windows[run].isEmpty ? .max : windows[run][places[run]].order
      }
    }

    private func read(from start: inout Int, to end: Int) throws -> [Entry] {
      let count = min(SortedRuns.window, end - start)
      let size = MemoryLayout<Entry>.stride
      let entries = [Entry](unsafeUninitializedCapacity: count) { buffer, read in
        let length = pread(fileno(file), buffer.baseAddress, count * size, off_t(start * size))
        read = max(0, length) / size
      }
      guard entries.count == count else {
        throw DatabaseError(resultCode: .SQLITE_IOERR, message: "a temporary file can't be read")
      }
      start += count
      return entries
    }
  }

  // MARK: Boxes

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
