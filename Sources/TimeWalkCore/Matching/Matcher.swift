/// The judge: says of each candidate how probably it shows the same scene as the photo.
///
/// It looks several times. At a glance, closed formulas say of every candidate how well its record fits the photo's
/// readings. Then, poses being known only roughly, it plays through a fixed set of poses that the photo (see
/// `PhotoBelief`) and a promising item may really have had, and compares in each what both see: in a few poses of
/// all that are promising, in some of the best of those, and in many of the best of these. An unknown heading may be any; an item located by
/// its subject was taken from some place around it. The same query gives the same answer, always.
public struct Matcher: Sendable {
  /// The numbers that the judge works with.
  public let weights: MatchWeights
  let errors: PoseErrors
  let calibration: Calibration
  private let promising: Int
  private let closely: Int

  /// How many poses are played through in all, where the photo repeats no item's view, and where it repeats one.
  private static let pairs = (unrelated: 112, repeated: 8)

  /// Makes a judge.
  public init(weights: MatchWeights = MatchWeights()) {
    self.init(weights: weights, promising: 48, closely: 14)
  }

  /// Makes a judge that takes a first look at so many candidates and four more for each match asked for, and a second
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
  /// Complexity: linear in the number of candidates, some nanoseconds each, and a closer look at a few dozen.
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
    var looks = Looks(
      shortlist.indices.map { contender(at: $0, glance, candidates, query, photo) }, belief,
      SameScene(weights))
    looks.glimpse()
    let count = closely + 2 * limit
    let many = best(
      of: looks.contenders, among: Array(looks.contenders.indices), count: count, .second)
    looks.look(at: many)
    let few = best(of: looks.contenders, among: many, count: count - count / 3, .last)
    looks.look(at: few, of: many)
    var most: Float = 0
    var findings: [Finding] = []
    for place in many {
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
    // Each pose counts the more for "something" the more items it shows, so this is less than what the best confidence
    // was made of only by rounding, or where a pose counted for so many that it would be more than certain.
    return Judgement(
      verdicts: findings.prefix(limit).map(verdict),
      timeline: Matcher.timeline(findings, looks.contenders).map(verdict),
      noMatch: 1 - calibration(min(max(looks.something, Double(most)), 1)))
  }

  /// Ranks candidates that are given one by one.
  public func judge(_ query: MatchQuery, candidates: [Candidate]) -> Judgement {
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
