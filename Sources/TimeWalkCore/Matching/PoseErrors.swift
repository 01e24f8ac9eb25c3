#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The errors that poses may have, drawn once: unit errors that each pose scales by its own accuracies.
struct PoseErrors: Sendable {
  /// One pair of poses to play through.
  struct Draw: Sendable {
    /// A step with a 68 % radius of 1 to add to the photo's place.
    let photo: Offset
    /// An error with a 68 % half-width of 1 to add to the photo's heading.
    let photoTurn: Double
    /// The photo's direction as a share of a full turn, where its heading is unknown.
    let photoAny: Double
    /// The mean distance of what is seen, metres.
    let depth: Double
    /// A step with a 68 % radius of 1 to add to the item's place.
    let item: Offset
    /// An error with a 68 % half-width of 1 to add to the item's heading.
    let itemTurn: Double
    /// The item's direction as a share of a full turn, where its heading is unknown.
    let itemAny: Double
    /// The distance from the item's camera to its subject, metres.
    let subjectDistance: Double
  }

  /// Pairs of poses that have nothing to do with each other.
  let draws: [Draw]
  /// Pairs of poses for the guess that the photo repeats an item's view; fewer, since they differ less.
  let repeats: [Draw]

  init(pairs: Int, repeats: Int, weights: MatchWeights) {
    draws = PoseErrors.draws(pairs, weights)
    self.repeats = PoseErrors.draws(repeats, weights)
  }

  private static func draws(_ count: Int, _ weights: MatchWeights) -> [Draw] {
    let even = EvenPoints(count: count, dimensions: 8)
    func step(_ k: Int, _ radius: Int, _ direction: Int) -> Offset {
      let r = Quantile.radius(even[k, radius], tail: weights.positionTail)
      let angle = even[k, direction] * 2 * .pi
      return Offset(east: r * sin(angle), north: r * cos(angle))
    }
    return (0..<count).map { k in
      Draw(
        photo: step(k, 0, 1), photoTurn: Quantile.logistic(even[k, 2]), photoAny: even[k, 2],
        depth: weights.sceneDepth * exp(weights.sceneDepthSpread * Quantile.normal(even[k, 3])),
        item: step(k, 4, 5), itemTurn: Quantile.logistic(even[k, 6]), itemAny: even[k, 6],
        subjectDistance: weights.subjectDistance
          * exp(weights.subjectDistanceSpread * Quantile.normal(even[k, 7])))
    }
  }
}
