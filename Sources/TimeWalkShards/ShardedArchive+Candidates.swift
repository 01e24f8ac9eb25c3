package import TimeWalkArchive
import TimeWalkCandidates
package import TimeWalkCore

extension ShardedArchive {
  /// See `HistoricalArchive.candidates(near:within:)`.
  ///
  /// They come in the order in which one archive would give them, since the judge adds up what they
  /// promise, and numbers in another order add up to another number in the last digit.
  package func candidates(
    near place: Coordinate, within distance: Distance
  ) throws(ArchiveError) -> Candidates {
    let roster = roster
    let parts = roster.plan.parts(around: place, meters: distance.meters + roster.plan.reach.meters)
    let found = try ask(parts, of: roster) { (part, archive) throws(ArchiveError) in
      var candidates = try archive.candidates(near: place, within: distance)
      for index in candidates.indices {
        candidates.keys[index] = ShardKey.key(candidates.keys[index], of: part)
      }
      return candidates
    }.filter { !$0.value.isEmpty }
    guard found.count > 1 else { return found.first?.value ?? Candidates() }
    var all = Candidates()
    all.reserveCapacity(found.reduce(0) { $0 + $1.value.count })
    for said in found { said.value.bytes.withUnsafeBytes { _ = all.append(bytes: $0) } }
    all.sort(around: place, meters: distance.meters) { roster.plan.mayHold($0, of: $1) }
    return all
  }

  /// See `HistoricalArchive.maps(around:)`.
  package func maps(around place: Coordinate) throws(ArchiveError) -> [MapCandidate] {
    let roster = roster
    let parts = roster.plan.parts(around: place, meters: roster.plan.reach.meters)
    let found = try ask(parts, of: roster) { (part, archive) throws(ArchiveError) in
      try archive.maps(around: place).map { map in
        var map = map
        map.key = ShardKey.key(map.key, of: part)
        return map
      }
    }
    return found.flatMap(\.value).sorted { $0.key < $1.key }
  }
}

extension ShardPlan {
  /// Whether a candidate is one of its shard: while cells are moved, another one may have it, too.
  fileprivate func mayHold(_ candidates: Candidates, of index: Int) -> Bool {
    let part = ShardKey.part(of: candidates.keys[index])
    // The shard of the rest has what reaches far, wherever it lies.
    guard part != rest else { return true }
    return self.part(
      holding: MapPlace(
        latitude: candidates.latitudes[index], longitude: candidates.longitudes[index])) == part
  }
}

extension Candidates {
  /// Puts them into the order of `TileGrid`, block by block, tile by tile and in each as `arrange`
  /// does; leaves some out.
  fileprivate mutating func sort(
    around place: Coordinate, meters: Double, keeping isKept: (Candidates, Int) -> Bool
  ) {
    struct Rank {
      var block: Int
      var tile: Int64
      var square: UInt64
      var key: Int64
      var index: Int
    }
    let blocks = TileGrid.levels.map { level in
      (level: level, blocks: level.blocks(around: place, meters: meters))
    }
    var ranks: [Rank] = []
    ranks.reserveCapacity(count)
    for index in indices where isKept(self, index) {
      let pose = self[index].pose
      let reach = pose.reach.meters
      let level = blocks.firstIndex { reach <= $0.level.reach } ?? blocks.count - 1
      let tile = blocks[level].level.tile(
        latitude: pose.coordinate.latitude, longitude: pose.coordinate.longitude)
      // Of two blocks at the antimeridian the second comes second.
      let half = blocks[level].blocks.firstIndex {
        $0.rows.contains(TileGrid.row(of: tile)) && $0.contains(tile)
      }
      ranks.append(
        Rank(
          block: 2 * level + (half ?? 0), tile: tile, square: square(of: index), key: keys[index],
          index: index))
    }
    ranks.sort { a, b in
      if a.block != b.block { return a.block < b.block }
      if a.tile != b.tile { return a.tile < b.tile }
      return a.square != b.square ? a.square < b.square : a.key < b.key
    }
    take(ranks.map(\.index))
  }
}
