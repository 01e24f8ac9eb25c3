import Glibc

extension Matcher {
  /// The result of an item's evaluation; `nil` if the views share nothing in any pose.
  func finding(of contender: Contender, at place: Int, certainty: Double) -> Finding? {
    guard contender.mutual > 0 else { return nil }
    return Finding(
      place: place,
      confidence: calibration(
        min(Double(contender.sums.same.sum()), 1), certainty: certainty),
      score: Double(contender.mutual) * contender.worth,
      distance: contender.view.neighbour.offset.length, key: contender.key)
  }

  /// The verdict about one item from its evaluation.
  func verdict(
    on candidate: Candidate, _ contender: Contender, _ finding: Finding, _ query: MatchQuery
  ) -> Verdict {
    let neighbour = contender.view.neighbour
    let difference = query.viewpoint.heading.flatMap { own in
      neighbour.heading.isNaN ? nil : Heading(finite: Double(neighbour.heading)).turn(from: own)
    }
    return Verdict(
      key: candidate.key, confidence: finding.confidence,
      sharedView: min(Double(contender.sums.yours.sum()), 1), score: finding.score,
      distance: Distance(finite: finding.distance), bearing: neighbour.offset.bearing,
      headingDifference: candidate.pose.locationOf == .subject ? nil : difference,
      era: contender.relation, period: contender.period,
      parts: parts(
        of: candidate.pose, query, finding.distance, difference: difference,
        era: query.era == nil ? nil : contender.worth))
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
