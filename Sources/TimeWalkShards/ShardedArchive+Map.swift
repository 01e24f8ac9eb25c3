package import TimeWalkArchive
package import TimeWalkCore

extension ShardedArchive {
  /// See `HistoricalArchive.content(of:era:)`.
  package func content(of tile: MapTile, era: Era?) throws(ArchiveError) -> MapContent {
    let roster = roster
    let parts = roster.plan.parts(touching: roster.plan.surroundings(of: tile))
    let found = try ask(parts, of: roster) { (part, archive) throws(ArchiveError) in
      try archive.content(of: tile, era: era).renumbered(part)
    }.map(\.value)
    var content = MapContent()
    content.maps = found.flatMap(\.maps).sorted { $0.key < $1.key }
    content.leavesOutMaps =
      found.contains(where: \.leavesOutMaps) || content.maps.count > MapTile.mostMaps
    if content.leavesOutMaps { content.maps = [] }
    content.views = found.flatMap(\.views).sorted { $0.key < $1.key }
    content.count = content.views.count
    // Without an era, views say themselves that they are few.
    let isFew = era == nil && content.count <= MapTile.mostViews
    guard !isFew || found.contains(where: { !$0.clusters.isEmpty }) else { return content }
    var cells = [MapCell](repeating: MapCell(), count: 1 << (2 * MapCell.bits))
    for said in try self.cells(of: tile, parts, roster) {
      for (index, cell) in said.enumerated() { cells[index].add(cell) }
    }
    if cells.reduce(0, { $0 + $1.count }) > MapTile.mostViews { content.cluster(cells, era: era) }
    return content
  }

  /// See `HistoricalArchive.cells(of:)`.
  package func cells(of tile: MapTile) throws(ArchiveError) -> [MapCell] {
    let roster = roster
    var cells = [MapCell](repeating: MapCell(), count: 1 << (2 * MapCell.bits))
    let parts = roster.plan.parts(touching: roster.plan.surroundings(of: tile))
    for said in try self.cells(of: tile, parts, roster) {
      for (index, cell) in said.enumerated() { cells[index].add(cell) }
    }
    return cells
  }

  private func cells(
    of tile: MapTile, _ parts: [Int], _ roster: ShardSet
  ) throws(ArchiveError) -> [[MapCell]] {
    try ask(parts, of: roster) { (_, archive) throws(ArchiveError) in try archive.cells(of: tile) }
      .map(\.value)
  }
}

extension ShardPlan {
  /// The boxes that hold the places of all that touches a tile, views and maps.
  fileprivate func surroundings(of tile: MapTile) -> [GeographicBox] {
    let box = tile.box
    let tall = reach.meters / GeographicBox.metersPerLatitude
    let (south, north) = (box.south - tall, box.north + tall)
    func boxes(_ west: Double, _ east: Double) -> [GeographicBox] {
      [GeographicBox(west: west, east: east, south: south, north: north)]
    }
    // At the poles a step to the east leads anywhere.
    let highest = max(abs(south), abs(north))
    guard highest < GeographicBox.polarLatitude else { return boxes(-180, 180) }
    let narrowest = GeographicBox.around(latitude: highest, longitude: 0, meters: reach.meters)
    guard let wide = narrowest.first?.east, box.east - box.west + 2 * wide < 360 else {
      return boxes(-180, 180)
    }
    let (west, east) = (box.west - wide, box.east + wide)
    return boxes(max(west, -180), min(east, 180))
      + (west < -180 ? boxes(west + 360, 180) : []) + (east > 180 ? boxes(-180, east - 360) : [])
  }
}

extension MapContent {
  /// The same with the keys that its views and maps have among all shards.
  fileprivate func renumbered(_ part: Int) -> MapContent {
    var content = self
    for index in views.indices {
      content.views[index].key = ShardKey.key(views[index].key, of: part)
    }
    for index in maps.indices {
      content.maps[index].key = ShardKey.key(maps[index].key, of: part)
    }
    return content
  }
}
