/// A pair of views of which one is known to look farther than a street view: a skyline, a prospect, an aerial.
struct LongView {
  /// The mean distance of what both would show, metres.
  let depth: Double
  /// The probability that the other view is as open.
  let openness: Double

  /// Compares a photo with an item; `nil` for a pair of ordinary street views.
  init?(_ photo: Viewpoint, _ item: RecordedPose, _ weights: MatchWeights) {
    let own = photo.farView?.meters
    let other = item.viewDistance?.meters ?? item.farView?.meters
    guard let depth = [own, other].compactMap({ $0 }).min(), depth > 0 else { return nil }
    self.depth = depth
    if own != nil, other != nil {
      openness = 1
    } else if item.farView != nil || own != nil {
      openness = weights.groundUnderAerial
    } else {
      // What is no farther than street views reach needs no open country.
      openness = depth <= 2 * weights.sceneDepth ? 1 : weights.openCountry
    }
  }
}

extension Viewpoint {
  /// How far a camera on high looks; `nil` for one that is not, or of which nobody says.
  var farView: Distance? { altitude?.farView(pitch: pitch) }
}

extension RecordedPose {
  /// How far a camera on high looks; `nil` for one that is not, or of which nobody says.
  var farView: Distance? { altitude?.farView(pitch: pitch) }
}
