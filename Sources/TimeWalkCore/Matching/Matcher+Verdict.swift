#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What playing through the poses of a photo and one item came to.
struct Look {
  /// The weight of the poses in which both show the same scene.
  var same = 0.0
  /// The expected share of the photo's view that the item shows.
  var yours = 0.0
  /// The expected share that both show of each other.
  var mutual = 0.0
}

extension Matcher {
  /// Plays through the poses of one item; `nothing` keeps, of each of the photo's poses, the weight with which no item
  /// shows the same scene.
  func look(
    at pose: RecordedPose, _ neighbour: Neighbour, at index: Int, _ photo: PhotoReading,
    _ belief: PhotoBelief, isClose: Bool, _ nothing: inout [Lanes]
  ) -> Look {
    let fan = belief.fan
    let guesses = isClose ? belief.close : belief.first
    let item = ItemSampler(pose, neighbour, weights)
    let framing = Framing(photo.viewpoint, pose, weights)
    let view = LongView(photo.viewpoint, pose, weights)
    let overlap = Float(framing?.overlap ?? 1)
    let height = Float(framing?.height ?? 0)
    // No scene is shallower than some centimetres, which keeps what is divided by it a number.
    let deeper = max(Float((view?.depth ?? weights.sceneDepth) / weights.sceneDepth), 1e-3)
    let open = Float(view.map { $0.openness * tail(neighbour) } ?? 1)
    let fading = -1 / Float(max(weights.sightLength, view?.depth ?? 0))
    let least = Float(weights.sameScene - weights.sameSceneBlur)
    let steep = 1 / Float(2 * weights.sameSceneBlur)
    let isRough = pose.locationOf == .camera && neighbour.accuracy > KnownPlaces.wellKnown
    let shares = isClose && isRough ? item.shares(of: guesses, belief.places) : []
    var (hits, yours, mutual) = (Lanes.zero, Lanes.zero, Lanes.zero)
    // Read where they lie, as copying a guess takes long.
    for k in guesses.indices {
      let repeated = guesses[k].repeats == index ? guesses[k].repeated : nil
      let sectors = repeated ?? item.sectors(guesses[k].draws)
      let depth = guesses[k].draws.depth * deeper
      let own = guesses[k].sectors
      let shown = own.share(fan, seenBy: sectors, item.fan, depth: depth)
      guard (shown .> 0).isAny else { continue }
      let back = sectors.share(item.fan, seenBy: own, fan, depth: depth)
      let east = sectors.east - own.east
      let north = sectors.north - own.north
      let way = (east * east + north * north + height * height).squareRoot()
      let sight = (way * fading).exponential * open
      let both = shown.smaller(back) * overlap
      let share = shares.isEmpty ? Lanes(repeating: 1) : shares[k]
      let weights = guesses[k].weights * share
      yours += weights * sight * shown
      mutual += weights * sight * both
      let certain = ((both - least) * steep).positive.smaller(Lanes(repeating: 1))
      let same = sight * certain
      hits += weights * same
      // A pose of the item that is likelier than others counts for so many of them.
      nothing[k] *= (1 - share * same).positive
    }
    return Look(
      same: Double(hits.sum()), yours: Double(yours.sum() * overlap), mutual: Double(mutual.sum()))
  }

  /// What is left of a long view towards the end of the search, so that its edge loses nothing; 0...1.
  private func tail(_ neighbour: Neighbour) -> Double {
    let (east, north) = (neighbour.east / neighbour.limit, neighbour.north / neighbour.limit)
    let square = Double(east * east + north * north)
    return max(0, 1 - square * square)
  }

  /// Says of one item what came of a close look.
  ///
  /// - Returns: `nil` when the two show nothing in common in any pose.
  func verdict(
    on candidate: Candidate, _ neighbour: Neighbour, _ look: Look, _ query: MatchQuery,
    _ relation: EraRelation?
  ) -> Verdict? {
    guard look.mutual > 0 else { return nil }
    let worth = query.era == nil ? nil : weights.worth(of: relation)
    let difference = query.viewpoint.heading.flatMap { own in
      neighbour.heading.isNaN ? nil : Heading(finite: Double(neighbour.heading)).turn(from: own)
    }
    let offset = query.viewpoint.coordinate.offset(to: candidate.pose.coordinate)
    return Verdict(
      key: candidate.key, confidence: calibration(min(look.same, 1)),
      sharedView: min(look.yours, 1), score: look.mutual * (worth ?? 1),
      distance: Distance(finite: offset.length), bearing: offset.bearing,
      headingDifference: candidate.pose.locationOf == .camera ? difference : nil, era: relation,
      period: candidate.dates.flatMap(Period.init(of:)),
      parts: parts(of: candidate.pose, query, offset.length, difference: difference, era: worth))
  }

  private func parts(
    of pose: RecordedPose, _ query: MatchQuery, _ distance: Double, difference: Angle?,
    era: Double?
  ) -> MatchParts {
    let own = query.viewpoint.coordinate.horizontalAccuracy?.meters ?? weights.photoAccuracy
    let other = pose.coordinate.horizontalAccuracy?.meters ?? weights.itemAccuracy
    let spread = own * own + other * other + weights.sceneDepth * weights.sceneDepth
    let tolerance =
      (query.viewpoint.headingAccuracy?.degrees ?? weights.photoHeadingAccuracy)
      + (pose.headingSpread(weights))
    return MatchParts(
      position: 1 / (1 + distance * distance / spread),
      heading: difference.map { 1 / (1 + ($0.degrees / tolerance) * ($0.degrees / tolerance)) },
      fieldOfView: pose.fieldOfView.flatMap { item in
        query.viewpoint.fieldOfView.map { min(item, $0).degrees / max(item, $0).degrees }
      }, era: era)
  }
}

extension Coordinate {
  /// The way to another place, on the plane that touches the ellipsoid here.
  fileprivate func offset(to other: Coordinate) -> Offset {
    LocalPlane(origin: self).offset(of: other)
  }
}

extension MatchWeights {
  /// What an item is worth in the ranking for how its date lies to the era that was asked for.
  func worth(of relation: EraRelation?) -> Double {
    switch relation {
    case .within: eraWithin
    case .overlaps: eraOverlaps
    case .near: eraNear
    case .outside: eraOutside
    case nil: eraUnknown
    }
  }
}
