#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Matcher {
  /// Looks closely at one item; `nothing` keeps, of each of the photo's poses, the weight with which no item shows the
  /// same scene.
  ///
  /// - Returns: `nil` when the two show nothing in common in any pose.
  func verdict(
    on candidate: Candidate, _ neighbour: Neighbour, at index: Int, _ query: MatchQuery,
    _ photo: PhotoReading, _ belief: PhotoBelief, _ nothing: inout [Double]
  ) -> Verdict? {
    let pose = candidate.pose
    let item = ItemSampler(pose, neighbour, weights)
    let framing = Framing(query.viewpoint, pose, weights)
    let overlap = framing?.overlap ?? 1
    let height = framing?.height ?? 0
    let sameSide = Float(cos(weights.sameSide * .pi / 180))
    let least = weights.sameScene - weights.sameSceneBlur
    var (hits, yours, mutual) = (0.0, 0.0, 0.0)
    for (k, guess) in belief.guesses.enumerated() {
      let sector = (guess.repeats == index ? guess.repeated : nil) ?? item.sector(guess.draw)
      let depth = Float(guess.draw.depth)
      let shown = guess.sector.share(seenBy: sector, depth: depth, cosineOfSameSide: sameSide)
      guard shown > 0 else { continue }
      let back = sector.share(seenBy: guess.sector, depth: depth, cosineOfSameSide: sameSide)
      let east = Double(sector.east - guess.sector.east)
      let north = Double(sector.north - guess.sector.north)
      let way = (east * east + north * north + height * height).squareRoot()
      let sight = weights.clearSight * exp(-way / weights.sightLength)
      let both = overlap * Double(min(shown, back))
      yours += guess.weight * sight * overlap * Double(shown)
      mutual += guess.weight * sight * both
      let same = sight * min(max((both - least) / (2 * weights.sameSceneBlur), 0), 1)
      hits += guess.weight * same
      nothing[k] *= 1 - same
    }
    guard mutual > 0 else { return nil }
    let relation = query.relation(to: candidate)
    let worth = query.era == nil ? nil : weights.worth(of: relation)
    let difference = neighbour.heading.flatMap { item in
      query.viewpoint.heading.map { Heading(finite: item).turn(from: $0) }
    }
    return Verdict(
      key: candidate.key, confidence: calibration(hits), sharedView: min(yours, 1),
      score: mutual * (worth ?? 1),
      distance: Distance(finite: neighbour.distance), bearing: neighbour.offset.bearing,
      headingDifference: pose.locationOf == .camera ? difference : nil, era: relation,
      period: candidate.dates.flatMap(Period.init(of:)),
      parts: parts(
        of: pose, query: query, distance: neighbour.distance, accuracy: neighbour.accuracy,
        difference: difference, era: worth))
  }

  private func parts(
    of pose: RecordedPose, query: MatchQuery, distance: Double, accuracy: Double,
    difference: Angle?, era: Double?
  ) -> MatchParts {
    let own = query.viewpoint.coordinate.horizontalAccuracy?.meters ?? weights.photoAccuracy
    let spread = own * own + accuracy * accuracy + weights.sceneDepth * weights.sceneDepth
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

extension MatchQuery {
  /// How a candidate's date lies to the era that is asked for; `nil` without an era or a date.
  func relation(to candidate: Candidate) -> EraRelation? {
    guard let era, let dates = candidate.dates else { return nil }
    return era.relation(toStrict: dates, fuzzy: candidate.fuzzyDates ?? dates)
  }

  /// Whether a candidate may be a match at all, as far as the era says.
  func admits(_ candidate: Candidate) -> Bool {
    guard isEraStrict, era != nil else { return true }
    let relation = relation(to: candidate)
    return relation == .within || relation == .overlaps
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
