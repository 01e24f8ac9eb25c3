package import TimeWalkArchive
package import TimeWalkCore

extension MapContent {
  /// The `SELECT` list that `add(view:era:)` reads.
  package static let viewColumns = """
    0, \(CandidateColumns.columns), collections.name, items.identifier, items.title, items.date,
    items.kind
    """

  /// Adds the view of a row, unless it is of another time or its place can't be used.
  package mutating func add(view row: some ItemRow, era: Era?) {
    guard let candidate = CandidateColumns.candidate(of: row) else { return }
    add(view: row, of: candidate, era: era)
  }

  /// The same of a row that was read as a candidate.
  package mutating func add(view row: some ItemRow, of candidate: Candidate, era: Era?) {
    // Without a date it may be of every time.
    if let era, let dates = candidate.fuzzyDates, !era.span.overlaps(dates) { return }
    let id = ItemID(collection: row.text(18) ?? "", identifier: row.text(19) ?? "")
    var view = MapView(
      key: candidate.key, id: id, title: row.text(20) ?? "", pose: candidate.pose)
    view.date = row.text(21)
    view.year = (candidate.dates?.earliest ?? candidate.dates?.latest)?.year
    view.kind = row.text(22).flatMap(ItemKind.init)
    views.append(view)
  }

  /// Adds those of some maps that touch a tile, by their keys, unless there are many or their
  /// outlines are long.
  package mutating func add(
    maps keys: [Int64], in tile: MapTile, era: Era?, _ db: any SQLDatabase
  ) throws {
    leavesOutMaps = keys.count > MapTile.mostMaps
    guard !leavesOutMaps else { return }
    var bytes = 0
    // A map's record can be long, too.
    for start in stride(from: 0, to: keys.count, by: 20) {
      for (key, item) in try db.items(keys: Array(keys[start...].prefix(20))) {
        guard let box = item.ground?.box, tile.touches(box),
          ArchiveQuery(era: era).isOfEra(item.date), let map = OutlinedMap(key: key, item)
        else { continue }
        bytes += map.outline.utf8.count
        maps.append(map)
      }
      guard bytes <= MapTile.mostOutlineBytes else {
        (maps, leavesOutMaps) = ([], true)
        return
      }
    }
    maps.sort { $0.key < $1.key }
  }
}
