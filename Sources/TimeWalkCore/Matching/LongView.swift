/// A pair of views of which one is known to look farther than a street view: a skyline, a panorama,
/// an aerial.
struct LongView {
  /// The mean distance of the scene that both would show, metres.
  let depth: Double
  /// The probability that the other view is as open.
  let openness: Double

  /// Compares a photo with an item; `nil` for a pair of ordinary street views.
  ///
  /// - Parameters:
  ///   - own: the photo's viewing distance in metres, if it is taken from on high.
  ///   - item: the item's viewing distance.
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
      // Subjects within the range of street views need no open country.
      openness = depth <= 2 * weights.sceneDepth ? 1 : weights.openCountry
    }
  }
}

/// The viewing distance of an item.
struct ViewingRange {
  /// The viewing range of its record, metres.
  let declared: Double?
  /// The viewing range of an elevated camera, metres; `nil` for another or an unknown height.
  let fromHigh: Double?

  /// The distance in metres; `nil` for a street view.
  var distance: Double? { declared ?? fromHigh }
}

extension Viewpoint {
  /// The viewing range of an elevated camera; `nil` for another or an unknown height.
  var farView: Distance? { altitude?.farView(pitch: pitch) }
}

extension RecordedPose {
  /// The viewing range of an elevated camera; `nil` for another or an unknown height.
  var farView: Distance? { altitude?.farView(pitch: pitch) }

  /// The viewing distance of the image.
  var viewingRange: ViewingRange {
    ViewingRange(declared: viewDistance?.meters, fromHigh: farView?.meters)
  }
}
