#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A candidate as the photo finds it: where it lies, and what its pose says at a glance.
struct Neighbour {
  /// Its place in the list of candidates.
  let index: Int
  let offset: Offset
  let distance: Double
  /// The 68 % radius of its place, metres.
  let accuracy: Double
  /// Where its camera looked, degrees from the photo's north; `nil` when unknown.
  let heading: Double?
  /// The density of the photo's place around this item's viewpoint, per square metre.
  var presence = 0.0
  /// The same, times how much likelier the photo's other readings are if it repeats this item's view than if it
  /// has nothing to do with it.
  var evidence = 0.0
  /// A rough forecast of the score, before era, to decide who is looked at closely.
  var promise = 0.0
}

extension Neighbour {
  /// Finds a candidate's place and direction on the photo's plane.
  init(_ candidate: Candidate, at index: Int, on plane: LocalPlane, _ weights: MatchWeights) {
    let place = candidate.pose.coordinate
    self.index = index
    offset = plane.offset(of: place)
    distance = offset.length
    accuracy = place.horizontalAccuracy?.meters ?? weights.itemAccuracy
    // Meridians converge: near a pole, north is elsewhere a few steps on.
    let turn = (place.longitude - plane.origin.longitude).wrapped180
    let middle = (place.latitude + plane.origin.latitude) / 2
    heading = candidate.pose.heading.map {
      ($0.degrees - turn * sin(middle * .pi / 180)).wrapped360
    }
  }
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
    accuracy = viewpoint.coordinate.horizontalAccuracy?.meters ?? weights.photoAccuracy
    heading = viewpoint.heading?.degrees
    headingAccuracy = viewpoint.headingAccuracy?.degrees ?? weights.photoHeadingAccuracy
    field = viewpoint.fieldOfView?.degrees ?? weights.photoFieldOfView
  }
}
