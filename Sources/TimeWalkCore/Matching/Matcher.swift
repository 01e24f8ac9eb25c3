#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The judge: says of each candidate how probably it shows the same scene as the photo.
///
/// Poses are known only roughly, so the judge plays through a fixed set of poses that the photo and the
/// item may really have had, and compares in each what both see. An unknown heading may be any; an item located by
/// its subject was taken from some place around it. The same query gives the same answer, always.
public struct Matcher: Sendable {
  /// The numbers that the judge works with.
  public let weights: MatchWeights
  private let errors: PoseErrors
  /// How many pairs of poses are played through for each candidate.
  private static let samples = 48

  /// Makes a judge.
  public init(weights: MatchWeights = MatchWeights()) {
    self.weights = weights
    errors = PoseErrors(count: Matcher.samples, weights: weights)
  }

  /// How far from the photo's place an archive has to look, besides each item's own accuracy.
  ///
  /// Beyond it, poses would have to be wrong by more than five times their accuracy to share a view.
  public func reach(of viewpoint: Viewpoint) -> Distance {
    let accuracy = viewpoint.coordinate.horizontalAccuracy?.meters ?? weights.photoAccuracy
    let depth = errors.draws.map(\.depth).max() ?? weights.sceneDepth
    let subject = errors.draws.map(\.subjectDistance).max() ?? weights.subjectDistance
    return Distance(finite: 5 * accuracy + 2 * ViewPoints.farthest * depth + subject)
  }

  /// Ranks the candidates of a query.
  ///
  /// Complexity: linear in the number of candidates; some 20 microseconds each on one core of 2024.
  /// - Returns: an empty list with `noMatch` 1 when there is nothing; that is not an error.
  public func judge(_ query: MatchQuery, candidates: [Candidate]) -> Judgement {
    let photo = PhotoSamples(
      query.viewpoint, reach: reach(of: query.viewpoint).meters, errors: errors, weights: weights)
    var scratch = ViewPoints()
    var nothing = [Double](repeating: 1, count: Matcher.samples)
    var verdicts: [Verdict] = []
    for candidate in candidates {
      let verdict = judge(candidate, query: query, photo: photo, &scratch, &nothing)
      if let verdict, verdict.confidence >= query.minimumConfidence { verdicts.append(verdict) }
    }
    verdicts.sort { a, b in
      if a.score != b.score { return a.score > b.score }
      if a.distance != b.distance { return a.distance < b.distance }
      return a.key < b.key
    }
    return Judgement(
      verdicts: Array(verdicts.prefix(query.limit)), timeline: Matcher.timeline(verdicts),
      noMatch: nothing.reduce(0, +) / Double(Matcher.samples))
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

  private func judge(
    _ candidate: Candidate, query: MatchQuery, photo: PhotoSamples, _ scratch: inout ViewPoints,
    _ nothing: inout [Double]
  ) -> Verdict? {
    let pose = candidate.pose
    let offset = photo.plane.offset(of: pose.coordinate)
    let accuracy = pose.coordinate.horizontalAccuracy?.meters ?? weights.itemAccuracy
    let distance = offset.length
    guard distance <= photo.reach + 5 * accuracy else { return nil }
    let item = ItemSampler(pose, offset: offset, accuracy: accuracy, weights: weights)
    let sameSide = cos(weights.sameSide * .pi / 180)
    var hits = 0.0
    var yours = 0.0
    var mutual = 0.0
    for (k, draw) in errors.draws.enumerated() {
      let sector = item.sector(draw)
      let shown = photo.points[k].share(seenBy: sector, cosineOfSameSide: sameSide)
      guard shown > 0 else { continue }
      scratch.fill(sector, halfField: item.halfField, depth: draw.depth)
      let back = scratch.share(seenBy: photo.sectors[k], cosineOfSameSide: sameSide)
      let both = min(shown, back)
      yours += shown
      mutual += both
      if both >= weights.sameScene {
        hits += 1
        nothing[k] *= 1 - weights.clearSight
      }
    }
    guard mutual > 0 else { return nil }
    let count = Double(Matcher.samples)
    let relation = candidate.dates.flatMap { dates in
      query.era?.relation(toStrict: dates, fuzzy: candidate.fuzzyDates ?? dates)
    }
    let eraWorth = query.era == nil ? nil : weights.worth(of: relation)
    let difference = pose.heading.flatMap { item in
      query.viewpoint.heading.map { item.turn(from: $0) }
    }
    return Verdict(
      key: candidate.key, confidence: weights.clearSight * hits / count,
      sharedView: yours / count,
      score: weights.clearSight * mutual / count * (eraWorth ?? 1),
      distance: Distance(finite: distance), bearing: offset.bearing,
      headingDifference: pose.locationOf == .camera ? difference : nil, era: relation,
      period: candidate.dates.flatMap(Period.init(of:)),
      parts: parts(
        of: pose, query: query, distance: distance, accuracy: accuracy, difference: difference,
        era: eraWorth))
  }

  private func parts(
    of pose: RecordedPose, query: MatchQuery, distance: Double, accuracy: Double,
    difference: Angle?, era: Double?
  ) -> MatchParts {
    let own = query.viewpoint.coordinate.horizontalAccuracy?.meters ?? weights.photoAccuracy
    let spread = own * own + accuracy * accuracy + weights.sceneDepth * weights.sceneDepth
    let tolerance =
      (query.viewpoint.headingAccuracy?.degrees ?? weights.photoHeadingAccuracy)
      + (pose.headingAccuracy?.degrees ?? weights.itemHeadingAccuracy)
    return MatchParts(
      position: 1 / (1 + distance * distance / spread),
      heading: difference.map { 1 / (1 + ($0.degrees / tolerance) * ($0.degrees / tolerance)) },
      fieldOfView: pose.fieldOfView.flatMap { item in
        query.viewpoint.fieldOfView.map { min(item, $0).degrees / max(item, $0).degrees }
      }, era: era)
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

/// The poses that a photo may really have had, with what is seen from each; made once a query.
private struct PhotoSamples {
  let plane: LocalPlane
  let reach: Double
  var sectors: [ViewSector] = []
  var points: [ViewPoints] = []

  init(_ viewpoint: Viewpoint, reach: Double, errors: PoseErrors, weights: MatchWeights) {
    self.reach = reach
    plane = LocalPlane(origin: viewpoint.coordinate)
    let accuracy = viewpoint.coordinate.horizontalAccuracy?.meters ?? weights.photoAccuracy
    let spread = viewpoint.headingAccuracy?.degrees ?? weights.photoHeadingAccuracy
    let field = viewpoint.fieldOfView?.degrees ?? weights.photoFieldOfView
    let half = field / 2 * .pi / 180
    for draw in errors.draws {
      let heading =
        viewpoint.heading.map { $0.degrees + spread * draw.photoTurn } ?? 360 * draw.photoAny
      let sector = ViewSector(
        east: accuracy * draw.photo.east, north: accuracy * draw.photo.north,
        axis: heading * .pi / 180, halfField: half)
      var seen = ViewPoints()
      seen.fill(sector, halfField: half, depth: draw.depth)
      sectors.append(sector)
      points.append(seen)
    }
  }
}

/// The poses that an item may really have had.
private struct ItemSampler {
  let halfField: Double
  private let pose: RecordedPose
  private let offset: Offset
  private let accuracy: Double
  private let weights: MatchWeights

  init(_ pose: RecordedPose, offset: Offset, accuracy: Double, weights: MatchWeights) {
    self.pose = pose
    self.offset = offset
    self.accuracy = accuracy
    self.weights = weights
    halfField = (pose.fieldOfView?.degrees ?? weights.itemFieldOfView) / 2 * .pi / 180
  }

  func sector(_ draw: PoseErrors.Draw) -> ViewSector {
    var east = offset.east + accuracy * draw.item.east
    var north = offset.north + accuracy * draw.item.north
    let axis = self.axis(draw, east: east, north: north)
    if pose.locationOf == .subject {
      east -= draw.subjectDistance * sin(axis)
      north -= draw.subjectDistance * cos(axis)
    }
    return ViewSector(east: east, north: north, axis: axis, halfField: halfField)
  }

  /// The direction in radians that the item's camera may have looked.
  private func axis(_ draw: PoseErrors.Draw, east: Double, north: Double) -> Double {
    if let heading = pose.heading {
      let spread = pose.headingAccuracy?.degrees ?? weights.itemHeadingAccuracy
      return (heading.degrees + spread * draw.itemTurn) * .pi / 180
    }
    let u = draw.itemAny
    guard pose.locationOf == .subject, east != 0 || north != 0 else { return u * 2 * .pi }
    // A building shows its face to the street that the photographer of today stands in as well.
    let facing = weights.subjectFacing
    guard u < facing else { return (u - facing) / (1 - facing) * 2 * .pi }
    return atan2(east, north) + (u / facing * 2 - 1) * weights.sameSide * .pi / 180
  }
}
