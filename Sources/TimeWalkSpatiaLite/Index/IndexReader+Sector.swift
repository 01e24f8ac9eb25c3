import TimeWalkArchive
import TimeWalkCore
import TimeWalkTables

extension IndexReader {
  /// Searches the views around a place, the near ones first, until no remaining view can be among
  /// the best.
  ///
  /// - Returns: false when the index is damaged.
  func look(_ search: inout SectorSearch, around place: Coordinate, meters: Double) -> Bool {
    withExtendedLifetime(index) {
      // A view in a part of a box lies in the box of a smaller distance, or further out.
      guard IndexReader.box(around: place, meters: meters) != nil else {
        return lookEverywhere(&search, around: place, meters: meters)
      }
      var inner: [TileBlock] = []
      var wishes: [PageTiles] = []
      var slices: [CandidatePage.Slice] = []
      inner.reserveCapacity(index.levels.count)
      wishes.reserveCapacity(128)
      var reach = min(meters, IndexReader.firstReach)
      while let box = IndexReader.box(around: place, meters: reach) {
        wishes.removeAll(keepingCapacity: true)
        slices.removeAll(keepingCapacity: true)
        for (number, level) in index.levels.enumerated() {
          let block = TileGrid.levels[level].block(box)
          guard number < inner.count else {
            wish(for: block, &wishes)
            inner.append(block)
            continue
          }
          wish(for: block, except: inner[number], &wishes)
          inner[number] = block
        }
        guard take(wishes, &slices) else { return false }
        search.look(at: slices)
        let needed = min(meters, search.farthest)
        guard needed > reach else { return true }
        if search.isFull {
          reach = needed
        } else {
          // Where few are near, a part of the rest won't do, and would have to be looked for, too.
          reach = search.hits.count * 4 < search.limit ? meters : min(meters, reach * 3)
        }
      }
      return false
    }
  }

  /// The first search distance in metres: a cell of the lowest levels or a few.
  private static let firstReach = 60.0

  /// The box that contains all within a distance; `nil` if there are two, or one extends far around
  /// the Earth.
  private static func box(around place: Coordinate, meters: Double) -> GeographicBox? {
    // A metre more, as in `TileLevel.cells`.
    let boxes = GeographicBox.around(
      latitude: place.latitude, longitude: place.longitude, meters: meters + 1)
    guard let box = boxes.first, boxes.count == 1, box.east - box.west < 90 else { return nil }
    return box
  }

  private func lookEverywhere(
    _ search: inout SectorSearch, around place: Coordinate, meters: Double
  ) -> Bool {
    var wishes: [PageTiles] = []
    for level in index.levels {
      for block in TileGrid.levels[level].cells(around: place, meters: meters) {
        wish(for: block, &wishes)
      }
    }
    var slices: [CandidatePage.Slice] = []
    guard take(wishes, &slices) else { return false }
    search.look(at: slices)
    return true
  }
}
