/// The distribution of the photo's true pose, as weighted poses.
///
/// Bayes' rule with a prior for the places of photos: either the viewpoint of an item of the
/// archive, or an unknown viewpoint, mostly near other photographed places. In a sparse archive a
/// reading near one item almost certainly means that item's view. In a dense archive many items
/// explain it, and the reading's own error decides. If the heading of the item or the photo is
/// unknown, the photo may also have been taken there in any other direction.
struct PhotoPosterior {
  /// Eight poses that the photo may have had.
  struct PoseSamples {
    var weights: Lanes
    let poses: PoseLanes
    /// The errors with which an item's poses are drawn in these samples.
    let draws: PoseErrors.Draws
    /// The record of the item whose viewpoint these samples have; 0 for no item.
    let repeats: UInt64
    /// That item's own poses then, else the photo's.
    let repeated: PoseLanes
  }

  /// The photo's field of view.
  let fan: RayFan
  /// The places where photos are taken.
  let places: KnownPlaces
  /// Poses, in eights; first the samples that the photo was taken from an item's viewpoint, then
  /// those that it wasn't.
  private(set) var samples: [PoseSamples] = []
  /// The density of photos at this photo's possible place, relative to other places, per square
  /// metre.
  let mass: Double
  /// The probability that the photo repeats the view of an item that is not evaluated individually.
  let others: Double
  /// The number of poses from an item's viewpoint; of the others any first few are spread evenly.
  let repeats: Int

  /// The number of items whose viewpoints are considered one by one; more matter only if none
  /// dominates.
  static let items = 4
  /// The number of the strongest that are searched for them, as some may be copies.
  static let strongest = 10
  /// A viewpoint that is less probable counts as part of the rest.
  static let leastProbable = 0.01

  /// - Parameters:
  ///   - photo: the photo's readings of its pose.
  ///   - prefilter: the prefilter.
  ///   - found: its result.
  ///   - candidates: the items nearby.
  ///   - errors: the errors to play through.
  ///   - weights: the judge's numbers.
  init(
    _ photo: PhotoReading, prefilter: Prefilter, found: Surroundings, candidates: Candidates,
    errors: PoseErrors, weights: MatchWeights
  ) {
    fan = RayFan(degrees: photo.field)
    // Copies of one record count as one item.
    var (records, order): ([UInt64], [Surroundings.Strong]) = ([], [])
    var (presence, evidence, undirected) = (found.presence, found.evidence, found.undirected)
    for entry in found.strongest {
      let candidate = candidates[entry.index]
      guard records.contains(candidate.record) else {
        records.append(candidate.record)
        order.append(entry)
        continue
      }
      presence -= Double(entry.presence)
      evidence -= Double(entry.evidence)
      if prefilter.isUndirected(candidate.pose) { undirected -= Double(entry.evidence) }
    }
    let nearest = Double(found.nearest)
    let crowd = nearest > 0 ? presence / nearest / weights.crowd : 0
    let another: Double = weights.unknownPerKnown * (1 + crowd * crowd * crowd * crowd)
    let unknown: Double = weights.unknownViewpoints / 10_000 + another * presence
    mass = unknown + evidence + weights.otherWays * max(undirected, 0)
    samples.reserveCapacity(
      errors.draws.count
        + PhotoPosterior.items * (errors.repeats.count + errors.returns.count))
    // The rest also explains the readings that the first omitted item explains.
    let level =
      order.count > PhotoPosterior.items ? Double(order[PhotoPosterior.items].evidence) : 0
    var rest = 1.0
    var others = evidence / mass
    for (place, entry) in order.prefix(PhotoPosterior.items).enumerated() {
      let probability = (Double(entry.evidence) - level) / mass
      guard probability > PhotoPosterior.leastProbable else { continue }
      rest -= probability
      others -= probability
      let pose = candidates[entry.index].pose
      let neighbour = prefilter.neighbour(pose)
      PhotoPosterior.add(to: &samples, sum: probability, errors.repeats) {
        PhotoPosterior.repetition(of: (pose, records[place]), neighbour, photo, $0, weights)
      }
      guard prefilter.isUndirected(pose) else { continue }
      rest -= probability * weights.otherWays
      PhotoPosterior.add(to: &samples, sum: probability * weights.otherWays, errors.returns) {
        PhotoPosterior.repetition(
          of: (pose, records[place]), neighbour, photo, $0, weights, looksAnyWay: true)
      }
    }
    self.others = max(others, 0)
    repeats = samples.count
    places = KnownPlaces(found.places, extent: prefilter.reach, weights)
    PhotoPosterior.add(to: &samples, sum: max(rest, 0), errors.draws) { [places] in
      PhotoPosterior.elsewhere(photo, $0, places)
    }
  }

  /// The factor by which the weights of the first few independent samples represent all of them.
  ///
  /// - Parameter count: the number in eights, more than 0.
  /// - Returns: 0 where the photo repeats a view for certain.
  func factor(ofFirst count: Int) -> Float {
    let others = samples[repeats...]
    let some = others.prefix(count).reduce(Lanes.zero) { $0 + $1.weights }.sum()
    return some > 0 ? others.reduce(Lanes.zero) { $0 + $1.weights }.sum() / some : 0
  }

  /// Adds samples, with weights that add up to a probability.
  private static func add(
    to samples: inout [PoseSamples], sum: Double, _ draws: [PoseErrors.Draws],
    _ sample: (PoseErrors.Draws) -> PoseSamples
  ) {
    let start = samples.count
    var total = Lanes.zero
    for draws in draws {
      samples.append(sample(draws))
      total += samples[samples.count - 1].weights
    }
    let factor = Float(sum) / total.sum()
    for k in start..<samples.count { samples[k].weights *= factor }
  }

  /// Samples in which the photo repeats no item's view.
  private static func elsewhere(
    _ photo: PhotoReading, _ draws: PoseErrors.Draws, _ places: KnownPlaces
  ) -> PoseSamples {
    let east = draws.photoEast * Float(photo.accuracy)
    let north = draws.photoNorth * Float(photo.accuracy)
    let headings =
      photo.heading.map { draws.photoTurn * Float(photo.headingAccuracy) + Float($0) }
      ?? draws.photoAny * 360
    let poses = PoseLanes(east: east, north: north, headings: headings)
    return PoseSamples(
      weights: places.density(east: east, north: north), poses: poses, draws: draws,
      repeats: 0, repeated: poses)
  }

  /// Samples in which the photo was taken at an item's place: both readings are of one place,
  /// weighted by their accuracies.
  ///
  /// With `looksAnyWay`, the two may look different ways; else the photo repeats the item's view,
  /// and both readings are of one pose.
  private static func repetition(
    of item: (pose: RecordedPose, record: UInt64), _ neighbour: Neighbour,
    _ photo: PhotoReading, _ draws: PoseErrors.Draws, _ weights: MatchWeights,
    looksAnyWay: Bool = false
  ) -> PoseSamples {
    let pose = item.pose
    var place = Fusion(photo.accuracy, Double(neighbour.accuracy))
    // A subject's place is weak evidence for its camera's place.
    if pose.locationOf == .subject { place = Fusion(photo.accuracy, .infinity) }
    let (share, spread) = (Float(place.shareOfSecond), Float(place.spread))
    let east = draws.photoEast * spread + neighbour.east * share
    let north = draws.photoNorth * spread + neighbour.north * share
    let width = pose.headingSpread(weights)
    let other = neighbour.heading.isNaN ? nil : Double(neighbour.heading)
    var headings: Lanes
    switch (photo.heading, other) {
    case (let own?, let other?):
      let direction = Fusion(photo.headingAccuracy, width)
      let middle = own + (other - own).wrapped180 * direction.shareOfSecond
      headings = draws.photoTurn * Float(direction.spread) + Float(middle)
    case (let own?, nil): headings = draws.photoTurn * Float(photo.headingAccuracy) + Float(own)
    case (nil, let other?): headings = draws.photoTurn * Float(width) + Float(other)
    case (nil, nil): headings = draws.photoAny * 360
    }
    let again = Float(weights.repeatedPosition)
    let apart =
      looksAnyWay ? draws.itemAny * 360 : Float(weights.repeatedHeading) * draws.itemTurn
    var itsHeadings = headings + apart
    // A known heading is the reading; the other is uniform.
    if looksAnyWay, photo.heading == nil { swap(&headings, &itsHeadings) }
    let repeated = PoseLanes(
      east: east + again * draws.itemEast, north: north + again * draws.itemNorth,
      headings: itsHeadings)
    return PoseSamples(
      weights: Lanes(repeating: 1),
      poses: PoseLanes(east: east, north: north, headings: headings), draws: draws,
      repeats: item.record, repeated: repeated)
  }
}

/// Two readings of one quantity, joined by the inverse squares of their accuracies.
private struct Fusion {
  /// The weight of the second reading, 0...1.
  let shareOfSecond: Double
  /// The accuracy of both together.
  let spread: Double

  init(_ first: Double, _ second: Double) {
    guard second.isFinite else {
      shareOfSecond = 0
      spread = first
      return
    }
    let sum = first * first + second * second
    shareOfSecond = sum > 0 ? first * first / sum : 0.5
    spread = sum > 0 ? first * second / sum.squareRoot() : 0
  }
}
