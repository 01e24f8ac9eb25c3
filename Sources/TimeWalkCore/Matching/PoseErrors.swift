import Glibc

/// The errors of poses, drawn once: unit errors that each pose scales by its own accuracies.
struct PoseErrors: Sendable {
  /// Eight pairs of poses to play through.
  struct Draws: Sendable {
    /// Steps with a 68 % radius of 1 to add to the photo's place.
    var photoEast = Lanes.zero
    var photoNorth = Lanes.zero
    /// Errors with a 68 % half-width of 1 to add to the photo's heading.
    var photoTurn = Lanes.zero
    /// The photo's direction as a share of a full turn, where its heading is unknown.
    var photoAny = Lanes.zero
    /// The mean distance of visible objects, metres.
    var depth = Lanes.zero
    /// Steps with a 68 % radius of 1 to add to the item's place.
    var itemEast = Lanes.zero
    var itemNorth = Lanes.zero
    /// Errors with a 68 % half-width of 1 to add to the item's heading.
    var itemTurn = Lanes.zero
    /// The item's direction as a share of a full turn, where its heading is unknown.
    var itemAny = Lanes.zero
    /// The distance from the item's camera to its subject, metres.
    var subjectDistance = Lanes.zero
    /// 1 if a place of unknown kind is taken as the subject's, as in each third pose, else 0.
    var isSubject = Lanes.zero
  }

  /// Pairs of unrelated poses; any first few of them are spread evenly as well.
  let draws: [Draws]
  /// Pairs of poses for the guess that the photo repeats an item's view; fewer, since they differ
  /// less.
  let repeats: [Draws]
  /// Pairs of poses for the guess that the photo was taken at an item's place, in any direction.
  ///
  /// The directions are as even as possible, because small turns decide about visibility.
  let returns: [Draws]

  /// - Parameters:
  ///   - pairs: the number of independent poses, a multiple of eight.
  ///   - repeats: the number of poses that repeat an item's view, a multiple of eight.
  ///   - returns: the number from an item's viewpoint in any direction, a multiple of eight.
  ///   - weights: the judge's numbers.
  init(pairs: Int, repeats: Int, returns: Int, weights: MatchWeights) {
    draws = PoseErrors.draws(pairs, weights)
    self.repeats = PoseErrors.draws(repeats, weights)
    self.returns = PoseErrors.draws(returns, weights, isEvenlyTurned: true)
  }

  /// One of this many places of unknown kind is taken as the subject's: in catalogues that state
  /// the kind, a quarter to a third are.
  private static let subjectOfUnsaid = 3

  private static func draws(_ count: Int, _ weights: MatchWeights, isEvenlyTurned: Bool = false)
    -> [Draws]
  {
    let even = EvenPoints(count: count, dimensions: 8)
    return stride(from: 0, to: count, by: Lanes.count).map { first in
      var draws = Draws()
      for lane in 0..<Lanes.count {
        let k = first + lane
        func step(_ radius: Int, _ direction: Int) -> SIMD2<Float> {
          let r = Quantile.radius(even[k, radius], tail: weights.positionTail)
          let angle = even[k, direction] * 2 * .pi
          return SIMD2(Float(r * sin(angle)), Float(r * cos(angle)))
        }
        let (photo, item) = (step(0, 1), step(4, 5))
        draws.photoEast[lane] = photo.x
        draws.photoNorth[lane] = photo.y
        draws.photoTurn[lane] = Float(Quantile.logistic(even[k, 2]))
        draws.photoAny[lane] = Float(even[k, 2])
        draws.depth[lane] = Float(
          weights.sceneDepth * exp(weights.sceneDepthSpread * Quantile.normal(even[k, 3])))
        draws.itemEast[lane] = item.x
        draws.itemNorth[lane] = item.y
        draws.itemTurn[lane] = Float(Quantile.logistic(even[k, 6]))
        draws.itemAny[lane] = Float(isEvenlyTurned ? (Double(k) + 0.5) / Double(count) : even[k, 6])
        draws.isSubject[lane] = k % PoseErrors.subjectOfUnsaid == 0 ? 1 : 0
        draws.subjectDistance[lane] = Float(
          weights.subjectDistance * exp(weights.subjectDistanceSpread * Quantile.normal(even[k, 7]))
        )
      }
      return draws
    }
  }
}
