package import TimeWalkArchive

/// The cells of a map's tile as bytes, as `tile_counts` keeps them.
///
/// For each non-empty cell: its number, its count, and the sums of its places' distances from the
/// tile's corner. Then twice, for beginnings and ends of dates: the number of decades and each
/// decade with its count. All numbers have 7 bits a byte, the lowest first, and the eighth bit if
/// more follow.
package struct MapCellBytes {
  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []
  private let left: Int
  private let top: Int

  /// Begins the cells of a tile.
  package init(_ tile: MapTile) {
    let shift = MapPlace.bits - tile.zoom
    (left, top) = (tile.x << shift, tile.y << shift)
  }

  /// Adds a cell with its sums.
  mutating func add(
    _ index: Int, count: Int, x: Int, y: Int, earliest: [(UInt8, Int)], latest: [(UInt8, Int)]
  ) {
    put(index)
    put(count)
    put(x - count * left)
    put(y - count * top)
    for decades in [earliest, latest] {
      put(decades.count)
      for (decade, count) in decades {
        bytes.append(decade)
        put(count)
      }
    }
  }

  /// Adds the cells of a tile, row by row.
  package mutating func add(_ cells: [MapCell]) {
    func sorted(_ counts: [UInt8: Int]) -> [(UInt8, Int)] {
      counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    for (index, cell) in cells.enumerated() where cell.count > 0 {
      add(
        index, count: cell.count, x: cell.x, y: cell.y, earliest: sorted(cell.earliest),
        latest: sorted(cell.latest))
    }
  }

  private mutating func put(_ number: Int) {
    var rest = UInt(bitPattern: number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Reads the cells of a tile; `nil` for invalid bytes.
  package static func cells(_ bytes: UnsafeRawBufferPointer, of tile: MapTile) -> [MapCell]? {
    let corner = MapCellBytes(tile)
    var cells = [MapCell](repeating: MapCell(), count: 1 << (2 * MapCell.bits))
    var rest = bytes[...]
    func take() -> Int? {
      var number: UInt = 0
      var shift: UInt = 0
      while let byte = rest.popFirst(), shift < 64 {
        number |= UInt(byte & 0x7F) << shift
        if byte < 0x80 { return Int(bitPattern: number) }
        shift += 7
      }
      return nil
    }
    func decades() -> [UInt8: Int]? {
      guard let count = take(), (0...255).contains(count) else { return nil }
      var counts = [UInt8: Int](minimumCapacity: count)
      for _ in 0..<count {
        guard let decade = rest.popFirst(), let items = take(), (1...Int(Int32.max)) ~= items
        else { return nil }
        counts[decade] = items
      }
      return counts
    }
    while !rest.isEmpty {
      guard let index = take(), cells.indices.contains(index), let count = take(),
        (1...Int(Int32.max)) ~= count, let x = take(), let y = take(),
        (0...(count << MapPlace.bits)) ~= x, (0...(count << MapPlace.bits)) ~= y,
        let earliest = decades(), let latest = decades()
      else { return nil }
      cells[index] = MapCell(
        count: count, x: x + count * corner.left, y: y + count * corner.top, earliest: earliest,
        latest: latest)
    }
    return cells
  }
}
