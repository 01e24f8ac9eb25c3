internal import ArgumentParser
internal import TimeWalk

/// A pose, by flags; given values win over a photo's metadata.
struct PoseOptions: ParsableArguments {
  // Values may start with a minus, so each is accepted as it is.
  @Option(parsing: .unconditional, help: .field("latitude", of: GivenPose.self))
  var latitude: Double?

  @Option(parsing: .unconditional, help: .field("longitude", of: GivenPose.self))
  var longitude: Double?

  @Option(parsing: .unconditional, help: .field("horizontalAccuracy", of: GivenPose.self))
  var horizontalAccuracy: Double?

  @Option(parsing: .unconditional, help: .field("altitude", of: GivenPose.self))
  var altitude: Double?

  @Option(help: .field("altitudeReference", of: GivenPose.self))
  var altitudeReference: String?

  @Option(parsing: .unconditional, help: .field("heading", of: GivenPose.self))
  var heading: Double?

  @Option(help: .field("headingReference", of: GivenPose.self))
  var headingReference: String?

  @Option(parsing: .unconditional, help: .field("headingAccuracy", of: GivenPose.self))
  var headingAccuracy: Double?

  @Option(parsing: .unconditional, help: .field("pitch", of: GivenPose.self))
  var pitch: Double?

  @Option(parsing: .unconditional, help: .field("zoom", of: GivenPose.self))
  var zoom: Double?

  @Option(parsing: .unconditional, help: .field("fieldOfView", of: GivenPose.self))
  var fieldOfView: Double?

  @Option(help: .field("timestamp", of: GivenPose.self))
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
