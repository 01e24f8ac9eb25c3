import TimeWalkArchive
import TimeWalkCore

extension MemoryArchive {
  /// The promise of `HistoricalArchive.content(of:era:)`, word by word.
  func content(of tile: MapTile, era: Era?) -> MapContent {
    let query = ArchiveQuery(era: era)
    var content = MapContent()
    var cells = [MapCell](repeating: MapCell(), count: 256)
    var count = 0
    for (key, row) in state.items.sorted(by: { $0.0 < $1.0 }) {
      let item = row.item
      if let box = item.ground?.box, tile.touches(box), query.isOfEra(item.date) {
        content.maps += [OutlinedMap(key: key, item)].compactMap(\.self)
      }
      let candidates = Candidates([
        Candidate(
          key: key, pose: item.pose, dates: item.date?.strict, fuzzyDates: item.date?.fuzzy)
      ])
      let entry = MapEntry(candidates, at: 0)
      guard !item.isMap, tile.contains(entry.place) else { continue }
      count += 1
      cells[MapCell.index(of: entry.place, zoom: tile.zoom)].add(entry)
      guard query.isOfEra(item.date) else { continue }
      var view = MapView(key: key, id: item.id, title: item.title, pose: item.pose)
      view.date = item.date?.edtf
      view.year = (item.date?.strict.earliest ?? item.date?.strict.latest)?.year
      view.kind = item.kind
      content.views.append(view)
    }
    content.count = content.views.count
    if count > MapTile.mostViews { content.cluster(cells, era: era) }
    let touching = state.items.filter { $0.1.item.ground.map { tile.touches($0.box) } ?? false }
    content.leavesOutMaps = touching.count > MapTile.mostMaps
    if content.leavesOutMaps { content.maps = [] }
    return content
  }
}
