/// The poses that an item may really have had.
struct ItemSampler {
  let fan: Fan
  private let neighbour: Neighbour
  private let isSubject: Bool
  private let weights: MatchWeights
  private let sector: Double?
  private let spread: Float

  init(_ pose: RecordedPose, _ neighbour: Neighbour, _ weights: MatchWeights) {
    self.neighbour = neighbour
    isSubject = pose.locationOf == .subject
    self.weights = weights
    sector = pose.compassSector
    spread = Float(pose.headingSpread(weights))
    fan = Fan(degrees: pose.fieldOfView?.degrees ?? weights.itemFieldOfView)
  }

  /// The poses that eight draws of errors make of the record.
  @inline(__always)
  func sectors(_ draws: PoseErrors.Draws) -> ViewSectors {
    let east = neighbour.accuracy * draws.itemEast + neighbour.east
    let north = neighbour.accuracy * draws.itemNorth + neighbour.north
    var sectors = ViewSectors(
      east: east, north: north, headings: headings(draws, east: east, north: north))
    if isSubject {
      sectors.east -= draws.subjectDistance * sectors.axisEast
      sectors.north -= draws.subjectDistance * sectors.axisNorth
    }
    return sectors
  }

  /// The directions in degrees that the item's camera may have looked.
  @inline(__always)
  private func headings(_ draws: PoseErrors.Draws, east: Lanes, north: Lanes) -> Lanes {
    if !neighbour.heading.isNaN {
      let errors = sector.map { Float($0) * (2 * draws.itemAny - 1) } ?? spread * draws.itemTurn
      return errors + neighbour.heading
    }
    let any = draws.itemAny
    guard isSubject else { return any * 360 }
    // A building shows its face to the street that the photographer of today stands in as well.
    let facing = Float(weights.subjectFacing)
    let side = Float(weights.sameSide)
    let bearings = ItemSampler.bearings(east: east, north: north)
    return ((any - facing) / (1 - facing) * 360)
      .replacing(with: bearings + (any / facing * 2 - 1) * side, where: any .< facing)
  }

  /// The directions of steps, degrees.
  @inline(__always)
  private static func bearings(east: Lanes, north: Lanes) -> Lanes {
    let length = (east * east + north * north).squareRoot().larger(Lanes(repeating: 1e-6))
    let angle = (north / length).degreesOfCosine
    return angle.replacing(with: -angle, where: east .< 0)
  }
}
