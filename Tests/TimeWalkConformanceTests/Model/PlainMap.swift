import TimeWalkArchive
import TimeWalkCore

/// The map's tiles, made of all items for each question.
struct PlainMap {
  private let items: [(item: Item, entry: MapEntry)]

  init(_ items: [Item]) {
    self.items = items.map { ($0, MapEntry(Candidates([Candidate($0)]), at: 0)) }
  }

  /// The content of a tile; views and maps have the key 0.
  func content(of tile: MapTile, era: Era?) -> MapContent {
    let query = ArchiveQuery(era: era)
    var content = MapContent()
    let maps = items.map(\.item).filter { $0.ground.map { tile.touches($0.box) } ?? false }
    content.leavesOutMaps = maps.count > MapTile.mostMaps
    if !content.leavesOutMaps {
      content.maps = maps.filter { query.isOfEra($0.date) }.compactMap { OutlinedMap(key: 0, $0) }
    }
    let views = items.filter { !$0.item.isMap && tile.contains($0.entry.place) }
    guard views.count <= MapTile.mostViews else {
      var cells = [MapCell](repeating: MapCell(), count: 256)
      for view in views {
        cells[MapCell.index(of: view.entry.place, zoom: tile.zoom)].add(view.entry)
      }
      content.cluster(cells, era: era)
      return content
    }
    content.views = views.map(\.item).filter { query.isOfEra($0.date) }.map { item in
      var view = MapView(key: 0, id: item.id, title: item.title, pose: item.pose)
      view.date = item.date?.edtf
      view.year = (item.date?.strict.earliest ?? item.date?.strict.latest)?.year
      view.kind = item.kind
      return view
    }
    content.count = content.views.count
    return content
  }
}
