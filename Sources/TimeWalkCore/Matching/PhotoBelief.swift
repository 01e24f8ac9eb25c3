#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the photo may really have been taken, as weighted poses.
///
/// Bayes' rule with a prior that knows where photos are taken: either from the viewpoint of an item of the archive, or
/// from one that the archive knows nothing of. In a sparse archive a reading near one item is that item's view almost
/// certainly; in a dense one many explain it, and the reading's own error is all that counts.
struct PhotoBelief {
  /// One pose that the photo may have had.
  struct Guess {
    let weight: Double
    let sector: ViewSector
    /// The errors that an item's pose is drawn with beside this guess.
    let draw: PoseErrors.Draw
    /// The item whose view this guess repeats, as its place in the list of neighbours.
    let repeats: Int?
    /// That item's own pose then.
    let repeated: ViewSector?
  }

  private(set) var guesses: [Guess] = []

  /// How many items' viewpoints are considered one by one; more matter only where none stands out.
  static let items = 4
  /// A viewpoint that is less probable counts as part of the rest.
  static let leastProbable = 0.01

  init(
    _ photo: PhotoReading, neighbours: [Neighbour], candidates: [Candidate], errors: PoseErrors,
    weights: MatchWeights
  ) {
    let evidence = neighbours.reduce(0) { $0 + $1.evidence }
    let presence = neighbours.reduce(0) { $0 + $1.presence }
    let nearest = neighbours.reduce(0) { max($0, $1.presence) }
    let crowd = nearest > 0 ? presence / nearest / weights.crowd : 0
    let unknown =
      weights.unknownViewpoints / 10_000 + weights.unknownPerKnown * (1 + crowd * crowd) * presence
    let all = unknown + evidence
    let order = PhotoBelief.strongest(neighbours, candidates)
    // What the first that is left out explains as well, the rest explains.
    let level = order.count > PhotoBelief.items ? neighbours[order[PhotoBelief.items]].evidence : 0
    let likely = order.prefix(PhotoBelief.items).filter {
      neighbours[$0].evidence - level > PhotoBelief.leastProbable * all
    }
    var rest = 1.0
    guesses.reserveCapacity(errors.draws.count + likely.count * errors.repeats.count)
    for index in likely {
      let probability = (neighbours[index].evidence - level) / all
      rest -= probability
      let weight = probability / Double(errors.repeats.count)
      for draw in errors.repeats {
        guesses.append(
          PhotoBelief.repetition(
            of: candidates[neighbours[index].index].pose, neighbours[index], at: index, photo, draw,
            weight: weight, weights))
      }
    }
    let fan = Fan(degrees: photo.field)
    let weight = max(rest, 0) / Double(errors.draws.count)
    for draw in errors.draws {
      let heading =
        photo.heading.map { $0 + photo.headingAccuracy * draw.photoTurn } ?? 360 * draw.photoAny
      let sector = ViewSector(
        east: photo.accuracy * draw.photo.east, north: photo.accuracy * draw.photo.north,
        axis: heading * .pi / 180, fan: fan)
      guesses.append(
        Guess(weight: weight, sector: sector, draw: draw, repeats: nil, repeated: nil))
    }
  }

  /// The neighbours whose views the readings fit best, best first: one more than are considered.
  private static func strongest(_ neighbours: [Neighbour], _ candidates: [Candidate]) -> [Int] {
    var best: [Int] = []
    for index in neighbours.indices {
      func isStronger(_ other: Int) -> Bool {
        let (a, b) = (neighbours[index], neighbours[other])
        if a.evidence != b.evidence { return a.evidence > b.evidence }
        return candidates[a.index].key < candidates[b.index].key
      }
      if best.count > items, let last = best.last, !isStronger(last) { continue }
      best.insert(index, at: best.firstIndex(where: isStronger) ?? best.endIndex)
      if best.count > items + 1 { best.removeLast() }
    }
    return best
  }

  /// A guess that the photo repeats an item's view: both readings are of one pose, and what each says of it
  /// is weighed by its accuracy.
  private static func repetition(
    of pose: RecordedPose, _ neighbour: Neighbour, at index: Int, _ photo: PhotoReading,
    _ draw: PoseErrors.Draw,
    weight: Double, _ weights: MatchWeights
  ) -> Guess {
    var place = Fusion(photo.accuracy, neighbour.accuracy)
    // A subject's place says little of where its camera stood.
    if pose.locationOf == .subject { place = Fusion(photo.accuracy, .infinity) }
    let east = neighbour.offset.east * place.shareOfSecond + place.spread * draw.photo.east
    let north = neighbour.offset.north * place.shareOfSecond + place.spread * draw.photo.north
    var heading = 360 * draw.photoAny
    let width = pose.headingSpread(weights)
    switch (photo.heading, neighbour.heading) {
    case (let own?, let other?):
      let direction = Fusion(photo.headingAccuracy, width)
      heading =
        own + (other - own).wrapped180 * direction.shareOfSecond + direction.spread * draw.photoTurn
    case (let own?, nil): heading = own + photo.headingAccuracy * draw.photoTurn
    case (nil, let other?): heading = other + width * draw.photoTurn
    case (nil, nil): break
    }
    let item = ViewSector(
      east: east + weights.repeatedPosition * draw.item.east,
      north: north + weights.repeatedPosition * draw.item.north,
      axis: (heading + weights.repeatedHeading * draw.itemTurn) * .pi / 180,
      fan: Fan(degrees: pose.fieldOfView?.degrees ?? weights.itemFieldOfView))
    let own = ViewSector(
      east: east, north: north, axis: heading * .pi / 180, fan: Fan(degrees: photo.field))
    return Guess(weight: weight, sector: own, draw: draw, repeats: index, repeated: item)
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
