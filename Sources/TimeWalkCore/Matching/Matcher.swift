/// The judge: says of each candidate how probably it shows the same scene as the photo.
///
/// It looks twice. At a glance, closed formulas say of every candidate how well its record fits the photo's readings.
/// Then, poses being known only roughly, it plays through a fixed set of poses that the photo (see
/// `PhotoBelief`) and a promising item may really have had, and compares in each what both see. An unknown
/// heading may be any; an item located by its subject was taken from some place around it. The same query
/// gives the same answer, always.
public struct Matcher: Sendable {
  /// The numbers that the judge works with.
  public let weights: MatchWeights
  let errors: PoseErrors
  let calibration: Calibration
  private let closely: Int

  /// Items this many times their accuracy away, and more, can't come near enough to be reported.
  static let farthest = 3.0
  /// How many poses are played through where the photo repeats no item's view, and where it repeats one.
  private static let pairs = (unrelated: 48, repeated: 12)

  /// Makes a judge.
  public init(weights: MatchWeights = MatchWeights()) {
    self.init(weights: weights, closely: 96)
  }

  /// Makes a judge that looks closely at so many candidates and eight more for each match asked for.
  init(weights: MatchWeights = MatchWeights(), closely: Int) {
    self.weights = weights
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
    let accuracy = viewpoint.coordinate.horizontalAccuracy?.meters ?? weights.photoAccuracy
    return Distance(
      finite: Matcher.farthest * (accuracy + weights.sceneDepth) + 2 * weights.subjectDistance)
  }

  /// Ranks the candidates of a query.
  public func judge(_ query: MatchQuery, candidates: Candidates) -> Judgement {
    judge(query, candidates: Array(candidates))
  }

  /// Ranks the candidates of a query.
  ///
  /// Complexity: linear in the number of candidates; on one core of 2024 some 0.2 microseconds each, and 6 more
  /// for each of the few hundred that are looked at closely.
  /// - Returns: an empty list with `noMatch` 1 when there is nothing; that is not an error.
  public func judge(_ query: MatchQuery, candidates: [Candidate]) -> Judgement {
    let photo = PhotoReading(query.viewpoint, weights: weights)
    let neighbours = self.neighbours(of: photo, candidates)
    let belief = PhotoBelief(
      photo, neighbours: neighbours, candidates: candidates, errors: errors, weights: weights)
    var nothing = belief.guesses.map(\.weight)
    var verdicts: [Verdict] = []
    let shortlist = Shortlist(
      neighbours, candidates, query, weights, count: closely + 8 * max(query.limit, 0))
    for index in shortlist.indices {
      let neighbour = neighbours[index]
      let verdict = verdict(
        on: candidates[neighbour.index], neighbour, at: index, query, photo, belief, &nothing)
      if let verdict, verdict.confidence >= query.minimumConfidence { verdicts.append(verdict) }
    }
    verdicts.sort { a, b in
      if a.score != b.score { return a.score > b.score }
      if a.distance != b.distance { return a.distance < b.distance }
      return a.key < b.key
    }
    // Each pose counts the more for "nothing" the fewer items it shows, so this is never above
    // 1 - the best confidence.
    let none = min(max(nothing.reduce(0, +), 0), 1)
    return Judgement(
      verdicts: Array(verdicts.prefix(max(query.limit, 0))),
      timeline: Matcher.timeline(verdicts), noMatch: 1 - calibration(1 - none))
  }

  /// The candidates that are not too far away, each with a first impression.
  private func neighbours(of photo: PhotoReading, _ candidates: [Candidate]) -> [Neighbour] {
    let reach = self.reach(of: photo.viewpoint).meters
    let glance = Glance(photo: photo, reach: reach, weights: weights)
    var neighbours: [Neighbour] = []
    for (index, candidate) in candidates.enumerated() {
      var neighbour = Neighbour(candidate, at: index, on: photo.plane, weights)
      // A subject may lie well ahead of the camera that shows it.
      let ahead = candidate.pose.locationOf == .subject ? 0 : 2 * weights.subjectDistance
      guard neighbour.distance <= reach - ahead + candidate.pose.reach.meters
      else { continue }
      glance.look(at: &neighbour, candidate.pose)
      neighbours.append(neighbour)
    }
    return neighbours
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
