package import TimeWalkCore

/// A capture's metadata after validation: the viewpoint for matching, and values for display.
package struct ResolvedPose: Hashable, Sendable {
  /// The correction of a magnetic heading to true north.
  package struct MagneticCorrection: Hashable, Sendable {
    /// The compass reading, degrees clockwise from magnetic north, `0..<360`.
    package let magneticHeading: Double
    /// Magnetic north as seen from true north, east positive.
    package let declination: Angle
    /// The 68 % half-width of the declination.
    package let uncertainty: Angle
  }

  /// The way of a height from the ellipsoid to sea level.
  package struct SeaLevelCorrection: Hashable, Sendable {
    /// The source's height above the WGS 84 ellipsoid.
    package let ellipsoidal: Altitude
    /// The height of sea level above the ellipsoid, in metres; it was subtracted.
    package let undulation: Double
    /// The 68 % half-width of the undulation.
    package let uncertainty: Distance
    /// The geoid's name, for instance `EGM96`.
    package let model: String
  }

  /// The camera's place and pose.
  package var viewpoint: Viewpoint
  /// The north reference of the source's heading; `nil` without a heading or a reference.
  package var headingReference: CaptureMetadata.HeadingReference?
  /// The correction, when the heading was magnetic and could be corrected.
  package var magneticCorrection: MagneticCorrection?
  /// The correction, when a height above the ellipsoid was converted to sea level.
  package var seaLevelCorrection: SeaLevelCorrection?
  /// The camera's clockwise turn, as the photographer sees it.
  package var roll: Angle?
  /// The zoom that people read: the given one, else the photo's digital zoom.
  package var zoom: Double?
  /// The 35 mm equivalent focal length in use, mm, any zoom included.
  package var focalLengthIn35mm: Double?
  /// The time of the photo.
  package var timestamp: CaptureTime?
  /// The source of the time's offset from UTC; `nil` if unknown.
  package var offsetSource: CaptureMetadata.OffsetSource?
  /// The faults and their handling.
  package var warnings: [MetadataWarning]
}

/// Looks up the magnetic declination of a place and height on a day; `nil` if the model does not
/// reach.
///
/// The day is `nil` when the photo has no time; the caller then takes the day it thinks best.
package typealias DeclinationModel = (
  _ coordinate: Coordinate, _ altitude: Altitude?, _ day: Day?
) -> (declination: Angle, uncertainty: Angle)?

extension CaptureMetadata {
  /// Judges the values as a domain expert would.
  ///
  /// Impossible values of a photo are dropped with a warning; the same values from a user are an
  /// error. A heading from an unknown north is taken as true, and its uncertainty widened by the
  /// declination of the place. Unknown accuracies stay `nil`: the matcher has its own defaults.
  ///
  /// - Parameters:
  ///   - geoid: the surface of the sea; without it, heights above the ellipsoid are kept unchanged,
  ///     with a warning.
  ///   - declination: the magnetic model.
  /// - Returns: the viewpoint and the values for display.
  /// - Throws: `positionMissing` without a usable position, `valueOutOfRange` for a given value
  ///   that can't be.
  package func resolved(
    geoid: Geoid? = nil, declination: DeclinationModel
  ) throws(MetadataError) -> ResolvedPose {
    var judge = PoseJudge(metadata: self)
    var viewpoint = Viewpoint(coordinate: try judge.coordinate())
    let height = try judge.altitude(at: viewpoint.coordinate, geoid)
    viewpoint.altitude = height.altitude
    let direction = try judge.direction(at: viewpoint, declination)
    viewpoint.heading = direction.heading
    viewpoint.headingAccuracy = direction.accuracy
    viewpoint.pitch = try judge.pitch()
    viewpoint.pitchAccuracy =
      viewpoint.pitch == nil ? nil : try judge.accuracy(pitchAccuracy, .pitch, "pitch")
    let optics = try judge.optics()
    viewpoint.fieldOfView = optics.fieldOfView
    viewpoint.fieldOfViewSpread = optics.fieldOfView == nil ? nil : optics.spread
    return ResolvedPose(
      viewpoint: viewpoint, headingReference: direction.reference,
      magneticCorrection: direction.correction, seaLevelCorrection: height.correction,
      roll: judge.rolled(), zoom: optics.zoom,
      focalLengthIn35mm: optics.focalLengthIn35mm, timestamp: timestamp,
      offsetSource: offsetSource, warnings: judge.warnings)
  }
}
