internal import ArgumentParser
internal import TimeWalkCore

extension MatchWeights {
  /// Sets one weight from a text like `sceneDepth=60`.
  mutating func set(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let value = Double(parts[1]), let path = MatchWeights.named[parts[0]]
    else { throw ValidationError("\(text) is not NAME=NUMBER with the name of a weight.") }
    self[keyPath: path] = value
  }

  private static var named: [String: WritableKeyPath<MatchWeights, Double>] {
    [
      "photoAccuracy": \.photoAccuracy,
      "itemAccuracy": \.itemAccuracy,
      "photoHeadingAccuracy": \.photoHeadingAccuracy,
      "itemHeadingAccuracy": \.itemHeadingAccuracy,
      "photoFieldOfView": \.photoFieldOfView,
      "itemFieldOfView": \.itemFieldOfView,
      "positionTail": \.positionTail,
      "sceneDepth": \.sceneDepth,
      "sceneDepthSpread": \.sceneDepthSpread,
      "subjectDistance": \.subjectDistance,
      "subjectDistanceSpread": \.subjectDistanceSpread,
      "sameScene": \.sameScene,
      "sameSceneBlur": \.sameSceneBlur,
      "sightLength": \.sightLength,
      "unknownViewpoints": \.unknownViewpoints,
      "openCountry": \.openCountry,
      "groundUnderAerial": \.groundUnderAerial,
      "samePlace": \.samePlace,
      "unknownPlaces": \.unknownPlaces,
      "unknownPerKnown": \.unknownPerKnown,
      "crowd": \.crowd,
      "repeatedPosition": \.repeatedPosition,
      "repeatedHeading": \.repeatedHeading,
      "grossHeading": \.grossHeading,
      "repeatedField": \.repeatedField,
      "unrelatedField": \.unrelatedField,
      "pitchAccuracy": \.pitchAccuracy,
      "frameHeight": \.frameHeight,
      "altitudeAccuracy": \.altitudeAccuracy,
      "calibrationSlope": \.calibrationSlope,
      "calibrationOffset": \.calibrationOffset,
      "shownSlope": \.shownSlope,
      "shownOffset": \.shownOffset,
      "accurateShare": \.accurateShare,
      "roughShare": \.roughShare,
      "eraWithin": \.eraWithin,
      "eraOverlaps": \.eraOverlaps,
      "eraUnknown": \.eraUnknown,
      "eraNear": \.eraNear,
    ]
  }
}
