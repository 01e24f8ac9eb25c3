#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Looks at all candidates at a glance: closed formulas for the likelihood that a photo repeats an item's view, eight
/// items at a time.
struct Glance {
  private let photo: PhotoReading
  private let weights: MatchWeights
  /// How far is searched besides each item's own reach, metres.
  private let reach: Float
  private let density: PlaceDensity
  /// Which way the photo looks; north when unknown.
  private let direction: SIMD2<Float>
  /// East and north metres for a unit of a candidate's longitude and latitude, and how the first changes northwards.
  private let scale: SIMD2<Float>
  private let narrowing: Float
  private let sineOfLatitude: Float
  /// Whether single formulas of the plane do not hold, near a pole.
  private let isPolar: Bool

  /// - Parameters:
  ///   - photo: what the photo says of its pose.
  ///   - reach: how far is searched besides each item's reach, metres, more than 0.
  ///   - weights: the judge's numbers.
  init(_ photo: PhotoReading, reach: Double, _ weights: MatchWeights) {
    self.photo = photo
    self.weights = weights
    self.reach = Float(reach)
    density = PlaceDensity(tail: weights.positionTail)
    let heading = (photo.heading ?? 0) * .pi / 180
    direction = SIMD2(Float(sin(heading)), Float(cos(heading)))
    let place = photo.viewpoint.coordinate
    // A step of some hundred metres gives the scales; a place nearer to a pole is never seen this way.
    let step = 0.001
    isPolar = abs(place.latitude) > 70
    let south = place.latitude > 0
    let unit = Candidates.degreesPerUnit
    if isPolar {
      (scale, narrowing, sineOfLatitude) = (.zero, 0, 0)
    } else {
      let north = Coordinate(
        finiteLatitude: place.latitude + (south ? -step : step), longitude: place.longitude,
        horizontalAccuracy: nil)
      let east = Coordinate(
        finiteLatitude: place.latitude,
        longitude: place.longitude + (place.longitude > 0 ? -step : step), horizontalAccuracy: nil)
      let latitude = place.latitude * .pi / 180
      scale = SIMD2(
        Float(photo.plane.offset(of: east).length / step * unit),
        Float(photo.plane.offset(of: north).length / step * unit))
      narrowing = Float(tan(latitude) * unit * .pi / 180 / 2)
      sineOfLatitude = Float(sin(latitude))
    }
  }

  /// The candidates that are not too far away, each with a first impression, in their order.
  func look(at candidates: Candidates) -> [Neighbour] {
    var neighbours: [Neighbour] = []
    neighbours.reserveCapacity(candidates.count)
    candidates.withColumns { columns in
      var first = 0
      while first < columns.count {
        look(at: columns, candidates, from: first, &neighbours)
        first += Lanes.count
      }
    }
    return neighbours
  }

  /// Eight candidates: their places first, and the rest only where one is near.
  @inline(__always)
  private func look(
    at columns: CandidateColumns, _ candidates: Candidates, from first: Int,
    _ neighbours: inout [Neighbour]
  ) {
    let block = columns.block(from: first)
    var (east, north) = places(block)
    if isPolar || block.isFarAway(from: photo.viewpoint.coordinate) {
      for lane in 0..<min(Lanes.count, columns.count - first) {
        let offset = photo.plane.offset(of: candidates[first + lane].pose.coordinate)
        east[lane] = Float(offset.east)
        north[lane] = Float(offset.north)
      }
    }
    let accuracy = block.accuracy.known(or: Lanes(repeating: Float(weights.itemAccuracy)))
      .smaller(Lanes(repeating: Float(Vaguest.place)))
    var ownReach = accuracy * Float(ReachRule.radii)
    let isLong = block.mayLookFar
    if any(isLong) {
      for lane in 0..<Lanes.count where isLong[lane] {
        ownReach[lane] = Float(candidates[first + lane].pose.reach.meters)
      }
    }
    // A subject may lie well ahead of the camera that shows it.
    let ahead = Lanes(repeating: Float(2 * weights.subjectDistance))
      .replacing(with: 0, where: block.isSubject)
    let limit = reach - ahead + ownReach
    let square = east * east + north * north
    let near = (square .<= limit * limit) .& block.isThere
    guard any(near) else { return }
    let distance = square.squareRoot()
    var turned =
      block.heading - block.longitudeTurn(from: photo.viewpoint.coordinate) * sineOfLatitude
    if isPolar {
      for lane in 0..<Lanes.count where near[lane] && !turned[lane].isNaN {
        turned[lane] = Float(
          Glance.polarHeading(candidates[first + lane].pose, from: photo.viewpoint.coordinate))
      }
    }
    let impression = Impression(
      block: block, east: east, north: north, distance: distance, limit: limit, accuracy: accuracy,
      heading: turned)
    let presence = presence(impression)
    var evidence = presence * directions(impression) * scales(impression)
    var promise = promise(impression)
    let isTilted = block.mayBeFramed
    for lane in 0..<Lanes.count where near[lane] {
      let heading = turned[lane]
      if isTilted[lane] {
        let pose = candidates[first + lane].pose
        if let framing = Framing(photo.viewpoint, pose, weights) {
          evidence[lane] *=
            Float(framing.overlap) * expf(-Float(framing.height / weights.sceneDepth))
        }
      }
      if isLong[lane] {
        promise[lane] = max(
          promise[lane],
          farPromise(candidates[first + lane].pose, east[lane], north[lane], heading))
      }
      neighbours.append(
        Neighbour(
          index: first + lane, east: east[lane], north: north[lane], distance: distance[lane],
          accuracy: accuracy[lane], heading: heading, presence: presence[lane],
          evidence: evidence[lane], promise: promise[lane]))
    }
  }

  /// Eight candidates with what is worked out of their columns.
  private struct Impression {
    let block: CandidateBlock
    let east: Lanes
    let north: Lanes
    let distance: Lanes
    let limit: Lanes
    let accuracy: Lanes
    /// Degrees from the photo's north; NaN when unknown.
    let heading: Lanes
    let sine: Lanes
    let cosine: Lanes
    let isKnown: LaneMask

    @inline(__always)
    init(
      block: CandidateBlock, east: Lanes, north: Lanes, distance: Lanes, limit: Lanes,
      accuracy: Lanes, heading: Lanes
    ) {
      self.block = block
      self.east = east
      self.north = north
      self.distance = distance
      self.limit = limit
      self.accuracy = accuracy
      self.heading = heading
      isKnown = heading .== heading
      let plain = heading.known(or: .zero)
      // An unknown direction is no step at all.
      sine = plain.sineOfDegrees.replacing(with: 0, where: .!isKnown)
      cosine = plain.cosineOfDegrees.replacing(with: 0, where: .!isKnown)
    }
  }

  @inline(__always)
  private func places(_ block: CandidateBlock) -> (east: Lanes, north: Lanes) {
    let place = photo.viewpoint.coordinate
    let up = Lanes(block.latitudes &- Candidates.units(place.latitude))
    let along = Lanes(block.longitudes &- Candidates.units(place.longitude))
    return (along * scale.x * (1 - narrowing * up), up * scale.y)
  }

  /// The density of the photo's place for a repetition of each item's viewpoint.
  @inline(__always)
  private func presence(_ item: Impression) -> Lanes {
    let ahead = Float(weights.subjectDistance)
    let isSubject = item.block.isSubject
    let east = item.east.replacing(with: item.east - ahead * item.sine, where: isSubject)
    let north = item.north.replacing(with: item.north - ahead * item.cosine, where: isSubject)
    let own = Float(photo.accuracy * photo.accuracy)
    let again = Float(weights.repeatedPosition * weights.repeatedPosition)
    let square = item.accuracy * item.accuracy
    let spread =
      square + (own + again) + Lanes.zero.replacing(with: ahead * ahead, where: isSubject)
    let place = density(squaredDistance: east * east + north * north, squaredRadius: spread)
    // A place that is vaguer than scenes are deep no longer says which scene it is.
    let depth = Float(weights.sceneDepth * weights.sceneDepth)
    // Tails end where the search does, so that its edge loses nothing.
    let edge = item.distance / item.limit
    let inside = (1 - edge * edge).larger(.zero)
    return place * (depth / (depth + square)) * inside * inside
  }

  /// How much likelier the headings are for one view than for unrelated ones.
  @inline(__always)
  private func directions(_ item: Impression) -> Lanes {
    guard let own = photo.heading else { return Lanes(repeating: 1) }
    var turn = (item.heading - Float(own)).halfTurn.magnitudes
    var width = item.block.headingSpread(weights)
    // Without a heading, a subject is what both look at, somewhere in the frame.
    let isAhead = item.block.isSubject .& .!item.isKnown
    if any(isAhead) {
      let along = item.east * direction.x + item.north * direction.y
      // A step of some millimetres, which is rounding, has no direction.
      turn.replace(with: (along / (item.distance + 0.1)).degreesOfCosine, where: isAhead)
      width.replace(
        with: Float(photo.field / 4) + 57.3 * item.accuracy
          / (item.distance + item.accuracy + 1e-3),
        where: isAhead)
    }
    let fixed =
      photo.headingAccuracy * photo.headingAccuracy
      + weights.repeatedHeading * weights.repeatedHeading
    let spread = (width * width + Float(fixed)).squareRoot()
    let gross = Float(weights.grossHeading)
    let ratio = (1 - gross) * TurnDensity.logistic(turn, halfWidth: spread) + gross
    return ratio.replacing(with: 1, where: .!(item.isKnown .| isAhead))
  }

  /// How much likelier the fields of view are for one view than for unrelated ones.
  @inline(__always)
  private func scales(_ item: Impression) -> Lanes {
    guard let own = photo.viewpoint.fieldOfView else { return Lanes(repeating: 1) }
    let field = item.block.fieldOfView
    // Nothing is as narrow as a file may say.
    let narrow = Lanes(repeating: 0.01)
    let ratio = (field.larger(narrow) / max(Float(own.degrees), 0.01)).logarithm
    let (near, far) = (weights.repeatedField, weights.unrelatedField)
    let factor = Float(0.5 * (1 / (near * near) - 1 / (far * far)))
    let exponent = -factor * ratio * ratio
    let likelihood = Float(far / near) * exponent.smaller(.zero).exponential
    return likelihood.replacing(with: 1, where: field .!= field)
  }

  /// How near the middles of both views lie, and how alike the directions are.
  @inline(__always)
  private func promise(_ item: Impression) -> Lanes {
    let ahead = Float(weights.sceneDepth * 0.6)
    let isSubject = item.block.isSubject
    var east = item.east.replacing(with: item.east + ahead * item.sine, where: .!isSubject)
    var north = item.north.replacing(with: item.north + ahead * item.cosine, where: .!isSubject)
    var agreement = Lanes(repeating: 0.35)
    if let own = photo.heading {
      let isDirected = isSubject .| item.isKnown
      east.replace(with: east - ahead * direction.x, where: isDirected)
      north.replace(with: north - ahead * direction.y, where: isDirected)
      let turn = (item.heading - Float(own)).halfTurn
      let width = item.block.headingSpread(weights) + Float(photo.headingAccuracy + 25)
      let reduced = (turn / width) * (turn / width)
      agreement.replace(with: 1 / (1 + reduced * reduced), where: item.isKnown)
    }
    let vague = item.accuracy * item.accuracy + Float(photo.accuracy * photo.accuracy)
    let depth = ahead * ahead
    let near = 1 / (1 + (east * east + north * north) / (2 * (vague + depth)))
    return near * near * depth / (depth + vague) * agreement
  }

  /// The same for an image that looks far: both views end at what it shows.
  private func farPromise(_ pose: RecordedPose, _ east: Float, _ north: Float, _ heading: Float)
    -> Float
  {
    let view = LongView(photo.viewpoint, pose, weights)
    guard let view else { return 0 }
    let ahead = Float(view.depth)
    var (east, north) = (east, north)
    if pose.locationOf == .camera, !heading.isNaN {
      east += ahead * sinf(heading * .pi / 180)
      north += ahead * cosf(heading * .pi / 180)
    }
    if photo.heading != nil {
      east -= ahead * direction.x
      north -= ahead * direction.y
    }
    let near = 1 / (1 + (east * east + north * north) / (2 * ahead * ahead))
    return near * near * Float(view.openness)
  }

  /// A heading from the photo's north, where meridians meet.
  private static func polarHeading(_ pose: RecordedPose, from origin: Coordinate) -> Double {
    let turn = (pose.coordinate.longitude - origin.longitude).wrapped180
    let middle = (pose.coordinate.latitude + origin.latitude) / 2
    return ((pose.heading?.degrees ?? 0) - turn * sin(middle * .pi / 180)).wrapped360
  }
}
