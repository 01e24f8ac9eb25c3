/// Direction, tilt and optics.
extension PhotoReader {
  /// Reads the heading: EXIF's image direction, XMP's, a panorama's pose, a drone's camera.
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
      // The format counts from north without saying which, and so do drones.
      metadata.heading = heading
    } else if let yaw = drone?.yaw {
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

  /// Pitch and roll: EXIF's elevation angle, XMP's, a panorama's pose, a drone's camera, Apple's
  /// acceleration vector.
  mutating func readTilt() {
    if let elevation = elevationAngle()
      ?? xmp?.number("CameraElevationAngle", in: .exifExtension)
      ?? xmp?.number("CameraElevationAngle", in: .exif)
    {
      metadata.pitch = elevation
    } else if let panorama, let pitch = panorama.pitch {
      metadata.pitch = pitch
      metadata.roll = panorama.roll
    } else if let pitch = drone?.pitch {
      metadata.pitch = pitch
      metadata.pitchAccuracy = PhotoReader.gimbalAccuracy
      metadata.roll = drone?.roll
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
    metadata.make = exif?.field(0x010F, in: .primary)?.text ?? xmp?.text("Make", in: .tiff)
    metadata.model = exif?.field(0x0110, in: .primary)?.text ?? xmp?.text("Model", in: .tiff)
    readOrientation()
    // Zero means unknown for focal lengths, and "not used" for the zoom.
    metadata.focalLength = positive(0x920A, "FocalLength", named: "focal length")
    metadata.focalLengthIn35mm = positive(
      0xA405, "FocalLengthIn35mmFilm", named: "35 mm focal length")
    metadata.digitalZoom = positive(0xA404, "DigitalZoomRatio", named: "digital zoom")
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

  /// Exif's number, else XMP's of the same name, where it is more than 0.
  private mutating func positive(
    _ tag: UInt16, _ property: String, named name: String
  ) -> Double? {
    let values = [
      number(tag, in: .exif, .fieldOfView, named: name), xmp?.number(property, in: .exif),
    ]
    return values.lazy.compactMap(\.self).first { $0 > 0 }
  }
}
