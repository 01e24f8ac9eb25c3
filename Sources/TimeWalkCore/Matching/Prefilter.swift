import Glibc

/// The first pass over all candidates: closed formulas for the likelihood that a photo repeats an
/// item's view, eight items at a time.
struct Prefilter {
  private let photo: PhotoReading
  private let weights: MatchWeights
  /// The search distance in addition to each item's own reach, metres.
  let reach: Float
  private let density: PlaceDensity
  /// The heading of the photo; north when unknown.
  private let direction: SIMD2<Float>
  /// East and north metres for a unit of a candidate's longitude and latitude, and the northward
  /// change of the first.
  ///
  /// The last is the turn for a unit of longitude, because meridians converge.
  private let scale: SIMD2<Float>
  private let narrowing: Float
  private let swing: Float
  private let sineOfLatitude: Float
  /// True if the photo's pitch or height is known: frames can then be compared.
  private let isFramed: Bool
  /// True if the photo's pitch also concerns items of unknown pitch.
  private let isSteep: Bool
  /// True if single formulas of the plane do not hold, near a pole.
  private let isPolar: Bool

  /// - Parameters:
  ///   - photo: the photo's readings of its pose.
  ///   - reach: the search distance in addition to each item's reach, metres, more than 0.
  ///   - weights: the judge's numbers.
  init(_ photo: PhotoReading, reach: Double, _ weights: MatchWeights) {
    self.photo = photo
    self.weights = weights
    self.reach = Float(reach)
    density = PlaceDensity(tail: weights.positionTail)
    isFramed = photo.viewpoint.pitch != nil || photo.viewpoint.altitude != nil
    isSteep = abs(photo.viewpoint.pitch?.degrees ?? 0) > weights.unsaidPitch
    let heading = (photo.heading ?? 0) * .pi / 180
    direction = SIMD2(Float(sin(heading)), Float(cos(heading)))
    let place = photo.viewpoint.coordinate
    // A step of some hundred metres gives the scales; a place nearer to a pole is never seen this
    // way.
    let step = 0.001
    isPolar = abs(place.latitude) > 70
    let south = place.latitude > 0
    let unit = Candidates.degreesPerUnit
    if isPolar {
      (scale, narrowing, swing, sineOfLatitude) = (.zero, 0, 0, 0)
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
      swing = sineOfLatitude * Float(unit * .pi / 180 / 2)
    }
  }

  /// The density per square metre below which an item's other readings are ignored.
  ///
  /// It is a five-hundredth of the density of unknown viewpoints
  /// (`MatchWeights.unknownViewpoints`). On average that is true of unrelated items, and it saves
  /// the work on most.
  private static let leastPresence: Float = 2e-8

  /// Rates all candidates.
  func rate(_ candidates: Candidates) -> Surroundings {
    let blocks = (candidates.count + Lanes.count - 1) / Lanes.count
    var found = Surroundings(promise: [])
    found.promise.reserveCapacity(blocks)
    found.places.reserveCapacity(min(candidates.count, 8192))
    candidates.withColumns { columns in
      for block in 0..<blocks {
        found.promise.append(rate(columns, candidates, block: block, &found))
      }
    }
    return found
  }

  /// Returns true if the directions of photo and item can't be compared, and a returning
  /// photographer may look in any direction.
  ///
  /// A subject's place does give a direction: the photo looks there, or doesn't.
  func isUndirected(_ pose: RecordedPose) -> Bool {
    photo.heading == nil || pose.heading == nil && pose.locationOf != .subject
  }

  /// The place and heading of a candidate.
  func neighbour(_ pose: RecordedPose) -> Neighbour {
    let offset = photo.plane.offset(of: pose.coordinate)
    return Neighbour(
      offset: offset,
      accuracy: Float(
        min(
          pose.coordinate.horizontalAccuracy?.meters ?? weights.itemAccuracy, AccuracyLimits.place)),
      heading: Float(heading(pose)),
      limit: limit(
        Lanes(repeating: Float(pose.reach.meters)),
        isSubject: LaneMask(repeating: pose.locationOf == .subject))[0])
  }

  /// The greatest distance at which items of some reach can concern the photo, in metres.
  @inline(__always)
  private func limit(_ ownReach: Lanes, isSubject: LaneMask) -> Lanes {
    // A subject may lie well ahead of the camera that shows it.
    let ahead = Lanes(repeating: Float(2 * weights.subjectDistance))
    return reach - ahead.replacing(with: 0, where: isSubject) + ownReach
  }

  /// A heading from the photo's north, since meridians converge; NaN when unknown.
  private func heading(_ pose: RecordedPose) -> Double {
    guard let heading = pose.heading?.degrees else { return .nan }
    let origin = photo.viewpoint.coordinate
    let turn = (pose.coordinate.longitude - origin.longitude).wrapped180
    let middle = (pose.coordinate.latitude + origin.latitude) / 2
    return (heading - turn * sin(middle * .pi / 180)).wrapped360
  }

  /// Eight candidates: first their places, and the rest only if one is near.
  @inline(__always)
  private func rate(
    _ columns: CandidateColumns, _ candidates: Candidates, block index: Int,
    _ found: inout Surroundings
  ) -> Lanes {
    let first = index * Lanes.count
    let block = columns.places(from: first, photo.viewpoint.coordinate)
    var (east, north) = places(block)
    let isFarAway = block.isFarAway
    if isPolar || isFarAway.isAny {
      for lane in 0..<min(Lanes.count, columns.count - first) where isPolar || isFarAway[lane] {
        let offset = photo.plane.offset(of: candidates.coordinate(at: first + lane))
        east[lane] = Float(offset.east)
        north[lane] = Float(offset.north)
      }
    }
    let accuracy = block.accuracy.known(or: Lanes(repeating: Float(weights.itemAccuracy)))
      .smaller(Lanes(repeating: Float(AccuracyLimits.place)))
    var ownReach = accuracy * Float(ReachRule.radii)
    var fromHigh = Lanes(repeating: .nan)
    let isLong = block.mayLookFar
    if isLong.isAny {
      fromHigh = columns.farViews(from: first, block.altitude)
      ownReach += block.viewDistance.known(or: fromHigh.known(or: .zero))
    }
    let limit = limit(ownReach, isSubject: block.isSubject)
    let square = east * east + north * north
    let near = (square .<= limit * limit) .& block.isThere
    guard near.isAny else { return Lanes(repeating: -1) }
    let poses = columns.poses(from: first)
    let distance = square.root
    var turned =
      poses.heading - block.longitudeTurn * sineOfLatitude
    if isPolar {
      for lane in 0..<Lanes.count where near[lane] {
        turned[lane] = Float(heading(candidates[first + lane].pose))
      }
    }
    let impression = CandidateBlock(
      block: block, poses: poses, east: east, north: north, distance: distance, limit: limit,
      accuracy: accuracy,
      heading: turned)
    let presence = presence(impression).replacing(with: 0, where: .!near)
    var evidence = presence
    let mayRepeat = presence .>= Prefilter.leastPresence
    if mayRepeat.isAny {
      let likelihood = directions(impression) * scales(impression)
      evidence.replace(with: presence * likelihood, where: mayRepeat)
    }
    var promise = promise(impression).replacing(with: -1, where: .!near)
    let isTilted =
      ((poses.pitch .== poses.pitch) .| (block.altitude .== block.altitude)
        .| LaneMask(repeating: isSteep)) .& mayRepeat
    if isFramed, isTilted.isAny {
      for lane in 0..<Lanes.count where isTilted[lane] {
        guard let framing = Framing(photo.viewpoint, candidates[first + lane].pose, weights)
        else { continue }
        evidence[lane] *=
          Float(framing.overlap) * expf(-Float(framing.height / weights.sceneDepth))
      }
    }
    if (isLong .& near).isAny {
      for lane in 0..<Lanes.count where isLong[lane] && near[lane] {
        let viewingRange = ViewingRange(
          declared: block.viewDistance[lane].double, fromHigh: fromHigh[lane].double)
        // The camera of a subject is somewhere around it, and one without a heading looks anywhere.
        let way =
          block.isSubject[lane] ? .zero : SIMD2(impression.sine[lane], impression.cosine[lane])
        promise[lane] = max(
          promise[lane], farPromise(viewingRange, SIMD2(east[lane], north[lane]), looking: way))
      }
    }
    found.presence += Double(presence.sum())
    found.evidence += Double(evidence.sum())
    found.undirected += Double(
      photo.heading == nil
        ? evidence.sum()
        : evidence.replacing(with: 0, where: impression.isKnown .| block.isSubject).sum())
    found.nearest = max(found.nearest, presence.max())
    found.rank(evidence, presence, from: first, candidates)
    let isKnown = near .& (accuracy .<= KnownPlaces.wellKnown) .& .!block.isSubject
    if isKnown.isAny {
      for lane in 0..<Lanes.count where isKnown[lane] {
        found.places.append(SIMD2(east[lane], north[lane]))
      }
    }
    let isAround = near .& (square .<= ItemsAround.far * ItemsAround.far)
    if isAround.isAny {
      let isNear = square .<= ItemsAround.near * ItemsAround.near
      for lane in 0..<Lanes.count where isAround[lane] {
        // A closure for the record would copy all columns in each block.
        let record = found.around.needsRecords ? candidates[first + lane].record : nil
        found.around.add(record: record, isNear: isNear[lane], isAccurate: isKnown[lane])
      }
    }
    return promise
  }

  /// Eight candidates with values computed from their columns.
  private struct CandidateBlock {
    let block: CandidatePlaces
    let poses: CandidatePoses
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
      block: CandidatePlaces, poses: CandidatePoses, east: Lanes, north: Lanes, distance: Lanes,
      limit: Lanes,
      accuracy: Lanes, heading: Lanes
    ) {
      self.block = block
      self.poses = poses
      self.east = east
      self.north = north
      self.distance = distance
      self.limit = limit
      self.accuracy = accuracy
      self.heading = heading
      isKnown = heading .== heading
      let plain = heading.known(or: .zero)
      // An unknown direction is a step of length 0.
      sine = plain.sineOfDegrees.replacing(with: 0, where: .!isKnown)
      cosine = plain.cosineOfDegrees.replacing(with: 0, where: .!isKnown)
    }
  }

  @inline(__always)
  private func places(_ block: CandidatePlaces) -> (east: Lanes, north: Lanes) {
    let east = block.along * scale.x * (1 - narrowing * block.up)
    let north = block.up * scale.y
    let turn = block.along * swing
    return (east - north * turn, north + east * turn)
  }

  /// The density of the photo's place for a repetition of each item's viewpoint.
  @inline(__always)
  private func presence(_ item: CandidateBlock) -> Lanes {
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
    // A place that is vaguer than scenes are deep doesn't identify a scene.
    let depth = Float(weights.sceneDepth * weights.sceneDepth)
    // Tails end with the search, for a smooth edge.
    let edge = item.distance / item.limit
    let inside = (1 - edge * edge).positive
    return place * (depth / (depth + square)) * inside * inside
  }

  /// The likelihood ratio of the headings: one view against unrelated views.
  @inline(__always)
  private func directions(_ item: CandidateBlock) -> Lanes {
    guard let own = photo.heading else { return Lanes(repeating: 1) }
    var turn = (item.heading - Float(own)).halfTurn.magnitudes
    var width = item.poses.headingSpread(weights)
    // Without a heading, a subject is the object that both look at, somewhere in the frame.
    let isAhead = item.block.isSubject .& .!item.isKnown
    if isAhead.isAny {
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
    let spread = (width * width + Float(fixed)).root
    let gross = Float(weights.grossHeading)
    let ratio = (1 - gross) * TurnDensity.logistic(turn, halfWidth: spread) + gross
    return ratio.replacing(with: 1, where: .!(item.isKnown .| isAhead))
  }

  /// The likelihood ratio of the fields of view: one view against unrelated views.
  @inline(__always)
  private func scales(_ item: CandidateBlock) -> Lanes {
    guard let own = photo.viewpoint.fieldOfView else { return Lanes(repeating: 1) }
    let field = item.poses.fieldOfView
    // Views are at least this wide, even if a file states less.
    let narrow = Lanes(repeating: 0.01)
    let ratio = (field.larger(narrow) / max(Float(own.degrees), 0.01)).logarithm
    let far = weights.unrelatedField
    let spread = photo.viewpoint.fieldOfViewSpread ?? 0
    let near = min(
      (weights.repeatedField * weights.repeatedField + spread * spread).squareRoot(), far)
    let factor = Float(0.5 * (1 / (near * near) - 1 / (far * far)))
    let exponent = -factor * ratio * ratio
    let likelihood = Float(far / near) * exponent.smaller(.zero).exponential
    return likelihood.replacing(with: 1, where: field .!= field)
  }

  /// The distance of the middles of both views, and the difference of the directions.
  @inline(__always)
  private func promise(_ item: CandidateBlock) -> Lanes {
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
      let width = item.poses.headingSpread(weights) + Float(photo.headingAccuracy + 25)
      let reduced = (turn / width) * (turn / width)
      agreement.replace(with: 1 / (1 + reduced * reduced), where: item.isKnown)
    }
    let vague = item.accuracy * item.accuracy + Float(photo.accuracy * photo.accuracy)
    let depth = ahead * ahead
    let near = 1 / (1 + (east * east + north * north) / (2 * (vague + depth)))
    return near * near * depth / (depth + vague) * agreement
  }

  /// The same for an image with a long viewing range: both views end at its subject.
  private func farPromise(
    _ viewingRange: ViewingRange, _ offset: SIMD2<Float>, looking way: SIMD2<Float>
  ) -> Float {
    guard let view = LongView(photo.farView, viewingRange, weights) else { return 0 }
    let ahead = Float(view.depth)
    let middle = offset + ahead * way - (photo.heading == nil ? .zero : ahead * direction)
    let near = 1 / (1 + (middle * middle).sum() / (2 * ahead * ahead))
    return near * near * Float(view.openness)
  }
}

extension Float {
  /// The same number; `nil` for NaN.
  fileprivate var double: Double? { isNaN ? nil : Double(self) }
}

extension Surroundings {
  /// Keeps the strongest of all.
  @inline(__always)
  fileprivate mutating func rank(
    _ evidence: Lanes, _ presence: Lanes, from first: Int, _ candidates: Candidates
  ) {
    let most = PhotoPosterior.strongest
    let least = strongest.count < most ? Float.leastNonzeroMagnitude : strongest[most - 1].evidence
    guard (evidence .>= least).isAny else { return }
    let keys = candidates.keys
    for lane in 0..<Lanes.count where evidence[lane] > 0 {
      let entry: Strong = (first + lane, evidence[lane], presence[lane])
      func isStronger(_ other: Strong) -> Bool {
        if entry.evidence != other.evidence { return entry.evidence > other.evidence }
        return keys[entry.index] < keys[other.index]
      }
      guard let place = strongest.firstIndex(where: isStronger) else {
        if strongest.count < most { strongest.append(entry) }
        continue
      }
      strongest.insert(entry, at: place)
      if strongest.count > most { strongest.removeLast() }
    }
  }
}
