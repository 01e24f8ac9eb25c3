/// A candidate relative to the photo: its position and the main values of its record.
struct Neighbour {
  /// The way from the photo's place.
  let offset: Offset
  /// The 68 % radius of its place, metres.
  let accuracy: Float
  /// Heading of its camera, in degrees from the photo's north; NaN when unknown.
  let heading: Float
  /// The greatest distance at which it can concern the photo, in metres.
  let limit: Float

  /// Metres from the photo's place.
  var east: Float { Float(offset.east) }
  var north: Float { Float(offset.north) }

  /// The remaining weight of a long view, 0...1; it falls to 0 at the end of the search for a
  /// smooth edge.
  var tail: Double {
    let square = Double((east / limit) * (east / limit) + (north / limit) * (north / limit))
    return max(0, 1 - square * square)
  }
}

/// The result of the first pass over all candidates: little for each, since there may be tens of
/// thousands.
struct Surroundings {
  /// Rough forecasts of the scores, before era, to choose the candidates for evaluation.
  ///
  /// They are in the candidates' order, eight at a time, -1 for a candidate that is too far away.
  var promise: [Lanes]
  /// The density of the photo's place around all items' viewpoints, per square metre, and around
  /// the one with the highest density.
  var presence = 0.0
  var nearest: Float = 0
  /// The same, multiplied by a likelihood ratio of the photo's other readings: repeating the item's
  /// view against independence of it.
  var evidence = 0.0
  /// The part of it from items with an unknown relation to the photo's direction; see
  /// `Prefilter.isUndirected`.
  var undirected = 0.0
  /// The candidates with most evidence, best first: `PhotoPosterior.strongest` of them.
  var strongest: [Strong] = []
  /// A candidate's place in the list, its evidence, and its part of the presence.
  typealias Strong = (index: Int, evidence: Float, presence: Float)
  /// The known places of cameras, metres from the photo's place.
  var places: [SIMD2<Float>] = []
  /// The items close to the photo's place.
  var around = ItemsAround()
}

/// The accuracies beyond which a value has no weight; their squares stay finite.
enum AccuracyLimits {
  /// Half way round the Earth, metres.
  static let place = 2e7
  /// Half a circle, degrees.
  static let heading = 180.0
}

/// The photo's statements about its own pose, with the judge's defaults for missing ones.
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
  /// The viewing range of an elevated camera, metres; `nil` for another.
  let farView: Double?
  let viewpoint: Viewpoint

  init(_ viewpoint: Viewpoint, weights: MatchWeights) {
    self.viewpoint = viewpoint
    plane = LocalPlane(origin: viewpoint.coordinate)
    accuracy = min(
      viewpoint.coordinate.horizontalAccuracy?.meters ?? weights.photoAccuracy, AccuracyLimits.place
    )
    heading = viewpoint.heading?.degrees
    headingAccuracy = min(
      viewpoint.headingAccuracy?.degrees ?? weights.photoHeadingAccuracy, AccuracyLimits.heading)
    farView = viewpoint.farView?.meters
    field = viewpoint.fieldOfView?.degrees ?? weights.photoFieldOfView
  }
}
