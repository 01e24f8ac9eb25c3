/// The judge: rates for each candidate the probability that it shows the same scene as the photo.
///
/// It works in several passes. First, closed formulas rate how well every candidate's record fits
/// the photo's readings (`Prefilter`). Poses are known only roughly. The judge therefore simulates
/// a fixed set of possible poses of the photo (`PhotoPosterior`) and of each promising item, and
/// compares both views. It uses a few poses for all promising items, some for the best of those,
/// and many for the best of these. An unknown heading is uniform; an item located by its subject
/// was taken from some place around it. The same query always gives the same answer.
package struct Matcher: Sendable {
  /// The numbers that the judge works with.
  package let weights: MatchWeights
  let errors: PoseErrors
  let calibration: Calibration
  private let promising: Int
  private let closely: Int

  /// The number of simulated poses for three cases: the photo is from no item's viewpoint, it
  /// repeats an item's view, or it is from an item's viewpoint in any direction.
  private static let pairs = (unrelated: 112, repeated: 8, returned: 48)

  /// Makes a judge.
  package init(weights: MatchWeights = MatchWeights()) {
    self.init(weights: weights, promising: 48, closely: 14)
  }

  /// Makes a judge with sizes of its passes.
  ///
  /// The first takes this number of candidates and four more for each requested match, the second
  /// its number and two more for each.
  init(weights: MatchWeights = MatchWeights(), promising: Int, closely: Int) {
    self.weights = weights
    self.promising = promising
    self.closely = closely
    calibration = Calibration(
      slope: weights.calibrationSlope, offset: weights.calibrationOffset)
    errors = PoseErrors(
      pairs: Matcher.pairs.unrelated, repeats: Matcher.pairs.repeated,
      returns: Matcher.pairs.returned, weights: weights)
  }

  /// The 68 % radius of the vaguest place that is searched as a whole.
  package static let leastAccurate = Distance(finite: 2_000)

  /// The search distance of an archive around the photo's place, in addition to each item's own
  /// `RecordedPose.reach`.
  ///
  /// No item beyond it can be as probable as the least that a query reports by default. For a place
  /// vaguer than `leastAccurate`, it is the distance of that accuracy: nothing is probable there.
  package func reach(of viewpoint: Viewpoint) -> Distance {
    let accuracy = min(
      PhotoReading(viewpoint, weights: weights).accuracy, Matcher.leastAccurate.meters)
    let street = ReachRule.radii * (accuracy + weights.sceneDepth) + 2 * weights.subjectDistance
    return Distance(finite: street + (viewpoint.farView?.meters ?? 0))
  }

  /// Rates the candidates of a query together, and ignores which of them is of its era.
  func rate(_ query: MatchQuery, _ candidates: Candidates) -> Rating {
    let result = evaluate(query, candidates)
    let evaluation = result.evaluation
    let certainty = result.around.certainty(weights)
    var most: Float = 0
    var findings: [Finding] = []
    for place in result.closely {
      let contender = evaluation.contenders[place]
      most = max(most, contender.sums.same.sum())
      let finding = finding(of: contender, at: place, certainty: certainty)
      if let finding, finding.confidence >= query.minimumConfidence { findings.append(finding) }
    }
    findings.sort()
    var something = evaluation.something
    if result.photo.accuracy > weights.sceneDepth {
      something = max(something, self.something(around: result.photo, query, candidates))
    }
    let shown = result.around.calibration(weights)
    // Something shows the scene at least as surely as the best candidate does.
    let best = calibration(min(Double(most), 1), certainty: certainty)
    return Rating(
      candidates: candidates, contenders: evaluation.contenders, findings: findings,
      noMatch: 1 - max(shown(calibration(min(max(something, Double(most)), 1))), best))
  }

  /// Evaluates the candidates, in more and more of the poses.
  ///
  /// - Returns: the evaluation, and the places of the second pass's items among the contenders.
  private func evaluate(_ query: MatchQuery, _ candidates: Candidates) -> (
    evaluation: PoseEvaluation, closely: [Int], photo: PhotoReading, mass: Double,
    around: ItemsAround
  ) {
    let photo = PhotoReading(query.viewpoint, weights: weights)
    let prefilter = Prefilter(photo, reach: reach(of: query.viewpoint).meters, weights)
    let found = prefilter.rate(candidates)
    let belief = PhotoPosterior(
      photo, prefilter: prefilter, found: found, candidates: candidates, errors: errors,
      weights: weights)
    let shortlist = Shortlist(
      found, candidates, query, weights, count: promising + 4 * query.most)
    var evaluation = PoseEvaluation(
      shortlist.indices.map { contender(at: $0, prefilter, candidates, query, photo) }, belief,
      SameScene(weights))
    evaluation.evaluateCoarsely()
    let count = closely + 2 * query.most
    let many = best(
      of: evaluation.contenders, among: Array(evaluation.contenders.indices), count: count, .second)
    evaluation.evaluate(at: many)
    let few = best(of: evaluation.contenders, among: many, count: count - count / 3, .last)
    evaluation.evaluate(at: few, of: many)
    return (evaluation, many, photo, belief.mass, found.around)
  }

  /// The probability that any item shows the scene of a photo whose place is vaguer than scenes are
  /// deep.
  ///
  /// No shortlist holds all items that are visible somewhere in such a large area. Places are drawn
  /// from it instead, and the photo is evaluated near each. Their weights are the density of
  /// photographers.
  private func something(
    around photo: PhotoReading, _ query: MatchQuery, _ candidates: Candidates
  ) -> Double {
    var query = query
    let about = Distance(finite: weights.sceneDepth / 2)
    // The photo's values, for one place.
    let farthest = ReachRule.radii * (photo.accuracy - about.meters)
    var (sum, whole) = (0.0, 0.0)
    // Eight places, one a lane.
    let draws = errors.draws[0]
    for lane in 0..<Lanes.count {
      let way = Offset(east: Double(draws.photoEast[lane]), north: Double(draws.photoNorth[lane]))
      let place = photo.viewpoint.coordinate.destination(
        bearing: way.bearing,
        distance: Distance(finite: min(photo.accuracy * way.length, farthest)))
      query.viewpoint.coordinate = place.with(horizontalAccuracy: about)
      let result = evaluate(query, candidates)
      sum += result.mass * result.evaluation.something
      whole += result.mass
    }
    return sum / whole
  }
}
