package import TimeWalkArchive
package import TimeWalkCore

/// An engine's store of the counts of the map's tiles: the table `tile_counts`, a row of bytes
/// (`MapCellBytes`) for each tile that has one.
package protocol MapCountTable {
  /// Passes the bytes of a row to a closure, by its number; `nil` if it doesn't exist.
  func withBytes<T>(of row: Int64, _ body: (UnsafeRawBufferPointer) throws -> T) throws -> T?

  /// Stores a row, replacing an existing one.
  func keep(_ bytes: [UInt8], as row: Int64) throws

  /// Deletes a row. Returns whether it existed.
  func remove(_ row: Int64) throws -> Bool

  /// Deletes all rows.
  func removeAll() throws

  /// The current codes of the items of a map's tile, in any order.
  func codes(in tile: MapTile) throws -> [MapCode]
}

/// The counts of the map's tiles.
///
/// Every tile with more than `MapTile.mostViews` views has a row with its cells, and no other does:
/// smaller tiles are counted on request. The rows are updated after the table `tiles`.
package struct MapPyramid {
  private let table: any MapCountTable
  private var beginnings = MapDecadeCounts()
  private var ends = MapDecadeCounts()

  private init(_ table: any MapCountTable) { self.table = table }

  /// The number of a tile's row.
  package static func number(of tile: MapTile) -> Int64 {
    Int64(tile.zoom) << 48 | Int64(tile.y) << 24 | Int64(tile.x)
  }

  /// The cells of a tile, row by row; `nil` if it has no row.
  ///
  /// Throws `.damaged` for invalid bytes.
  package static func cells(
    of tile: MapTile, in table: any MapCountTable
  ) throws -> [MapCell]? {
    try table.withBytes(of: number(of: tile)) { bytes in
      guard let cells = MapCellBytes.cells(bytes, of: tile) else {
        throw ArchiveError(
          .damaged,
          "Can't read the counts of the archive's tile \(tile.zoom)/\(tile.x)/\(tile.y); rebuild them with \"timewalk archive repair\"."
        )
      }
      return cells
    }
  }

  // MARK: All anew

  /// Rebuilds all counts from the items' codes, in any order.
  package static func rebuild(
    _ table: any MapCountTable, _ codes: inout [MapCode]
  ) throws {
    try table.removeAll()
    guard codes.count > MapTile.mostViews, let world = MapTile(zoom: 0, x: 0, y: 0) else { return }
    codes.sort()
    var pyramid = MapPyramid(table)
    try pyramid.build(world, codes[...])
  }

  /// The expected counts, from the items: every tile with too many views, and its cells.
  package static func forEachTileOfItems(
    _ codes: inout [MapCode], body: (MapTile, [MapCell]) throws -> Void
  ) throws {
    codes.sort()
    guard codes.count > MapTile.mostViews else { return }
    for zoom in MapTile.zooms {
      var start = 0
      while start < codes.count {
        let prefix = codes[start].prefix(zoom: zoom)
        let end = codes[start...].firstIndex { $0.prefix(zoom: zoom) != prefix } ?? codes.count
        if end - start > MapTile.mostViews {
          let tile = MapTile(zoom: zoom, holding: codes[start].entry.place)
          try body(tile, tile.cells(of: codes[start..<end].map(\.entry)))
        }
        start = end
      }
    }
  }

  /// Writes the rows of a tile and of those within it, of all its codes in their order.
  private mutating func build(_ tile: MapTile, _ codes: ArraySlice<MapCode>) throws {
    guard codes.count > MapTile.mostViews else { return }
    try write(tile, codes)
    guard MapTile.zooms.contains(tile.zoom + 1) else { return }
    var rest = codes
    while let first = rest.first {
      let prefix = first.prefix(zoom: tile.zoom + 1)
      let end = MapPyramid.end(of: prefix, zoom: tile.zoom + 1, in: rest)
      try build(MapTile(zoom: tile.zoom + 1, holding: first.entry.place), rest[..<end])
      rest = rest[end...]
    }
  }

  /// The end of the codes that begin with a prefix, as those before do.
  private static func end(of prefix: UInt64, zoom: Int, in codes: ArraySlice<MapCode>) -> Int {
    var (low, high) = (codes.startIndex, codes.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if codes[middle].prefix(zoom: zoom) == prefix { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func write(_ tile: MapTile, _ codes: ArraySlice<MapCode>) throws {
    var bytes = MapCellBytes(tile)
    let zoom = tile.zoom + MapCell.bits
    var start = codes.startIndex
    while start < codes.endIndex {
      let prefix = codes[start].prefix(zoom: zoom)
      var (x, y) = (0, 0)
      var next = start
      while next < codes.endIndex, codes[next].prefix(zoom: zoom) == prefix {
        let entry = codes[next].entry
        x += Int(entry.place.x)
        y += Int(entry.place.y)
        beginnings.add(entry.earliest)
        ends.add(entry.latest)
        next += 1
      }
      bytes.add(
        MapCell.index(of: codes[start].entry.place, zoom: tile.zoom), count: next - start, x: x,
        y: y, earliest: beginnings.take(), latest: ends.take())
      start = next
    }
    try table.keep(bytes.bytes, as: MapPyramid.number(of: tile))
  }

  // MARK: Changes

  /// Updates the counts for removed and added items; the tiles are updated already.
  package static func update(
    _ table: any MapCountTable, removed: [MapCode], added: [MapCode]
  ) throws {
    guard !removed.isEmpty || !added.isEmpty, let world = MapTile(zoom: 0, x: 0, y: 0) else {
      return
    }
    var pyramid = MapPyramid(table)
    try pyramid.update(world, removed: removed, added: added, count: nil)
  }

  /// Updates a tile and those within it; `count` is its current number of items, `nil` if not
  /// counted.
  private mutating func update(
    _ tile: MapTile, removed: [MapCode], added: [MapCode], count: Int?
  ) throws {
    guard var cells = try MapPyramid.cells(of: tile, in: table) else {
      if let count, count <= MapTile.mostViews { return }
      var codes = try table.codes(in: tile)
      codes.sort()
      return try build(tile, codes[...])
    }
    for (codes, times) in [(removed, -1), (added, 1)] {
      for code in codes {
        let entry = code.entry
        cells[MapCell.index(of: entry.place, zoom: tile.zoom)].add(entry, times: times)
      }
    }
    guard cells.reduce(0, { $0 + $1.count }) > MapTile.mostViews else { return try remove(tile) }
    var bytes = MapCellBytes(tile)
    bytes.add(cells)
    try table.keep(bytes.bytes, as: MapPyramid.number(of: tile))
    for (index, quarter) in tile.quarters.enumerated() {
      let (left, lower) = (removed.filter(quarter.holds), added.filter(quarter.holds))
      guard !left.isEmpty || !lower.isEmpty else { continue }
      let count = MapPyramid.indices(ofQuarter: index).reduce(0) { $0 + cells[$1].count }
      try update(quarter, removed: left, added: lower, count: count)
    }
  }

  /// The cells of a tile that a quarter of it has, of `MapTile.quarters`.
  static func indices(ofQuarter index: Int) -> [Int] {
    let side = 1 << MapCell.bits
    let (left, top) = (index % 2 * side / 2, index / 2 * side / 2)
    return (top..<top + side / 2).flatMap { row in
      (left..<left + side / 2).map { row * side + $0 }
    }
  }

  /// Deletes the rows of a tile and of those within it.
  private func remove(_ tile: MapTile) throws {
    guard try table.remove(MapPyramid.number(of: tile)) else { return }
    for quarter in tile.quarters { try remove(quarter) }
  }

  /// Adds the codes of candidates.
  package static func append(_ candidates: Candidates, to codes: inout [MapCode]) {
    for index in candidates.indices { codes.append(MapCode(MapEntry(candidates, at: index))) }
  }

  /// The codes of candidates, in their order.
  package static func codes(_ candidates: Candidates) -> [MapCode] {
    candidates.indices.map { MapCode(MapEntry(candidates, at: $0)) }
  }
}

/// The number of dates that begin or end in each decade of a cell.
private struct MapDecadeCounts {
  private var counts = [Int](repeating: 0, count: 256)
  private var first = 255
  private var last = 0

  mutating func add(_ decade: UInt8) {
    guard decade != MapDecade.unknown else { return }
    counts[Int(decade)] += 1
    first = min(first, Int(decade))
    last = max(last, Int(decade))
  }

  /// The decades of all of them, in their order; begins again.
  mutating func take() -> [(UInt8, Int)] {
    guard first <= last else { return [] }
    var taken: [(UInt8, Int)] = []
    for decade in first...last where counts[decade] > 0 {
      taken.append((UInt8(decade), counts[decade]))
      counts[decade] = 0
    }
    (first, last) = (255, 0)
    return taken
  }
}
