/// A candidate as the photo finds it: where it lies, and what its record says at a glance.
struct Neighbour {
  /// The way from the photo's place.
  let offset: Offset
  /// The 68 % radius of its place, metres.
  let accuracy: Float
  /// Where its camera looked, degrees from the photo's north; NaN when unknown.
  let heading: Float
  /// How far away it may be to concern the photo, metres.
  let limit: Float

  /// Metres from the photo's place.
  var east: Float { Float(offset.east) }
  var north: Float { Float(offset.north) }

  /// What is left of a long view towards the end of the search, so that its edge loses nothing;
  /// 0...1.
  var tail: Double {
    let square = Double((east / limit) * (east / limit) + (north / limit) * (north / limit))
    return max(0, 1 - square * square)
  }
}

/// What a glance at all candidates leaves behind: little for each, since there may be tens of
/// thousands.
struct Surroundings {
  /// Rough forecasts of the scores, before era, to decide who is looked at closely; in the
  /// candidates' order, eight at a time, -1 for what is too far away.
  var promise: [Lanes]
  /// The density of the photo's place around all items' viewpoints, per square metre, and around
  /// the one that has most.
  var presence = 0.0
  var nearest: Float = 0
  /// The same, times how much likelier the photo's other readings are if it repeats the item's view
  /// than if it has nothing to do with it.
  var evidence = 0.0
  /// The part of it that is of items for which nobody knows whether the photo looks their way; see
  /// `Prefilter.isUndirected`.
  var undirected = 0.0
  /// The candidates with most evidence, best first: `PhotoPosterior.strongest` of them.
  var strongest: [Strong] = []
  /// A candidate's place in the list, its evidence, and its part of the presence.
  typealias Strong = (index: Int, evidence: Float, presence: Float)
  /// Where cameras are known to have stood, metres from the photo's place.
  var places: [SIMD2<Float>] = []
}

/// The accuracies beyond which nothing is said any more; what is squared stays a number.
enum Vaguest {
  /// Half way round the Earth, metres.
  static let place = 2e7
  /// Half a circle, degrees.
  static let heading = 180.0
}

/// What the photo says of its own pose, with the judge's defaults where it says nothing.
struct PhotoReading {
  let plane: LocalPlane
  /// The 68 % radius of the place, metres.
  let accuracy: Double
  /// Degrees from true north; `nil` when unknown.
  let heading: Double?
  /// The 68 % half-width of the heading, degrees.
  let headingAccuracy: Double
  /// Degrees, more than 0.
  let field: Double
  /// How far a camera on high sees, metres; `nil` for one that is not.
  let farView: Double?
  let viewpoint: Viewpoint

  init(_ viewpoint: Viewpoint, weights: MatchWeights) {
    self.viewpoint = viewpoint
    plane = LocalPlane(origin: viewpoint.coordinate)
    accuracy = min(
      viewpoint.coordinate.horizontalAccuracy?.meters ?? weights.photoAccuracy, Vaguest.place)
    heading = viewpoint.heading?.degrees
    headingAccuracy = min(
      viewpoint.headingAccuracy?.degrees ?? weights.photoHeadingAccuracy, Vaguest.heading)
    farView = viewpoint.farView?.meters
    field = viewpoint.fieldOfView?.degrees ?? weights.photoFieldOfView
  }
}
