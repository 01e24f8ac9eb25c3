internal import ArgumentParser
internal import TimeWalk

/// A pose, by flags; given values win over a photo's metadata.
struct PoseOptions: ParsableArguments {
  // Values may start with a minus, so they are taken whatever they look like.
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Degrees north, -90...90.", valueName: "degrees"))
  var latitude: Double?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Degrees east, -180...180.", valueName: "degrees"))
  var longitude: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The radius that holds the place with 68 % probability.", valueName: "metres"))
  var horizontalAccuracy: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The height above --altitude-reference.", valueName: "metres"))
  var altitude: Double?

  @Option(
    help: ArgumentHelp(
      "What the height is measured from: seaLevel (the default), ellipsoid or ground.",
      valueName: "surface"))
  var altitudeReference: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where the camera looks, clockwise from north.", valueName: "degrees"))
  var heading: Double?

  @Option(
    help: ArgumentHelp(
      "Which north: true or magnetic; magnetic is corrected for the place and day.",
      valueName: "north"))
  var headingReference: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The 68 % half-width of the heading.", valueName: "degrees"))
  var headingAccuracy: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How far the camera looks above the horizon.", valueName: "degrees"))
  var pitch: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Zoom; 1 is the phone's main camera (26 mm where the photo does not say).",
      valueName: "factor"))
  var zoom: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The horizontal angle of the upright frame.", valueName: "degrees"))
  var fieldOfView: Double?

  @Option(
    help: ArgumentHelp(
      "When the photo was taken, ISO 8601: 2026-11-21T12:00:00-05:00.", valueName: "time"))
  var timestamp: String?

  var given: GivenPose {
    var pose = GivenPose()
    pose.latitude = latitude
    pose.longitude = longitude
    pose.horizontalAccuracy = horizontalAccuracy
    pose.altitude = altitude
    pose.altitudeReference = altitudeReference
    pose.heading = heading
    pose.headingReference = headingReference
    pose.headingAccuracy = headingAccuracy
    pose.pitch = pitch
    pose.zoom = zoom
    pose.fieldOfView = fieldOfView
    pose.timestamp = timestamp
    return pose
  }
}
