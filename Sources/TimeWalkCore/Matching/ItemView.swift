/// One item from the judge's view: the values of its record and the photo's that are the same in
/// all poses.
struct ItemView {
  /// The item's place in the list of candidates.
  let index: Int
  /// Its record's key; see `Candidate.record`.
  let record: UInt64
  let neighbour: Neighbour
  private let item: ItemSampler
  /// True if its place is a camera's with a low accuracy.
  private let isRough: Bool
  /// The share of the frames' height that both show.
  private let overlap: Float
  /// The difference in height of the cameras, squared.
  private let height: Float
  /// The additional viewing distance of both, compared with a street.
  private let deeper: Float
  /// The probability that the two have a free view of each other, and its decay with their
  /// distance.
  private let open: Float
  private let fading: Float

  init(
    of candidate: Candidate, _ neighbour: Neighbour, at index: Int, from photo: PhotoReading,
    _ weights: MatchWeights
  ) {
    let pose = candidate.pose
    record = candidate.record
    self.index = index
    self.neighbour = neighbour
    item = ItemSampler(pose, record: record, neighbour, weights)
    isRough = pose.locationOf != .subject && neighbour.accuracy > KnownPlaces.wellKnown
    let framing = Framing(photo.viewpoint, pose, weights)
    overlap = Float(framing?.overlap ?? 1)
    let height = Float(framing?.height ?? 0)
    self.height = height * height
    let view = LongView(photo.farView, pose.viewingRange, weights)
    // Scenes are at least some centimetres deep, which avoids division by 0.
    deeper = max(Float((view?.depth ?? weights.sceneDepth) / weights.sceneDepth), 1e-3)
    open = Float(view.map { $0.openness * neighbour.tail } ?? 1)
    fading = -1 / Float(max(weights.sightLength, view?.depth ?? 0))
  }

  /// The item's poses that go with some of the photo's, and how much likelier than others each is;
  /// see `ItemSampler.weighed`.
  ///
  /// - Returns: `nil` if all are equally likely.
  func weighed(
    _ samples: ArraySlice<PhotoPosterior.PoseSamples>, _ places: KnownPlaces
  ) -> [(poses: PoseLanes, share: Lanes)]? {
    isRough ? item.weighed(samples, places) : nil
  }

  /// The overlap of eight poses of the photo and eight of the item.
  ///
  /// The poses come from the item's record and the errors drawn with the photo's.
  ///
  /// - Parameters:
  ///   - samples: the photo's poses.
  ///   - fan: the photo's field of view.
  /// - Returns: `ViewOverlap.none` when they show nothing in common.
  @inline(__always)
  func viewOverlap(of samples: PhotoPosterior.PoseSamples, _ fan: RayFan) -> ViewOverlap {
    samples.repeats == record
      ? viewOverlap(of: samples, fan, from: samples.repeated)
      : viewOverlap(of: samples, fan, from: item.poses(samples.draws))
  }

  /// The same from poses of the item's that are given.
  func viewOverlap(of samples: PhotoPosterior.PoseSamples, _ fan: RayFan, from poses: PoseLanes)
    -> ViewOverlap
  {
    let scale = 1 / (samples.draws.depth * (deeper * SightLengths.scale))
    let relative = RelativePose(samples.poses, poses)
    let shown = relative.share(fan, seenBy: item.fan, scale: scale)
    guard (shown .> 0).isAny else { return .none }
    let back = relative.turned.share(item.fan, seenBy: fan, scale: scale)
    let way = (relative.squaredDistance + height).root
    return ViewOverlap(
      open: (way * fading).exponential * open, shown: shown * overlap,
      both: shown.smaller(back) * overlap)
  }
}

/// The overlap of eight poses of the photo and of an item.
struct ViewOverlap {
  /// The probability that the two have a free view of each other.
  let open: Lanes
  /// The share of the photo's view that the item shows, in these poses.
  let shown: Lanes
  /// The lesser of that and of the share of the item's view that the photo shows.
  let both: Lanes

  static let none = ViewOverlap(open: .zero, shown: .zero, both: .zero)
}

/// The share from which two views count as one scene: with a smooth transition, as shares are
/// estimates.
struct SameScene {
  private let least: Float
  private let steep: Float

  init(_ weights: MatchWeights) {
    least = Float(weights.sameScene - weights.sameSceneBlur)
    steep = 1 / Float(2 * weights.sameSceneBlur)
  }

  /// The certainty that such shares are of one scene, 0...1.
  @inline(__always)
  func certainty(_ shares: Lanes) -> Lanes {
    ((shares - least) * steep).positive.smaller(Lanes(repeating: 1))
  }
}

/// Sums over poses of a photo and one item, by their weights, in eight columns.
struct OverlapSums {
  /// The weight of the poses in which both show the same scene.
  private(set) var same = Lanes.zero
  /// The expected share of the photo's view that the item shows.
  private(set) var yours = Lanes.zero
  /// The expected share that both show of each other.
  private(set) var mutual = Lanes.zero

  /// Takes eight pairs of poses into account.
  ///
  /// - Returns: in which the two show the same scene.
  @inline(__always)
  mutating func add(_ overlap: ViewOverlap, weights: Lanes, _ scene: SameScene) -> Lanes {
    let same = overlap.open * scene.certainty(overlap.both)
    self.same += weights * same
    yours += weights * (overlap.open * overlap.shown)
    mutual += weights * (overlap.open * overlap.both)
    return same
  }

  /// Adds another's sums, which represent `factor` times as many poses.
  @inline(__always)
  mutating func add(_ other: OverlapSums, times factor: Float) {
    same += other.same * factor
    yours += other.yours * factor
    mutual += other.mutual * factor
  }
}
