internal import TimeWalkCore

extension PoseJudge {
  /// A heading from true north and how it came about.
  struct Direction {
    var heading: Heading?
    var accuracy: Angle?
    var reference: CaptureMetadata.HeadingReference?
    var correction: ResolvedPose.MagneticCorrection?
  }

  /// Degrees: the default accuracy of a phone's compass, for a combination with another error.
  private static let compass = 10.0
  /// Degrees: the uncertainty of WMM2025 where its blackout zone begins, at a horizontal strength
  /// of 2000 nT.
  private static let trustedDeclination = 2.72
  /// Degrees: a declination as large as most inhabited places have, where the model does not reach.
  private static let unknownDeclination = 15.0

  mutating func direction(
    at viewpoint: Viewpoint, _ model: DeclinationModel
  ) throws(MetadataError) -> Direction {
    guard let measured = try measuredHeading() else { return Direction() }
    let stated = try accuracy(metadata.headingAccuracy, .heading, "heading")
    var result = Direction(
      heading: measured, accuracy: stated, reference: metadata.headingReference)
    guard metadata.headingReference != .trueNorth else { return result }
    let found = model(viewpoint.coordinate, viewpoint.altitude, metadata.timestamp?.day)
    if metadata.headingReference == .magnetic, let found {
      result.heading = measured.turned(by: found.declination)
      result.accuracy = stated.flatMap { PoseJudge.combined($0.degrees, found.uncertainty.degrees) }
      result.correction = ResolvedPose.MagneticCorrection(
        magneticHeading: measured.degrees, declination: found.declination,
        uncertainty: found.uncertainty)
      if found.uncertainty.degrees > PoseJudge.trustedDeclination {
        result.accuracy = PoseJudge.combined(
          stated?.degrees ?? PoseJudge.compass, found.uncertainty.degrees)
        warnings.append(
          MetadataWarning(
            .declinationUncertain, .heading,
            "The photo was taken near a magnetic pole, where a compass isn't reliable; its heading may be far off."
          ))
      }
      return result
    }
    let spread = found?.declination.magnitude.degrees ?? PoseJudge.unknownDeclination
    result.accuracy = PoseJudge.combined(stated?.degrees ?? PoseJudge.compass, spread)
    if metadata.headingReference == .magnetic {
      warnings.append(
        MetadataWarning(
          .declinationUnknown, .heading,
          "The heading is magnetic and couldn't be corrected to true north; it may be far off."))
    } else if isFromPhoto(.heading) {
      warnings.append(
        MetadataWarning(
          .referenceMissing, .heading,
          "The photo doesn't say whether its heading is true or magnetic; read as true."))
    }
    return result
  }

  /// The heading as measured, wrapped to `0..<360`.
  ///
  /// 360 is north. Exactly -1 means unknown on some phones, and in apps that pass it on; other
  /// signed azimuths, as from drones, are wrapped; beyond a full turn is invalid.
  private mutating func measuredHeading() throws(MetadataError) -> Heading? {
    guard let degrees = metadata.heading else { return nil }
    if degrees == -1 {
      let whose = isFromPhoto(.heading) ? "photo's" : "given"
      warnings.append(
        MetadataWarning(
          .valueOutOfRange, .heading,
          "The \(whose) heading is -1, which means unknown; ignored. Give --heading 359 if it is meant."
        ))
      return nil
    }
    guard degrees >= -360, degrees <= 360 else {
      try reject(.heading, "heading is \(degrees)°, outside 0...360")
      return nil
    }
    return Heading(degrees: degrees)
  }

  /// Independent errors add in squares.
  private static func combined(_ a: Double, _ b: Double) -> Angle? {
    Angle(degrees: min((a * a + b * b).squareRoot(), 180))
  }
}
