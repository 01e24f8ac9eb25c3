import Glibc

/// The items around a photo's place, as far as they show how much the judge can know there.
struct ItemsAround {
  /// The number of items within `ItemsAround.near` metres.
  private var near: Float = 0
  /// The number within `ItemsAround.far` metres.
  private var far: Float = 0
  /// The number of those with an accurate place of the camera.
  private var accurate: Float = 0
  /// The records of the first items; copies of one record count as one item.
  private var records: [UInt64] = []

  static let near: Float = 50
  static let far: Float = 150
  /// The ratio of both areas.
  private static let areas = Double(far * far / (near * near))
  /// The greatest effect of the crowding, log odds.
  private static let mostCrowding = 2.2
  /// The number of items from which their accuracy counts fully.
  private static let many: Float = 6
  /// The least factor of log odds among rough items.
  private static let leastCertainty = 0.1

  /// The greatest number of items whose copies are found: with more, one copy changes little.
  private static let mostRecords = 16

  /// True while copies are found by their records.
  var needsRecords: Bool { records.count < Self.mostRecords }

  /// Counts an item within `ItemsAround.far` metres; `record` is `nil` without a need for it.
  mutating func add(record: UInt64?, isNear: Bool, isAccurate: Bool) {
    if let record {
      guard !records.contains(record) else { return }
      records.append(record)
    }
    far += 1
    if isNear { near += 1 }
    if isAccurate { accurate += 1 }
  }

  /// The calibration of the probability that anything shows the scene.
  ///
  /// Photos are taken where others were. At a place with more items than its surroundings have,
  /// something shows the view more often, in sparse archives as in dense ones. Of one item alone,
  /// the probability is its confidence.
  func calibration(_ weights: MatchWeights) -> Calibration {
    let ratio = (Double(near) + 0.5) / (Double(far) / Self.areas + 0.5)
    let crowding = min(max(log(ratio), -Self.mostCrowding), Self.mostCrowding)
    let share = Double(min(max(far - 1, 0) / Self.many, 1))
    return Calibration(
      slope: 1 + share * (weights.shownSlope - 1),
      offset: share * (weights.shownOffset + crowding))
  }

  /// The factor of log odds above even odds.
  ///
  /// Where most items lack an accurate place, a first answer is right about as often as not,
  /// however well it agrees.
  func certainty(_ weights: MatchWeights) -> Double {
    let share = Double((accurate + 1) / (far + 2))
    let width = weights.accurateShare - weights.roughShare
    let certainty = min(max((share - weights.roughShare) / width, Self.leastCertainty), 1)
    return 1 - (1 - certainty) * Double(min(far / Self.many, 1))
  }
}
