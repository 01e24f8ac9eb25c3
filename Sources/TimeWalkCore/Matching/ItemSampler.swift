/// The poses that an item may really have had.
struct ItemSampler {
  let fan: RayFan
  private let neighbour: Neighbour
  private let locationOf: LocationOf
  private let sector: Double?
  private let spread: Float
  /// The first of the directions drawn for an item without a heading, as a share of a full turn.
  ///
  /// Were it the same for all, they would look the same way in each pose, and too many poses would
  /// show nothing.
  private let start: Float

  init(
    _ pose: RecordedPose, record: UInt64, _ neighbour: Neighbour, _ weights: MatchWeights
  ) {
    self.neighbour = neighbour
    locationOf = pose.locationOf
    sector = pose.compassSector
    spread = Float(pose.headingSpread(weights))
    start = Float(record >> 40) / Float(1 << 24)
    fan = RayFan(degrees: pose.fieldOfView?.degrees ?? weights.itemFieldOfView)
  }

  /// The poses that eight draws of errors make of the record.
  @inline(__always)
  func poses(_ draws: PoseErrors.Draws) -> PoseLanes {
    let east = neighbour.accuracy * draws.itemEast + neighbour.east
    let north = neighbour.accuracy * draws.itemNorth + neighbour.north
    var poses = PoseLanes(
      east: east, north: north, headings: headings(draws))
    if locationOf != .camera {
      let behind =
        locationOf == .subject ? draws.subjectDistance : draws.subjectDistance * draws.isSubject
      poses.east -= behind * poses.axisEast
      poses.north -= behind * poses.axisNorth
    }
    return poses
  }

  /// The item's poses that belong to some of the photo's, with their relative likelihoods: cameras
  /// rather stood at known places of others.
  ///
  /// The mean likelihood, weighted by the photo's weights, is 1. The square root of the density is
  /// used, because the knowledge about other cameras is rough.
  func weighed(
    _ samples: ArraySlice<PhotoPosterior.PoseSamples>, _ places: KnownPlaces
  ) -> [(poses: PoseLanes, share: Lanes)] {
    var weighed: [(poses: PoseLanes, share: Lanes)] = []
    weighed.reserveCapacity(samples.count)
    var (sum, whole) = (Lanes.zero, Lanes.zero)
    for k in samples.indices {
      let poses = poses(samples[k].draws)
      let share = places.density(east: poses.east, north: poses.north).root
      weighed.append((poses, share))
      sum += share * samples[k].weights
      whole += samples[k].weights
    }
    let total = sum.sum()
    // Where the photo repeats a view for certain, nothing is left to weigh.
    let factor = total > 0 ? whole.sum() / total : 0
    for place in weighed.indices {
      weighed[place].share =
        total > 0 ? weighed[place].share * factor : Lanes(repeating: 1)
    }
    return weighed
  }

  /// The directions in degrees that the item's camera may have looked.
  @inline(__always)
  private func headings(_ draws: PoseErrors.Draws) -> Lanes {
    if !neighbour.heading.isNaN {
      let errors = sector.map { Float($0) * (2 * draws.itemAny - 1) } ?? spread * draws.itemTurn
      return errors + neighbour.heading
    }
    return (draws.itemAny + start) * 360
  }
}
