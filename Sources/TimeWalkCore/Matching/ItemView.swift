/// One item as the judge looks at it: what of its record and the photo's is the same in all poses that it plays through.
struct ItemView {
  /// The item's place in the list of candidates.
  let index: Int
  let neighbour: Neighbour
  private let item: ItemSampler
  /// Whether its place is a camera's that is known only roughly.
  private let isRough: Bool
  /// The share of the frames' height that both show.
  private let overlap: Float
  /// How far apart the cameras are in height, squared.
  private let height: Float
  /// How much farther than in a street both look.
  private let deeper: Float
  /// How probably the two are open to each other, and how fast that fades with the distance between them.
  private let open: Float
  private let fading: Float

  init(
    of pose: RecordedPose, _ neighbour: Neighbour, at index: Int, from photo: PhotoReading,
    _ weights: MatchWeights
  ) {
    self.index = index
    self.neighbour = neighbour
    item = ItemSampler(pose, neighbour, weights)
    isRough = pose.locationOf == .camera && neighbour.accuracy > KnownPlaces.wellKnown
    let framing = Framing(photo.viewpoint, pose, weights)
    overlap = Float(framing?.overlap ?? 1)
    let height = Float(framing?.height ?? 0)
    self.height = height * height
    let view = LongView(photo.viewpoint, pose, weights)
    // No scene is shallower than some centimetres, which keeps what is divided by it a number.
    deeper = max(Float((view?.depth ?? weights.sceneDepth) / weights.sceneDepth), 1e-3)
    open = Float(view.map { $0.openness * neighbour.tail } ?? 1)
    fading = -1 / Float(max(weights.sightLength, view?.depth ?? 0))
  }

  /// Plays through some of the photo's poses.
  ///
  /// - Parameters:
  ///   - guesses: the photo's poses.
  ///   - range: which of them.
  ///   - fan: the photo's field of view.
  ///   - places: where cameras are known to have stood; `nil` takes all of the item's poses as equally likely.
  ///   - scene: from which share on two views count as one.
  ///   - nothing: of each of the photo's poses, the weight with which no item shows the same scene.
  /// - Returns: the sums over these poses, by their weights.
  func play(
    _ guesses: [PhotoBelief.Guesses], in range: Range<Int>, _ fan: Fan, _ places: KnownPlaces?,
    _ scene: SameScene, _ nothing: inout [Lanes]
  ) -> Look {
    let poses = places.flatMap { isRough ? item.weighed(guesses[range], $0) : nil } ?? []
    var (hits, yours, mutual) = (Lanes.zero, Lanes.zero, Lanes.zero)
    // Read where they lie, as copying a guess takes long.
    for k in range {
      let place = k - range.lowerBound
      let sectors: ViewSectors
      if guesses[k].repeats == index, let repeated = guesses[k].repeated {
        sectors = repeated
      } else {
        sectors = poses.isEmpty ? item.sectors(guesses[k].draws) : poses[place].sectors
      }
      let scale = 1 / (guesses[k].draws.depth * (deeper * SightLaw.scale))
      let encounter = Encounter(guesses[k].sectors, sectors)
      let shown = encounter.share(fan, seenBy: item.fan, scale: scale)
      guard (shown .> 0).isAny else { continue }
      let back = encounter.turned.share(item.fan, seenBy: fan, scale: scale)
      let way = (encounter.squaredDistance + height).squareRoot()
      let sight = (way * fading).exponential * open
      let both = shown.smaller(back) * overlap
      let share = poses.isEmpty ? Lanes(repeating: 1) : poses[place].share
      let weights = guesses[k].weights * share
      yours += weights * sight * shown
      mutual += weights * sight * both
      let same = sight * scene.certainty(both)
      hits += weights * same
      // A pose of the item that is likelier than others counts for so many of them.
      nothing[k] *= (1 - share * same).positive
    }
    return Look(same: hits.sum(), yours: yours.sum() * overlap, mutual: mutual.sum())
  }
}

/// From which share on two views count as one scene: not at once, as shares are estimates.
struct SameScene {
  private let least: Float
  private let steep: Float

  init(_ weights: MatchWeights) {
    least = Float(weights.sameScene - weights.sameSceneBlur)
    steep = 1 / Float(2 * weights.sameSceneBlur)
  }

  /// How certainly such shares are of one scene, 0...1.
  @inline(__always)
  func certainty(_ shares: Lanes) -> Lanes {
    ((shares - least) * steep).positive.smaller(Lanes(repeating: 1))
  }
}

/// What playing through poses of a photo and one item came to.
struct Look {
  /// The weight of the poses in which both show the same scene.
  var same: Float = 0
  /// The expected share of the photo's view that the item shows.
  var yours: Float = 0
  /// The expected share that both show of each other.
  var mutual: Float = 0

  static func + (a: Look, b: Look) -> Look {
    Look(same: a.same + b.same, yours: a.yours + b.yours, mutual: a.mutual + b.mutual)
  }
}
