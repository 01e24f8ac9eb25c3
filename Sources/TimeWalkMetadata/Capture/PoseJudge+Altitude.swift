internal import TimeWalkCore

extension PoseJudge {
  /// A height and its conversion to sea level, if any.
  struct Height {
    var altitude: Altitude?
    var correction: ResolvedPose.SeaLevelCorrection?
  }

  /// Metres: the deepest and the highest place where a photo with a height may come from.
  ///
  /// The Challenger Deep is 10,935 m deep; the edge of space is at 100 km.
  private static let heights = -11_000.0...100_000.0

  /// The height, converted to sea level if it counts from the ellipsoid and a geoid is available.
  mutating func altitude(
    at place: Coordinate, _ geoid: Geoid?
  ) throws(MetadataError) -> Height {
    guard let measured = try measuredAltitude() else { return Height() }
    guard measured.reference == .ellipsoid else { return Height(altitude: measured) }
    guard let geoid, let undulation = geoid.undulation(at: place),
      let seaLevel = geoid.seaLevel(measured, at: place)
    else {
      warnings.append(
        MetadataWarning(
          .geoidUnknown, .altitude,
          "The altitude is above the WGS 84 ellipsoid and wasn't converted. Sea level is between 107 m below "
            + "and 86 m above the ellipsoid."))
      return Height(altitude: measured)
    }
    return Height(
      altitude: seaLevel,
      correction: ResolvedPose.SeaLevelCorrection(
        ellipsoidal: measured, undulation: undulation, uncertainty: geoid.uncertainty,
        model: geoid.name))
  }

  private mutating func measuredAltitude() throws(MetadataError) -> Altitude? {
    guard let meters = metadata.altitude else { return nil }
    guard PoseJudge.heights.contains(meters) else {
      try reject(.altitude, "altitude is \(meters) m, which isn't possible")
      return nil
    }
    var accuracy: Distance?
    if let stated = metadata.altitudeAccuracy {
      accuracy = Distance(meters: stated)
      if accuracy == nil {
        try reject(.altitude, "altitude accuracy is \(stated) m, which isn't possible")
      }
    }
    return Altitude(
      meters: meters, reference: metadata.altitudeReference ?? .unknown, accuracy: accuracy)
  }
}
