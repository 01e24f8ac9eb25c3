/// The poses that an item may really have had.
struct ItemSampler {
  let fan: Fan
  private let neighbour: Neighbour
  private let isSubject: Bool
  private let sector: Double?
  private let spread: Float

  init(_ pose: RecordedPose, _ neighbour: Neighbour, _ weights: MatchWeights) {
    self.neighbour = neighbour
    isSubject = pose.locationOf == .subject
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
      east: east, north: north, headings: headings(draws))
    if isSubject {
      sectors.east -= draws.subjectDistance * sectors.axisEast
      sectors.north -= draws.subjectDistance * sectors.axisNorth
    }
    return sectors
  }

  /// How much likelier than others each of the item's poses is beside the photo's, since cameras stood rather where others
  /// are known to have stood; their mean, by the weights of the photo's, is 1.
  ///
  /// By the square root of the density: what is known of other cameras is itself rough.
  func shares(of guesses: [PhotoBelief.Guesses], _ places: KnownPlaces) -> [Lanes] {
    var shares: [Lanes] = []
    shares.reserveCapacity(guesses.count)
    var (sum, whole) = (Lanes.zero, Lanes.zero)
    for k in guesses.indices {
      guard guesses[k].repeats == nil else {
        shares.append(Lanes(repeating: -1))
        continue
      }
      let sectors = sectors(guesses[k].draws)
      let share = places.density(east: sectors.east, north: sectors.north).squareRoot()
      shares.append(share)
      sum += share * guesses[k].weights
      whole += guesses[k].weights
    }
    let total = sum.sum()
    // Where the photo repeats a view for certain, nothing is left to weigh.
    guard total > 0 else { return [] }
    let factor = whole.sum() / total
    for index in shares.indices {
      let share = shares[index]
      shares[index] = (share * factor).replacing(with: 1, where: share .< 0)
    }
    return shares
  }

  /// The directions in degrees that the item's camera may have looked.
  @inline(__always)
  private func headings(_ draws: PoseErrors.Draws) -> Lanes {
    if !neighbour.heading.isNaN {
      let errors = sector.map { Float($0) * (2 * draws.itemAny - 1) } ?? spread * draws.itemTurn
      return errors + neighbour.heading
    }
    return draws.itemAny * 360
  }
}
