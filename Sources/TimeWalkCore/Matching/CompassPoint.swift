extension RecordedPose {
  /// Half the width of the compass sector that the heading names, degrees; `nil` when it was
  /// measured.
  ///
  /// "Looking northeast" in a catalogue means any direction nearer to northeast than to north or
  /// east. Such a heading is a multiple of 45 (or 22.5) degrees with an accuracy of half the step.
  /// Unlike a measurement's error, its error is uniform over the sector and ends there.
  var compassSector: Double? {
    guard let heading, let accuracy = headingAccuracy?.degrees else { return nil }
    for half in [22.5, 11.25] where abs(accuracy - half) <= half / 10 {
      let steps = heading.degrees / (2 * half)
      if abs(steps - steps.rounded()) < 1e-6 { return half }
    }
    return nil
  }

  /// The 68 % half-width of the heading's error, degrees.
  func headingSpread(_ weights: MatchWeights) -> Double {
    if let compassSector { return 0.68 * compassSector }
    return min(headingAccuracy?.degrees ?? weights.itemHeadingAccuracy, AccuracyLimits.heading)
  }
}
