/// The judge: says of each candidate how probably it shows the same scene as the photo.
///
/// It looks three times. At a glance, closed formulas say of every candidate how well its record fits the photo's
/// readings. Then, poses being known only roughly, it plays through a fixed set of poses that the photo (see
/// `PhotoBelief`) and a promising item may really have had, and compares in each what both see: with a few poses for
/// all that are promising, and with many for the best of those. An unknown heading may be any; an item located by
/// its subject was taken from some place around it. The same query gives the same answer, always.
public struct Matcher: Sendable {
  /// The numbers that the judge works with.
  public let weights: MatchWeights
  let errors: PoseErrors
  let calibration: Calibration
  private let promising: Int
  private let closely: Int

  /// How many poses are played through in a close look, where the photo repeats no item's view, and where it repeats one.
  private static let pairs = (unrelated: 112, repeated: 8)

  /// Makes a judge.
  public init(weights: MatchWeights = MatchWeights()) {
    self.init(weights: weights, promising: 48, closely: 14)
  }

  /// Makes a judge that takes a first look at so many candidates and four more for each match asked for, and a close
  /// look at so many and two more for each.
  init(weights: MatchWeights = MatchWeights(), promising: Int, closely: Int) {
    self.weights = weights
    self.promising = promising
    self.closely = closely
    calibration = Calibration(
      slope: weights.calibrationSlope, offset: weights.calibrationOffset)
    errors = PoseErrors(
      pairs: Matcher.pairs.unrelated, repeats: Matcher.pairs.repeated, weights: weights)
  }

  /// How far from the photo's place an archive has to look, besides each item's own `RecordedPose.reach`.
  ///
  /// No item beyond it can be as probable as the least that a query reports by default.
  public func reach(of viewpoint: Viewpoint) -> Distance {
    let accuracy = PhotoReading(viewpoint, weights: weights).accuracy
    let street = ReachRule.radii * (accuracy + weights.sceneDepth) + 2 * weights.subjectDistance
    return Distance(finite: street + (viewpoint.farView?.meters ?? 0))
  }

  /// Ranks the candidates of a query.
  ///
  /// Complexity: linear in the number of candidates, some nanoseconds each, and a close look at a few dozen.
  /// - Returns: an empty list with `noMatch` 1 when there is nothing; that is not an error.
  public func judge(_ query: MatchQuery, candidates: Candidates) -> Judgement {
    let photo = PhotoReading(query.viewpoint, weights: weights)
    let glance = Glance(photo, reach: reach(of: query.viewpoint).meters, weights)
    let found = glance.look(at: candidates)
    let belief = PhotoBelief(
      photo, glance: glance, found: found, candidates: candidates, errors: errors, weights: weights)
    // More than anybody has, and small enough to count with.
    let limit = min(max(query.limit, 0), Int(Int32.max))
    let shortlist = Shortlist(
      found, candidates, query, weights, count: promising + 4 * limit)
    let finalists = finalists(
      of: shortlist, glance, candidates, query, photo, belief, count: closely + 2 * limit)
    var nothing = [Lanes](repeating: Lanes(repeating: 1), count: belief.close.count)
    var verdicts: [Verdict] = []
    var most: Float = 0
    let (scene, repeats) = (SameScene(weights), 0..<belief.repeats)
    let others = belief.repeats..<belief.close.count
    for view in finalists {
      let look =
        view.play(belief.close, in: repeats, belief.fan, nil, scene, &nothing)
        + view.play(belief.close, in: others, belief.fan, belief.places, scene, &nothing)
      most = max(most, look.same)
      let relation = query.era.flatMap { candidates.relation(of: view.index, to: $0) }
      let verdict = verdict(on: candidates[view.index], view.neighbour, look, query, relation)
      if let verdict, verdict.confidence >= query.minimumConfidence { verdicts.append(verdict) }
    }
    verdicts.sort { a, b in
      if a.score != b.score { return a.score > b.score }
      if a.distance != b.distance { return a.distance < b.distance }
      return a.key < b.key
    }
    // Each pose counts the more for "something" the more items it shows, so this is less than what the best confidence
    // was made of only by rounding, or where a pose counted for so many that it would be more than certain.
    let some = zip(belief.close, nothing).reduce(0) {
      $0 + Double(($1.0.weights * (1 - $1.1)).sum())
    }
    return Judgement(
      verdicts: Array(verdicts.prefix(limit)), timeline: Matcher.timeline(verdicts),
      noMatch: 1 - calibration(min(max(some, Double(most)), 1)))
  }

  /// Ranks candidates that are given one by one.
  public func judge(_ query: MatchQuery, candidates: [Candidate]) -> Judgement {
    judge(query, candidates: Candidates(candidates))
  }

  /// The first of each period in a ranked list, oldest period first.
  private static func timeline(_ ranked: [Verdict]) -> [Verdict] {
    var best: [Period: Verdict] = [:]
    for verdict in ranked {
      guard let period = verdict.period, best[period] == nil else { continue }
      best[period] = verdict
    }
    return best.sorted { $0.key < $1.key }.map(\.value)
  }
}
