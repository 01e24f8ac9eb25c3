package import TimeWalkCore

/// A tile of the map in Web Mercator, numbered as on map servers: from the north-west corner, 2 to
/// the power of `zoom` in each direction.
package struct MapTile: Hashable, Sendable {
  /// 0 for the whole world.
  package let zoom: Int
  /// The column, from 180 degrees west to the east.
  package let x: Int
  /// The row, from 85.05 degrees north to the south.
  package let y: Int

  /// The zoom levels of a tile: the last is 38 m wide on the equator.
  package static let zooms = 0...20
  /// The number of views from which a tile has clusters in place of them.
  package static let mostViews = 2_000
  /// The number of maps from which a tile leaves them out.
  package static let mostMaps = 200
  /// The bytes of outlines from which a tile leaves out its maps.
  package static let mostOutlineBytes = 4 << 20

  /// Makes a tile; `nil` for numbers out of range.
  package init?(zoom: Int, x: Int, y: Int) {
    guard MapTile.zooms.contains(zoom), (0..<1 << zoom).contains(x), (0..<1 << zoom).contains(y)
    else { return nil }
    (self.zoom, self.x, self.y) = (zoom, x, y)
  }

  /// The tile at a zoom that holds a place.
  package init(zoom: Int, holding place: MapPlace) {
    let shift = MapPlace.bits - zoom
    (self.zoom, x, y) = (zoom, Int(place.x >> shift), Int(place.y >> shift))
  }

  /// Returns true if a place lies in it.
  package func contains(_ place: MapPlace) -> Bool {
    self == MapTile(zoom: zoom, holding: place)
  }

  /// Its extent in degrees; the outermost rows extend to the poles, so every place lies in a tile.
  package var box: GroundBox {
    let side = Double(1 << zoom)
    return GroundBox(
      west: Double(x) / side * 360 - 180, east: Double(x + 1) / side * 360 - 180,
      south: y == (1 << zoom) - 1 ? -90 : MapPlace.latitude(Double(y + 1) / side),
      north: y == 0 ? 90 : MapPlace.latitude(Double(y) / side))
  }

  /// Returns true if a box touches it; the box may continue beyond 180 degrees.
  package func touches(_ other: GroundBox) -> Bool {
    let own = box
    guard own.south <= other.north, other.south <= own.north else { return false }
    return [-360.0, 0, 360].contains {
      own.west <= other.east + $0 && other.west + $0 <= own.east
    }
  }
}
