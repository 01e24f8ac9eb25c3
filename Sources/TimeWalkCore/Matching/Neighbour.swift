#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A candidate as the photo finds it: where it lies, and what its record says at a glance.
struct Neighbour {
  /// Its place in the list of candidates.
  let index: Int
  /// Metres from the photo's place.
  let east: Float
  let north: Float
  let distance: Float
  /// The 68 % radius of its place, metres.
  let accuracy: Float
  /// Where its camera looked, degrees from the photo's north; NaN when unknown.
  let heading: Float
  /// The density of the photo's place around this item's viewpoint, per square metre.
  var presence: Float
  /// The same, times how much likelier the photo's other readings are if it repeats this item's view than if it
  /// has nothing to do with it.
  var evidence: Float
  /// A rough forecast of the score, before era, to decide who is looked at closely.
  var promise: Float

  /// The way to it.
  var offset: Offset { Offset(east: Double(east), north: Double(north)) }
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
  let viewpoint: Viewpoint

  init(_ viewpoint: Viewpoint, weights: MatchWeights) {
    self.viewpoint = viewpoint
    plane = LocalPlane(origin: viewpoint.coordinate)
    accuracy = min(
      viewpoint.coordinate.horizontalAccuracy?.meters ?? weights.photoAccuracy, Vaguest.place)
    heading = viewpoint.heading?.degrees
    headingAccuracy = min(
      viewpoint.headingAccuracy?.degrees ?? weights.photoHeadingAccuracy, Vaguest.heading)
    field = viewpoint.fieldOfView?.degrees ?? weights.photoFieldOfView
  }
}
