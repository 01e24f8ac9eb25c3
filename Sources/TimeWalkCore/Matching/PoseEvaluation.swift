/// A promising item in the judge's evaluation.
struct Contender {
  let view: ItemView
  /// The candidate's key.
  let key: Int64
  /// The relation of its date to the requested era; `nil` without either.
  let relation: EraRelation?
  /// The weight of that relation in the ranking.
  let worth: Double
  /// The period of its date.
  let period: Period?
  /// The sum of the evaluations so far.
  private(set) var sums = OverlapSums()
  /// The expected mutual share, as a part of that.
  private(set) var mutual: Float = 0
  /// The result of the independent poses of a second pass, by their weights among all.
  private(set) var others = OverlapSums()

  init(_ view: ItemView, key: Int64, relation: EraRelation?, worth: Double, period: Period?) {
    self.view = view
    self.key = key
    self.relation = relation
    self.worth = worth
    self.period = period
  }

  fileprivate mutating func note(_ sums: OverlapSums, _ others: OverlapSums = OverlapSums()) {
    self.sums = sums
    self.others = others
    mutual = sums.mutual.sum()
  }
}

/// The result of a contender's evaluation; in the order of matches, best first.
struct Finding: Comparable {
  /// The index among the contenders.
  let place: Int
  let confidence: Double
  let score: Double
  /// Metres from the photo's place.
  let distance: Double
  let key: Int64

  static func < (a: Finding, b: Finding) -> Bool {
    if a.score != b.score { return a.score > b.score }
    return a.distance != b.distance ? a.distance < b.distance : a.key < b.key
  }
}

/// Evaluates items in more and more possible poses of the photo: all promising ones in a few, the
/// best of those in some, and the best of these in all.
struct PoseEvaluation {
  private let belief: PhotoPosterior
  private let scene: SameScene
  private(set) var contenders: [Contender]
  /// The poses that repeat no item's view and are played through in a first pass, in a second one,
  /// and in the last.
  private let first: Range<Int>
  private let second: Range<Int>
  private let rest: Range<Int>
  /// The factor by which the weights of the second pass represent all.
  private let factor: Float
  /// The overlap of each contender and the photo in the poses of the first pass.
  private var overlaps: [ViewOverlap] = []
  /// For each of the photo's poses, the certainty with which each item of the second pass shows the
  /// same scene.
  private var certainties: [Lanes] = []
  /// For each of the photo's poses, the weight that no fully evaluated item shows the same scene,
  /// and that no item of the second pass does.
  private var nothing: (ofBest: [Lanes], ofMany: [Lanes])

  /// The number of poses that repeat no item's view: in the first pass, and in both together; in
  /// eights.
  private static let poses = (first: 2, second: 6)

  init(_ contenders: [Contender], _ belief: PhotoPosterior, _ scene: SameScene) {
    self.contenders = contenders
    self.belief = belief
    self.scene = scene
    let (start, end) = (belief.repeats, belief.samples.count)
    first = start..<min(start + PoseEvaluation.poses.first, end)
    second = start..<min(start + PoseEvaluation.poses.second, end)
    rest = second.upperBound..<end
    factor = belief.factor(ofFirst: second.count)
    let all = [Lanes](repeating: Lanes(repeating: 1), count: end)
    nothing = (all, all)
  }

  /// Evaluates all in a few poses.
  mutating func evaluateCoarsely() {
    let factor = belief.factor(ofFirst: first.count)
    overlaps.reserveCapacity(contenders.count * first.upperBound)
    for place in contenders.indices {
      var (sums, others) = (OverlapSums(), OverlapSums())
      for k in 0..<first.upperBound {
        let overlap = contenders[place].view.viewOverlap(of: belief.samples[k], belief.fan)
        overlaps.append(overlap)
        if k < first.lowerBound {
          _ = sums.add(overlap, weights: belief.samples[k].weights, scene)
        } else {
          _ = others.add(overlap, weights: belief.samples[k].weights, scene)
        }
      }
      sums.add(others, times: factor)
      contenders[place].note(sums)
    }
  }

  /// Evaluates some again, in more poses, with the density of known cameras.
  ///
  /// - Parameter places: their indexes among the contenders.
  mutating func evaluate(at places: [Int]) {
    certainties.reserveCapacity(places.count * second.upperBound)
    var records: Set<UInt64> = []
    for place in places {
      let view = contenders[place].view
      // A copy shows nothing that the first doesn't.
      let isFirst = records.insert(view.record).inserted
      let poses = view.weighed(belief.samples[second], belief.places)
      var (sums, others) = (OverlapSums(), OverlapSums())
      for k in 0..<second.upperBound {
        let pose = k < second.lowerBound ? nil : poses?[k - second.lowerBound]
        let overlap =
          k < first.upperBound
          ? overlaps[place * first.upperBound + k] : overlap(of: view, k, from: pose?.poses)
        var same: Lanes
        if k < second.lowerBound {
          same = sums.add(overlap, weights: belief.samples[k].weights, scene)
        } else {
          let share = pose?.share ?? Lanes(repeating: 1)
          same = others.add(overlap, weights: belief.samples[k].weights * share, scene)
          // A pose of the item that is likelier than others counts for so many of them.
          same *= share
        }
        certainties.append(same)
        if isFirst { nothing.ofMany[k] *= (1 - same).positive }
      }
      sums.add(others, times: factor)
      contenders[place].note(sums, others)
    }
  }

  /// Evaluates the best in all poses.
  ///
  /// - Parameters:
  ///   - best: their indexes among the contenders.
  ///   - places: the indexes of those that were in the second pass.
  mutating func evaluate(at best: [Int], of places: [Int]) {
    var next = best.startIndex
    var records: Set<UInt64> = []
    for (order, place) in places.enumerated() where next < best.endIndex && best[next] == place {
      next += 1
      let isFirst = records.insert(contenders[place].view.record).inserted
      for k in 0..<second.upperBound where isFirst {
        nothing.ofBest[k] *= (1 - certainties[order * second.upperBound + k]).positive
      }
      let view = contenders[place].view
      let poses = view.weighed(belief.samples[rest], belief.places)
      var sums = contenders[place].sums
      // The poses that represented all now count only for themselves.
      sums.add(contenders[place].others, times: 1 - factor)
      for k in rest {
        let pose = poses?[k - rest.lowerBound]
        let overlap = overlap(of: view, k, from: pose?.poses)
        let share = pose?.share ?? Lanes(repeating: 1)
        let same = sums.add(overlap, weights: belief.samples[k].weights * share, scene)
        if isFirst { nothing.ofBest[k] *= (1 - share * same).positive }
      }
      contenders[place].note(sums)
    }
  }

  /// An item's overlap in some of the photo's poses: from its own weighted poses, or from those of
  /// its record.
  @inline(__always)
  private func overlap(of view: ItemView, _ k: Int, from weighed: PoseLanes?) -> ViewOverlap {
    guard let weighed else { return view.viewOverlap(of: belief.samples[k], belief.fan) }
    return view.viewOverlap(of: belief.samples[k], belief.fan, from: weighed)
  }

  /// The probability that any item shows the same scene.
  ///
  /// The best items are counted in all poses. The others of the second pass add their part in its
  /// poses. The rest counts only by the probability that the photo repeats one of their views.
  var something: Double {
    var sum = Lanes.zero
    for (k, sample) in belief.samples.enumerated() {
      sum += sample.weights * (1 - nothing.ofBest[k])
      guard k < second.upperBound else { continue }
      let more = sample.weights * (nothing.ofBest[k] - nothing.ofMany[k])
      sum += k < second.lowerBound ? more : more * factor
    }
    let seen = Double(sum.sum())
    return seen + (1 - seen) * belief.others
  }
}
