package import TimeWalkArchive
package import TimeWalkCore

extension MapTile {
  /// The tiles of the next zoom that it consists of, row by row; none in the last.
  package var quarters: [MapTile] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].compactMap {
      MapTile(zoom: zoom + 1, x: 2 * x + $0.0, y: 2 * y + $0.1)
    }
  }

  package func holds(_ code: MapCode) -> Bool { contains(code.entry.place) }

  /// A box that holds every item of the tile: a candidate's place is rounded by up to 5 mm.
  package var surroundings: GeographicBox {
    let (box, margin) = (box, 1e-6)
    return GeographicBox(
      west: box.west - margin, east: box.east + margin, south: box.south - margin,
      north: box.north + margin)
  }

  /// The cells of its items, row by row.
  package func cells(of entries: [MapEntry]) -> [MapCell] {
    var cells = [MapCell](repeating: MapCell(), count: 1 << (2 * MapCell.bits))
    for entry in entries { cells[MapCell.index(of: entry.place, zoom: zoom)].add(entry) }
    return cells
  }
}
