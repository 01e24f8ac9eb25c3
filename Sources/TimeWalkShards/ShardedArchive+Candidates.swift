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
    // To the most of them the others are added, so that few are copied twice.
    guard let most = found.max(by: { $0.value.count < $1.value.count }) else { return Candidates() }
    guard found.count > 1 else { return most.value }
    var all = most.value
    all.reserveCapacity(found.reduce(0) { $0 + $1.value.count })
    var order = roster.plan.own(all.indices, of: all, in: most.part)
    let tiles = TileOrder(around: place, meters: distance.meters)
    for said in found where said.part != most.part {
      let first = all.count
      said.value.bytes.withUnsafeBytes { _ = all.append(bytes: $0) }
      order = tiles.merged(order, roster.plan.own(first..<all.count, of: all, in: said.part), all)
    }
    all.take(stretches: order)
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
  /// Those of a shard's candidates that are its own: while cells are moved, another one may have
  /// them, too.
  fileprivate func own(_ range: Range<Int>, of candidates: Candidates, in part: Int) -> [Int] {
    // The shard of the rest has what reaches far, wherever it lies.
    guard part != rest else { return Array(range) }
    let (latitudes, longitudes) = (candidates.latitudes[range], candidates.longitudes[range])
    if let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
      let east = longitudes.max(),
      self.part(
        holdingAllFrom: MapPlace(latitude: south, longitude: west),
        to: MapPlace(latitude: north, longitude: east)) == part
    {
      return Array(range)
    }
    return range.filter {
      let place = MapPlace(
        latitude: candidates.latitudes[$0], longitude: candidates.longitudes[$0])
      return self.part(holding: place) == part
    }
  }

  /// The shard that holds all places between two corners; `nil` where there may be several.
  private func part(holdingAllFrom corner: MapPlace, to other: MapPlace) -> Int? {
    guard let zoom = smallestZoom else { return rest }
    let isOne = MapTile(zoom: zoom, holding: corner) == MapTile(zoom: zoom, holding: other)
    return isOne ? part(holding: corner) : nil
  }
}

/// The order in which an archive gives the candidates of a question: that of `TileGrid`, block by
/// block, tile by tile, and in each as `Candidates.arrange` does.
private struct TileOrder {
  private struct Rank {
    var block: Int
    var tile: Int64
    var square: UInt64
    var key: Int64

    func isBefore(_ other: Rank) -> Bool {
      if block != other.block { return block < other.block }
      if tile != other.tile { return tile < other.tile }
      return square != other.square ? square < other.square : key < other.key
    }
  }

  private let blocks: [(level: TileLevel, blocks: [TileBlock])]

  init(around place: Coordinate, meters: Double) {
    blocks = TileGrid.levels.map { ($0, $0.blocks(around: place, meters: meters)) }
  }

  private func rank(_ index: Int, _ candidates: Candidates) -> Rank {
    let pose = candidates[index].pose
    let reach = pose.reach.meters
    let level = blocks.firstIndex { reach <= $0.level.reach } ?? blocks.count - 1
    let tile = blocks[level].level.tile(
      latitude: pose.coordinate.latitude, longitude: pose.coordinate.longitude)
    // Of two blocks at the antimeridian the second comes second.
    let half = blocks[level].blocks.firstIndex {
      $0.rows.contains(TileGrid.row(of: tile)) && $0.contains(tile)
    }
    return Rank(
      block: 2 * level + (half ?? 0), tile: tile, square: candidates.square(of: index),
      key: candidates.keys[index])
  }

  /// Joins two rows of candidates that are in this order.
  ///
  /// Where few of one lie between two of the other, whole stretches are passed over: to rank each
  /// takes longer than all else.
  func merged(_ one: [Int], _ other: [Int], _ candidates: Candidates) -> [Int] {
    let (few, many) = one.count < other.count ? (one, other) : (other, one)
    var merged: [Int] = []
    merged.reserveCapacity(few.count + many.count)
    var next = 0
    for index in few {
      let rank = rank(index, candidates)
      func isBefore(_ place: Int) -> Bool {
        self.rank(many[place], candidates).isBefore(rank)
      }
      // In steps that double, then by halves.
      var (low, step) = (next, 1)
      while low + step <= many.count, isBefore(low + step - 1) {
        low += step
        step *= 2
      }
      var high = min(low + step - 1, many.count)
      while low < high {
        let middle = (low + high) / 2
        if isBefore(middle) { low = middle + 1 } else { high = middle }
      }
      merged += many[next..<low]
      merged.append(index)
      next = low
    }
    return merged + many[next...]
  }
}
