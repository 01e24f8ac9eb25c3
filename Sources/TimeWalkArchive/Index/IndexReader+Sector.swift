import TimeWalkCore

extension IndexReader {
  /// Looks at the views around a place, the near ones first, until no view that is left can be among the best.
  ///
  /// - Returns: false when the index is not what was written.
  func look(_ search: inout SectorSearch, around place: Coordinate, meters: Double) -> Bool {
    withExtendedLifetime(index) {
      // What lies in a part of a box lies in the box of a smaller distance, or further out.
      guard IndexReader.box(around: place, meters: meters) != nil else {
        return lookEverywhere(&search, around: place, meters: meters)
      }
      var inner: [TileBlock] = []
      inner.reserveCapacity(index.levels.count)
      var reach = min(meters, IndexReader.firstReach)
      while true {
        guard let box = IndexReader.box(around: place, meters: reach) else { return false }
        for (number, level) in index.levels.enumerated() {
          let block = TileGrid.levels[level].block(box)
          let seen = inner.count > number ? inner[number] : nil
          if let seen, seen.rows == block.rows, seen.columns == block.columns { continue }
          guard forEachSlice(of: block, except: seen, { search.look(at: $0) }) else { return false }
          if seen == nil { inner.append(block) } else { inner[number] = block }
        }
        let needed = min(meters, search.farthest)
        guard needed > reach else { return true }
        reach = search.isFull ? needed : min(meters, reach * 2)
      }
    }
  }

  /// How far away to begin, metres: a cell of the lowest levels or a few.
  private static let firstReach = 60.0

  /// The box that holds all within a distance; `nil` where there are two, or one goes far around the Earth.
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
    index.levels.allSatisfy { level in
      TileGrid.levels[level].cells(around: place, meters: meters).allSatisfy { block in
        forEachSlice(of: block) { search.look(at: $0) }
      }
    }
  }
}
