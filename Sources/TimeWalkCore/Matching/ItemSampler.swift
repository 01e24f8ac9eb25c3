#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The poses that an item may really have had.
struct ItemSampler {
  let fan: Fan
  private let neighbour: Neighbour
  private let isSubject: Bool
  private let weights: MatchWeights
  private let sector: Double?
  private let spread: Double

  init(_ pose: RecordedPose, _ neighbour: Neighbour, _ weights: MatchWeights) {
    self.neighbour = neighbour
    isSubject = pose.locationOf == .subject
    self.weights = weights
    sector = pose.compassSector
    spread = pose.headingSpread(weights)
    fan = Fan(degrees: pose.fieldOfView?.degrees ?? weights.itemFieldOfView)
  }

  /// The pose that one draw of errors makes of the record.
  func sector(_ draw: PoseErrors.Draw) -> ViewSector {
    var east = neighbour.offset.east + neighbour.accuracy * draw.item.east
    var north = neighbour.offset.north + neighbour.accuracy * draw.item.north
    let axis = self.axis(draw, east: east, north: north)
    if isSubject {
      east -= draw.subjectDistance * sin(axis)
      north -= draw.subjectDistance * cos(axis)
    }
    return ViewSector(east: east, north: north, axis: axis, fan: fan)
  }

  /// The direction in radians that the item's camera may have looked.
  private func axis(_ draw: PoseErrors.Draw, east: Double, north: Double) -> Double {
    if let heading = neighbour.heading {
      let error = sector.map { $0 * (2 * draw.itemAny - 1) } ?? spread * draw.itemTurn
      return (heading + error) * .pi / 180
    }
    let u = draw.itemAny
    guard isSubject, east != 0 || north != 0 else { return u * 2 * .pi }
    // A building shows its face to the street that the photographer of today stands in as well.
    let facing = weights.subjectFacing
    guard u < facing else { return (u - facing) / (1 - facing) * 2 * .pi }
    return atan2(east, north) + (u / facing * 2 - 1) * weights.sameSide * .pi / 180
  }
}
