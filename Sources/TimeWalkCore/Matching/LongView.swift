/// A pair of views of which one is known to look farther than a street view: a skyline, a prospect,
/// an aerial.
struct LongView {
  /// The mean distance of what both would show, metres.
  let depth: Double
  /// The probability that the other view is as open.
  let openness: Double

  /// Compares a photo with an item; `nil` for a pair of ordinary street views.
  ///
  /// - Parameters:
  ///   - own: how far the photo looks, metres, if it is taken from on high.
  ///   - item: how far the item looks.
  ///   - weights: the judge's numbers.
  init?(_ own: Double?, _ item: ViewingRange, _ weights: MatchWeights) {
    let other = item.distance
    let depth = min(own ?? .infinity, other ?? .infinity)
    guard depth > 0, depth < .infinity else { return nil }
    self.depth = depth
    if own != nil, other != nil {
      openness = 1
    } else if item.fromHigh != nil || own != nil {
      openness = weights.groundUnderAerial
    } else {
      // What is no farther than street views reach needs no open country.
      openness = depth <= 2 * weights.sceneDepth ? 1 : weights.openCountry
    }
  }
}

/// How far an item looks.
struct ViewingRange {
  /// What its record says, metres.
  let declared: Double?
  /// How far a camera on high sees, metres; `nil` for one that is not, or of which nobody says.
  let fromHigh: Double?

  /// How far, metres; `nil` for a street view.
  var distance: Double? { declared ?? fromHigh }
}

extension Viewpoint {
  /// How far a camera on high looks; `nil` for one that is not, or of which nobody says.
  var farView: Distance? { altitude?.farView(pitch: pitch) }
}

extension RecordedPose {
  /// How far a camera on high looks; `nil` for one that is not, or of which nobody says.
  var farView: Distance? { altitude?.farView(pitch: pitch) }

  /// How far the image looks.
  var viewingRange: ViewingRange {
    ViewingRange(declared: viewDistance?.meters, fromHigh: farView?.meters)
  }
}
