package import TimeWalkArchive
package import TimeWalkCore
import TimeWalkTables

extension PostGISArchive {
  /// See `HistoricalArchive.nearest(to:)`.
  ///
  /// Searches the tiles of the map, the nearest first. Their counts tell which have items; the
  /// server compares the items of those with few.
  package func nearest(to place: Coordinate) throws(ArchiveError) -> NearestItem? {
    try ask { connection in
      var search = TileSearch(place: place, connection: connection)
      return try search.nearest()
    }
  }
}

/// A search for the nearest item, tile by tile.
private struct TileSearch {
  let place: Coordinate
  let connection: ServerConnection
  private var best: NearestItem?

  init(place: Coordinate, connection: ServerConnection) {
    self.place = place
    self.connection = connection
  }

  mutating func nearest() throws -> NearestItem? {
    guard let world = MapTile(zoom: 0, x: 0, y: 0) else { return nil }
    // The counts lack later changes of other programs.
    try offer("items.tile = ANY (ARRAY(SELECT tile FROM tile_changes))", [])
    var waiting = [(square: 0.0, tile: world)]
    while let next = waiting.indices.min(by: { waiting[$0].square < waiting[$1].square }) {
      let (square, tile) = waiting[next]
      waiting.swapAt(next, waiting.count - 1)
      waiting.removeLast()
      guard best.map({ square <= $0.square }) ?? true else { break }
      let zoom = tile.zoom + MapCell.bits
      guard zoom <= MapTile.zooms.upperBound,
        let cells = try MapPyramid.cells(of: tile, in: ServerMapCounts(connection))
      else {
        try offerItems(of: tile)
        continue
      }
      for cell in cells where cell.count > 0 {
        // The mean of a cell's places lies in it.
        let mean = MapPlace(x: UInt32(cell.x / cell.count), y: UInt32(cell.y / cell.count))
        let part = MapTile(zoom: zoom, holding: mean)
        waiting.append((part.box.roughSquare(from: place), part))
      }
    }
    return best
  }

  /// Compares with the items of a tile.
  private mutating func offerItems(of tile: MapTile) throws {
    let box = tile.surroundings
    // Other programs may have written degrees east of 180.
    let boxes = [0.0, 360].map { turn in
      "items.geometry && ST_MakeEnvelope($3::float8 + \(turn), $4, $5::float8 + \(turn), $6, 4326)"
    }
    try offer("(\(boxes.joined(separator: " OR ")))", [box.west, box.south, box.east, box.north])
  }

  /// Compares with the nearest of some items.
  private mutating func offer(_ condition: String, _ edges: [Double]) throws {
    let here = "ST_SetSRID(ST_MakePoint($1, $2), 4326)"
    let rows = try connection.query(
      """
      SELECT items.key, items.geometry FROM items
      WHERE \(condition) AND NOT \(ItemColumns.isMap("items"))
      ORDER BY ST_DistanceSphere(items.geometry, \(here)), items.key LIMIT 1
      """, ([place.longitude, place.latitude] + edges).map { .value(.real($0)) })
    guard rows.count > 0, let point = rows.row(0).point(1),
      let spot = Coordinate(latitude: point.latitude, longitude: point.longitude)
    else { return }
    let found = NearestItem(key: rows.integer(0, 0), coordinate: spot, from: place)
    if found.isNearer(than: best) { best = found }
  }
}
