/// The agreement of photo and item in heights and pitches.
///
/// An unknown pitch is about level, as in most photos; heights are compared if both are known.
struct Framing {
  /// The share of the frames' height that both show, 0...1.
  let overlap: Double
  /// The cameras' difference in height beyond their accuracies, metres.
  let height: Double

  /// Compares two poses; `nil` when neither has a pitch and heights can't be compared, as is usual.
  init?(_ photo: Viewpoint, _ item: RecordedPose, _ weights: MatchWeights) {
    let climb = Framing.climb(photo.altitude, item.altitude, weights)
    let overlap = Framing.overlap(photo, item, weights)
    guard climb != nil || overlap != nil else { return nil }
    self.overlap = overlap ?? 1
    height = climb ?? 0
  }

  private static func overlap(
    _ photo: Viewpoint, _ item: RecordedPose, _ weights: MatchWeights
  ) -> Double? {
    guard photo.pitch != nil || item.pitch != nil else { return nil }
    let own = photo.pitch?.degrees ?? 0
    let other = item.pitch?.degrees ?? 0
    let mine =
      photo.pitch == nil
      ? weights.unsaidPitch : photo.pitchAccuracy?.degrees ?? weights.pitchAccuracy
    let theirs = item.pitch == nil ? weights.unsaidPitch : weights.pitchAccuracy
    let slack = (mine * mine + theirs * theirs).squareRoot()
    let narrower = min(
      photo.fieldOfView?.degrees ?? weights.photoFieldOfView,
      item.fieldOfView?.degrees ?? weights.itemFieldOfView)
    // A panorama is no taller than a wide frame.
    let frame = weights.frameHeight * min(narrower, 90)
    return max(0, 1 - max(0, abs(own - other) - slack) / frame)
  }

  /// Heights above different surfaces are never compared.
  private static func climb(
    _ photo: Altitude?, _ item: Altitude?, _ weights: MatchWeights
  ) -> Double? {
    guard let photo, let item, photo.reference == item.reference, photo.reference != .unknown
    else { return nil }
    let mine = photo.accuracy?.meters ?? weights.altitudeAccuracy
    let other = item.accuracy?.meters ?? weights.altitudeAccuracy
    return max(0, abs(photo.meters - item.meters) - (mine * mine + other * other).squareRoot())
  }
}
