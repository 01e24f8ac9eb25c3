package import TimeWalkCore

/// The statements of a photo, a program or a user about a capture, before validation; `nil` is
/// unknown.
///
/// `read(jpeg:limits:)` takes it from a photo, `overridden(by:)` applies given values, and
/// `resolved(declination:)` judges it.
package struct CaptureMetadata: Codable, Hashable, Sendable {
  /// The north that a heading counts from.
  package enum HeadingReference: String, Codable, Hashable, Sendable, CaseIterable {
    /// The geographic pole.
    case trueNorth = "true"
    /// Magnetic north, as a compass shows it.
    case magnetic
  }

  /// The reason why a photo's GPS block has no position.
  package enum PositionFlaw: String, Codable, Hashable, Sendable {
    /// Both latitude and longitude are missing.
    case emptyBlock
    /// Latitude or longitude is written, but isn't a number.
    case notANumber
  }

  /// Degrees north of the equator; negative to the south.
  package var latitude: Double?
  /// Degrees east of Greenwich; negative to the west.
  package var longitude: Double?
  /// The radius in metres that holds the true place with 68 % probability.
  ///
  /// A photo has it as `GPSHPositioningError`. `GPSDOP` is never used: it is a ratio, not metres.
  package var horizontalAccuracy: Double?
  /// The reason why a photo's block for positions holds none.
  package var positionFlaw: PositionFlaw?

  /// Metres above the reference; negative below it.
  package var altitude: Double?
  /// The altitude's reference.
  package var altitudeReference: Altitude.Reference?
  /// The 68 % half-width of the altitude, metres.
  package var altitudeAccuracy: Double?

  /// The camera's heading, in degrees clockwise from the north of `headingReference`.
  package var heading: Double?
  /// The north that the heading counts from.
  package var headingReference: HeadingReference?
  /// The 68 % half-width of the heading, degrees; EXIF has no field for it.
  package var headingAccuracy: Double?

  /// Degrees of the optical axis above the horizon.
  package var pitch: Double?
  /// The 68 % half-width of the pitch, degrees.
  package var pitchAccuracy: Double?
  /// Degrees that the camera is turned clockwise from the upright picture, as the photographer sees
  /// it.
  package var roll: Double?

  /// The lens's focal length, mm.
  package var focalLength: Double?
  /// The focal length that shows as much on 35 mm film, mm; digital zoom is already in it.
  package var focalLengthIn35mm: Double?
  /// The digital zoom of the camera; `nil` without one.
  package var digitalZoom: Double?
  /// The width of the sensor behind a stored row, mm, from the focal plane's resolution.
  package var sensorWidth: Double?
  /// The height of the sensor behind a stored column, mm, from the focal plane's resolution.
  package var sensorHeight: Double?
  /// The zoom of a user or program: 1 is the phone's main camera, 0.5 its ultra-wide one.
  package var zoom: Double?
  /// The horizontal angle of the upright frame, degrees, as given or as a panorama states it.
  package var fieldOfView: Double?

  /// True if the camera marks the picture as a sweep of several frames.
  package var isStitched = false

  /// The exposure of the photo.
  package var exposure = Exposure()

  /// The source of the local clock's offset from UTC.
  package enum OffsetSource: String, Codable, Hashable, Sendable, CaseIterable {
    /// The photo, in a separate tag or within its time.
    case photo
    /// The difference between the photo's clock and its receiver's, which is UTC.
    case gps
    /// A person or program.
    case given
  }

  /// The time of the photo.
  package var timestamp: CaptureTime?
  /// The source of the offset of `timestamp`; `nil` if unknown.
  package var offsetSource: OffsetSource?

  /// The EXIF orientation of the stored picture, 1...8; 1 when absent or invalid.
  package var orientation = 1
  /// Pixels a row, as stored.
  package var pixelWidth: Int?
  /// Rows, as stored.
  package var pixelHeight: Int?
  /// The camera's maker.
  package var make: String?
  /// The camera's model.
  package var model: String?

  /// The fields from a photo, which are checked for known faults of cameras.
  ///
  /// The others were given. Latitude 0 with longitude 0 is then a place in the Gulf of Guinea, and
  /// an impossible value is an error rather than a warning.
  package var fieldsFromPhoto: Set<CaptureField> = []

  /// Makes empty metadata.
  package init() {}

  /// The same with given values in the place of those that were there.
  ///
  /// A given value replaces the photo's and the values that belong to it. Position, latitude or
  /// longitude include the accuracy, a heading its reference and accuracy, an altitude its
  /// reference and accuracy, and a pitch its accuracy. A given zoom or field of view replaces the
  /// other from the photo.
  package func overridden(by given: CaptureMetadata) -> CaptureMetadata {
    var result = self
    if given.latitude != nil || given.longitude != nil {
      result.latitude = given.latitude ?? latitude
      result.longitude = given.longitude ?? longitude
      result.horizontalAccuracy = given.horizontalAccuracy
      result.positionFlaw = nil
      result.take(.position, from: given)
    } else if let accuracy = given.horizontalAccuracy {
      result.horizontalAccuracy = accuracy
    }
    if let altitude = given.altitude {
      result.altitude = altitude
      result.altitudeReference = given.altitudeReference
      result.altitudeAccuracy = given.altitudeAccuracy
      result.take(.altitude, from: given)
    } else {
      result.altitudeReference = given.altitudeReference ?? altitudeReference
      result.altitudeAccuracy = given.altitudeAccuracy ?? altitudeAccuracy
    }
    if let heading = given.heading {
      result.heading = heading
      result.headingReference = given.headingReference
      result.headingAccuracy = given.headingAccuracy
      result.take(.heading, from: given)
    } else {
      result.headingReference = given.headingReference ?? headingReference
      result.headingAccuracy = given.headingAccuracy ?? headingAccuracy
    }
    if let pitch = given.pitch {
      result.pitch = pitch
      result.pitchAccuracy = given.pitchAccuracy
      result.take(.pitch, from: given)
    } else {
      result.pitchAccuracy = given.pitchAccuracy ?? pitchAccuracy
    }
    if let roll = given.roll {
      result.roll = roll
      result.take(.roll, from: given)
    }
    result.overrideOptics(with: given)
    if let timestamp = given.timestamp {
      result.timestamp = timestamp
      result.offsetSource = timestamp.offsetMinutes == nil ? nil : given.offsetSource ?? .given
      result.take(.timestamp, from: given)
    }
    return result
  }

  private mutating func overrideOptics(with given: CaptureMetadata) {
    if given.zoom != nil || given.fieldOfView != nil {
      zoom = given.zoom
      fieldOfView = given.fieldOfView
      take(.fieldOfView, from: given)
    }
    focalLength = given.focalLength ?? focalLength
    focalLengthIn35mm = given.focalLengthIn35mm ?? focalLengthIn35mm
    digitalZoom = given.digitalZoom ?? digitalZoom
    sensorWidth = given.sensorWidth ?? sensorWidth
    sensorHeight = given.sensorHeight ?? sensorHeight
    if given.orientation != 1 { orientation = given.orientation }
    pixelWidth = given.pixelWidth ?? pixelWidth
    pixelHeight = given.pixelHeight ?? pixelHeight
    make = given.make ?? make
    model = given.model ?? model
  }

  private mutating func take(_ field: CaptureField, from given: CaptureMetadata) {
    if given.fieldsFromPhoto.contains(field) {
      fieldsFromPhoto.insert(field)
    } else {
      fieldsFromPhoto.remove(field)
    }
  }

  /// The size of the upright frame; `nil` when the pixel size is unknown.
  package var uprightFrame: FrameSize? {
    guard let width = pixelWidth, let height = pixelHeight else { return nil }
    return (5...8).contains(orientation)
      ? FrameSize(width: height, height: width) : FrameSize(width: width, height: height)
  }
}

/// The size of a picture in pixels.
package struct FrameSize: Hashable, Sendable {
  /// Pixels a row, at least 1.
  package let width: Int
  /// Rows, at least 1.
  package let height: Int

  /// Makes a size; `nil` when a side is less than 1.
  package init?(width: Int, height: Int) {
    guard width >= 1, height >= 1 else { return nil }
    self.width = width
    self.height = height
  }
}
