package import TimeWalkCore

/// The content of a tile of the map for a time.
package struct MapContent: Hashable, Sendable {
  /// The number of views of the time in it; in clusters, of the decades that the time touches.
  package var count = 0
  /// The views, in the order of their keys; empty if there are clusters.
  package var views: [MapView] = []
  /// The clusters for more than `MapTile.mostViews` views of any time, row by row from the north.
  package var clusters: [MapCluster] = []
  /// The maps of the time whose box touches the tile, in the order of their keys.
  package var maps: [OutlinedMap] = []
  /// True if maps are left out, since there are more than `MapTile.mostMaps` of any time, or since
  /// their outlines have more than `MapTile.mostOutlineBytes`.
  package var leavesOutMaps = false

  /// Makes an empty one.
  package init() {}

  /// Groups too many views into clusters.
  ///
  /// - Parameters:
  ///   - cells: those of the tile, row by row, with their known counts.
  ///   - era: the requested time.
  package mutating func cluster(_ cells: [MapCell], era: Era?) {
    let decades = MapDecade.touched(by: era)
    clusters = cells.compactMap { MapCluster($0, decades: decades) }
    count = clusters.reduce(0) { $0 + $1.count }
    views = []
  }
}

/// A view as a point on the map.
package struct MapView: Hashable, Sendable {
  /// The archive's own row number.
  package var key: Int64
  /// Its name.
  package var id: ItemID
  /// Its title in the catalogue.
  package var title: String
  /// The date of the image, as EDTF.
  package var date: String?
  /// The first possible year of its date; the last one if the beginning is open.
  package var year: Int?
  /// Its type.
  package var kind: ItemKind?
  /// The camera's or the subject's place, and the heading.
  package var pose: RecordedPose

  /// Makes one without further data.
  package init(key: Int64, id: ItemID, title: String, pose: RecordedPose) {
    (self.key, self.id, self.title, self.pose) = (key, id, title, pose)
  }
}

/// A map, plan or aerial by its outline.
package struct OutlinedMap: Hashable, Sendable {
  /// The archive's own row number.
  package var key: Int64
  /// Its name.
  package var id: ItemID
  /// Its title in the catalogue.
  package var title: String
  /// The date of the image, as EDTF.
  package var date: String?
  /// The first possible year of its date; the last one if the beginning is open.
  package var year: Int?
  /// Its type.
  package var kind: ItemKind?
  /// The ground that it shows, as WKT.
  package var outline: String

  /// Makes one; `nil` for an item without an outline.
  package init?(key: Int64, _ item: Item) {
    guard let ground = item.ground else { return nil }
    (self.key, id, title, kind) = (key, item.id, item.title, item.kind)
    date = item.date?.edtf
    year = (item.date?.strict.earliest ?? item.date?.strict.latest)?.year
    outline = ground.outline
  }
}
