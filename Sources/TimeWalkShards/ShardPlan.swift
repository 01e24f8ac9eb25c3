package import TimeWalkArchive
package import TimeWalkCore

/// Which shard of an archive holds what.
///
/// An item lies in the shard whose cells hold its place; the smallest cell counts. The rest lies in
/// the one shard without cells: what is in no cell, what has no place, and what reaches farther
/// than `reach`, so that a question needs to ask no more than the shards around it and the rest.
package struct ShardPlan: Hashable, Sendable {
  /// One shard.
  package struct Part: Hashable, Sendable {
    /// What people call it.
    package var name: String
    /// Where it is, as the file says.
    package var address: String
    /// The cells that it holds; `nil` for the shard of the rest.
    package var cells: [MapTile]?

    /// Makes one.
    package init(name: String, address: String, cells: [MapTile]?) {
      (self.name, self.address, self.cells) = (name, address, cells)
    }
  }

  /// The shards in the order of the file.
  package let parts: [Part]
  /// From how far beyond its cell an item of a shard may concern a photo.
  package let reach: Distance
  /// How long a shard may take to answer, seconds.
  package let seconds: Double
  /// The number of the shard of the rest.
  package let rest: Int

  private let holders: [MapTile: Int]
  /// The zooms of all cells, the smallest cells first.
  private let zooms: [Int]
  private let boxes: [[GroundBox]]

  /// How many shards there may be: their numbers take 8 bits of a key.
  package static let mostParts = 256

  /// Makes a plan; throws `.notAnArchive` with what is wrong.
  package init(parts: [Part], reach: Distance, seconds: Double) throws(ArchiveError) {
    let rests = parts.indices.filter { parts[$0].cells == nil }
    guard let rest = rests.first, rests.count == 1 else {
      throw ShardPlan.fault("exactly one shard must have no \"cells\": it holds the rest")
    }
    guard parts.count <= ShardPlan.mostParts else {
      throw ShardPlan.fault("there are more than \(ShardPlan.mostParts) shards")
    }
    var holders: [MapTile: Int] = [:]
    for (number, part) in parts.enumerated() {
      for earlier in parts[..<number] {
        guard earlier.name != part.name, earlier.address != part.address else {
          throw ShardPlan.fault("two shards have the name or the address of \"\(part.name)\"")
        }
      }
      for cell in part.cells ?? [] {
        guard holders.updateValue(number, forKey: cell) == nil else {
          throw ShardPlan.fault("the cell \(cell.name) stands twice")
        }
      }
    }
    (self.parts, self.reach, self.seconds, self.rest) = (parts, reach, seconds, rest)
    self.holders = holders
    zooms = Set(holders.keys.map(\.zoom)).sorted(by: >)
    boxes = parts.map { ($0.cells ?? []).map(\.box) }
  }

  static func fault(_ reason: String) -> ArchiveError {
    ArchiveError(.notAnArchive, "The file of shards can't be used: \(reason).")
  }

  /// The zoom of the smallest cells; `nil` where there are none.
  var smallestZoom: Int? { zooms.first }

  /// The shard that holds a place.
  package func part(holding place: MapPlace) -> Int {
    for zoom in zooms {
      if let part = holders[MapTile(zoom: zoom, holding: place)] { return part }
    }
    return rest
  }

  /// The shard that an item belongs to.
  package func part(of item: Item) -> Int {
    item.shardReach > reach.meters ? rest : part(holding: MapPlace(item.pose.coordinate))
  }

  /// The shards that may hold what concerns boxes: those whose cells touch them, and the rest.
  package func parts(touching areas: [GeographicBox]) -> [Int] {
    // What rounding does to a place and to a cell's border.
    let margin = 1e-6
    return parts.indices.filter { number in
      number == rest
        || boxes[number].contains { box in
          areas.contains {
            box.west <= $0.east + margin && $0.west <= box.east + margin
              && box.south <= $0.north + margin && $0.south <= box.north + margin
          }
        }
    }
  }

  /// The shards that may hold items whose places lie within a distance of one, metres.
  func parts(around place: Coordinate, meters: Double) -> [Int] {
    parts(
      touching: GeographicBox.around(
        latitude: place.latitude, longitude: place.longitude, meters: meters + 1))
  }
}

extension MapPlace {
  /// Where a place is after the rounding that candidates have.
  init(_ place: Coordinate) {
    self.init(
      latitude: Candidates.units(place.latitude), longitude: Candidates.units(place.longitude))
  }
}

extension MapTile {
  /// `zoom/x/y`, as map servers write it.
  package var name: String { "\(zoom)/\(x)/\(y)" }

  /// Reads `zoom/x/y`; `nil` for anything else.
  package init?(name: String) {
    let numbers = name.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let zoom = numbers[0], let x = numbers[1], let y = numbers[2] else {
      return nil
    }
    self.init(zoom: zoom, x: x, y: y)
    guard self.name == name else { return nil }
  }
}

extension Item {
  /// From how far away it may concern a photo or a spot, metres: as a view by its reach, as a map
  /// by the corners of its ground.
  var shardReach: Double {
    guard let box = ground?.box else { return pose.reach.meters }
    let place = pose.coordinate
    let sphere = SphericalDistance(latitude: place.latitude, longitude: place.longitude)
    let corners = [
      (box.south, box.west), (box.south, box.east), (box.north, box.west), (box.north, box.east),
    ].map { sphere.meters(latitude: $0.0, longitude: $0.1) * 1.006 }
    // On a box wider than that, an edge may lie farther than its corners.
    let isLarge = box.east - box.west > 1 || box.north - box.south > 1
    return isLarge ? .infinity : max(pose.reach.meters, corners.max() ?? 0)
  }
}
