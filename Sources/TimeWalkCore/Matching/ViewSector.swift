#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One possible pose on a local plane: a place, a direction and half a field of view.
struct ViewSector {
  let east: Double
  let north: Double
  /// The unit vector of the optical axis along the ground.
  let axisEast: Double
  let axisNorth: Double
  let cosineOfHalfField: Double

  init(east: Double, north: Double, axis radians: Double, halfField: Double) {
    self.east = east
    self.north = north
    axisEast = sin(radians)
    axisNorth = cos(radians)
    cosineOfHalfField = cos(min(halfField, .pi))
  }
}

/// What a sector shows: points on the ground at even angles and at distances that are equally likely to be
/// where the view ends, together with the direction that each is seen in.
struct ViewPoints {
  static let angles = 6
  static let distances = 4
  static var count: Int { angles * distances }

  /// The farthest point's distance in terms of the mean depth.
  static let farthest = depthQuantiles.max() ?? 1

  /// Where each point lies and the unit vector that it is seen along: east, north, east, north.
  private(set) var points: [(Double, Double, Double, Double)] = []

  init() { points.reserveCapacity(ViewPoints.count) }

  /// Fills the points of one sector, for scenes of a mean depth in metres.
  mutating func fill(_ sector: ViewSector, halfField: Double, depth: Double) {
    points.removeAll(keepingCapacity: true)
    for i in 0..<ViewPoints.angles {
      let share = (Double(i) + 0.5) / Double(ViewPoints.angles) * 2 - 1
      let angle = share * min(halfField, .pi)
      let (s, c) = (sin(angle), cos(angle))
      let east = sector.axisEast * c + sector.axisNorth * s
      let north = sector.axisNorth * c - sector.axisEast * s
      for quantile in ViewPoints.depthQuantiles {
        let distance = depth * quantile
        points.append(
          (sector.east + east * distance, sector.north + north * distance, east, north))
      }
    }
  }

  /// The share of these points that another sector shows too, from the same side.
  func share(seenBy other: ViewSector, cosineOfSameSide: Double) -> Double {
    var seen = 0
    for (east, north, alongEast, alongNorth) in points {
      let toEast = east - other.east
      let toNorth = north - other.north
      let distance = (toEast * toEast + toNorth * toNorth).squareRoot()
      let along = toEast * other.axisEast + toNorth * other.axisNorth
      let together = toEast * alongEast + toNorth * alongNorth
      if along >= other.cosineOfHalfField * distance, together >= cosineOfSameSide * distance {
        seen += 1
      }
    }
    return Double(seen) / Double(points.count)
  }

  /// `-ln(1 - q)` at the middles of four equal shares: distances of an exponential distribution of mean 1.
  private static let depthQuantiles: [Double] = (0..<distances).map {
    -log(1 - (Double($0) + 0.5) / Double(distances))
  }
}
