#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Matcher {
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
      key: candidate.key, confidence: calibration(min(Double(look.same), 1)),
      sharedView: min(Double(look.yours), 1), score: Double(look.mutual) * (worth ?? 1),
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
