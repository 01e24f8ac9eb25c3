/// The judge: says of each candidate how probably it shows the same scene as the photo.
///
/// It looks several times. First, closed formulas say of every candidate how well its record fits
/// the photo's readings (`Prefilter`). Then, poses being known only roughly, it plays through a
/// fixed set of poses that the photo (`PhotoPosterior`) and a promising item may really have had,
/// and compares in each what both see: in a few poses of all that are promising, in some of the
/// best of those, and in many of the best of these. An unknown heading may be any; an item located
/// by its subject was taken from some place around it. The same query gives the same answer,
/// always.
package struct Matcher: Sendable {
  /// The numbers that the judge works with.
  package let weights: MatchWeights
  let errors: PoseErrors
  let calibration: Calibration
  private let promising: Int
  private let closely: Int

  /// How many poses are played through in all, where the photo is from no item's viewpoint, where
  /// it repeats an item's view, and where it is from an item's viewpoint and looks any way.
  private static let pairs = (unrelated: 112, repeated: 8, returned: 48)

  /// Makes a judge.
  package init(weights: MatchWeights = MatchWeights()) {
    self.init(weights: weights, promising: 48, closely: 14)
  }

  /// Makes a judge that takes a first look at so many candidates and four more for each match asked
  /// for, and a second look at so many and two more for each.
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

  /// How far from the photo's place an archive has to look, besides each item's own
  /// `RecordedPose.reach`.
  ///
  /// No item beyond it can be as probable as the least that a query reports by default.
  package func reach(of viewpoint: Viewpoint) -> Distance {
    let accuracy = PhotoReading(viewpoint, weights: weights).accuracy
    let street = ReachRule.radii * (accuracy + weights.sceneDepth) + 2 * weights.subjectDistance
    return Distance(finite: street + (viewpoint.farView?.meters ?? 0))
  }

  /// Ranks the candidates of a query.
  ///
  /// Complexity: linear in the number of candidates, some nanoseconds each, and a closer look at a
  /// few dozen.
  /// - Returns: an empty list with `noMatch` 1 when there is nothing; that is not an error.
  package func judge(_ query: MatchQuery, candidates: Candidates) -> Judgement {
    let looked = look(query, candidates)
    let looks = looked.looks
    var most: Float = 0
    var findings: [Finding] = []
    for place in looked.closely {
      let contender = looks.contenders[place]
      most = max(most, contender.look.same.sum())
      let finding = finding(of: contender, at: place)
      if let finding, finding.confidence >= query.minimumConfidence { findings.append(finding) }
    }
    findings.sort()
    func verdict(_ finding: Finding) -> Verdict {
      let contender = looks.contenders[finding.place]
      return self.verdict(on: candidates[contender.view.index], contender, finding, query)
    }
    var something = looks.something
    if looked.photo.accuracy > weights.sceneDepth {
      something = max(something, self.something(around: looked.photo, query, candidates))
    }
    // Each pose counts the more for "something" the more items it shows, so this is less than what
    // the best confidence was made of only by rounding, or where a pose counted for so many that it
    // would be more than certain.
    return Judgement(
      verdicts: findings.prefix(query.most).map(verdict),
      timeline: Matcher.timeline(findings, looks.contenders).map(verdict),
      noMatch: 1 - calibration(min(max(something, Double(most)), 1)))
  }

  /// Looks at the candidates, at more and more of the poses.
  ///
  /// - Returns: the looks, and those that got a second look as their places among the contenders.
  private func look(_ query: MatchQuery, _ candidates: Candidates) -> (
    looks: PoseEvaluation, closely: [Int], photo: PhotoReading, mass: Double
  ) {
    let photo = PhotoReading(query.viewpoint, weights: weights)
    let glance = Prefilter(photo, reach: reach(of: query.viewpoint).meters, weights)
    let found = glance.look(at: candidates)
    let belief = PhotoPosterior(
      photo, glance: glance, found: found, candidates: candidates, query: query, errors: errors,
      weights: weights)
    let shortlist = Shortlist(
      found, candidates, query, weights, count: promising + 4 * query.most)
    var looks = PoseEvaluation(
      shortlist.indices.map { contender(at: $0, glance, candidates, query, photo) }, belief,
      SameScene(weights))
    looks.evaluateCoarsely()
    let count = closely + 2 * query.most
    let many = best(
      of: looks.contenders, among: Array(looks.contenders.indices), count: count, .second)
    looks.look(at: many)
    let few = best(of: looks.contenders, among: many, count: count - count / 3, .last)
    looks.look(at: few, of: many)
    return (looks, many, photo, belief.mass)
  }

  /// The probability that any item shows the scene of a photo whose place is vaguer than scenes are
  /// deep.
  ///
  /// No shortlist holds all that may be seen from somewhere in so large an area. So places are
  /// drawn from it, and the photo is looked at as if it were from about each; they count by how
  /// many photos are taken there.
  private func something(
    around photo: PhotoReading, _ query: MatchQuery, _ candidates: Candidates
  ) -> Double {
    var query = query
    let about = Distance(finite: weights.sceneDepth / 2)
    // What concerns a place concerns the photo.
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
      let looked = look(query, candidates)
      sum += looked.mass * looked.looks.something
      whole += looked.mass
    }
    return sum / whole
  }

  /// Ranks candidates that are given one by one.
  package func judge(_ query: MatchQuery, candidates: [Candidate]) -> Judgement {
    judge(query, candidates: Candidates(candidates))
  }

  /// The first of each period in a ranked list, oldest period first.
  private static func timeline(_ ranked: [Finding], _ contenders: [Contender]) -> [Finding] {
    var best: [(period: Period, finding: Finding)] = []
    for finding in ranked {
      guard let period = contenders[finding.place].period,
        !best.contains(where: { $0.period == period })
      else { continue }
      best.append((period, finding))
    }
    return best.sorted { $0.period < $1.period }.map(\.finding)
  }
}
