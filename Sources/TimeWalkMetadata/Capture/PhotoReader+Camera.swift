/// Direction, tilt and optics.
extension PhotoReader {
  /// Reads the heading: EXIF's image direction, XMP's, a panorama's pose, a drone's gimbal.
  ///
  /// `GPSTrack` and `GPSDestBearing` are not read: they are the carrier's course and the bearing of
  /// a destination.
  mutating func readHeading() {
    if let direction = number(0x0011, in: .gps, .heading, named: "direction") {
      metadata.heading = direction
      metadata.headingReference = PhotoReader.headingReference(exif?.field(0x0010, in: .gps)?.text)
    } else if let direction = xmp?.number("GPSImgDirection", in: .exif) {
      metadata.heading = direction
      metadata.headingReference = PhotoReader.headingReference(
        xmp?.text("GPSImgDirectionRef", in: .exif))
    } else if let heading = panorama?.heading {
      // The format counts from north without saying which, and so does DJI's.
      metadata.heading = heading
    } else if let yaw = xmp?.number("GimbalYawDegree", in: .drone) {
      metadata.heading = yaw
    }
  }

  private static func headingReference(_ text: String?) -> CaptureMetadata.HeadingReference? {
    switch text?.uppercased().first {
    case "T": .trueNorth
    case "M": .magnetic
    default: nil
    }
  }

  /// Pitch and roll: EXIF's elevation angle, a panorama's pose, a drone's gimbal, Apple's
  /// acceleration vector.
  mutating func readTilt() {
    if let elevation = elevationAngle() {
      metadata.pitch = elevation
    } else if let panorama, let pitch = panorama.pitch {
      metadata.pitch = pitch
      metadata.roll = panorama.roll
    } else if let gimbal = xmp?.number("GimbalPitchDegree", in: .drone) {
      metadata.pitch = gimbal
      metadata.pitchAccuracy = PhotoReader.gimbalAccuracy
      metadata.roll = xmp?.number("GimbalRollDegree", in: .drone)
    } else if let block, let note = AppleMakerNote(in: block, limits: limits) {
      metadata.pitch = note.pitch
      metadata.roll = note.roll
      if note.pitch == nil {
        warn(.unsteady, .pitch, "The phone was shaken, so its tilt is unknown.")
      } else {
        metadata.pitchAccuracy = PhotoReader.accelerometerAccuracy
      }
    }
  }

  /// Degrees: a held phone's accelerometer also measures the hand's motion.
  static let accelerometerAccuracy = 2.0
  /// Degrees: gimbals state 0.1 or better, but drift with the aircraft.
  static let gimbalAccuracy = 1.0

  /// `CameraElevationAngle`; a denominator of all ones means unknown (EXIF 2.31).
  private mutating func elevationAngle() -> Double? {
    guard let first = exif?.field(0x9405, in: .exif)?.numbers.first, first.denominator != -1,
      first.denominator != Double(UInt32.max)
    else { return nil }
    return number(0x9405, in: .exif, .pitch, named: "elevation angle")
  }

  /// Optics, orientation and the camera's name.
  mutating func readCamera() {
    metadata.make = exif?.field(0x010F, in: .primary)?.text
    metadata.model = exif?.field(0x0110, in: .primary)?.text
    readOrientation()
    // Zero means unknown for focal lengths, and "not used" for the zoom.
    metadata.focalLength = positive(0x920A, named: "focal length")
    metadata.focalLengthIn35mm = positive(0xA405, named: "35 mm focal length")
    metadata.digitalZoom = positive(0xA404, named: "digital zoom")
    readSensor()
    metadata.fieldOfView = panorama?.fieldOfView
    // Apple's phones mark a swept picture of any length.
    metadata.isStitched = exif?.field(0xA401, in: .exif)?.number == 6
  }

  /// Exif's orientation, else XMP's: editors of PNG or WebP often write only that.
  private mutating func readOrientation() {
    let stated = exif?.field(0x0112, in: .primary)?.number
    guard let value = stated ?? xmp?.number("Orientation", in: .tiff) else { return }
    guard let orientation = Int(exactly: value), (1...8).contains(orientation) else {
      // Some programs write 0 for "unknown".
      if value != 0 {
        warn(.valueOutOfRange, .orientation, "The photo's orientation isn't valid.")
      }
      return
    }
    metadata.orientation = orientation
  }

  private mutating func positive(_ tag: UInt16, named name: String) -> Double? {
    guard let value = number(tag, in: .exif, .fieldOfView, named: name), value > 0 else {
      return nil
    }
    return value
  }
}
