#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Judges at a glance: closed formulas for the likelihood that a photo repeats an item's view.
struct Glance {
  let photo: PhotoReading
  let weights: MatchWeights
  private let reach: Double
  private let placeDensity: PlaceDensity
  private let photoDirection: Offset

  /// - Parameters:
  ///   - photo: what the photo says of its pose.
  ///   - reach: how far is searched besides each item's accuracy, metres, more than 0.
  ///   - weights: the judge's numbers.
  init(photo: PhotoReading, reach: Double, weights: MatchWeights) {
    self.reach = reach
    self.photo = photo
    self.weights = weights
    placeDensity = PlaceDensity(tail: weights.positionTail)
    photoDirection = Offset(
      east: sin((photo.heading ?? 0) * .pi / 180), north: cos((photo.heading ?? 0) * .pi / 180))
  }

  /// Looks at an item and fills in the numbers, all 0 or more.
  func look(at neighbour: inout Neighbour, _ pose: RecordedPose) {
    let heading = neighbour.heading
    let direction = heading.map {
      Offset(east: sin($0 * .pi / 180), north: cos($0 * .pi / 180))
    }
    var camera = neighbour.offset
    var extra = weights.repeatedPosition * weights.repeatedPosition
    if pose.locationOf == .subject {
      extra += weights.subjectDistance * weights.subjectDistance
      if let direction {
        camera.east -= weights.subjectDistance * direction.east
        camera.north -= weights.subjectDistance * direction.north
      }
    }
    let spread = photo.accuracy * photo.accuracy + neighbour.accuracy * neighbour.accuracy + extra
    let place = placeDensity(
      squaredDistance: camera.east * camera.east + camera.north * camera.north,
      squaredRadius: spread)
    // A place that is vaguer than scenes are deep no longer says which scene it is.
    let depth = weights.sceneDepth * weights.sceneDepth
    let sharpness = depth / (depth + neighbour.accuracy * neighbour.accuracy)
    // Tails end where the search does, so that its edge loses nothing.
    let edge = neighbour.distance / (reach + Matcher.farthest * neighbour.accuracy)
    let inside = max(0, 1 - edge * edge)
    neighbour.presence = place * sharpness * inside * inside
    neighbour.evidence = neighbour.presence * directions(neighbour, pose) * scales(pose)
    if let framing = Framing(photo.viewpoint, pose, weights) {
      neighbour.evidence *= framing.overlap * exp(-framing.height / weights.sceneDepth)
    }
    neighbour.promise = promise(neighbour, pose, direction)
  }

  /// How much likelier the headings are for one view than for unrelated ones.
  private func directions(_ neighbour: Neighbour, _ pose: RecordedPose) -> Double {
    guard let own = photo.heading else { return 1 }
    let turn: Double
    let width: Double
    if let heading = neighbour.heading {
      turn = (heading - own).wrapped180
      width = pose.headingSpread(weights)
    } else {
      guard pose.locationOf == .subject else { return 1 }
      // Then the subject is what both look at, somewhere in the frame.
      turn = (neighbour.offset.bearing.degrees - own).wrapped180
      width =
        photo.field / 4 + 57.3 * neighbour.accuracy / (neighbour.distance + neighbour.accuracy)
    }
    let spread =
      (photo.headingAccuracy * photo.headingAccuracy + width * width
      + weights.repeatedHeading * weights.repeatedHeading).squareRoot()
    let fair = TurnDensity.logistic(turn, halfWidth: spread)
    return (1 - weights.grossHeading) * fair + weights.grossHeading
  }

  /// How much likelier the fields of view are for one view than for unrelated ones.
  private func scales(_ pose: RecordedPose) -> Double {
    guard let own = photo.viewpoint.fieldOfView, let field = pose.fieldOfView else { return 1 }
    let ratio = log(field.degrees / own.degrees)
    let (near, far) = (weights.repeatedField, weights.unrelatedField)
    let exponent = -0.5 * ratio * ratio * (1 / (near * near) - 1 / (far * far))
    return far / near * exp(exponent)
  }

  /// How near the middles of both views lie, and how alike the directions are.
  private func promise(
    _ neighbour: Neighbour, _ pose: RecordedPose, _ direction: Offset?
  ) -> Double {
    let ahead = weights.sceneDepth * 0.6
    var east = neighbour.offset.east
    var north = neighbour.offset.north
    if pose.locationOf == .camera, let direction {
      east += ahead * direction.east
      north += ahead * direction.north
    }
    if photo.heading != nil, pose.locationOf == .subject || direction != nil {
      east -= ahead * photoDirection.east
      north -= ahead * photoDirection.north
    }
    let vague = photo.accuracy * photo.accuracy + neighbour.accuracy * neighbour.accuracy
    let depth = ahead * ahead
    let near = 1 / (1 + (east * east + north * north) / (2 * (vague + depth)))
    var agreement = 0.35
    if let own = photo.heading, let heading = neighbour.heading {
      let turn = (heading - own).wrapped180
      let width =
        photo.headingAccuracy + (pose.headingSpread(weights)) + 25
      let reduced = turn / width
      agreement = 1 / (1 + reduced * reduced * reduced * reduced)
    }
    return near * near * depth / (depth + vague) * agreement
  }
}
