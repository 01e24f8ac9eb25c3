import Glibc

/// The constants for the distance from which an image may concern a photo.
///
/// An archive writes them into its file's triggers; a change requires a migration.
package enum ReachRule {
  /// The greatest position error, in 68 % radii: three hold all but about three in a hundred
  /// thousand positions of a two-dimensional normal error.
  package static let radii = 3.0
  /// The least height above ground, metres, from which an image shows a district rather than a
  /// street.
  package static let aerialHeight = 60.0
  /// The pitch in degrees below which an elevated camera counts as flying, if its height isn't
  /// above ground.
  ///
  /// Street cameras in high cities look level.
  package static let aerialPitch = -10.0
  /// The viewing range of an elevated camera of unknown pitch, as a multiple of its height.
  package static let aerialViews = 3.0
  /// The greatest assumed viewing distance of a camera on high, in metres.
  package static let farthestView = 20_000.0
}

extension RecordedPose {
  /// The 68 % radius of a place of unknown accuracy: a street address.
  package static let assumedAccuracy = Distance(finite: 40)

  /// The greatest distance from its coordinate at which an item may concern a photo.
  ///
  /// The coordinate's error three times over, and how far the image looks: the declared view
  /// distance, or that of a camera on high.
  package var reach: Distance {
    let accuracy = coordinate.horizontalAccuracy ?? RecordedPose.assumedAccuracy
    let view = (viewDistance ?? farView)?.meters ?? 0
    // Two numbers of a damaged file may add up to more than there is.
    return Distance(
      finite: min(ReachRule.radii * accuracy.meters + view, .greatestFiniteMagnitude))
  }
}

extension Altitude {
  /// The horizontal viewing range of a camera at this height; `nil` unless it is known to be
  /// elevated.
  ///
  /// - Parameter pitch: the optical axis above the horizon.
  /// - Returns: `nil` unless the camera is known to be elevated.
  func farView(pitch: Angle?) -> Distance? {
    guard meters >= ReachRule.aerialHeight else { return nil }
    let pitch = pitch?.degrees ?? 0
    guard reference == .ground || pitch < ReachRule.aerialPitch else { return nil }
    let view = pitch < 0 ? meters / tan(-pitch * .pi / 180) : ReachRule.aerialViews * meters
    // Straight down, the tangent is huge, or just on the other side.
    return Distance(finite: min(max(view, 0), ReachRule.farthestView))
  }
}
